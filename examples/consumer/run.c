/* run_c MODEL.tflite: one run on zeros with TensorFlow Lite's C API. */
#include <stdio.h>
#include <string.h>

#include "tensorflow/lite/c/c_api.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  TfLiteModel* model = TfLiteModelCreateFromFile(argv[1]);
  TfLiteInterpreter* interpreter = model ? TfLiteInterpreterCreate(model, NULL) : NULL;
  if (!interpreter || TfLiteInterpreterAllocateTensors(interpreter) != kTfLiteOk) return 1;
  for (int i = 0; i < TfLiteInterpreterGetInputTensorCount(interpreter); ++i) {
    TfLiteTensor* x = TfLiteInterpreterGetInputTensor(interpreter, i);
    memset(TfLiteTensorData(x), 0, TfLiteTensorByteSize(x));
  }
  if (TfLiteInterpreterInvoke(interpreter) != kTfLiteOk) return 1;
  for (int i = 0; i < TfLiteInterpreterGetOutputTensorCount(interpreter); ++i) {
    const TfLiteTensor* y = TfLiteInterpreterGetOutputTensor(interpreter, i);
    printf("%s: %zu bytes\n", TfLiteTensorName(y), TfLiteTensorByteSize(y));
  }
  TfLiteInterpreterDelete(interpreter);
  TfLiteModelDelete(model);
  return 0;
}
