// Two values named "a" and one named "a_1": the second "a" was written as "a_1", and the third as "a_1_1", so that
// comparing models by the names of their layers compared different ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/text.h"
#include "ir/wire/tf_export.h"
#include "ir/wire/tf_import.h"
#include "ir/wire/tflite_export.h"

namespace slipway {
namespace {

ir::Module TwoOfAName() {
  return ir::ParseModule(R"(graph "g"(%0 "x": f32[2]) {
  %1 "a": f32[2] = Unary{kind=Exp}(%0) @"a"
  %2 "a": f32[2] = Unary{kind=Abs}(%1) @"a"
  %3 "a_1": f32[2] = Unary{kind=Neg}(%2) @"a_1"
  return %3
}
signature "serving_default" graph=0 inputs("x"=0) outputs("y"=0)
)")
      .value();
}

TEST(ShiftedNames, TensorsKeepTheirOwn) {
  auto model = wire::ExportTflite(TwoOfAName());
  ASSERT_TRUE(model.ok()) << model.status().message();
  std::vector<std::string> names;
  for (const auto& t : model->subgraphs[0].tensors) names.push_back(t.name);
  EXPECT_THAT(names, testing::ElementsAre("x", "a", "a_2", "a_1"));
}

TEST(ShiftedNames, NodesOfASavedModelKeepTheirOwn) {
  std::string directory = testing::TempDir() + "/shifted_names";
  Status written = wire::ExportSavedModel(TwoOfAName(), {.directory = directory, .extra_files = {}});
  ASSERT_TRUE(written.ok()) << written.message();
  auto m = wire::ImportSavedModel(directory, {});
  ASSERT_TRUE(m.ok()) << m.status().message();
  std::vector<std::string> origins;
  for (ir::NodeId id : m->graphs[0]->Order()) origins.push_back(m->graphs[0]->node(id).origin);
  EXPECT_THAT(origins, testing::IsSupersetOf({"a", "a_2", "a_1"}));
}

}  // namespace
}  // namespace slipway
