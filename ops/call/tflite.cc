#include "ops/tables/tflite.h"
#include "ops/call/call.h"

namespace slipway::ops {

// CustomOptionsFormat knows FLEXBUFFERS (0) alone.
static void Options(auto& v, auto& op, std::string& attributes, int& format) {
  v.String(0, "name", op.composite);
  v.Int(1, "decomposition_subgraph_index", op.graph);
  v.Bytes(2, "composite_attributes", attributes);
  v.Enum(3, "composite_attributes_format", format, 0);
  v.Int(4, "version", op.version);
}

Status Call::FromTflite(const TfliteOperator& in, Call* op) {
  for (const TensorType& y : in.outputs) {
    op->dtypes.push_back(y.dtype);
    op->shapes.push_back(y.shape);
  }
  std::string attributes;
  int format = 0;
  RETURN_IF_ERROR(ReadOptions(in, OptionsType::StableHLOCompositeOptions, *op,
                              [&](auto& v, auto& o) { Options(v, o, attributes, format); }));
  for (char c : attributes) op->attributes.push_back(static_cast<unsigned char>(c));
  return OkStatus();
}

Result<TfliteForm> ToTflite(const Call& op, const TfliteTypes&) {
  if (op.composite.empty()) return Unsupported("a call of a graph has no .tflite form");
  std::string attributes;
  int format = 0;
  for (int64_t byte : op.attributes) attributes.push_back(static_cast<char>(byte));
  return MakeForm(Builtin::STABLEHLO_COMPOSITE, 1, OptionsType::StableHLOCompositeOptions, op,
                  [&](auto& v, auto& o) { Options(v, o, attributes, format); });
}

}  // namespace slipway::ops
