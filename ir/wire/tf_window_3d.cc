#include "ir/wire/tf_window_3d.h"

#include <limits>

#include "ops/transpose/transpose.h"

namespace slipway::wire {

namespace {

Status ReadThree(const TfNode& node, const char* attr, bool ncdhw, std::array<int, 3>* out) {
  ASSIGN_OR_RETURN(std::vector<int64_t> list, node.Ints(attr));
  if (list.empty()) return OkStatus();
  if (list.size() != 5)
    return BadInput("node '", node.name, "': attribute '", attr, "' has ", list.size(), " entries, expected 5");
  size_t first = ncdhw ? 2 : 1;
  for (size_t i = 0; i < 5; ++i) {
    if (list[i] < 1 || list[i] > std::numeric_limits<int32_t>::max())
      return BadInput("node '", node.name, "': attribute '", attr, "' has the entry ", list[i]);
    bool spatial = i >= first && i < first + 3;
    if (!spatial && list[i] != 1)
      return Unsupported("node '", node.name, "': attribute '", attr, "' is ", list[i], " over batch or channels");
    if (spatial) (*out)[i - first] = static_cast<int>(list[i]);
  }
  return OkStatus();
}

Result<std::vector<ir::ValueId>> Permute(TfImporter& in, ir::ValueId x, std::initializer_list<int64_t> order,
                                         const char* suffix) {
  ir::ValueId permutation = in.Constant(Tensor::Vector(std::span(order.begin(), order.size())), "permutation");
  return in.Add(ops::Transpose{}, {x, permutation}, suffix);
}

}  // namespace

Result<TfWindow3D> ReadTfWindow3D(const TfNode& node) {
  TfWindow3D window;
  ASSIGN_OR_RETURN(std::string format, node.String("data_format", "NDHWC"));
  if (format != "NDHWC" && format != "NCDHW") return Unsupported("node '", node.name, "': data_format ", format);
  window.ncdhw = format == "NCDHW";
  RETURN_IF_ERROR(ReadThree(node, "ksize", window.ncdhw, &window.sizes));
  RETURN_IF_ERROR(ReadThree(node, "strides", window.ncdhw, &window.strides));
  RETURN_IF_ERROR(ReadThree(node, "dilations", window.ncdhw, &window.dilations));
  ASSIGN_OR_RETURN(std::string padding, node.String("padding", "VALID"));
  if (padding != "SAME" && padding != "VALID") return BadInput("node '", node.name, "': padding is '", padding, "'");
  window.padding = padding == "SAME" ? ops::Padding::kSame : ops::Padding::kValid;
  return window;
}

Result<ir::ValueId> WindowInput3D(const TfWindow3D& window, TfImporter& in, ir::ValueId x) {
  if (!window.ncdhw) return x;
  ASSIGN_OR_RETURN(std::vector<ir::ValueId> y, Permute(in, x, {0, 2, 3, 4, 1}, "ndhwc"));
  return y[0];
}

Result<std::vector<ir::ValueId>> WindowOutput3D(const TfWindow3D& window, TfImporter& in,
                                                Result<std::vector<ir::ValueId>> y) {
  if (!y.ok() || !window.ncdhw) return y;
  return Permute(in, (*y)[0], {0, 4, 1, 2, 3}, "ncdhw");
}

}  // namespace slipway::wire
