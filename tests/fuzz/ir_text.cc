// The text form of graphs: what parses prints and parses again; rewrites and the .tflite exporter take it.
#include "ir/text.h"

#include "converter/pipeline.h"
#include "formats/tflite/write.h"
#include "ir/wire/tflite_export.h"
#include "tests/cases/case_values.h"
#include "tests/fuzz/control_flow.h"
#include "tests/fuzz/target.h"

namespace slipway::fuzz {

void Run_ir_text(std::string_view bytes) {
  Result<ir::Module> m = ir::ParseModule(bytes);
  if (!m.ok()) return;
  std::string printed = ir::ToString(*m);
  Result<ir::Module> again = ir::ParseModule(printed);
  CHECK(again.ok() && ir::ToString(*again) == printed);
  ir::RewriteStats stats;
  ir::RewriteOptions options{.verify = true};
  if (!converter::Simplify(*m, &stats, options).ok() || !converter::MakeLegal(*m, &stats, options).ok()) return;
  Result<tflite::Model> model = wire::ExportTflite(*m);
  if (model.ok()) (void)tflite::Write(*model).ok();
}

// Every case as a graph.
std::vector<std::string> Seeds_ir_text() {
  std::vector<std::string> seeds = {kControlFlow};
  for (const ops::Case& c : cases::All()) {
    if (!c.error.empty() || c.op.info().variables) continue;
    std::vector<Tensor> operands = cases::OperandsOf(c);
    ir::Module m;
    ir::Graph& g = m.AddGraph("g");
    std::vector<ir::ValueId> inputs;
    for (size_t i = 0; i < operands.size(); ++i)
      inputs.push_back(!operands[i].valid()   ? ir::ValueId::kNone
                       : c.inputs[i].constant ? g.AddConstant(operands[i], StrCat("c", i))
                                              : g.AddInput(operands[i].type(), StrCat("x", i)));
    Result<std::vector<TensorType>> types = cases::ResultTypes(c, operands);
    if (!types.ok()) continue;
    Result<std::vector<ir::ValueId>> y = g.AddNode(c.op, inputs, "n", *types);
    if (!y.ok()) continue;
    g.SetOutputs(*y);
    std::string text = ir::ToString(m);
    if (text.size() < 2000) seeds.push_back(std::move(text));
  }
  return seeds;
}

}  // namespace slipway::fuzz
