// Every case of every op that has both TensorFlow facets: written as a SavedModel, read again, same numbers by the
// reference evaluator.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "ir/evaluate.h"
#include "ir/wire/case_module.h"
#include "ir/wire/tf.h"
#include "ir/wire/tf_export.h"
#include "ir/wire/tf_import.h"

namespace slipway::wire {
namespace {

void ExpectNear(const Tensor& want, const Tensor& got, double tolerance) {
  ASSERT_EQ(ToString(want.type()), ToString(got.type()));
  if (want.dtype() == DType::kString) {
    EXPECT_EQ(want.strings(), got.strings());
    return;
  }
  std::vector<double> a = want.AsDoubles(), b = got.AsDoubles();
  double scale = 1;
  for (double v : a)
    if (std::isfinite(v)) scale = std::max(scale, std::fabs(v));
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) ? std::isnan(b[i]) : a[i] == b[i]) continue;
    EXPECT_NEAR(a[i], b[i], IsFloat(want.dtype()) ? tolerance * scale : 0) << "element " << i;
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
