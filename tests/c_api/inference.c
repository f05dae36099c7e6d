/* Load, allocate, run, read, resize; from a file and from memory. */
#include "tensorflow/lite/c/c_api.h"

#include "expect.h"
#include "tensorflow/lite/c/c_api_experimental.h"

static void FromFile(const char* folder) {
  TfLiteModel* model = TfLiteModelCreateFromFile(ModelPath(folder, "add"));
  EXPECT(model != NULL);
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetNumThreads(options, 2);
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, options);
  EXPECT(interpreter != NULL);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteModelDelete(model);

  EXPECT(TfLiteInterpreterGetInputTensorCount(interpreter) == 1);
  EXPECT(TfLiteInterpreterGetOutputTensorCount(interpreter) == 1);
  TfLiteTensor* x = TfLiteInterpreterGetInputTensor(interpreter, 0);
  EXPECT(TfLiteTensorData(x) == NULL);
  EXPECT(TfLiteTensorNumDims(x) == 2 && TfLiteTensorDim(x, 0) == 1 && TfLiteTensorDim(x, 1) == 3);
  EXPECT(TfLiteInterpreterInvoke(interpreter) == kTfLiteError);
  EXPECT_OK(TfLiteInterpreterAllocateTensors(interpreter));

  int dims[2] = {2, 3};
  EXPECT_OK(TfLiteInterpreterResizeInputTensor(interpreter, 0, dims, 2));
  EXPECT(TfLiteTensorDim(x, 0) == 2 && TfLiteTensorByteSize(x) == 24 && TfLiteTensorData(x) == NULL);
  EXPECT(TfLiteInterpreterInvoke(interpreter) == kTfLiteError);
  EXPECT_OK(TfLiteInterpreterAllocateTensors(interpreter));
  EXPECT(TfLiteTensorData(x) != NULL && TfLiteTensorType(x) == kTfLiteFloat32);
  EXPECT(strcmp(TfLiteTensorName(x), "x") == 0);

  float input[6] = {1, 2, 3, 4, 5, 6}, output[6] = {0};
  EXPECT_OK(TfLiteTensorCopyFromBuffer(x, input, sizeof input));
  EXPECT_OK(TfLiteInterpreterInvoke(interpreter));
  const TfLiteTensor* y = TfLiteInterpreterGetOutputTensor(interpreter, 0);
  EXPECT(TfLiteTensorNumDims(y) == 2 && TfLiteTensorDim(y, 0) == 2);
  EXPECT_OK(TfLiteTensorCopyToBuffer(y, output, sizeof output));
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(output[i], 2 * input[i]);

  EXPECT(TfLiteInterpreterInputTensorIndices(interpreter)[0] == 0);
  EXPECT(TfLiteInterpreterOutputTensorIndices(interpreter)[0] == 1);
  EXPECT(TfLiteInterpreterGetTensor(interpreter, 1) == y);
  EXPECT(TfLiteInterpreterGetInputTensorIndex(interpreter, 0) == 0);
  EXPECT(TfLiteInterpreterGetOutputTensorIndex(interpreter, 0) == 1);

  int other[2] = {2, 4};
  EXPECT(TfLiteInterpreterResizeInputTensorStrict(interpreter, 0, other, 2) == kTfLiteError);
  dims[0] = 5;
  EXPECT_OK(TfLiteInterpreterResizeInputTensorStrict(interpreter, 0, dims, 2));
  EXPECT_OK(TfLiteInterpreterAllocateTensors(interpreter));
  EXPECT(TfLiteTensorDim(y, 0) == 5 && TfLiteTensorByteSize(y) == 60);
  TfLiteInterpreterDelete(interpreter);
}

static void Quantized(const char* folder) {
  FILE* file = fopen(ModelPath(folder, "quant"), "rb");
  EXPECT(file != NULL);
  static char bytes[100000];
  size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  TfLiteModel* model = TfLiteModelCreate(bytes, size);
  TfLiteInterpreter* a = TfLiteInterpreterCreate(model, NULL);
  TfLiteInterpreter* b = TfLiteInterpreterCreate(model, NULL);
  EXPECT(a != NULL && b != NULL);
  EXPECT_OK(TfLiteInterpreterAllocateTensors(a));
  EXPECT_OK(TfLiteInterpreterAllocateTensors(b));
  TfLiteQuantizationParams q = TfLiteTensorQuantizationParams(TfLiteInterpreterGetInputTensor(a, 0));
  EXPECT(q.scale == 0.5f && q.zero_point == -1);
  signed char input[3] = {-1, 1, 99}, output[3];
  EXPECT_OK(TfLiteTensorCopyFromBuffer(TfLiteInterpreterGetInputTensor(b, 0), input, 3));
  EXPECT_OK(TfLiteInterpreterInvoke(b));
  EXPECT_OK(TfLiteTensorCopyToBuffer(TfLiteInterpreterGetOutputTensor(b, 0), output, 3));
  /* 0 + 5.5, 1 + 10.5, 50 + 15.5 */
  EXPECT(abs(output[0] - 6) <= 1 && abs(output[1] - 12) <= 1 && abs(output[2] - 66) <= 1);

  TfLiteTensor* c = TfLiteInterpreterGetTensor(a, 1);
  EXPECT(TfLiteTensorByteSize(c) == 3 && ((const signed char*)TfLiteTensorData(c))[2] == 30);
  EXPECT(TfLiteTensorCopyFromBuffer(c, input, 3) == kTfLiteError);
  EXPECT(c->quantization.type == kTfLiteAffineQuantization);
  TfLiteAffineQuantization* affine = (TfLiteAffineQuantization*)c->quantization.params;
  EXPECT(affine->scale->size == 1 && affine->scale->data[0] == 0.5f && affine->zero_point->data[0] == -1);
  TfLiteInterpreterDelete(a);
  TfLiteInterpreterDelete(b);
  TfLiteModelDelete(model);
}

static void OwnMemory(const char* folder) {
  TfLiteModel* model = TfLiteModelCreateFromFile(ModelPath(folder, "add"));
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, NULL);
  static char room[500];
  char* aligned = room + (64 - (size_t)room % 64) % 64;
  TfLiteCustomAllocation in = {aligned, 12}, out = {aligned + 64, 12}, askew = {aligned + 4, 12}, small = {aligned, 8};
  EXPECT(TfLiteInterpreterSetCustomAllocationForTensor(interpreter, 0, &askew, 0) == kTfLiteError);
  EXPECT_OK(TfLiteInterpreterSetCustomAllocationForTensor(interpreter, 0, &small, 0));
  EXPECT(TfLiteInterpreterAllocateTensors(interpreter) == kTfLiteError);
  EXPECT_OK(TfLiteInterpreterSetCustomAllocationForTensor(interpreter, 0, &in, 0));
  EXPECT_OK(TfLiteInterpreterSetCustomAllocationForTensor(interpreter, 1, &out, 0));
  EXPECT_OK(TfLiteInterpreterAllocateTensors(interpreter));
  float* x = (float*)aligned;
  float* y = (float*)(aligned + 64);
  for (int i = 0; i < 3; ++i) x[i] = (float)i;
  EXPECT_OK(TfLiteInterpreterInvoke(interpreter));
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(y[i], 2 * i);
  EXPECT(TfLiteTensorData(TfLiteInterpreterGetInputTensor(interpreter, 0)) == aligned);
  EXPECT(TfLiteTensorData(TfLiteInterpreterGetOutputTensor(interpreter, 0)) == aligned + 64);
  TfLiteInterpreterDelete(interpreter);
  TfLiteModelDelete(model);
}

int main(int argc, char** argv) {
  EXPECT(argc == 2);
  EXPECT(strncmp(TfLiteVersion(), "2.", 2) == 0 && TfLiteSchemaVersion() == 3);
  FromFile(argv[1]);
  Quantized(argv[1]);
  OwnMemory(argv[1]);
  return 0;
}
