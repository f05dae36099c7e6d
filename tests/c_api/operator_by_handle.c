/* Custom operators by TfLiteOperator, which sees handles only; strings in and out. */
#include "expect.h"
#include "tensorflow/lite/c/c_api.h"
#include "tensorflow/lite/c/c_api_opaque.h"

static TfLiteStatus SinPrepare(TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
  TF_LITE_OPAQUE_ENSURE_EQ(context, TfLiteOpaqueNodeNumberOfInputs(node), 1);
  TF_LITE_OPAQUE_ENSURE_EQ(context, TfLiteOpaqueNodeNumberOfOutputs(node), 1);
  const TfLiteOpaqueTensor* input = TfLiteOpaqueNodeGetInput(context, node, 0);
  TfLiteOpaqueTensor* output = TfLiteOpaqueNodeGetOutput(context, node, 0);
  TF_LITE_OPAQUE_ENSURE_TYPES_EQ(context, TfLiteOpaqueTensorType(input), kTfLiteFloat32);
  int num_dims = TfLiteOpaqueTensorNumDims(input);
  TfLiteIntArray* output_size = TfLiteIntArrayCreate(num_dims);
  for (int i = 0; i < num_dims; ++i) output_size->data[i] = TfLiteOpaqueTensorDim(input, i);
  return TfLiteOpaqueContextResizeTensor(context, output, output_size);
}

static TfLiteStatus SinEval(TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
  const TfLiteOpaqueTensor* input = TfLiteOpaqueNodeGetInput(context, node, 0);
  TfLiteOpaqueTensor* output = TfLiteOpaqueNodeGetOutput(context, node, 0);
  const float* x = (const float*)TfLiteOpaqueTensorData(input);
  float* y = (float*)TfLiteOpaqueTensorData(output);
  size_t count = TfLiteOpaqueTensorByteSize(output) / sizeof(float);
  for (size_t i = 0; i < count; ++i) y[i] = sinf(x[i]);
  return kTfLiteOk;
}

static void Sin(const char* folder) {
  TfLiteOperator* sin_op = TfLiteOperatorCreate(kTfLiteBuiltinCustom, "Sin", 1, NULL);
  TfLiteOperatorSetPrepare(sin_op, SinPrepare);
  TfLiteOperatorSetInvoke(sin_op, SinEval);
  EXPECT(strcmp(TfLiteOperatorGetCustomName(sin_op), "Sin") == 0 && TfLiteOperatorGetVersion(sin_op) == 1);
  TfLiteModel* model = TfLiteModelCreateFromFile(ModelPath(folder, "sin"));
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsAddOperator(options, sin_op);
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, options);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteModelDelete(model);
  EXPECT_OK(TfLiteInterpreterAllocateTensors(interpreter));
  const float x[2] = {0.5f, -2};
  EXPECT_OK(TfLiteTensorCopyFromBuffer(TfLiteInterpreterGetInputTensor(interpreter, 0), x, sizeof x));
  EXPECT_OK(TfLiteInterpreterInvoke(interpreter));
  float y[2];
  EXPECT_OK(TfLiteTensorCopyToBuffer(TfLiteInterpreterGetOutputTensor(interpreter, 0), y, sizeof y));
  EXPECT_NEAR(y[0], sinf(x[0]) + x[0]);
  EXPECT_NEAR(y[1], sinf(x[1]) + x[1]);
  TfLiteInterpreterDelete(interpreter);
  TfLiteOperatorDelete(sin_op);
}

static TfLiteStatus JoinPrepare(void* user_data, TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
  (void)user_data;
  TfLiteOpaqueTensorSetAllocationTypeToDynamic(TfLiteOpaqueNodeGetOutput(context, node, 0));
  return kTfLiteOk;
}

static TfLiteStatus JoinEval(void* user_data, TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
  const TfLiteOpaqueTensor* words = TfLiteOpaqueNodeGetInput(context, node, 0);
  char joined[100];
  size_t size = 0;
  for (int i = 0; i < TfLiteOpaqueTensorGetStringCount(words); ++i) {
    const char* word;
    int length;
    TF_LITE_ENSURE_STATUS(TfLiteOpaqueTensorGetString(words, i, &word, &length));
    memcpy(joined + size, word, (size_t)length);
    size += (size_t)length;
    joined[size++] = *(const char*)user_data;
  }
  return TfLiteOpaqueTensorWriteString(TfLiteOpaqueNodeGetOutput(context, node, 0), joined, (int)size);
}

static void Strings(const char* folder) {
  static char separator = '/';
  TfLiteOperator* join = TfLiteOperatorCreate(kTfLiteBuiltinCustom, "Join", 1, &separator);
  EXPECT_OK(TfLiteOperatorSetPrepareWithData(join, JoinPrepare));
  EXPECT_OK(TfLiteOperatorSetInvokeWithData(join, JoinEval));
  TfLiteModel* model = TfLiteModelCreateFromFile(ModelPath(folder, "join"));
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsAddOperator(options, join);
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, options);
  EXPECT_OK(TfLiteInterpreterAllocateTensors(interpreter));
  TfLiteTensor* words = TfLiteInterpreterGetInputTensor(interpreter, 0);
  const TfLiteTensor* y = TfLiteInterpreterGetOutputTensor(interpreter, 0);
  const char* both[2] = {"slip", "way"};
  int lengths[2] = {4, 3};
  for (int run = 0; run < 2; ++run) {
    EXPECT_OK(TfLiteOpaqueTensorWriteStrings((TfLiteOpaqueTensor*)words, both, 2, lengths));
    EXPECT_OK(TfLiteInterpreterInvoke(interpreter));
    const char* text;
    int length;
    EXPECT(TfLiteOpaqueTensorGetStringCount((const TfLiteOpaqueTensor*)y) == 1);
    EXPECT_OK(TfLiteOpaqueTensorGetString((const TfLiteOpaqueTensor*)y, 0, &text, &length));
    EXPECT(length == 9 && memcmp(text, "slip/way/", 9) == 0);
  }
  /* Packed by hand: count, offsets, bytes. */
  const int packed[4] = {2, 16, 16, 16};
  words->bytes = 0;
  EXPECT_OK(TfLiteTensorRealloc(16, words));
  EXPECT_OK(TfLiteTensorCopyFromBuffer(words, packed, 16));
  EXPECT_OK(TfLiteInterpreterInvoke(interpreter));
  EXPECT(TfLiteTensorByteSize(y) == 12 + 2);
  EXPECT_OK(TfLiteOpaqueTensorWriteString((TfLiteOpaqueTensor*)words, "one", 3));
  EXPECT(TfLiteInterpreterInvoke(interpreter) == kTfLiteError);
  TfLiteInterpreterDelete(interpreter);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteModelDelete(model);
  TfLiteOperatorDelete(join);
}

int main(int argc, char** argv) {
  EXPECT(argc == 2);
  Sin(argv[1]);
  Strings(argv[1]);
  return 0;
}
