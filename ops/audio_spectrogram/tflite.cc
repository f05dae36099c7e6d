#include "ops/audio_spectrogram/audio_spectrogram.h"
#include "ops/tables/known_custom.h"

namespace slipway::ops {

Status AudioSpectrogram::FromTflite(const TfliteOperator& in, AudioSpectrogram* op) {
  return ReadKnownOptions(in.custom_options, op);
}

Result<TfliteForm> ToTflite(const AudioSpectrogram& op, const TfliteTypes&) {
  return MakeCustomForm(AudioSpectrogram::kCustomName, WriteCustomOptions(op));
}

}  // namespace slipway::ops
