// A comma that stands alone made the reader of configurations allocate without end.
#include <gtest/gtest.h>

#include "train/yaml/document.h"

namespace slipway {
namespace {

TEST(Yaml, ACommaThatStandsAloneIsRefused) {
  EXPECT_FALSE(train::ParseYaml(", 2, {b: ", "c.yaml").ok());
  EXPECT_FALSE(train::ParseYaml("a: 1\n--- \nb: 2\n", "c.yaml").ok());
  EXPECT_TRUE(train::ParseYaml("--- \na: 1\n", "c.yaml").ok());
  EXPECT_TRUE(train::ParseYaml("", "c.yaml").ok());
}

TEST(Yaml, DeepNestingIsRefused) {
  EXPECT_FALSE(train::ParseYaml(std::string(200000, '['), "c.yaml").ok());
  std::string map;
  for (int i = 0; i < 2000; ++i) map += "{a: ";
  EXPECT_FALSE(train::ParseYaml(map, "c.yaml").ok());
}

}  // namespace
}  // namespace slipway
