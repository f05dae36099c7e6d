#pragma once
// int4 weights of dense layers with a scale for each block of a row (BlockwiseQuantization of the .tflite schema): half
// as far from the floats as with a scale per row, for half a bit more each in blocks of 32. A graph has them as the
// floats that the codes tell; the written file gets the codes.
//
// LiteRT's default kernels compute with them (activations quantized row by row), its reference kernels read zeros.

#include <string>
#include <vector>

#include "formats/tflite/model.h"

namespace slipway::quantize {

// Rows of whole blocks of 32, 64, 128 or 256.
bool FitsBlocks(const Tensor& weights, int64_t block_size);
// The floats that codes in [-7, 7] with float16 scales tell.
Tensor RoundToBlocks(const Tensor& weights, int64_t block_size);
// Constants of these names, as RoundToBlocks made them, become codes.
Status StoreBlockWeights(const std::vector<std::string>& names, int64_t block_size, tflite::Model*);

}  // namespace slipway::quantize
