#include "ir/wire/tf.h"
#include "ops/decode_image/decode_image.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> DecodeImage::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  DecodeImage op;
  ASSIGN_OR_RETURN(op.channels, node.Int("channels", 0));
  ASSIGN_OR_RETURN(op.fancy_upsampling, node.Bool("fancy_upscaling", true));
  ASSIGN_OR_RETURN(std::string dct, node.String("dct_method", ""));
  ASSIGN_OR_RETURN(int64_t ratio, node.Int("ratio", 1));
  ASSIGN_OR_RETURN(bool recover, node.Bool("try_recover_truncated", false));
  op.accurate_dct = dct == "INTEGER_ACCURATE";
  if (ratio != 1) return Unsupported("ratio ", ratio, ", only 1");
  if (recover) return Unsupported("images that are cut off");
  if (node.Has("dtype")) {
    ASSIGN_OR_RETURN(DType dtype, node.Type("dtype"));
    if (dtype != DType::kU8) return Unsupported("pixels of ", dtype, ", only uint8");
  }
  return in.Add(op, {in.input(0)});
}

Status ToTf(const DecodeImage& op, wire::TfExporter& out) {
  std::string dct = op.accurate_dct ? "INTEGER_ACCURATE" : "";
  out.SetOutput(0, out.Emit("DecodeJpeg", {out.input(0)},
                            {{"channels", op.channels}, {"fancy_upscaling", op.fancy_upsampling}, {"dct_method", dct}},
                            {"image"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
