// Loops of TensorFlow 1 with a Merge that nobody reads, or nodes without inputs, ended the program
// ("unordered_map::at").
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/savedmodel/reader.h"
#include "ir/wire/tf1_control_flow.h"

namespace slipway {
namespace {

// A loop of one variable; `lost`: the text of an input that is not there.
std::string Loop(const std::string& lost) {
  std::string text = R"(
    node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } }
    node { name: 'enter' op: 'Enter' input: 'x' attr { key: 'frame_name' value { s: 'f' } } }
    node { name: 'merge' op: 'Merge' input: 'enter' input: 'next' }
    node { name: 'less' op: 'Less' input: 'merge' input: 'merge' }
    node { name: 'cond' op: 'LoopCond' input: 'less' }
    node { name: 'switch' op: 'Switch' input: 'merge' input: 'cond' }
    node { name: 'neg' op: 'Neg' input: 'switch:1' }
    node { name: 'next' op: 'NextIteration' input: 'neg' }
    node { name: 'exit' op: 'Exit' input: 'switch' })";
  for (size_t at = lost.empty() ? std::string::npos : text.find(lost); at != std::string::npos; at = text.find(lost))
    text.erase(at, lost.size());
  return text;
}

bool BecomesWhile(const std::string& text) {
  Result<savedmodel::Graph> graph = savedmodel::ParseGraphDef(text, true);
  EXPECT_TRUE(graph.ok()) << graph.status().message();
  wire::MakeFunctional(*graph);
  for (const savedmodel::Node& n : graph->nodes)
    if (n.op == "While") return true;
  return false;
}

TEST(DamagedLoops, StayWhatTheyAre) {
  EXPECT_TRUE(BecomesWhile(Loop("")));
  for (const char* lost : {" input: 'merge'", " input: 'neg'", " input: 'less'", " input: 'cond'", " input: 'enter'",
                           " input: 'next'", " input: 'x'"})
    EXPECT_FALSE(BecomesWhile(Loop(lost))) << lost;
}

}  // namespace
}  // namespace slipway
