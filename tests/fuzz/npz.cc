// .npy and .npz files. Input: one byte, then with 0 an archive, else one array.
#include "formats/npz/npz.h"

#include "base/file.h"
#include "tests/fuzz/target.h"

namespace slipway::fuzz {

void Run_npz(std::string_view bytes) {
  if (bytes.empty()) return;
  if (bytes[0] != 0)
    (void)npz::ParseNpy(bytes.substr(1)).ok();
  else
    (void)npz::ReadNpz(FileWith("a.npz", bytes.substr(1))).ok();
}

std::vector<std::string> Seeds_npz() {
  std::vector<npz::NamedTensor> tensors = {{"f", Tensor::Of<float>({2, 2}, {1, 2, 3, 4})},
                                           {"i", Tensor::Scalar<int64_t>(5)},
                                           {"b", Tensor::Of<bool>({2}, {true, false})},
                                           {"s", Tensor::Of<std::string>({2}, {"one", "x"})},
                                           {"none", Tensor::Of<float>({0}, {})}};
  std::vector<std::string> seeds;
  std::string path = JoinPath(Folder(), "seed.npz");
  for (npz::Packing packing : {npz::Packing::kStored, npz::Packing::kDeflated}) {
    CHECK(npz::WriteNpz(path, tensors, packing).ok());
    seeds.push_back(std::string(1, 0) + *ReadFile(path));
  }
  for (const auto& [name, tensor] : tensors) {
    CHECK(npz::WriteNpy(path, tensor).ok());
    seeds.push_back(std::string(1, 1) + *ReadFile(path));
  }
  return seeds;
}

}  // namespace slipway::fuzz
