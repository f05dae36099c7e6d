// Writes the models that the programs of this folder run: c_api_models DIR.
#include <cstdio>
#include <string>

#include "formats/tflite/model.h"
#include "formats/tflite/write.h"

namespace slipway::tflite {
namespace {

TensorInfo MakeTensor(std::string name, TensorType type, uint32_t buffer = 0) {
  TensorInfo t;
  t.name = std::move(name);
  CHECK(SetType(t, type).ok());
  t.buffer = buffer;
  return t;
}

Operator Custom(Model& m, const char* name, std::vector<int32_t> in, std::vector<int32_t> out, std::string options = "",
                int version = 1) {
  Operator op{
      .opcode_index = AddCustomOperatorCode(m, name, version), .inputs = std::move(in), .outputs = std::move(out)};
  op.custom_options = std::move(options);
  return op;
}

Operator Add(Model& m, int32_t a, int32_t b, int32_t y) {
  return {.opcode_index = AddOperatorCode(m, Builtin::ADD, 1), .inputs = {a, b}, .outputs = {y}};
}

Signature Serving(std::vector<SignatureTensor> inputs, std::vector<SignatureTensor> outputs) {
  return {.key = "serving_default", .inputs = std::move(inputs), .outputs = std::move(outputs)};
}

Model Base() {
  Model m;
  AddBuffer(m, {});
  return m;
}

// y = x + x for x f32[?,3]; the signature calls them a and sum.
Model AddModel() {
  Model m = Base();
  TensorType type(DType::kF32, Shape{kUnknownDim, 3});
  Subgraph g{.name = "main", .tensors = {MakeTensor("x", type), MakeTensor("y", type)}, .inputs = {0}, .outputs = {1}};
  g.operators = {Add(m, 0, 0, 1)};
  m.subgraphs = {g};
  m.signatures = {Serving({{"a", 0}}, {{"sum", 1}})};
  return m;
}

// y = x + c, int8 with scales, for quantization parameters and constants.
Model QuantModel() {
  Model m = Base();
  int8_t c[3] = {10, 20, 30};
  uint32_t buffer = AddBuffer(m, Buffer::Copy(c, sizeof c));
  Quantization half{{0.5f}, {-1}, 0};
  Subgraph g{.name = "main",
             .tensors = {MakeTensor("x", TensorType(DType::kI8, Shape{1, 3}, half)),
                         MakeTensor("c", TensorType(DType::kI8, Shape{3}, half), buffer),
                         MakeTensor("y", TensorType(DType::kI8, Shape{1, 3}, Quantization{{1.0f}, {0}, 0}))},
             .inputs = {0},
             .outputs = {2}};
  g.operators = {{.opcode_index = AddOperatorCode(m, Builtin::ADD, 2), .inputs = {0, 1}, .outputs = {2}}};
  m.subgraphs = {g};
  return m;
}

// y = Sin(x) + x, x f32[?,2].
Model SinModel() {
  Model m = Base();
  TensorType type(DType::kF32, Shape{kUnknownDim, 2});
  Subgraph g{.name = "main",
             .tensors = {MakeTensor("x", type), MakeTensor("sin", type), MakeTensor("y", type)},
             .inputs = {0},
             .outputs = {2}};
  g.operators = {Custom(m, "Sin", {0}, {1}, "options of Sin"), Add(m, 1, 0, 2)};
  m.subgraphs = {g};
  return m;
}

// y = p + p, p = Positive(x): the elements above zero, so the shape depends on data.
Model PositiveModel() {
  Model m = Base();
  TensorType open(DType::kF32, Shape{kUnknownDim});
  Subgraph g{
      .name = "main",
      .tensors = {MakeTensor("x", TensorType(DType::kF32, Shape{4})), MakeTensor("p", open), MakeTensor("y", open)},
      .inputs = {0},
      .outputs = {2}};
  g.operators = {Custom(m, "Positive", {0}, {1}), Add(m, 1, 1, 2)};
  m.subgraphs = {g};
  return m;
}

// y = Join(words): one string of all.
Model JoinModel() {
  Model m = Base();
  Subgraph g{.name = "main",
             .tensors = {MakeTensor("words", TensorType(DType::kString, Shape{2})),
                         MakeTensor("y", TensorType(DType::kString, Shape{1}))},
             .inputs = {0},
             .outputs = {1}};
  g.operators = {Custom(m, "Join", {0}, {1})};
  m.subgraphs = {g};
  return m;
}

// y = state = state + x.
Model CountModel() {
  Model m = Base();
  TensorType type(DType::kF32, Shape{2});
  Subgraph g{.name = "main",
             .tensors = {MakeTensor("x", type), MakeTensor("state", type), MakeTensor("y", type)},
             .inputs = {0},
             .outputs = {2}};
  g.tensors[1].is_variable = true;
  g.operators = {Custom(m, "Count", {0, 1}, {2}, "", 3)};
  m.subgraphs = {g};
  return m;
}

int Run(const std::string& folder) {
  const std::pair<const char*, Model> models[] = {{"add", AddModel()},   {"quant", QuantModel()},
                                                  {"sin", SinModel()},   {"positive", PositiveModel()},
                                                  {"join", JoinModel()}, {"count", CountModel()}};
  for (const auto& [name, model] : models) {
    Status s = WriteFile(model, StrCat(folder, "/", name, ".tflite"));
    if (s.ok()) continue;
    std::fprintf(stderr, "%s: %s\n", name, s.message().c_str());
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace slipway::tflite

int main(int argc, char** argv) { return argc == 2 ? slipway::tflite::Run(argv[1]) : 2; }
