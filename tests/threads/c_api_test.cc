// The C API from several threads: one model, an interpreter each, and Cancel while another thread runs.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "formats/tflite/write.h"
#include "ir/text.h"
#include "ir/wire/tflite_export.h"
#include "tensorflow/lite/c/c_api.h"
#include "tensorflow/lite/c/c_api_experimental.h"

namespace slipway {
namespace {

// A loop that ends when i reaches n.
constexpr char kCount[] = R"(graph "main"(%0 "i": i32[], %1 "n": i32[]) {
  %2 "loop": i32[], %3 "loop:1": i32[] = While{cond_graph=1 body_graph=2 shapes=[[],[]]}(%0, %1) @"loop"
  return %2
}
graph "cond"(%0 "i": i32[], %1 "n": i32[]) {
  %2 "less": bool[] = Compare{kind=Less}(%0, %1) @"less"
  return %2
}
graph "body"(%0 "i": i32[], %1 "n": i32[]) {
  %2 = const "one" i32[](1)
  %3 "next": i32[] = Binary(%0, %2) @"next"
  return %3, %1
}
)";

TfLiteInterpreter* Made(const TfLiteModel* model, int32_t from, int32_t to) {
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsEnableCancellation(options, true);
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, options);
  TfLiteInterpreterOptionsDelete(options);
  EXPECT_EQ(TfLiteInterpreterAllocateTensors(interpreter), kTfLiteOk);
  TfLiteTensorCopyFromBuffer(TfLiteInterpreterGetInputTensor(interpreter, 0), &from, sizeof from);
  TfLiteTensorCopyFromBuffer(TfLiteInterpreterGetInputTensor(interpreter, 1), &to, sizeof to);
  return interpreter;
}

TEST(CApiThreads, CancelWhileOthersRun) {
  std::string bytes = *tflite::Write(*wire::ExportTflite(*ir::ParseModule(kCount)));
  TfLiteModel* model = TfLiteModelCreate(bytes.data(), bytes.size());
  ASSERT_NE(model, nullptr);
  std::atomic<int> cancelled{0}, counted{0};
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      TfLiteInterpreter* endless = Made(model, INT32_MIN, INT32_MAX);
      std::atomic<bool> over{false};
      std::thread stopper([&] {
        while (!over) {
          std::this_thread::sleep_for(std::chrono::milliseconds(1 + k));
          TfLiteInterpreterCancel(endless);
        }
      });
      cancelled += TfLiteInterpreterInvoke(endless) == kTfLiteCancelled;
      over = true;
      stopper.join();
      TfLiteInterpreterDelete(endless);
      TfLiteInterpreter* short_one = Made(model, 0, 10 + k);
      int32_t result = -1;
      bool good = TfLiteInterpreterInvoke(short_one) == kTfLiteOk;
      TfLiteTensorCopyToBuffer(TfLiteInterpreterGetOutputTensor(short_one, 0), &result, sizeof result);
      counted += good && result == 10 + k;
      TfLiteInterpreterDelete(short_one);
    });
  for (std::thread& t : threads) t.join();
  TfLiteModelDelete(model);
  EXPECT_EQ(cancelled, 4);
  EXPECT_EQ(counted, 4);
}

}  // namespace
}  // namespace slipway
