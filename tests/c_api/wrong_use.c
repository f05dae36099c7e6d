/* Wrong arguments: a status and a message, never a crash. */
#include "expect.h"
#include "tensorflow/lite/c/c_api_experimental.h"
#include "tensorflow/lite/c/c_api_opaque.h"
#include "tensorflow/lite/delegates/xnnpack/xnnpack_delegate.h"

static void Nulls(void) {
  TfLiteModelDelete(NULL);
  TfLiteInterpreterOptionsDelete(NULL);
  TfLiteInterpreterDelete(NULL);
  TfLiteSignatureRunnerDelete(NULL);
  TfLiteOperatorDelete(NULL);
  TfLiteInterpreterOptionsSetNumThreads(NULL, 1);
  TfLiteInterpreterOptionsAddOperator(NULL, NULL);
  EXPECT(TfLiteInterpreterOptionsCopy(NULL) == NULL);
  EXPECT(TfLiteInterpreterGetInputTensorCount(NULL) == 0);
  EXPECT(TfLiteInterpreterGetInputTensor(NULL, 0) == NULL);
  EXPECT(TfLiteInterpreterGetOutputTensor(NULL, 0) == NULL);
  EXPECT(TfLiteInterpreterGetTensor(NULL, 0) == NULL);
  EXPECT(TfLiteInterpreterAllocateTensors(NULL) == kTfLiteError);
  EXPECT(TfLiteInterpreterInvoke(NULL) == kTfLiteError);
  EXPECT(TfLiteInterpreterCancel(NULL) == kTfLiteError);
  EXPECT(TfLiteInterpreterResizeInputTensor(NULL, 0, NULL, 0) == kTfLiteError);
  EXPECT(TfLiteInterpreterGetSignatureRunner(NULL, "a") == NULL);
  EXPECT(TfLiteSignatureRunnerInvoke(NULL) == kTfLiteError);
  EXPECT(TfLiteSignatureRunnerGetInputTensor(NULL, "a") == NULL);
  EXPECT(TfLiteTensorType(NULL) == kTfLiteNoType && TfLiteTensorNumDims(NULL) == -1 && TfLiteTensorDim(NULL, 0) == -1);
  EXPECT(TfLiteTensorByteSize(NULL) == 0 && TfLiteTensorData(NULL) == NULL && TfLiteTensorName(NULL) == NULL);
  EXPECT(TfLiteTensorCopyFromBuffer(NULL, NULL, 0) == kTfLiteError);
  EXPECT(TfLiteTensorCopyToBuffer(NULL, NULL, 0) == kTfLiteError);
  EXPECT(TfLiteOperatorCreate(kTfLiteBuiltinCustom, NULL, 1, NULL) == NULL);
  EXPECT(TfLiteOpaqueNodeGetInput(NULL, NULL, 0) == NULL && TfLiteOpaqueTensorGetStringCount(NULL) == -1);
  EXPECT(TfLiteIntArrayCreate(-1) == NULL);
}

static void Models(const char* folder) {
  Messages m = {0, ""};
  EXPECT(TfLiteModelCreateWithErrorReporter(NULL, 0, Keep, &m) == NULL && m.count == 1);
  EXPECT(TfLiteModelCreateWithErrorReporter("not a model, only some words", 28, Keep, &m) == NULL && m.count == 2);
  EXPECT(TfLiteModelCreateFromFileWithErrorReporter(NULL, Keep, &m) == NULL && m.count == 3);
  EXPECT(TfLiteModelCreateFromFileWithErrorReporter("/no/such/file", Keep, &m) == NULL && m.count == 4);
  EXPECT(Said(&m, "/no/such/file"));
  (void)folder;
}

static void Arguments(const char* folder) {
  Messages m = {0, ""};
  TfLiteModel* model = TfLiteModelCreateFromFile(ModelPath(folder, "add"));
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetErrorReporter(options, Keep, &m);
  EXPECT(TfLiteInterpreterCreate(NULL, options) == NULL && m.count == 1);
  TfLiteInterpreterOptionsSetNumThreads(options, -7);
  EXPECT(TfLiteInterpreterCreate(model, options) == NULL && Said(&m, "-7"));
  TfLiteInterpreterOptionsSetNumThreads(options, -1);
  TfLiteInterpreter* i = TfLiteInterpreterCreate(model, options);
  EXPECT(TfLiteInterpreterGetInputTensor(i, 1) == NULL && Said(&m, "no input 1"));
  EXPECT(TfLiteInterpreterGetInputTensor(i, -1) == NULL && Said(&m, "no input -1"));
  EXPECT(TfLiteInterpreterGetOutputTensor(i, 5) == NULL && Said(&m, "no output 5"));
  EXPECT(TfLiteInterpreterGetTensor(i, 2) == NULL && Said(&m, "no tensor 2"));
  EXPECT(TfLiteInterpreterGetSignatureKey(i, 3) == NULL && Said(&m, "no signature 3"));
  EXPECT(TfLiteInterpreterGetSignatureRunner(i, NULL) == NULL);
  EXPECT(TfLiteInterpreterGetInputTensorIndex(i, 4) == -1);
  int negative[2] = {-1, 3}, huge[2] = {2000000000, 2000000000}, odd[2] = {2, 3};
  EXPECT(TfLiteInterpreterResizeInputTensor(i, 9, odd, 2) == kTfLiteError && Said(&m, "no input 9"));
  EXPECT(TfLiteInterpreterResizeInputTensor(i, 0, NULL, 2) == kTfLiteError && Said(&m, "no dimensions"));
  EXPECT(TfLiteInterpreterResizeInputTensor(i, 0, odd, -2) == kTfLiteError);
  EXPECT(TfLiteInterpreterResizeInputTensor(i, 0, negative, 2) == kTfLiteError && Said(&m, "negative"));
  EXPECT(TfLiteInterpreterResizeInputTensor(i, 0, huge, 2) == kTfLiteError);
  EXPECT(TfLiteInterpreterInvoke(i) == kTfLiteError && Said(&m, "AllocateTensors"));
  EXPECT(TfLiteInterpreterCancel(i) == kTfLiteError && Said(&m, "EnableCancellation"));
  EXPECT_OK(TfLiteInterpreterAllocateTensors(i));
  float x[4] = {0};
  TfLiteTensor* input = TfLiteInterpreterGetInputTensor(i, 0);
  EXPECT(TfLiteTensorCopyFromBuffer(input, x, 16) == kTfLiteError);
  EXPECT(TfLiteTensorCopyFromBuffer(input, NULL, 12) == kTfLiteError);
  EXPECT(TfLiteTensorCopyToBuffer(input, x, 8) == kTfLiteError);
  EXPECT(TfLiteTensorDim(input, 2) == -1 && TfLiteTensorDim(input, -1) == -1);
  EXPECT(TfLiteInterpreterSetCustomAllocationForTensor(i, 7, NULL, 0) == kTfLiteError);
  EXPECT(TfLiteInterpreterGetBufferHandle(i, 0, NULL, NULL) == kTfLiteError);
  EXPECT_OK(TfLiteInterpreterInvoke(i));
  TfLiteInterpreterDelete(i);
  EXPECT_OK(TfLiteInterpreterOptionsEnableCancellation(options, true));
  i = TfLiteInterpreterCreate(model, options);
  EXPECT_OK(TfLiteInterpreterCancel(i));
  EXPECT_OK(TfLiteInterpreterAllocateTensors(i));
  EXPECT_OK(TfLiteInterpreterInvoke(i)); /* later runs are not cancelled */
  TfLiteInterpreterDelete(i);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteModelDelete(model);
}

static TfLiteStatus NeverCalled(TfLiteContext* context, TfLiteDelegate* delegate) {
  (void)context;
  (void)delegate;
  exit(1);
}

static void Delegates(const char* folder) {
  Messages m = {0, ""};
  TfLiteModel* model = TfLiteModelCreateFromFile(ModelPath(folder, "add"));
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetErrorReporter(options, Keep, &m);
  TfLiteXNNPackDelegateOptions xnnpack = TfLiteXNNPackDelegateOptionsDefault();
  xnnpack.num_threads = 2;
  TfLiteDelegate* known = TfLiteXNNPackDelegateCreate(&xnnpack);
  TfLiteInterpreterOptionsAddDelegate(options, known);
  TfLiteInterpreter* i = TfLiteInterpreterCreate(model, options);
  EXPECT(i != NULL && m.count == 0);
  TfLiteDelegate other = TfLiteDelegateCreate();
  other.Prepare = NeverCalled;
  EXPECT_OK(TfLiteInterpreterModifyGraphWithDelegate(i, known));
  EXPECT(TfLiteInterpreterModifyGraphWithDelegate(i, &other) == kTfLiteDelegateError && Said(&m, "delegate"));
  TfLiteInterpreterDelete(i);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteXNNPackDelegateDelete(known);

  TfLiteInterpreterOptions* with_other = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetErrorReporter(with_other, Keep, &m);
  TfLiteInterpreterOptionsAddDelegate(with_other, &other);
  EXPECT(TfLiteInterpreterCreate(model, with_other) == NULL && Said(&m, "delegate"));
  TfLiteInterpreterOptionsSetEnableDelegateFallback(with_other, true);
  i = TfLiteInterpreterCreate(model, with_other);
  EXPECT(i != NULL);
  TfLiteInterpreterDelete(i);

  TfLiteRegistration own;
  memset(&own, 0, sizeof own);
  options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetErrorReporter(options, Keep, &m);
  TfLiteInterpreterOptionsAddBuiltinOp(options, kTfLiteBuiltinAdd, &own, 1, 1);
  EXPECT(TfLiteInterpreterCreate(model, options) == NULL && Said(&m, "ADD"));
  TfLiteInterpreterOptionsDelete(options);
  TfLiteInterpreterOptionsDelete(with_other);
  TfLiteModelDelete(model);
}

static TfLiteStatus Fails(TfLiteContext* context, TfLiteNode* node) {
  (void)node;
  TfLiteIntArray* plan;
  TfLiteNode* other;
  struct TfLiteRegistration* registration;
  EXPECT(context->GetExecutionPlan(context, &plan) == kTfLiteError);
  EXPECT(context->GetNodeAndRegistration(context, 0, &other, &registration) == kTfLiteError);
  EXPECT(context->ResizeTensor(context, NULL, TfLiteIntArrayCreate(1)) == kTfLiteError);
  EXPECT(context->ResizeTensor(context, &context->tensors[0], NULL) == kTfLiteError);
  EXPECT(context->AddTensors(context, 1 << 30, NULL) == kTfLiteError);
  EXPECT(context->GetTensor(context, 99) == NULL);
  TF_LITE_ENSURE_MSG(context, false, " on purpose");
  return kTfLiteOk;
}

/* Writes another shape than prepare decided. */
static TfLiteStatus Grows(TfLiteContext* context, TfLiteNode* node) {
  TfLiteTensor* y = &context->tensors[node->outputs->data[0]];
  TfLiteIntArray* dims = TfLiteIntArrayCreate(1);
  dims->data[0] = 1000;
  return context->ResizeTensor(context, y, dims);
}

static void* InitFails(TfLiteContext* context, const char* buffer, size_t length) {
  (void)context;
  (void)buffer;
  (void)length;
  return TfLiteKernelInitFailed();
}

static TfLiteInterpreter* WithSin(const char* folder, Messages* m, TfLiteRegistration r) {
  TfLiteModel* model = TfLiteModelCreateFromFile(ModelPath(folder, "sin"));
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetErrorReporter(options, Keep, m);
  TfLiteInterpreterOptionsAddCustomOp(options, "Sin", &r, 1, 1);
  TfLiteInterpreter* i = TfLiteInterpreterCreate(model, options);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteModelDelete(model);
  return i;
}

static void Operators(const char* folder) {
  Messages m = {0, ""};
  TfLiteRegistration r;
  memset(&r, 0, sizeof r);
  EXPECT(WithSin(folder, &m, r) == NULL && Said(&m, "without an invoke function"));
  r.invoke = Grows;
  r.init = InitFails;
  EXPECT(WithSin(folder, &m, r) == NULL && Said(&m, "init"));
  r.init = NULL;
  r.prepare = Fails;
  TfLiteInterpreter* i = WithSin(folder, &m, r);
  EXPECT(TfLiteInterpreterAllocateTensors(i) == kTfLiteError && Said(&m, "on purpose") && Said(&m, "prepare"));
  TfLiteInterpreterDelete(i);
  r.prepare = NULL;
  i = WithSin(folder, &m, r);
  EXPECT_OK(TfLiteInterpreterAllocateTensors(i));
  EXPECT(TfLiteInterpreterInvoke(i) == kTfLiteError && Said(&m, "invoke of the operator failed"));
  TfLiteInterpreterDelete(i);
}

int main(int argc, char** argv) {
  EXPECT(argc == 2);
  Nulls();
  Models(argv[1]);
  Arguments(argv[1]);
  Delegates(argv[1]);
  Operators(argv[1]);
  return 0;
}
