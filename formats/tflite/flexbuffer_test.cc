#include "formats/tflite/flexbuffer.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace slipway::tflite {
namespace {

std::string FromHex(std::string_view hex) {
  std::string out;
  for (size_t i = 0; i < hex.size(); i += 3)
    out.push_back(static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  return out;
}

// What the flatbuffers Python package writes for the same values.
constexpr std::string_view kPython =
    "61 00 62 00 62 65 74 61 00 6e 61 6d 65 00 03 78 79 7a 00 69 6e 74 73 00 03 00 01 00 fe ff 2c 01 05 05 05 66 6c 6f "
    "61 74 73 00 00 00 02 00 00 00 00 00 00 3f 00 00 80 3f 0e 0e 74 65 78 74 73 00 01 70 00 02 71 71 00 02 07 05 14 14 "
    "07 4d 4c 4b 2d 3e 49 19 07 00 00 00 01 00 00 00 07 00 00 00 01 00 00 00 01 00 00 00 00 00 00 3f 3c 00 00 00 56 00 "
    "00 00 65 00 00 00 30 00 00 00 06 6a 0e 2a 29 14 28 23 26 01";
constexpr std::string_view kTyped =
    "66 33 00 00 00 00 80 3f 00 00 00 40 00 00 40 40 62 6c 6f 62 00 02 01 02 69 6e 64 00 07 69 6e 64 66 00 00 00 00 00 "
    "20 40 62 6f 6f 6c 73 00 02 01 00 75 00 06 24 0d 36 1f 1b 08 06 01 06 27 0f 3b 24 1d ff 64 90 56 18 22 08 0c 24 01";

FlexMap Sample() {
  return {{"a", FlexValue::Int(1)},
          {"b", FlexValue::Bool(true)},
          {"beta", FlexValue::Float(0.5)},
          {"name", FlexValue::String("xyz")},
          {"ints", FlexValue::Ints({1, -2, 300})},
          {"floats", FlexValue::Floats({0.5, 1})},
          {"texts", FlexValue::Strings({"p", "qq"})}};
}

TEST(FlexBuffer, ReadsWhatPythonWrites) {
  Result<FlexMap> map = ReadFlexMap(FromHex(kPython));
  ASSERT_TRUE(map.ok()) << map.status().message();
  EXPECT_EQ(*map, Sample());

  map = ReadFlexMap(FromHex(kTyped));
  ASSERT_TRUE(map.ok()) << map.status().message();
  FlexMap typed = {{"f3", FlexValue::Floats({1, 2, 3})}, {"blob", FlexValue::String("\x01\x02")},
                   {"ind", FlexValue::Int(7)},           {"indf", FlexValue::Float(2.5)},
                   {"bools", FlexValue::Ints({1, 0})},   {"u", FlexValue::Int(255)}};
  EXPECT_EQ(*map, typed);

  map =
      ReadFlexMap(FromHex("69 00 6e 00 64 00 03 03 08 07 00 00 00 00 00 00 09 00 00 00 00 00 00 00 01 00 00 00 00 00 "
                          "00 00 03 00 00 00 00 00 00 00 9a 99 99 99 99 99 b9 3f 00 00 00 00 00 01 00 00 00 00 00 00 "
                          "00 00 00 00 0f 07 03 1b 27 01"));
  FlexMap big = {{"i", FlexValue::Int(int64_t{1} << 40)}, {"n", FlexValue()}, {"d", FlexValue::Float(0.1)}};
  ASSERT_TRUE(map.ok()) << map.status().message();
  EXPECT_EQ(*map, big);
}

TEST(FlexBuffer, RoundTrip) {
  FlexMap map = Sample();
  map["large"] = FlexValue::Ints({std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()});
  map["exact"] = FlexValue::Floats({0.1, -3e300});
  map["zero"] = FlexValue::String(std::string(3, '\0'));
  map["long"] = FlexValue::String(std::string(70000, 'x'));
  map["no_text"] = FlexValue::String("");
  map["nothing"] = FlexValue();
  map["empty"] = FlexValue::Ints({});
  Result<FlexMap> back = ReadFlexMap(WriteFlexMap(map));
  ASSERT_TRUE(back.ok()) << back.status().message();
  EXPECT_EQ(*back, map);
  EXPECT_EQ(WriteFlexMap(*back), WriteFlexMap(map));
  EXPECT_TRUE(ReadFlexMap(WriteFlexMap({}))->empty());
  EXPECT_TRUE(ReadFlexMap("")->empty());
}

TEST(FlexBuffer, RefusesWhatOptionsAreNot) {
  auto message = [](std::string_view hex) { return ReadFlexMap(FromHex(hex)).status().message(); };
  EXPECT_EQ(message("05 04 01"), "a FlexBuffer of options is no map");
  EXPECT_EQ(message("61 00 62 00 01 03 01 01 01 01 04 01 0c 01 01 01 07 24 02 24 01"),
            "'a': a FlexBuffer has a map inside of a map");
  EXPECT_EQ(message("76 00 01 61 00 02 01 04 04 14 01 0b 01 01 01 09 28 02 24 01"),
            "'v': a FlexBuffer has a vector of mixed kinds");
  EXPECT_EQ(message("76 00 01 01 04 01 03 28 01 09 01 01 01 07 28 02 24 01"),
            "'v': a FlexBuffer has a vector inside of a vector");
}

TEST(FlexBuffer, DamageIsAnErrorNeverACrash) {
  for (std::string_view hex : {kPython, kTyped}) {
    std::string good = FromHex(hex);
    for (size_t size = 1; size < good.size(); ++size) {
      // Exactly as many bytes as given, so that a sanitizer sees a read past them.
      std::vector<char> cut(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
      (void)ReadFlexMap({cut.data(), cut.size()});
    }
    RandomStream random(StreamKey(7, "flexbuffer"));
    int refused = 0;
    for (int i = 0; i < 20000; ++i) {
      std::vector<char> bytes(good.begin(), good.end());
      for (uint64_t flips = 1 + random.Below(3); flips > 0; --flips) {
        uint64_t bit = random.Below(bytes.size() * 8);
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
      }
      refused += !ReadFlexMap({bytes.data(), bytes.size()}).ok();
    }
    EXPECT_GT(refused, 1000);
  }
}

}  // namespace
}  // namespace slipway::tflite
