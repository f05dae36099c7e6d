#pragma once
// A case of an op as a module with one signature, for tests of the crossings.

#include <optional>
#include <vector>

#include "ir/graph.h"
#include "ops/cases.h"

namespace slipway::wire {

struct CaseModule {
  ir::Module module;
  std::vector<Tensor> inputs;  // in the graph's order
};

// Arguments are called in_00, in_01 ..., results out_00 ... Nothing for cases that Infer refuses.
inline std::optional<CaseModule> ModuleOfCase(const ops::Case& c) {
  if (!c.error.empty()) return std::nullopt;
  auto name = [](const char* what, size_t i) { return StrCat(what, i < 10 ? "0" : "", i); };
  CaseModule m;
  ir::Graph& g = m.module.AddGraph("case");
  ir::Signature signature{.key = "serving_default"};
  std::vector<ir::ValueId> operands;
  for (size_t i = 0; i < c.inputs.size(); ++i) {
    const ops::CaseInput& in = c.inputs[i];
    if (in.absent) {
      operands.push_back(ir::ValueId::kNone);
      continue;
    }
    Tensor value = ops::MakeOperand(in, i + 1);
    if (in.constant) {
      operands.push_back(g.AddConstant(value, name("const_", i)));
      continue;
    }
    signature.inputs.push_back({name("in_", i), static_cast<int>(m.inputs.size())});
    operands.push_back(g.AddInput(in.type, name("in_", i)));
    m.inputs.push_back(value);
  }
  Result<std::vector<ir::ValueId>> outputs = g.AddNode(c.op, operands, c.name);
  if (!outputs.ok()) return std::nullopt;
  for (size_t i = 0; i < outputs->size(); ++i) signature.outputs.push_back({name("out_", i), static_cast<int>(i)});
  g.SetOutputs(*outputs);
  m.module.signatures.push_back(std::move(signature));
  return m;
}

}  // namespace slipway::wire
