#include "serving/tflite_signatures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/tflite/flexbuffer.h"
#include "tensorflow/core/protobuf/meta_graph.pb.h"

namespace slipway::serving {
namespace {

using testing::HasSubstr;

// A graph a -> b with this SignatureDef in its metadata.
tflite::Model WithMetadata(const std::string& input, const std::string& output) {
  tensorflow::SignatureDef def;
  (*def.mutable_inputs())["x"].set_name(input);
  (*def.mutable_outputs())["y"].set_name(output);
  std::string bytes = tflite::WriteFlexMap({{"serving_default", tflite::FlexValue::String(def.SerializeAsString())}});
  tflite::Model m;
  m.subgraphs.resize(1);
  m.subgraphs[0].tensors = {{.name = "a"}, {.name = "b"}};
  m.subgraphs[0].inputs = {0};
  m.subgraphs[0].outputs = {1};
  m.buffers.resize(2);
  m.buffers[1] = Buffer::Copy(bytes.data(), bytes.size());
  m.metadata = {{.name = "signature_defs_metadata", .buffer = 1}};
  return m;
}

TEST(TfliteSignaturesTest, AliasesOfTheMetadata) {
  tflite::Model m = WithMetadata("a:0", "b");
  ASSERT_TRUE(AddSignaturesOfMetadata(&m).ok());
  ASSERT_EQ(m.signatures.size(), 1u);
  EXPECT_EQ(m.signatures[0].key, "serving_default");
  EXPECT_EQ(m.signatures[0].inputs[0].name, "x");
  EXPECT_EQ(m.signatures[0].inputs[0].tensor, 0u);
  EXPECT_EQ(m.signatures[0].outputs[0].name, "y");
  EXPECT_EQ(m.signatures[0].outputs[0].tensor, 1u);
}

TEST(TfliteSignaturesTest, NamesThatAreNotThereAndDamage) {
  tflite::Model m = WithMetadata("nope:0", "b:0");
  EXPECT_THAT(AddSignaturesOfMetadata(&m).message(), HasSubstr("there is no tensor 'nope:0'"));
  m.buffers[1] = Buffer::Copy("\xff\xff\xff", 3);
  EXPECT_FALSE(AddSignaturesOfMetadata(&m).ok());
  m.metadata.clear();
  EXPECT_TRUE(AddSignaturesOfMetadata(&m).ok());
}

}  // namespace
}  // namespace slipway::serving
