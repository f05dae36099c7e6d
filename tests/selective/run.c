/* run MODEL: the outputs for made-up inputs; 1 and a message if the model is not for this library. */
#include <stdio.h>

#include "tensorflow/lite/c/c_api.h"

static void Fill(TfLiteTensor* t) {
  unsigned state = 7;
  float* x = (float*)TfLiteTensorData(t);
  for (size_t i = 0; i < TfLiteTensorByteSize(t) / sizeof *x; ++i) {
    state = state * 1664525u + 1013904223u;
    x[i] = (float)(state >> 28);
  }
}

static void Print(const TfLiteTensor* t) {
  printf("%s:", TfLiteTensorName(t));
  const void* data = TfLiteTensorData(t);
  for (size_t i = 0; i < TfLiteTensorByteSize(t) / 4; ++i) {
    if (TfLiteTensorType(t) == kTfLiteFloat32)
      printf(" %.9g", ((const float*)data)[i]);
    else
      printf(" %d", ((const int*)data)[i]);
  }
  printf("\n");
}

int main(int argc, char** argv) {
  TfLiteModel* model = argc == 2 ? TfLiteModelCreateFromFile(argv[1]) : NULL;
  TfLiteInterpreter* interpreter = model ? TfLiteInterpreterCreate(model, NULL) : NULL;
  if (!interpreter) return 1;
  int dims[4] = {3, 8, 8, 1};
  if (TfLiteInterpreterResizeInputTensor(interpreter, 0, dims, 4) != kTfLiteOk) return 2;
  if (TfLiteInterpreterAllocateTensors(interpreter) != kTfLiteOk) return 2;
  Fill(TfLiteInterpreterGetInputTensor(interpreter, 0));
  if (TfLiteInterpreterInvoke(interpreter) != kTfLiteOk) return 3;
  for (int i = 0; i < TfLiteInterpreterGetOutputTensorCount(interpreter); ++i)
    Print(TfLiteInterpreterGetOutputTensor(interpreter, i));
  TfLiteInterpreterDelete(interpreter);
  TfLiteModelDelete(model);
  return 0;
}
