// .tflite files: verified, loaded, planned, run with zeros; imported and written again.
#include <optional>

#include "formats/tflite/read.h"
#include "formats/tflite/sample_model.h"
#include "formats/tflite/write.h"
#include "interpreter/interpreter.h"
#include "ir/text.h"
#include "ir/wire/tflite_export.h"
#include "ir/wire/tflite_import.h"
#include "tests/cases/case_file.h"
#include "tests/cases/case_values.h"
#include "tests/fuzz/control_flow.h"
#include "tests/fuzz/stopper.h"
#include "tests/fuzz/target.h"

namespace slipway::fuzz {

namespace {

constexpr size_t kMostBytes = size_t{64} << 20;

bool RunsGraphs(const interpreter::PlanModule& module) {
  for (const interpreter::PlanGraph& g : module.graphs)
    for (const interpreter::PlanOp& op : g.ops)
      if (!ops::GraphsOf(op.op).empty()) return true;
  return false;
}

void Invoke(std::string_view bytes, interpreter::Backend backend) {
  static std::shared_ptr<ThreadPool>& pool = *new std::shared_ptr<ThreadPool>(std::make_shared<ThreadPool>(1));
  auto model = interpreter::Model::Load(nullptr, bytes);
  if (!model.ok()) return;
  auto made =
      interpreter::Interpreter::Create(*model, {.pool = pool, .backend = backend, .max_arena_bytes = kMostBytes});
  if (!made.ok()) return;
  std::optional<Stopper> stopper;
  if (RunsGraphs((*model)->module())) stopper.emplace(**made);
  for (int i = 0; i < 2; ++i) (void)(*made)->main().Invoke().ok();
  for (const auto& s : (*model)->module().signatures) {
    auto runner = (*made)->SignatureRunner(s.key);
    if (runner.ok()) (void)(*runner)->Invoke().ok();
  }
}

}  // namespace

void Run_tflite(std::string_view bytes) {
  Result<tflite::Model> model = tflite::Read(nullptr, bytes);
  if (!model.ok()) return;
  (void)tflite::Write(*model).ok();
  Invoke(bytes, interpreter::Backend::kAuto);
  Result<ir::Module> module = wire::ImportTflite(*model);
  if (!module.ok()) return;
  Result<tflite::Model> again = wire::ExportTflite(*module);
  if (again.ok()) (void)tflite::Write(*again).ok();
}

// A model that uses every part of the format, and every case as a model.
std::vector<std::string> Seeds_tflite() {
  std::vector<std::string> seeds = {*tflite::Write(tflite::SampleModel())};
  seeds.push_back(tflite::Write(wire::ExportTflite(ir::ParseModule(kControlFlow).value()).value()).value());
  for (const ops::Case& c : cases::All()) {
    if (!c.error.empty()) continue;
    std::vector<Tensor> operands = cases::OperandsOf(c);
    Result<std::vector<TensorType>> types = cases::ResultTypes(c, operands);
    if (!types.ok()) continue;
    Result<tflite::Model> model = cases::FileOf(c, operands, *types);
    if (!model.ok()) continue;
    Result<std::string> bytes = tflite::Write(*model);
    if (bytes.ok() && bytes->size() < 4000) seeds.push_back(std::move(*bytes));
  }
  return seeds;
}

}  // namespace slipway::fuzz
