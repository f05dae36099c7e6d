#include "base/fingerprint.h"

#include <gtest/gtest.h>

#include <string>

namespace slipway {
namespace {

// tf.raw_ops.Fingerprint of "abcdefgh..." of each length, on both sides of every border of the algorithm.
TEST(Fingerprint, IsTensorFlows) {
  struct {
    size_t length;
    uint64_t fingerprint;
  } expected[] = {
      {0, 0x9ae16a3b2f90404fu},   {1, 0xb3454265b6df75e3u},   {3, 0x24a5b3a074e7f369u},   {4, 0x1a5502de4a1f8101u},
      {7, 0x3c40c92b1ccb7355u},   {8, 0xfee9d22990c82909u},   {16, 0x54630bad7705cebdu},  {17, 0x9e2106c72d7793a8u},
      {32, 0xff96b8a54087359au},  {33, 0x1bd257e2fc3da812u},  {64, 0x9c4a595c23bb9bfau},  {65, 0x2434d8917886fe2au},
      {127, 0x6c3178e9f2707fa3u}, {128, 0xc3244d5ec8a4474au}, {129, 0x9b1ca0571b8cefd4u}, {200, 0x25d40299e8419af6u},
      {300, 0x93480430f4019a90u},
  };
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>('a' + i % 26);
  for (const auto& e : expected)
    EXPECT_EQ(Fingerprint64(std::string_view(text).substr(0, e.length)), e.fingerprint) << e.length << " bytes";
}

}  // namespace
}  // namespace slipway
