#pragma once
// The command line as a test sees it, and a small model to train.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "base/file.h"
#include "base/random.h"

namespace slipway {

struct Outcome {
  int code = -1;
  std::string output;  // stdout and stderr
};

inline Outcome Slipway(const std::string& arguments) {
  Outcome o;
  FILE* pipe = popen(StrCat(SLIPWAY_BINARY, " ", arguments, " 2>&1").c_str(), "r");
  if (!pipe) return o;
  char buffer[4096];
  while (size_t n = fread(buffer, 1, sizeof buffer, pipe)) o.output.append(buffer, n);
  int status = pclose(pipe);
  o.code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return o;
}

// 4x4 pixels of 0 to 16; the class is the brightest quadrant.
inline std::string QuadrantsCsv(int rows) {
  RandomStream random(StreamKey(1, "quadrants"));
  std::string csv;
  for (int r = 0; r < rows; ++r) {
    int label = static_cast<int>(random.Below(4));
    for (int i = 0; i < 16; ++i) {
      int quadrant = i / 8 * 2 + i % 4 / 2;
      StrAppend(csv, static_cast<int>(random.Below(8)) + (quadrant == label ? 8 : 0), ",");
    }
    StrAppend(csv, label, "\n");
  }
  return csv;
}

inline constexpr char kConfig[] = R"(data:
  file: quadrants.csv
  features: {name: pixels, columns: 0-15, shape: [4, 4, 1], dtype: float32, raw_dtype: uint8}
  label: {column: 16}
preprocess:
  - rescale: {scale: 0.0625}
model:
  layers:
    - Conv2D: {filters: 8, kernel_size: 3, padding: same}
    - BatchNormalization
    - ReLU
    - MaxPooling2D
    - Flatten
    - Dropout: {rate: 0.2}
    - Dense: {units: 4, activation: softmax}
loss: SparseCategoricalCrossentropy
optimizer: {Adam: {learning_rate: 0.01}}
epochs: 6
seed: 3
signatures:
  serving_default: {input: tensor, argument: pixels}
  serving_examples: {input: example, argument: examples}
  serving_raw: {input: raw, argument: bytes}
)";

class CommandLine : public ::testing::Test {
 protected:
  void SetUp() override {
    dir_ = StrCat(::testing::TempDir(), "/slipway_", ::testing::UnitTest::GetInstance()->current_test_info()->name(),
                  getpid());
    ASSERT_TRUE(MakeDirectories(dir_).ok());
    ASSERT_TRUE(WriteFileAtomically(dir_ + "/quadrants.csv", QuadrantsCsv(400)).ok());
    ASSERT_TRUE(WriteFileAtomically(dir_ + "/config.yaml", kConfig).ok());
  }
  void TearDown() override { ASSERT_TRUE(RemoveTree(dir_).ok()); }
  std::string At(const std::string& name) const { return dir_ + "/" + name; }
  Outcome Train(const std::string& flags) { return Slipway(StrCat("train ", At("config.yaml"), " --quiet ", flags)); }

  std::string dir_;
};

}  // namespace slipway
