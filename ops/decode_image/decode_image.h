#pragma once
// DecodeImage: the pixels of a JPEG or PNG file, whichever it is, as TensorFlow's decoders give them.
//   operands: x (one string, the bytes of the file)
//
// C1 x is a scalar of strings
// C2 channels in {0, 1, 2, 3, 4}; 0: as many as the file has. JPEG gives 1 or 3, PNG all
// C3 x is a whole file of at most 2^29 bytes of pixels: checked when running
// C4 y is u8 [height, width, channels]
//
// It has no reference: the decoders are those of libjpeg-turbo and libpng.

#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::ops {

struct DecodeImage {
  int64_t channels = 0;
  bool fancy_upsampling = true;  // of the colours of JPEG files
  bool accurate_dct = false;     // JPEG's inverse transform: the accurate one, or the fast one

  static void Fields(auto& op, auto&& f) {
    f("channels", op.channels);
    f("fancy_upsampling", op.fancy_upsampling);
    f("accurate_dct", op.accurate_dct);
  }
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const DecodeImage&, Inputs);
Status ToTf(const DecodeImage&, wire::TfExporter&);
Result<interpreter::Kernel> PrepareExt(const DecodeImage&, interpreter::PrepareContext&);

}  // namespace slipway::ops
