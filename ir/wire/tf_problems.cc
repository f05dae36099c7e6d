#include "ir/wire/tf_problems.h"

namespace slipway::wire {

void Problems::Add(std::string_view op, std::string_view node, const Status& reason) {
  if (reason.kind() != ErrorKind::kUnsupported) kind_ = reason.kind();
  for (Problem& row : rows_)
    if (row.op == op && row.reason == reason.message()) {
      ++row.count;
      return;
    }
  rows_.push_back({std::string(op), std::string(node), reason.message()});
}

Status Problems::ToStatus(std::string_view headline) const {
  if (rows_.empty()) return OkStatus();
  std::string text(headline);
  for (const Problem& row : rows_) {
    StrAppend(text, "\n  ", row.op, " '", row.node, "'");
    if (row.count > 1) StrAppend(text, " and ", row.count - 1, " more");
    StrAppend(text, ": ", row.reason);
  }
  return Status(kind_, std::move(text));
}

}  // namespace slipway::wire
