#include "formats/tflite/string_tensor.h"

#include <gtest/gtest.h>

namespace slipway::tflite {
namespace {

std::string FromHex(std::string_view hex) {
  std::string out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    while (hex[i] == ' ') ++i;
    out.push_back(static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  }
  return out;
}

TEST(StringTensor, LayoutOfTensorFlowLite) {
  std::vector<std::string> strings = {"x", "y"};
  Result<std::string> packed = PackStrings(strings);
  ASSERT_TRUE(packed.ok());
  EXPECT_EQ(*packed, FromHex("02000000 10000000 11000000 12000000 7879"));
  EXPECT_EQ(*UnpackStrings(*packed), strings);
  EXPECT_EQ(*CountStrings(*packed), 2);
}

TEST(StringTensor, AnyBytesAndNone) {
  std::vector<std::string> strings = {"", std::string("a\0b", 3), "", std::string(1000, 'z')};
  EXPECT_EQ(*UnpackStrings(*PackStrings(strings)), strings);
  EXPECT_EQ(*PackStrings({}), FromHex("00000000 08000000"));
  EXPECT_TRUE(UnpackStrings(*PackStrings({}))->empty());
}

TEST(StringTensor, RefusesBrokenBuffers) {
  auto message = [](std::string_view hex) { return CountStrings(FromHex(hex)).status().message(); };
  EXPECT_EQ(message(""), "a string buffer of 0 bytes has no count");
  EXPECT_EQ(message("02000000 10000000"), "a string buffer of 8 bytes cannot hold 2 strings");
  EXPECT_EQ(message("ffffffff 08000000"), "a string buffer of 8 bytes cannot hold -1 strings");
  EXPECT_EQ(message("ffffff7f 08000000"), "a string buffer of 8 bytes cannot hold 2147483647 strings");
  EXPECT_EQ(message("01000000 0c000000 0e000000 78"), "offset 1 of a string buffer is 14, outside of 12 to 13");
  EXPECT_EQ(message("01000000 08000000 0d000000 78"), "offset 0 of a string buffer is 8, outside of 12 to 13");
  EXPECT_EQ(message("02000000 11000000 10000000 12000000 7879"),
            "offset 1 of a string buffer is 16, outside of 17 to 18");
}

}  // namespace
}  // namespace slipway::tflite
