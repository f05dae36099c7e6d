// Every case of every op that has both TensorFlow facets: written as a SavedModel, read again, same numbers by the
// reference evaluator.
#include <gtest/gtest.h>
#include <unistd.h>
#include <algorithm>

#include <cmath>
#include <filesystem>
#include <optional>
#include <set>

#include "ir/evaluate.h"
#include "ir/wire/tf.h"
#include "ir/wire/tf_export.h"
#include "ir/wire/tf_import.h"
#include "ops/cases.h"
#include "ops/reference.h"

namespace slipway::wire {
namespace {

struct CaseModule {
  ir::Module module;
  std::vector<Tensor> inputs;  // in the graph's order
};

// Arguments are called in_00, in_01 ..., results out_00 ... Nothing for cases that Infer refuses.
std::optional<CaseModule> ModuleOfCase(const ops::Case& c) {
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

void ExpectNear(const Tensor& want, const Tensor& got, double tolerance) {
  ASSERT_EQ(ToString(want.type()), ToString(got.type()));
  if (want.dtype() == DType::kString) {
    EXPECT_EQ(want.strings(), got.strings());
    return;
  }
  bool inexact = IsFloat(want.dtype()) || IsComplex(want.dtype());
  auto numbers = [&](const Tensor& t) { return inexact ? ops::ToRefValue<double>(t).reals : t.AsDoubles(); };
  std::vector<double> a = numbers(want), b = numbers(got);
  double scale = 1;
  for (double v : a)
    if (std::isfinite(v)) scale = std::max(scale, std::fabs(v));
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) ? std::isnan(b[i]) : a[i] == b[i]) continue;
    EXPECT_NEAR(a[i], b[i], inexact ? tolerance * scale : 0) << "element " << i;
  }
}

bool Quantized(const ops::Case& c) {
  if (!c.out_quant.empty()) return true;
  for (const ops::CaseInput& in : c.inputs)
    if (!in.type.quant.empty()) return true;
  return false;
}

TEST(TfCycleTest, EveryCaseComesBack) {
  std::string dir = StrCat(testing::TempDir(), "/tf_cycle_", getpid());
  std::set<std::string> done;
  for (const ops::Case& c : ops::AllCases()) {
    SCOPED_TRACE(c.name);
    if (!HasTfForm(c.op) || Quantized(c)) continue;
    std::optional<CaseModule> m = ModuleOfCase(c);
    if (!m) continue;
    Status written = ExportSavedModel(m->module, {.directory = dir});
    if (!written.ok()) {
      // A form for these types or attributes may be missing, but it must be said.
      EXPECT_EQ(written.kind(), ErrorKind::kUnsupported) << written.message();
      continue;
    }
    Result<ir::Module> back = ImportSavedModel(dir);
    if (!back.ok()) {
      if (back.status().kind() == ErrorKind::kUnsupported) continue;  // written with an op that has no reader
      ADD_FAILURE() << back.status().message();
      continue;
    }
    Result<std::vector<Tensor>> want = ir::EvaluateTensors(*m->module.graphs[0], m->inputs);
    if (!want.ok()) continue;  // no reference for these types
    Result<std::vector<Tensor>> got = ir::EvaluateTensors(*back->graphs[0], m->inputs);
    if (!got.ok()) {
      ADD_FAILURE() << got.status().message();
      continue;
    }
    ASSERT_EQ(want->size(), got->size());
    for (size_t i = 0; i < want->size(); ++i) ExpectNear((*want)[i], (*got)[i], c.tolerance);
    done.insert(c.op.name());
  }
  std::filesystem::remove_all(dir);
  EXPECT_TRUE(done.count("Softmax"));
  RecordProperty("ops", StrJoin(done, " "));
}

}  // namespace
}  // namespace slipway::wire
