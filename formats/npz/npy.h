#pragma once
// One array to and from the bytes of an .npy file, without the conventions of .npz files.

#include <memory>
#include <string>
#include <string_view>

#include "base/status.h"
#include "base/tensor.h"

namespace slipway::npz {

// Strings become bytes as wide as the longest, bfloat16 its bits as uint16, int4 int8. Resources and variants are a
// CHECK.
std::string EncodeNpy(const Tensor& tensor);
// As ParseNpy, but elements of bytes arrays (S) keep their full width.
Result<Tensor> ParseArray(std::string_view bytes, std::shared_ptr<const void> owner);
// Takes the zeros at the end off each string.
void StripZeros(Tensor* strings);

}  // namespace slipway::npz
