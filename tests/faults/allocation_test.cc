// Every allocation fails in turn while a model is loaded, planned, run, resized and run again: each call ends in a
// Status (in C: NULL or kTfLiteError) that speaks of memory, and the next call works.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "formats/tflite/read.h"
#include "formats/tflite/sample_model.h"
#include "formats/tflite/write.h"
#include "interpreter/interpreter.h"
#include "ir/text.h"
#include "ir/wire/tflite_export.h"
#include "tensorflow/lite/c/c_api.h"
#include "tests/cases/case_file.h"
#include "tests/cases/case_values.h"
#include "tests/faults/failing_allocations.h"
#include "tests/fuzz/control_flow.h"

// What XNNPACK holds when an allocation fails inside of it is lost, and in clang 14's builds some of what kernels and
// operators have begun to make (docs/embedding.md).
#ifdef __clang__
constexpr bool kFreesAll = false;
#define SLIPWAY_OWN_LEAKS "leak:Executor::RunSegment\nleak:ChooseKernel\nleak:slipway::ops::\n"
#else
constexpr bool kFreesAll = true;
#define SLIPWAY_OWN_LEAKS ""
#endif
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return SLIPWAY_OWN_LEAKS "leak:libXNNPACK\n"; }

namespace slipway {
namespace {

using interpreter::Interpreter;
using interpreter::Runner;
using testing::HasSubstr;

// The first case of each op that has a .tflite form, by name.
std::map<std::string, std::string> OpModels() {
  std::map<std::string, std::string> models;
  for (const ops::Case& c : cases::All()) {
    if (!c.error.empty() || models.contains(c.op.name())) continue;
    std::vector<Tensor> operands = cases::OperandsOf(c);
    Result<std::vector<TensorType>> types = cases::ResultTypes(c, operands);
    if (!types.ok()) continue;
    Result<tflite::Model> model = cases::FileOf(c, operands, *types);
    if (!model.ok()) continue;
    Result<std::string> bytes = tflite::Write(*model);
    if (bytes.ok() && interpreter::Model::Load(nullptr, *bytes).ok()) models[c.op.name()] = *bytes;
  }
  return models;
}

std::string ControlFlow() { return *tflite::Write(*wire::ExportTflite(*ir::ParseModule(fuzz::kControlFlow))); }

// Runs with zeros, as many as the inputs hold.
Status Walk(const std::string& bytes, int threads) {
  ASSIGN_OR_RETURN(auto model, interpreter::Model::Load(nullptr, bytes));
  ASSIGN_OR_RETURN(auto made, Interpreter::Create(model, {.num_threads = threads}));
  Runner* runner = &made->main();
  for (const auto& s : model->module().signatures) {
    ASSIGN_OR_RETURN(runner, made->SignatureRunner(s.key));
  }
  RETURN_IF_ERROR(runner->Prepare());
  RETURN_IF_ERROR(runner->Invoke());
  for (int i = 0; i < runner->num_inputs(); ++i) {
    Shape shape = runner->input_type(i).shape;
    if (shape.rank() > 0) ++shape[0];
    RETURN_IF_ERROR(runner->ResizeInput(i, shape));
  }
  RETURN_IF_ERROR(runner->Invoke());
  for (int i = 0; i < runner->num_outputs(); ++i) RETURN_IF_ERROR(ToStatus(runner->GetOutput(i)));
  return OkStatus();
}

bool SpeaksOfMemory(const Status& s) { return s.message().find("memory") != std::string::npos; }

// The n-th allocation of a walk fails, which otherwise says `want`. False: there are not that many.
bool FailOne(const std::string& name, const std::string& bytes, int threads, int64_t n, const std::string& want) {
  FailAllocation(n, false);
  Status got = Walk(bytes, threads);
  if (!StopFailing()) return false;
  // Where it is not needed (XNNPACK, a thread), work goes on without.
  EXPECT_TRUE(got.message() == want || SpeaksOfMemory(got)) << name << ", allocation " << n << ": " << got.message();
  return true;
}

void FailEach(const std::string& name, const std::string& bytes, int threads, int64_t step) {
  std::string want = Walk(bytes, threads).message();
  int64_t before = LiveAllocations();
  for (int64_t n = 0; FailOne(name, bytes, threads, n, want); n += step) {
    ASSERT_LT(n, 100000);
    if (kFreesAll) {
      ASSERT_EQ(LiveAllocations(), before) << name << ", allocation " << n << " leaves something behind";
    }
  }
  EXPECT_EQ(Walk(bytes, threads).message(), want) << name;
}

TEST(FailingAllocations, OfAFileThatUsesEveryPart) { FailEach("sample", *tflite::Write(tflite::SampleModel()), 2, 1); }

TEST(FailingAllocations, OfControlFlow) { FailEach("control flow", ControlFlow(), 1, 1); }

TEST(FailingAllocations, OfEveryOp) {
  std::map<std::string, std::string> models = OpModels();
  EXPECT_GT(models.size(), 100u);
  for (const auto& [name, bytes] : models) FailEach(name, bytes, 1, 1);
}

// One interpreter that goes on after each failure.
TEST(FailingAllocations, TheNextCallWorks) {
  std::map<std::string, std::string> models = OpModels();
  for (const std::string& bytes : {ControlFlow(), models.at("Conv2D"), models.at("Lstm"), models.at("Where")}) {
    auto model = interpreter::Model::Load(nullptr, bytes);
    ASSERT_TRUE(model.ok());
    auto made = Interpreter::Create(*model);
    ASSERT_TRUE(made.ok());
    Runner& runner = (*made)->main();
    std::string want = runner.Invoke().message();
    bool failed = true;
    for (int64_t n = 0; failed; ++n) {
      auto other = Interpreter::Create(*model, {.max_arena_bytes = (size_t{1} << 30) + static_cast<size_t>(n)});
      ASSERT_TRUE(other.ok());
      FailAllocation(n, false);
      Status got = (*other)->main().Invoke();
      failed = StopFailing();
      EXPECT_TRUE(got.message() == want || SpeaksOfMemory(got)) << n << ": " << got.message();
      EXPECT_EQ((*other)->main().Invoke().message(), want) << n;
    }
    EXPECT_EQ(runner.Invoke().message(), want);
  }
}

bool WalkInC(const std::string& bytes) {
  bool good = false;
  TfLiteModel* model = TfLiteModelCreateWithErrorReporter(
      bytes.data(), bytes.size(), [](void*, const char*, va_list) {}, nullptr);
  TfLiteInterpreterOptions* options = model ? TfLiteInterpreterOptionsCreate() : nullptr;
  if (options) {
    TfLiteInterpreterOptionsSetErrorReporter(
        options, [](void*, const char*, va_list) {}, nullptr);
    TfLiteInterpreterOptionsSetNumThreads(options, 1);
  }
  TfLiteInterpreter* interpreter = options ? TfLiteInterpreterCreate(model, options) : nullptr;
  if (interpreter && TfLiteInterpreterAllocateTensors(interpreter) == kTfLiteOk &&
      TfLiteInterpreterInvoke(interpreter) == kTfLiteOk) {
    good = true;
    for (int i = 0; i < TfLiteInterpreterGetOutputTensorCount(interpreter); ++i)
      good &= TfLiteInterpreterGetOutputTensor(interpreter, i) != nullptr;
  }
  TfLiteInterpreterDelete(interpreter);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteModelDelete(model);
  return good;
}

TEST(FailingAllocations, InC) {
  // All after the n-th fail, too: nothing is left to say so with.
  for (bool all : {false, true}) {
    for (const std::string& bytes : {*tflite::Write(tflite::SampleModel()), OpModels().at("Conv2D")}) {
      bool want = WalkInC(bytes);
      for (int64_t n = 0;; ++n) {
        ASSERT_LT(n, 100000);
        FailAllocation(n, all);
        bool got = WalkInC(bytes);
        if (!StopFailing()) break;
        EXPECT_TRUE(want || !got);
      }
      EXPECT_EQ(WalkInC(bytes), want);
    }
  }
}

// What is compiled to free what it holds on the way out (UNWINDS in cmake/library.cmake) does so.
TEST(FailingAllocations, WhileReadingAFileLeaveNothingBehind) {
  std::string bytes = *tflite::Write(tflite::SampleModel());
  ASSERT_TRUE(tflite::Read(nullptr, bytes).ok());
  for (int64_t n = 0;; ++n) {
    int64_t before = LiveAllocations();
    FailAllocation(n, false);
    try {
      (void)tflite::Read(nullptr, bytes).ok();
    } catch (const std::bad_alloc&) {
    }
    if (!StopFailing()) break;
    EXPECT_EQ(LiveAllocations(), before) << n;
  }
}

}  // namespace
}  // namespace slipway
