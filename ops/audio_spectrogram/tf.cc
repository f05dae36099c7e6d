#include "ir/wire/tf.h"
#include "ops/audio_spectrogram/audio_spectrogram.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> AudioSpectrogram::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  AudioSpectrogram op;
  ASSIGN_OR_RETURN(op.window_size, node.Int("window_size", 0));
  ASSIGN_OR_RETURN(op.stride, node.Int("stride", 0));
  ASSIGN_OR_RETURN(op.magnitude_squared, node.Bool("magnitude_squared", false));
  return in.Add(op, {in.input(0)});
}

Status ToTf(const AudioSpectrogram& op, wire::TfExporter& out) {
  out.SetOutput(
      0, out.Emit("AudioSpectrogram", {out.input(0)},
                  {{"window_size", op.window_size}, {"stride", op.stride}, {"magnitude_squared", op.magnitude_squared}},
                  {"spectrogram"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
