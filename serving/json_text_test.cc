#include "serving/json_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace slipway::serving {
namespace {

std::string Float(float v) {
  std::string out;
  AppendFloat(v, &out);
  return out;
}

std::string Double(double v) {
  std::string out;
  AppendDouble(v, &out);
  return out;
}

// As real TensorFlow Serving writes them.
TEST(JsonText, FloatsAsTensorflowServingWritesThem) {
  EXPECT_EQ(Float(0.3333333333f), "0.333333343");
  EXPECT_EQ(Float(2), "2.0");
  EXPECT_EQ(Float(0.1f), "0.1");
  EXPECT_EQ(Float(1e6f), "1e+06");
  EXPECT_EQ(Float(1234567), "1234567.0");
  EXPECT_EQ(Float(123456), "123456.0");
  EXPECT_EQ(Float(16777216), "16777216.0");
  EXPECT_EQ(Float(1e-5f), "1e-05");
  EXPECT_EQ(Float(3.14159265f), "3.14159274");
  EXPECT_EQ(Float(3.4028234e38f), "3.40282347e+38");
  EXPECT_EQ(Float(1.4e-45f), "1.4013e-45");
  EXPECT_EQ(Float(-0.0f), "-0.0");
  EXPECT_EQ(Float(100000), "100000.0");
  EXPECT_EQ(Float(1e9f), "1e+09");
  EXPECT_EQ(Float(0.30000001192f), "0.3");
  EXPECT_EQ(Float(-2.5f), "-2.5");
  EXPECT_EQ(Float(0.0001f), "0.0001");
}

TEST(JsonText, DoublesAsTensorflowServingWritesThem) {
  EXPECT_EQ(Double(0.3333333333333333), "0.33333333333333331");
  EXPECT_EQ(Double(0.1), "0.1");
  EXPECT_EQ(Double(0.30000000000000004), "0.30000000000000004");
  EXPECT_EQ(Double(1e100), "1e+100");
  EXPECT_EQ(Double(2), "2.0");
  EXPECT_EQ(Double(9007199254740992), "9007199254740992.0");
  EXPECT_EQ(Double(1.7976931348623157e308), "1.7976931348623157e+308");
}

TEST(JsonText, SpecialNumbersAreBareTokens) {
  EXPECT_EQ(Float(std::numeric_limits<float>::quiet_NaN()), "NaN");
  EXPECT_EQ(Float(-std::numeric_limits<float>::quiet_NaN()), "NaN");
  EXPECT_EQ(Float(std::numeric_limits<float>::infinity()), "Infinity");
  EXPECT_EQ(Double(-std::numeric_limits<double>::infinity()), "-Infinity");
}

TEST(JsonText, QuoteEscapesAndRepairs) {
  EXPECT_EQ(Quote("a\"b\\c\n\t\r\b\f"), R"("a\"b\\c\n\t\r\b\f")");
  EXPECT_EQ(Quote(std::string_view("\0\x1f", 2)), R"("\u0000\u001F")");
  EXPECT_EQ(Quote("h\xc3\xa9 \xe2\x98\x83 \xf0\x9f\x98\x80"), "\"h\xc3\xa9 \xe2\x98\x83 \xf0\x9f\x98\x80\"");
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(Quote("a\xff"), "\"a" + bad + "\"");
  EXPECT_EQ(Quote("\xc3"), "\"" + bad + "\"");
  EXPECT_EQ(Quote("\xc0\xaf"), "\"" + bad + bad + "\"");            // overlong
  EXPECT_EQ(Quote("\xed\xa0\x80"), "\"" + bad + bad + bad + "\"");  // a surrogate
  EXPECT_EQ(Quote("\xf4\x90\x80\x80"), "\"" + bad + bad + bad + bad + "\"");
}

TEST(JsonText, Base64RoundTrips) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  for (size_t n : {0u, 1u, 2u, 3u, 4u, 255u, 256u})
    EXPECT_EQ(FromBase64(ToBase64(bytes.substr(0, n))), bytes.substr(0, n)) << n;
  EXPECT_EQ(ToBase64("hi"), "aGk=");
  EXPECT_EQ(FromBase64("aGk"), "hi");
  EXPECT_EQ(FromBase64("-_8="), FromBase64("+/8="));
  for (const char* wrong : {"***", "a", "aGk=x", "a===", "=aGk"}) EXPECT_EQ(FromBase64(wrong), std::nullopt) << wrong;
}

TEST(JsonText, ErrorsAreCut) {
  EXPECT_EQ(ErrorJson("no \"x\""), R"({ "error": "no \"x\"" })");
  std::string cut = ErrorJson(std::string(5000, 's'));
  EXPECT_EQ(cut, "{ \"error\": \"" + std::string(1024, 's') + "...TRUNCATED\" }");
}

}  // namespace
}  // namespace slipway::serving
