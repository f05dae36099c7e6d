// Every case on floats, quantized in every mode for every runtime: the file has only operators in versions and types
// that the runtime has.
//
// With SLIPWAY_TARGET_DIR=DIR the files are left there with their inputs for a run in the real releases
// (tests/conformance/target_runtime.py).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "formats/tflite/write.h"
#include "interpreter/interpreter.h"
#include "ir/wire/tflite_export.h"
#include "ir/wire/tflite_import.h"
#include "ops/tables/quant.h"
#include "ops/tables/tflite.h"
#include "quantize/quantize.h"
#include "tests/cases/case_file.h"
#include "tests/cases/case_values.h"

namespace slipway::cases {
namespace {

using quantize::Mode;

constexpr Mode kModes[] = {Mode::kDynamic, Mode::kFloat16, Mode::kInt8, Mode::kInt16x8, Mode::kInt4};

std::vector<tflite::TargetRuntime> Targets() {
  std::vector<tflite::TargetRuntime> targets = {{.slipway = true}};
  for (int minor = tflite::kNewestLiteRt; minor >= 0; --minor) targets.push_back({.litert_minor = minor});
  return targets;
}

// With constant weights and biases: layers whose weights are computed are not quantized.
ops::Case WithConstantWeights(ops::Case c) {
  ops::QuantRule rule = ops::QuantRuleOf(c.op);
  for (int i : {rule.weights, rule.bias})
    if (i >= 0 && static_cast<size_t>(i) < c.inputs.size()) c.inputs[static_cast<size_t>(i)].constant = true;
  return c;
}

struct OneCase {
  explicit OneCase(size_t index) : c(WithConstantWeights(All()[index])), operands(OperandsOf(All()[index])) {}

  const ops::Case c;
  const std::vector<Tensor> operands;

  std::vector<Tensor> Inputs() const {
    std::vector<Tensor> inputs;
    for (size_t i = 0; i < operands.size(); ++i)
      if (IsInput(c, operands, i)) inputs.push_back(operands[i]);
    return inputs;
  }

  // The case as a file of floats, where it has one that the runtime runs.
  Result<tflite::Model> FloatFile(const tflite::TargetRuntime& target) const {
    if (!c.error.empty() || !c.run_error.empty()) return Unsupported("an error");
    if (IsQuantized(c)) return Unsupported("on codes");
    ASSIGN_OR_RETURN(std::vector<TensorType> types, ResultTypes(c, operands));
    ops::TfliteTypes form_types{.outputs = types};
    for (const Tensor& t : operands) form_types.inputs.push_back(t.valid() ? t.type() : TensorType());
    ASSIGN_OR_RETURN(ops::TfliteForm form, ops::OpToTflite(c.op, form_types));
    if (form.code == tflite::Builtin::CUSTOM && !target.slipway) return Unsupported("custom");
    if (std::string why = ops::WhyCannotRun(target, form, form_types); !why.empty()) return Unsupported(why);
    return FileOf(c, operands, types);
  }

  // What the mode makes of it; an error where that is nothing.
  Result<ir::Module> Quantized(const tflite::Model& model, Mode mode, const tflite::TargetRuntime& target,
                               quantize::QuantizeReport* report) const {
    ASSIGN_OR_RETURN(ir::Module m, wire::ImportTflite(model));
    quantize::Sample samples[] = {{0, Inputs()}};
    quantize::Recipe recipe{.mode = mode, .dynamic_min_elements = 1, .target = target};
    recipe.rules.push_back({.name = "*", .op = "", .choice = {.mode = mode}});  // logarithms, too
    ASSIGN_OR_RETURN(ir::Module q, quantize::QuantizeModule(std::move(m), recipe, samples, {}, report));
    if (report->quantized == 0) return Unsupported("nothing to quantize");
    return q;
  }

  void Leave(const std::string& name, const std::string& bytes) const {
    const char* dir = std::getenv("SLIPWAY_TARGET_DIR");
    if (!dir) return;
    std::ofstream(StrCat(dir, "/", name, ".tflite"), std::ios::binary) << bytes;
    std::vector<Tensor> inputs = Inputs();
    for (size_t i = 0; i < inputs.size(); ++i) {
      std::ofstream out(StrCat(dir, "/", c.name, ".in", i), std::ios::binary);
      out << DTypeName(inputs[i].dtype());
      for (int64_t d : inputs[i].shape().dims()) out << " " << d;
      out << "\n";
      out.write(static_cast<const char*>(inputs[i].data()), static_cast<std::streamsize>(inputs[i].bytes()));
    }
  }
};

// Versions and types, as the written file has them.
void ExpectKnown(const tflite::TargetRuntime& target, const tflite::Model& model, const std::string& what) {
  for (const tflite::OperatorCode& code : model.operator_codes)
    if (code.builtin != tflite::Builtin::CUSTOM)
      EXPECT_TRUE(tflite::KnowsVersion(target, code.builtin, code.version))
          << what << ": " << tflite::BuiltinName(code.builtin) << " of version " << code.version;
}

class Target : public testing::TestWithParam<size_t> {};

TEST_P(Target, GetsWhatItHasKernelsFor) {
  const OneCase one(GetParam());
  for (const tflite::TargetRuntime& target : Targets()) {
    Result<tflite::Model> model = one.FloatFile(target);
    if (!model.ok()) continue;
    for (Mode mode : kModes) {
      std::string what = StrCat(ModeName(mode), " for ", RuntimeName(target));
      quantize::QuantizeReport report;
      Result<ir::Module> q = one.Quantized(*model, mode, target, &report);
      if (!q.ok()) {
        EXPECT_TRUE(q.status().kind() == ErrorKind::kUnsupported || q.status().kind() == ErrorKind::kBadInput)
            << what << ": " << q.status().message();
        continue;
      }
      EXPECT_THAT(report.not_in_target, testing::IsEmpty()) << what;
      Result<tflite::Model> written = wire::ExportTflite(*q, {.target = target});
      ASSERT_TRUE(written.ok()) << what << ": " << written.status().message();
      ExpectKnown(target, *written, what);
      Result<std::string> bytes = tflite::Write(*written);
      ASSERT_TRUE(bytes.ok()) << what << ": " << bytes.status().message();
      auto owner = std::make_shared<const std::string>(*bytes);
      auto loaded = interpreter::Model::Load(owner, *owner);
      ASSERT_TRUE(loaded.ok()) << what << ": " << loaded.status().message();
      auto interpreter = interpreter::Interpreter::Create(*loaded, {});
      ASSERT_TRUE(interpreter.ok()) << what << ": " << interpreter.status().message();
      auto results = (*interpreter)->main().Run(one.Inputs());
      EXPECT_TRUE(results.ok()) << what << ": " << results.status().message();
      if (!target.slipway) one.Leave(StrCat(one.c.name, ".", ModeName(mode), ".2.", target.litert_minor), *bytes);
    }
  }
}

// Operators that compute on codes by their rules, less those that some case had on them.
TEST(Targets, CasesHaveEveryOperatorOnCodes) {
  for (Mode mode : {Mode::kInt8, Mode::kInt16x8}) {
    std::set<std::string> ruled, quantized;
    for (size_t i = 0; i < All().size(); ++i) {
      ops::QuantRule rule = ops::QuantRuleOf(All()[i].op);
      if (!(mode == Mode::kInt8 ? rule.int8 : rule.int16x8) || !ops::HasTfliteBuiltin(All()[i].op)) continue;
      ruled.insert(Label(All()[i].op));
      if (quantized.count(Label(All()[i].op))) continue;
      const OneCase one(i);
      Result<tflite::Model> model = one.FloatFile({});
      quantize::QuantizeReport report;
      if (model.ok() && one.Quantized(*model, mode, {}, &report).ok()) quantized.insert(Label(All()[i].op));
    }
    EXPECT_GT(ruled.size(), 40u);
    for (const std::string& label : ruled) EXPECT_TRUE(quantized.count(label)) << label << " in " << ModeName(mode);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, Target, testing::Range(size_t{0}, All().size()),
                         [](const auto& info) { return NameOf(info.param); });

}  // namespace
}  // namespace slipway::cases
