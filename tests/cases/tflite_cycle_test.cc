// Every case that has a .tflite form: op -> form -> written file -> read -> op gives the same op; the file runs through
// the interpreter with the results of the op run alone.
//
// With SLIPWAY_CYCLE_DIR=DIR the files are left there with their operands and results as .npy-free raw dumps for a
// comparison with LiteRT (tests/conformance).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "formats/tflite/read.h"
#include "formats/tflite/write.h"
#include "interpreter/interpreter.h"
#include "interpreter/run_op.h"
#include "ops/tables/tflite.h"
#include "tests/cases/case_file.h"
#include "tests/cases/case_values.h"

namespace slipway::cases {
namespace {

using interpreter::Interpreter;
using interpreter::Model;

// Cases that are not run as files, and why.
const std::map<std::string, const char*>& Excluded() {
  static const std::map<std::string, const char*> excluded = {};
  return excluded;
}

class TfliteCycle : public testing::TestWithParam<size_t> {
 protected:
  const ops::Case& c = All()[GetParam()];
  std::vector<Tensor> operands = OperandsOf(c);
};

// Would the converter write it, by the dtypes that LiteRT has kernels for?
bool IsForLiteRt(const tflite::Model& m, const std::vector<Tensor>& operands, const std::vector<Tensor>& results) {
  ops::TfliteTypes types;
  for (const Tensor& t : operands) types.inputs.push_back(t.valid() ? t.type() : TensorType());
  for (const Tensor& t : results) types.outputs.push_back(t.type());
  const tflite::OperatorCode& code = m.operator_codes[0];
  return ops::WhyCannotRun({}, {.code = code.builtin, .version = code.version}, types).empty();
}

// For LiteRT: the file, and each tensor as "dtype dims...\n" + bytes.
void Leave(const ops::Case& c, const tflite::Model& m, const std::string& bytes, const std::vector<Tensor>& operands,
           const std::vector<Tensor>& results) {
  const char* dir = std::getenv("SLIPWAY_CYCLE_DIR");
  if (!dir || !IsForLiteRt(m, operands, results)) return;
  std::ofstream(StrCat(dir, "/", c.name, ".tflite"), std::ios::binary) << bytes;
  auto write = [&](const std::string& name, const Tensor& t) {
    std::ofstream out(StrCat(dir, "/", c.name, ".", name), std::ios::binary);
    out << DTypeName(t.dtype());
    for (int64_t d : t.shape().dims()) out << " " << d;
    out << "\n";
    out.write(static_cast<const char*>(t.data()), static_cast<std::streamsize>(t.bytes()));
  };
  int input = 0;
  for (size_t i = 0; i < operands.size(); ++i)
    if (IsInput(c, operands, i) && operands[i].dtype() != DType::kString) write(StrCat("in", input++), operands[i]);
  for (size_t i = 0; i < results.size(); ++i)
    if (results[i].dtype() != DType::kString) write(StrCat("out", i), results[i]);
}

TEST_P(TfliteCycle, ReadsBackEqualAndRuns) {
  if (!c.error.empty() || !c.run_error.empty()) return;  // kernel_test
  if (auto it = Excluded().find(c.name); it != Excluded().end()) GTEST_SKIP() << it->second;
  std::vector<TensorType> types = *ResultTypes(c, operands);
  Result<tflite::Model> made = FileOf(c, operands, types);
  if (!made.ok() && made.status().kind() == ErrorKind::kUnsupported) GTEST_SKIP() << made.status().message();
  ASSERT_TRUE(made.ok()) << made.status().message();
  Result<std::string> bytes = tflite::Write(*made);
  ASSERT_TRUE(bytes.ok()) << bytes.status().message();
  auto owner = std::make_shared<const std::string>(*bytes);
  Result<std::shared_ptr<const Model>> model = Model::Load(owner, *owner);
  ASSERT_TRUE(model.ok()) << model.status().message();
  EXPECT_EQ((*model)->graph(0).ops[0].op, c.op)
      << ToString((*model)->graph(0).ops[0].op) << " instead of " << ToString(c.op);

  std::vector<const interpreter::KernelSet*> sets = interpreter::KernelSetsOf(interpreter::Backend::kAuto);
  auto pool = std::make_shared<ThreadPool>(1);
  Result<std::vector<Tensor>> alone = interpreter::RunOp(c.op, operands, sets, *pool, {.out_types = types});
  auto interpreter = Interpreter::Create(*model, {.pool = pool});
  ASSERT_TRUE(interpreter.ok()) << interpreter.status().message();
  std::vector<Tensor> inputs;
  for (size_t i = 0; i < operands.size(); ++i)
    if (IsInput(c, operands, i)) inputs.push_back(operands[i]);
  Result<std::vector<Tensor>> results = (*interpreter)->main().Run(inputs);
  if (!alone.ok()) {
    if (alone.status().kind() != ErrorKind::kUnsupported) {
      EXPECT_FALSE(results.ok());
      return;
    }
    GTEST_SKIP() << alone.status().message();
  }
  ASSERT_TRUE(results.ok()) << results.status().message();
  for (size_t i = 0; i < results->size(); ++i)
    EXPECT_EQ(Difference(results->at(i), alone->at(i), 1e-6, 0), "") << "result " << i;
  if (!std::getenv("SLIPWAY_CYCLE_DIR")) return;
  auto exact = Interpreter::Create(*model, {.pool = pool, .exact = true});
  ASSERT_TRUE(exact.ok()) << exact.status().message();
  results = (*exact)->main().Run(inputs);
  ASSERT_TRUE(results.ok()) << results.status().message();
  Leave(c, *made, *bytes, operands, *results);
}

INSTANTIATE_TEST_SUITE_P(Cases, TfliteCycle, testing::Range(size_t{0}, All().size()),
                         [](const auto& info) { return NameOf(info.param); });

}  // namespace
}  // namespace slipway::cases
