// A .tflite operator that lists fewer (or more) results than its op makes was read beyond the end of its list.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/tflite/model.h"
#include "ir/wire/tflite_import.h"

namespace slipway {
namespace {

tflite::Model NegWithResults(int results) {
  tflite::Model m;
  tflite::AddBuffer(m, Buffer::Copy("", 0));
  tflite::Subgraph& g = m.subgraphs.emplace_back();
  for (int i = 0; i <= results; ++i) {
    tflite::TensorInfo t{.name = StrCat("t", i)};
    EXPECT_TRUE(tflite::SetType(t, TensorType(DType::kF32, {2})).ok());
    g.tensors.push_back(std::move(t));
  }
  tflite::Operator op;
  op.opcode_index = tflite::AddOperatorCode(m, tflite::Builtin::NEG, 1);
  op.inputs = {0};
  for (int i = 1; i <= results; ++i) op.outputs.push_back(i);
  g.inputs = {0};
  g.outputs = op.outputs;
  g.operators.push_back(std::move(op));
  return m;
}

TEST(MissingResults, AnImportedOperatorHasAsManyResultsAsItsOp) {
  EXPECT_TRUE(wire::ImportTflite(NegWithResults(1)).ok());
  for (int results : {0, 2}) {
    auto imported = wire::ImportTflite(NegWithResults(results));
    ASSERT_FALSE(imported.ok()) << results;
    EXPECT_THAT(imported.status().message(), testing::HasSubstr("results"));
  }
}

}  // namespace
}  // namespace slipway
