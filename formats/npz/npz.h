#pragma once
// NumPy's files: .npy holds one array, .npz is a zip archive of them, one per name. Layout: FORMAT.md.
//
// Types map one to one, with these additions: int4 is written as int8; strings and bfloat16, which NumPy lacks, are
// written to an .npz as a bytes array NAME and lengths NAME@len, and as uint16 bits and a mark NAME@bf16. Arrays in
// Fortran order or big-endian are converted, text (U) becomes UTF-8. Files are written atomically. Thread safe.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"
#include "base/tensor.h"

namespace slipway::npz {

using NamedTensor = std::pair<std::string, Tensor>;

// kBadInput names the array and what is wrong with it; kUnsupported for types without a DType and ranks above 8.
Result<Tensor> ReadNpy(const std::string& path);
// Arrays in the order of the file.
Result<std::vector<NamedTensor>> ReadNpz(const std::string& path);

// kUnsupported for what one array cannot hold: strings that end in a zero byte, bfloat16, resources.
Status WriteNpy(const std::string& path, const Tensor& tensor);

enum class Packing { kStored, kDeflated };
// kUsage if two names are equal or a name is empty or holds a '@'.
Status WriteNpz(const std::string& path, std::span<const NamedTensor> tensors, Packing packing = Packing::kStored);

// The array in `bytes`, which must end with it. With `owner`, which keeps the bytes alive, elements are viewed where
// their form and alignment allow; else copied.
Result<Tensor> ParseNpy(std::string_view bytes, std::shared_ptr<const void> owner = nullptr);

}  // namespace slipway::npz
