// Frozen GraphDefs, binary or (where the input starts with a line comment) text: imported and converted.
#include "base/file.h"
#include "base/wire.h"
#include "tests/fuzz/convert.h"
#include "tests/fuzz/target.h"

namespace slipway::fuzz {

void Run_graph_def(std::string_view bytes) {
  ConvertFile(FileWith(bytes.starts_with("#") ? "graph.pbtxt" : "graph.pb", bytes));
}

// Field `number` of a message.
static std::string FieldOf(std::string_view message, uint32_t number) {
  for (WireReader r(message); r.Next();)
    if (r.field() == number) return std::string(r.bytes());
  return "";
}

std::vector<std::string> Seeds_graph_def() {
  constexpr char kX[] =
      "# text\nnode { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } "
      "attr { key: 'shape' value { shape { dim { size: 2 } dim { size: 3 } } } } }\n";
  constexpr char kInts[] =
      "attr { key: 'dtype' value { type: DT_INT32 } } attr { key: 'value' value { tensor { dtype: DT_INT32 ";
  constexpr char kFunctions[] =
      " library { function { signature { name: 't' input_arg { name: 'i' type: DT_INT32 } input_arg { name: 'a' type: "
      "DT_FLOAT } output_arg { name: 'j' type: DT_INT32 } output_arg { name: 'r' type: DT_FLOAT } } node_def { name: "
      "'neg' op: 'Neg' input: 'a' } node_def { name: 'up' op: 'AddV2' input: 'i' input: 'i' } ret { key: 'j' value: "
      "'up:z:0' } ret { key: 'r' value: 'neg:y:0' } } function { signature { name: 'c' input_arg { name: 'i' type: "
      "DT_INT32 } input_arg { name: 'a' type: DT_FLOAT } output_arg { name: 'r' type: DT_BOOL } } node_def { name: "
      "'less' op: 'Less' input: 'i' input: 'i' } ret { key: 'r' value: 'less:z:0' } } }";
  return {
      StrCat(
          kX, "node { name: 'i' op: 'Const' ", kInts, "tensor_shape { } int_val: 1 } } } }",
          "node { name: 'b' op: 'Less' input: 'i' input: 'i' }",
          "node { name: 'w' op: 'StatelessWhile' input: 'i' input: 'x' attr { key: 'cond' value { func { name: 'c' } "
          "} } attr { key: 'body' value { func { name: 't' } } } } node { name: 'y' op: 'If' input: 'x' input: 'w' "
          "input: 'w:1' attr { key: 'then_branch' value { func { name: 't' } } } attr { key: 'else_branch' value { "
          "func { name: 't' } } } }",
          kFunctions),
      FieldOf(FieldOf(SavedModelBytes(), 2), 2),  // meta_graphs, graph_def
      StrCat(kX, "node { name: 'y' op: 'Softmax' input: 'x' attr { key: 'T' value { type: DT_FLOAT } } }"),
      StrCat(kX, "node { name: 's' op: 'Const' ", kInts,
             "tensor_shape { dim { size: 2 } } int_val: 3 int_val: -1 } } } }"
             "node { name: 'y' op: 'Reshape' input: 'x' input: 's' }"),
      StrCat(kX,
             "node { name: 'c' op: 'Const' attr { key: 'dtype' value { type: DT_FLOAT } } attr { key: 'value' "
             "value { tensor { dtype: DT_FLOAT tensor_shape { dim { size: 3 } dim { size: 2 } } float_val: 0.5 } } "
             "} } node { name: 'm' op: 'MatMul' input: 'x' input: 'c' } node { name: 'y' op: 'Relu' input: 'm' }"),
      StrCat(kX, "node { name: 'i' op: 'Const' ", kInts,
             "tensor_shape { } int_val: 1 } } } }"
             "node { name: 'y' op: 'ConcatV2' input: 'x' input: 'x' input: 'i' attr { key: 'N' value { i: 2 } } }"
             "node { name: 'z' op: 'Sum' input: 'y' input: 'i' }"
             "node { name: 'e' op: 'ExpandDims' input: 'z' input: 'i' }"),
      StrCat(kX,
             "node { name: 'y' op: 'Einsum' input: 'x' input: 'x' attr { key: 'equation' value { s: 'ab,ab->a' } } "
             "attr { key: 'N' value { i: 2 } } }"),
  };
}

}  // namespace slipway::fuzz
