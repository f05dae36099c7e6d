// A small file whose Resize names a huge size got tables for every row and column before anybody asked for the memory.
#include <gtest/gtest.h>

#include "formats/tflite/write.h"
#include "interpreter/interpreter.h"
#include "ops/resize_bilinear/resize_bilinear.h"
#include "ops/resize_nearest/resize_nearest.h"
#include "tests/cases/case_file.h"
#include "tests/cases/case_values.h"

namespace slipway {
namespace {

// Can `batch` images of one pixel be resized to height x 8 within 64 MiB?
bool Runs(ops::Op op, int64_t batch, int64_t height) {
  ops::Case c{.name = "huge", .op = op, .inputs = {ops::Rand({batch, 1, 1, 1}), ops::ConstInts({height, 8})}};
  Result<tflite::Model> model =
      cases::FileOf(c, cases::OperandsOf(c), {TensorType(DType::kF32, {batch, height, 8, 1})});
  CHECK(model.ok());
  Result<std::string> bytes = tflite::Write(*model);
  CHECK(bytes.ok());
  auto loaded = interpreter::Model::Load(nullptr, *bytes);
  CHECK(loaded.ok());
  auto made = interpreter::Interpreter::Create(*loaded, {.max_arena_bytes = size_t{64} << 20});
  return made.ok() && (*made)->main().Invoke().ok();
}

TEST(HugeResults, AreRefusedBeforeKernelsPrepareForThem) {
  for (ops::Op op : {ops::Op(ops::ResizeBilinear{}), ops::Op(ops::ResizeNearest{})}) {
    EXPECT_FALSE(Runs(op, 1, int64_t{1} << 30));
    EXPECT_TRUE(Runs(op, 1, 1 << 10));
    EXPECT_TRUE(Runs(op, 0, 1 << 10));
    // No elements, but loops over rows and columns.
    EXPECT_FALSE(Runs(op, 0, int64_t{1} << 30));
  }
}

}  // namespace
}  // namespace slipway
