/* Custom operators by TfLiteRegistration, which reads the structs of common.h. */
#include "expect.h"
#include "tensorflow/lite/c/c_api_experimental.h"

static int inits = 0, frees = 0, prepares = 0;

static void* SinInit(TfLiteContext* context, const char* buffer, size_t length) {
  (void)context;
  EXPECT(length == 14 && memcmp(buffer, "options of Sin", 14) == 0);
  ++inits;
  return malloc(1);
}

static void SinFree(TfLiteContext* context, void* data) {
  (void)context;
  ++frees;
  free(data);
}

static TfLiteStatus SinPrepare(TfLiteContext* context, TfLiteNode* node) {
  ++prepares;
  TF_LITE_ENSURE_EQ(context, node->inputs->size, 1);
  TF_LITE_ENSURE_EQ(context, node->outputs->size, 1);
  TF_LITE_ENSURE(context, node->user_data != NULL);
  TF_LITE_ENSURE_EQ(context, node->custom_initial_data_size, 14);
  const TfLiteTensor* x = &context->tensors[node->inputs->data[0]];
  TfLiteTensor* y = &context->tensors[node->outputs->data[0]];
  TF_LITE_ENSURE_TYPES_EQ(context, x->type, kTfLiteFloat32);
  int scratch;
  TfLiteIntArrayFree(node->temporaries);
  node->temporaries = TfLiteIntArrayCreate(1);
  TF_LITE_ENSURE_OK(context, context->AddTensors(context, 1, &scratch));
  node->temporaries->data[0] = scratch;
  TfLiteTensor* t = &context->tensors[scratch];
  t->type = kTfLiteFloat32;
  t->allocation_type = kTfLiteArenaRw;
  TF_LITE_ENSURE_OK(context, context->ResizeTensor(context, t, TfLiteIntArrayCopy(x->dims)));
  return context->ResizeTensor(context, y, TfLiteIntArrayCopy(x->dims));
}

static TfLiteStatus SinInvoke(TfLiteContext* context, TfLiteNode* node) {
  const TfLiteTensor* x = &context->tensors[node->inputs->data[0]];
  TfLiteTensor* y = &context->tensors[node->outputs->data[0]];
  TfLiteTensor* t = &context->tensors[node->temporaries->data[0]];
  TF_LITE_ENSURE_EQ(context, x->bytes, y->bytes);
  TF_LITE_ENSURE_EQ(context, x->bytes, t->bytes);
  size_t n = x->bytes / sizeof(float);
  for (size_t i = 0; i < n; ++i) TF_LITE_ENSURE_MSG(context, x->data.f[i] < 100, " an angle of 100 or more");
  for (size_t i = 0; i < n; ++i) t->data.f[i] = sinf(x->data.f[i]);
  memcpy(y->data.f, t->data.f, x->bytes);
  return kTfLiteOk;
}

static void RunSin(TfLiteInterpreter* interpreter, int rows) {
  int dims[2] = {rows, 2};
  EXPECT_OK(TfLiteInterpreterResizeInputTensor(interpreter, 0, dims, 2));
  EXPECT_OK(TfLiteInterpreterAllocateTensors(interpreter));
  TfLiteTensor* x = TfLiteInterpreterGetInputTensor(interpreter, 0);
  const TfLiteTensor* y = TfLiteInterpreterGetOutputTensor(interpreter, 0);
  EXPECT(TfLiteTensorDim(y, 0) == rows); /* known before the run: prepare said so */
  for (int i = 0; i < 2 * rows; ++i) x->data.f[i] = 0.3f * (float)i;
  EXPECT_OK(TfLiteInterpreterInvoke(interpreter));
  for (int i = 0; i < 2 * rows; ++i) EXPECT_NEAR(y->data.f[i], sinf(0.3f * (float)i) + 0.3f * (float)i);
}

static void Sin(const char* folder) {
  static const TfLiteRegistration registration = {SinInit, SinFree, SinPrepare, SinInvoke, NULL, kTfLiteBuiltinCustom,
                                                  "Sin",   1,       NULL,       NULL,      0};
  Messages messages = {0, ""};
  TfLiteModel* model = TfLiteModelCreateFromFile(ModelPath(folder, "sin"));
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetErrorReporter(options, Keep, &messages);
  EXPECT(TfLiteInterpreterCreate(model, options) == NULL && Said(&messages, "'Sin'"));
  TfLiteInterpreterOptionsAddCustomOp(options, "Sin", &registration, 2, 4);
  EXPECT(TfLiteInterpreterCreate(model, options) == NULL && Said(&messages, "'Sin'"));
  TfLiteInterpreterOptionsAddCustomOp(options, "Sin", &registration, 1, 1);
  EXPECT(TfLiteInterpreterCreateWithSelectedOps(model, options) == NULL && Said(&messages, "ADD"));
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, options);
  EXPECT(interpreter != NULL && inits == 1);
  RunSin(interpreter, 3);
  RunSin(interpreter, 1);
  RunSin(interpreter, 3); /* its plan is kept, the operator is prepared again */
  EXPECT(prepares >= 3);

  TfLiteTensor* x = TfLiteInterpreterGetInputTensor(interpreter, 0);
  x->data.f[1] = 101;
  int before = messages.count;
  EXPECT(TfLiteInterpreterInvoke(interpreter) == kTfLiteError);
  EXPECT(messages.count >= before + 2 && Said(&messages, "'sin'") && Said(&messages, "an angle of 100 or more"));
  x->data.f[1] = 1;
  EXPECT_OK(TfLiteInterpreterInvoke(interpreter));
  EXPECT(frees == 0);
  TfLiteInterpreterDelete(interpreter);
  EXPECT(frees == 1);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteModelDelete(model);
}

static TfLiteStatus PositivePrepare(TfLiteContext* context, TfLiteNode* node) {
  TfLiteTensor* y = &context->tensors[node->outputs->data[0]];
  y->allocation_type = kTfLiteDynamic;
  y->data.raw = NULL;
  return kTfLiteOk;
}

static TfLiteStatus PositiveInvoke(TfLiteContext* context, TfLiteNode* node) {
  const TfLiteTensor* x = &context->tensors[node->inputs->data[0]];
  TfLiteTensor* y = &context->tensors[node->outputs->data[0]];
  int count = 0;
  for (int i = 0; i < x->dims->data[0]; ++i) count += x->data.f[i] > 0;
  TfLiteIntArray* dims = TfLiteIntArrayCreate(1);
  dims->data[0] = count;
  TF_LITE_ENSURE_OK(context, context->ResizeTensor(context, y, dims));
  for (int i = 0, to = 0; i < x->dims->data[0]; ++i)
    if (x->data.f[i] > 0) y->data.f[to++] = x->data.f[i];
  return kTfLiteOk;
}

static void DecidedInInvoke(const char* folder) {
  TfLiteRegistration registration;
  memset(&registration, 0, sizeof registration);
  registration.prepare = PositivePrepare;
  registration.invoke = PositiveInvoke;
  TfLiteModel* model = TfLiteModelCreateFromFile(ModelPath(folder, "positive"));
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsAddCustomOp(options, "Positive", &registration, 1, 1);
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, options);
  EXPECT_OK(TfLiteInterpreterAllocateTensors(interpreter));
  const TfLiteTensor* y = TfLiteInterpreterGetOutputTensor(interpreter, 0);
  EXPECT(TfLiteTensorData(y) == NULL);
  const float inputs[3][4] = {{1, -2, 3, -4}, {-1, -1, -1, -1}, {4, 3, 2, 1}};
  const int counts[3] = {2, 0, 4};
  for (int run = 0; run < 3; ++run) {
    EXPECT_OK(TfLiteTensorCopyFromBuffer(TfLiteInterpreterGetInputTensor(interpreter, 0), inputs[run], 16));
    EXPECT_OK(TfLiteInterpreterInvoke(interpreter));
    EXPECT(TfLiteTensorDim(y, 0) == counts[run] && TfLiteTensorByteSize(y) == 4 * (size_t)counts[run]);
    if (run == 0) EXPECT(y->data.f[0] == 2 && y->data.f[1] == 6);
    if (run == 2) EXPECT(y->data.f[3] == 2);
  }
  TfLiteInterpreterDelete(interpreter);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteModelDelete(model);
}

static TfLiteStatus CountInvoke(TfLiteContext* context, TfLiteNode* node) {
  const TfLiteTensor* x = &context->tensors[node->inputs->data[0]];
  TfLiteTensor* state = &context->tensors[node->inputs->data[1]];
  TfLiteTensor* y = &context->tensors[node->outputs->data[0]];
  TF_LITE_ENSURE(context, state->is_variable);
  for (int i = 0; i < 2; ++i) y->data.f[i] = state->data.f[i] += x->data.f[i];
  return kTfLiteOk;
}

static const TfLiteRegistration* FindCount(void* user_data, const char* name, int version) {
  EXPECT(strcmp(name, "Count") == 0 && version == 3);
  return (const TfLiteRegistration*)user_data;
}

static void Variables(const char* folder) {
  TfLiteRegistration registration;
  memset(&registration, 0, sizeof registration);
  registration.invoke = CountInvoke;
  TfLiteModel* model = TfLiteModelCreateFromFile(ModelPath(folder, "count"));
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetOpResolver(options, NULL, FindCount, &registration);
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreateWithSelectedOps(model, options);
  EXPECT(interpreter != NULL);
  EXPECT_OK(TfLiteInterpreterAllocateTensors(interpreter));
  EXPECT(TfLiteInterpreterGetVariableTensorCount(interpreter) == 1);
  TfLiteTensor* state = TfLiteInterpreterGetVariableTensor(interpreter, 0);
  const float x[2] = {1, 10};
  EXPECT_OK(TfLiteTensorCopyFromBuffer(TfLiteInterpreterGetInputTensor(interpreter, 0), x, sizeof x));
  for (int run = 1; run <= 3; ++run) {
    EXPECT_OK(TfLiteInterpreterInvoke(interpreter));
    EXPECT(TfLiteInterpreterGetOutputTensor(interpreter, 0)->data.f[1] == 10.f * (float)run);
    EXPECT(state->data.f[0] == (float)run);
  }
  EXPECT_OK(TfLiteInterpreterResetVariableTensors(interpreter));
  EXPECT(state->data.f[0] == 0);
  EXPECT_OK(TfLiteInterpreterInvoke(interpreter));
  EXPECT(TfLiteInterpreterGetOutputTensor(interpreter, 0)->data.f[1] == 10);
  TfLiteInterpreterDelete(interpreter);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteModelDelete(model);
}

int main(int argc, char** argv) {
  EXPECT(argc == 2);
  Sin(argv[1]);
  DecidedInInvoke(argv[1]);
  Variables(argv[1]);
  return 0;
}
