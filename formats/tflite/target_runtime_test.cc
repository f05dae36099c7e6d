#include "formats/tflite/target_runtime.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace slipway::tflite {
namespace {

TEST(TargetRuntime, IsNamedAsPeopleDo) {
  EXPECT_EQ(RuntimeName(*TargetRuntimeFromName("litert")), "LiteRT 2.3");
  EXPECT_EQ(RuntimeName(*TargetRuntimeFromName("litert:2.0")), "LiteRT 2.0");
  EXPECT_EQ(RuntimeName(*TargetRuntimeFromName("litert:2.1.4")), "LiteRT 2.1");
  EXPECT_EQ(RuntimeName(*TargetRuntimeFromName("slipway")), "Slipway");
  for (const char* wrong : {"", "litert:", "litert:2.9", "litert:2.10", "litert:1.4", "tflite", "Slipway"})
    EXPECT_THAT(TargetRuntimeFromName(wrong).status().message(), testing::HasSubstr("expected litert, litert:2.0 to"))
        << wrong;
}

TEST(TargetRuntime, KnowsTheVersionsOfItsRelease) {
  TargetRuntime oldest{.litert_minor = 0}, second{.litert_minor = 1}, newest, slipway{.slipway = true};
  EXPECT_TRUE(KnowsVersion(oldest, Builtin::QUANTIZE, 3));
  EXPECT_FALSE(KnowsVersion(oldest, Builtin::QUANTIZE, 4));
  EXPECT_TRUE(KnowsVersion(second, Builtin::QUANTIZE, 4));
  EXPECT_FALSE(KnowsVersion(second, Builtin::QUANTIZE, 6));
  EXPECT_TRUE(KnowsVersion(newest, Builtin::QUANTIZE, 6));
  EXPECT_TRUE(KnowsVersion(slipway, Builtin::QUANTIZE, 6));
  EXPECT_FALSE(KnowsVersion(newest, Builtin::QUANTIZE, 7));
  EXPECT_FALSE(KnowsVersion(newest, Builtin::BROADCAST_TO, 1)) << "its versions begin with 2";
  EXPECT_FALSE(KnowsVersion(newest, Builtin::STABLEHLO_SORT, 1)) << "no kernel";
}

}  // namespace
}  // namespace slipway::tflite
