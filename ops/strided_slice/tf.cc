#include "ir/wire/tf.h"
#include "ops/strided_slice/strided_slice.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> StridedSlice::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(4));
  StridedSlice op;
  auto read = [&](const char* name, int* mask) -> Status {
    ASSIGN_OR_RETURN(int64_t bits, node.Int(name, 0));
    *mask = static_cast<int>(bits);
    return OkStatus();
  };
  RETURN_IF_ERROR(read("begin_mask", &op.begin_mask));
  RETURN_IF_ERROR(read("end_mask", &op.end_mask));
  RETURN_IF_ERROR(read("ellipsis_mask", &op.ellipsis_mask));
  RETURN_IF_ERROR(read("new_axis_mask", &op.new_axis_mask));
  RETURN_IF_ERROR(read("shrink_axis_mask", &op.shrink_axis_mask));
  return in.Add(op, {in.input(0), in.input(1), in.input(2), in.input(3)});
}

Status ToTf(const StridedSlice& op, wire::TfExporter& out) {
  DType index = out.in(1).dtype;
  wire::TfRef end = out.input(2);
  if (op.offset) end = out.Emit("AddV2", {out.input(1), end}, {{"T", index}}, {"z"})[0];
  out.SetOutput(0, out.Emit("StridedSlice", {out.input(0), out.input(1), end, out.input(3)},
                            {{"T", out.in(0).dtype},
                             {"Index", index},
                             {"begin_mask", int64_t{op.begin_mask}},
                             {"end_mask", int64_t{op.end_mask}},
                             {"ellipsis_mask", int64_t{op.ellipsis_mask}},
                             {"new_axis_mask", int64_t{op.new_axis_mask}},
                             {"shrink_axis_mask", int64_t{op.shrink_axis_mask}}},
                            {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
