/* A signature runner by argument names. */
#include "expect.h"
#include "tensorflow/lite/c/c_api.h"

int main(int argc, char** argv) {
  EXPECT(argc == 2);
  TfLiteModel* model = TfLiteModelCreateFromFile(ModelPath(argv[1], "add"));
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, NULL);
  EXPECT(TfLiteInterpreterGetSignatureCount(interpreter) == 1);
  EXPECT(strcmp(TfLiteInterpreterGetSignatureKey(interpreter, 0), "serving_default") == 0);
  EXPECT(TfLiteInterpreterGetSignatureRunner(interpreter, "none") == NULL);
  TfLiteSignatureRunner* runner = TfLiteInterpreterGetSignatureRunner(interpreter, "serving_default");
  EXPECT(runner != NULL);
  EXPECT(TfLiteSignatureRunnerGetInputCount(runner) == 1 && TfLiteSignatureRunnerGetOutputCount(runner) == 1);
  EXPECT(strcmp(TfLiteSignatureRunnerGetInputName(runner, 0), "a") == 0);
  EXPECT(strcmp(TfLiteSignatureRunnerGetOutputName(runner, 0), "sum") == 0);

  int dims[2] = {2, 3}, fixed[2] = {2, 7};
  EXPECT(TfLiteSignatureRunnerResizeInputTensor(runner, "a", fixed, 2) == kTfLiteError);
  EXPECT_OK(TfLiteSignatureRunnerResizeInputTensor(runner, "a", dims, 2));
  EXPECT_OK(TfLiteSignatureRunnerAllocateTensors(runner));
  TfLiteTensor* a = TfLiteSignatureRunnerGetInputTensor(runner, "a");
  EXPECT(TfLiteTensorByteSize(a) == 24);
  float input[6] = {1, -2, 3, -4, 5, -6};
  EXPECT_OK(TfLiteTensorCopyFromBuffer(a, input, sizeof input));
  EXPECT_OK(TfLiteSignatureRunnerInvoke(runner));
  const TfLiteTensor* sum = TfLiteSignatureRunnerGetOutputTensor(runner, "sum");
  EXPECT(TfLiteTensorByteSize(sum) == 24);
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(((const float*)TfLiteTensorData(sum))[i], 2 * input[i]);
  EXPECT(TfLiteSignatureRunnerGetInputTensor(runner, "sum") == NULL);
  EXPECT(TfLiteSignatureRunnerGetOutputTensor(runner, "a") == NULL);
  EXPECT(TfLiteSignatureRunnerGetInputName(runner, 1) == NULL);
  TfLiteSignatureRunnerDelete(runner);
  TfLiteInterpreterDelete(interpreter);
  TfLiteModelDelete(model);
  return 0;
}
