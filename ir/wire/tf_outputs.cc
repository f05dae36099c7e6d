#include "ir/wire/tf_outputs.h"

#include <algorithm>
#include <iterator>

#include "base/strings.h"

namespace slipway::wire {

namespace {

struct Row {
  std::string_view op, arguments;
};
constexpr Row kRows[] = {
#define TF_OUTPUTS(op, arguments) {op, arguments},
#include "ir/wire/tf_outputs.def"
#undef TF_OUTPUTS
};

constexpr int64_t kMaxOutputs = 1 << 20;

Result<int64_t> ListLength(const savedmodel::Node& node, std::string_view attr, bool types) {
  auto it = node.attrs.find(attr);
  if (it != node.attrs.end() && types) {
    if (const auto* list = std::get_if<std::vector<DType>>(&it->second)) return static_cast<int64_t>(list->size());
    if (const auto* list = std::get_if<std::vector<int64_t>>(&it->second); list && list->empty()) return 0;
  } else if (it != node.attrs.end()) {
    if (const auto* n = std::get_if<int64_t>(&it->second); n && *n >= 0 && *n <= kMaxOutputs) return *n;
  }
  return BadInput("node '", node.name, "' (", node.op, "): attribute '", attr,
                  "' does not say how many outputs it has");
}

}  // namespace

Result<int> OutputPosition(const savedmodel::Node& node, std::string_view argument, int index) {
  const Row* row = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& r) { return r.op == node.op; });
  if (row == std::end(kRows)) return index;
  int64_t before = 0;
  for (const std::string& text : StrSplit(row->arguments, ' ')) {
    size_t mark = text.find_first_of("*#");
    int64_t length = 1;
    if (mark != std::string::npos) {
      ASSIGN_OR_RETURN(length, ListLength(node, std::string_view(text).substr(mark + 1), text[mark] == '#'));
    }
    if (std::string_view(text).substr(0, mark) == argument) {
      if (index >= length)
        return BadInput("node '", node.name, "' (", node.op, ") has ", length, " outputs '", argument, "', number ",
                        index, " is used");
      return static_cast<int>(before) + index;
    }
    before += length;
  }
  return BadInput("node '", node.name, "' (", node.op, ") has no output '", argument, "'");
}

}  // namespace slipway::wire
