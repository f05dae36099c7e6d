// Pixels as TensorFlow decodes them, and files that are no images.
#include "formats/image/image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/image/images_for_test.h"

namespace slipway::image {
namespace {

using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

std::vector<int> Pixels(const std::string& bytes, int channels) {
  Result<Tensor> t = Decode(bytes, channels);
  EXPECT_TRUE(t.ok()) << t.status().message();
  if (!t.ok()) return {};
  std::span<const uint8_t> pixels = t->as<uint8_t>();
  return {pixels.begin(), pixels.end()};
}

TEST(Image, JpegPixelsAreTensorFlows) {
  const int rgb[] = {0,   4,  16, 0,   34, 33, 0,   71, 51, 0,   106, 57,  0,   152, 76,  0,   198, 95,  0,   223, 98,
                     0,   1,  13, 15,  39, 41, 25,  84, 66, 20,  121, 77,  17,  164, 93,  28,  212, 114, 36,  245, 128,
                     34,  10, 26, 57,  52, 58, 68,  98, 86, 59,  131, 94,  48,  166, 105, 52,  208, 124, 61,  242, 139,
                     67,  8,  40, 88,  46, 68, 96,  92, 93, 86,  124, 103, 76,  160, 111, 79,  201, 128, 83,  230, 139,
                     94,  0,  53, 109, 27, 76, 116, 72, 99, 112, 110, 111, 113, 158, 127, 124, 205, 146, 125, 233, 148,
                     137, 4,  57, 148, 36, 76, 153, 76, 94, 148, 116, 105, 150, 163, 120, 156, 208, 134, 153, 231, 129,
                     169, 16, 21, 184, 51, 46, 190, 92, 65, 178, 126, 69,  170, 163, 75,  172, 203, 84,  166, 226, 79,
                     167, 0,  0,  191, 38, 20, 203, 87, 50, 192, 121, 59,  180, 155, 65,  183, 193, 80,  184, 222, 85,
                     198, 11, 18, 211, 43, 43, 218, 86, 73, 217, 128, 98,  214, 170, 121, 219, 211, 148, 222, 240, 166};
  const int gray[] = {0,   22,  47,  66,  95,  127, 142, 1,   32,  64,  86,  112, 146, 169, 19,  54,
                      88,  105, 124, 152, 176, 29,  61,  93,  110, 129, 156, 176, 30,  57,  88,  111,
                      141, 174, 191, 50,  74,  101, 124, 154, 184, 196, 62,  90,  118, 135, 155, 180,
                      191, 46,  82,  117, 135, 152, 177, 195, 68,  93,  124, 151, 178, 206, 226};
  EXPECT_THAT(Pixels(FromHex(kJpegHex), 3), ElementsAreArray(rgb));
  EXPECT_THAT(Pixels(FromHex(kJpegHex), 1), ElementsAreArray(gray));
  EXPECT_EQ(Decode(FromHex(kJpegHex), 3)->shape(), (Shape{9, 7, 3}));
}

TEST(Image, PngPixelsAreTensorFlows) {
  const int rgb[] = {0, 0, 0, 0, 40, 0, 0, 80, 0, 28, 0, 0, 28, 40, 36, 28, 80, 72, 56, 0, 0, 56, 40, 72, 56, 80, 144};
  const int gray[] = {0, 23, 46, 8, 35, 63, 16, 48, 80};
  const int rgba[] = {0,  0,   0,  255, 0,  40,  0,  255, 0, 80,  0,  255, 28, 0,   0,  255, 28,  40,
                      36, 255, 28, 80,  72, 255, 56, 0,   0, 255, 56, 40,  72, 255, 56, 80,  144, 255};
  EXPECT_THAT(Pixels(FromHex(kPngHex), 3), ElementsAreArray(rgb));
  EXPECT_THAT(Pixels(FromHex(kPngHex), 1), ElementsAreArray(gray));
  EXPECT_THAT(Pixels(FromHex(kPngHex), 4), ElementsAreArray(rgba));
}

TEST(Image, WhatIsNoImageIsRefused) {
  EXPECT_THAT(Decode("", 3).status().message(), HasSubstr("neither a JPEG nor a PNG"));
  EXPECT_THAT(Decode("GIF89a", 3).status().message(), HasSubstr("neither a JPEG nor a PNG"));
  EXPECT_THAT(Decode(FromHex(kPngHex), 2).status().message(), HasSubstr("expected 1, 3 or 4"));
  EXPECT_THAT(Decode(FromHex(kJpegHex), 4).status().message(), HasSubstr("it has 1 or 3"));
}

// Cut and changed files end in an error or in pixels, under the sanitizers, too.
TEST(Image, DamageNeverCrashes) {
  for (const std::string& whole : {FromHex(kJpegHex), FromHex(kPngHex)}) {
    for (size_t n = 0; n < whole.size(); n += 3) (void)Decode(whole.substr(0, n), 3).ok();
    for (size_t i = 0; i < whole.size(); ++i) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ 0x55);
      (void)Decode(changed, 3).ok();
    }
  }
  EXPECT_THAT(Decode(FromHex(kPngHex).substr(0, 40), 3).status().message(), HasSubstr("a damaged PNG"));
}

}  // namespace
}  // namespace slipway::image
