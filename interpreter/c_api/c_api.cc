// What c_api.h and c_api_experimental.h declare.
#include "tensorflow/lite/c/c_api.h"

#include <algorithm>
#include <cstring>

#include "formats/tflite/read.h"
#include "interpreter/c_api/delegates.h"
#include "interpreter/c_api/handles.h"
#include "tensorflow/lite/c/c_api_experimental.h"

using namespace slipway;
using namespace slipway::c_api;

namespace {

using ReportFunction = void (*)(void*, const char*, va_list);

size_t At(int i) { return static_cast<size_t>(i); }

TfLiteModel* MakeModel(Result<tflite::Model> read, const Reporter& reporter, std::string_view where) {
  if (!read.ok()) {
    reporter.Passes(std::move(read).status().At(where));
    return nullptr;
  }
  auto model = std::make_unique<TfLiteModel>();
  model->file = std::make_shared<const tflite::Model>(std::move(*read));
  model->reporter = reporter;
  return model.release();
}

TfLiteInterpreter* CreateInterpreter(const TfLiteModel* model, const TfLiteInterpreterOptions* options, bool selected) {
  Reporter reporter = options ? options->reporter : Reporter();
  if (!model) {
    reporter.Say("there is no model to make an interpreter of");
    return nullptr;
  }
  return Guarded(reporter, static_cast<TfLiteInterpreter*>(nullptr), [&] {
    TfLiteInterpreterOptions none;
    return TfLiteInterpreter::Create(*model, options ? *options : none, selected);
  });
}

// `tensors[i]` of the main graph; nullptr after a message if there is none.
TfLiteTensor* ShowOf(const TfLiteInterpreter* interpreter, const std::vector<int>& tensors, int i, const char* what) {
  if (!interpreter || !interpreter->Has(i, tensors.size(), what)) return nullptr;
  auto* self = const_cast<TfLiteInterpreter*>(interpreter);
  return Guarded(self->reporter(), static_cast<TfLiteTensor*>(nullptr), [&] { return self->Show(0, tensors[At(i)]); });
}

// f(interpreter) -> TfLiteStatus.
template <class F>
TfLiteStatus Call(TfLiteInterpreter* interpreter, F&& f) {
  if (!interpreter) return kTfLiteError;
  return Guarded(interpreter->reporter(), kTfLiteError, [&] { return f(*interpreter); });
}

// f(*options), which may need memory.
template <class F>
void Change(TfLiteInterpreterOptions* options, F&& f) {
  if (options) Guarded(options->reporter, false, [&] { return f(*options), true; });
}

const std::vector<int32_t>& Inputs(const TfLiteInterpreter& i) { return i.graph(0).inputs; }
const std::vector<int32_t>& Outputs(const TfLiteInterpreter& i) { return i.graph(0).outputs; }

std::vector<TfLiteSignatureRunner::Argument> ByName(const std::vector<tflite::SignatureTensor>& list) {
  std::vector<TfLiteSignatureRunner::Argument> arguments;
  auto before = [](const auto& a, const auto& b) { return std::strcmp(a.name, b.name) < 0; };
  for (const tflite::SignatureTensor& a : list) {
    TfLiteSignatureRunner::Argument argument{a.name.c_str(), static_cast<int>(a.tensor)};
    arguments.insert(std::upper_bound(arguments.begin(), arguments.end(), argument, before), argument);
  }
  return arguments;
}

const TfLiteSignatureRunner::Argument* Find(const TfLiteSignatureRunner& runner,
                                            const std::vector<TfLiteSignatureRunner::Argument>& list, const char* name,
                                            const char* what) {
  for (const auto& a : list)
    if (name && std::strcmp(a.name, name) == 0) return &a;
  runner.interpreter->reporter().Say("the signature has no %s '%s'", what, name ? name : "(null)");
  return nullptr;
}

const char* NameOf(const TfLiteSignatureRunner* runner, const std::vector<TfLiteSignatureRunner::Argument>& list, int i,
                   const char* what) {
  return runner->interpreter->Has(i, list.size(), what) ? list[At(i)].name : nullptr;
}

TfLiteTensor* ShowOf(const TfLiteSignatureRunner& runner, const TfLiteSignatureRunner::Argument* argument) {
  if (!argument) return nullptr;
  return Guarded(runner.interpreter->reporter(), static_cast<TfLiteTensor*>(nullptr),
                 [&] { return runner.interpreter->Show(runner.graph, argument->tensor); });
}

}  // namespace

extern "C" {

const char* TfLiteVersion(void) { return "2.21.0+slipway." SLIPWAY_VERSION; }
const char* TfLiteExtensionApisVersion(void) { return "2.21.0+slipway." SLIPWAY_VERSION; }
int TfLiteSchemaVersion(void) { return static_cast<int>(tflite::kSchemaVersion); }

TfLiteModel* TfLiteModelCreateWithErrorReporter(const void* model_data, size_t model_size, ReportFunction report,
                                                void* user_data) {
  Reporter reporter{report, user_data};
  return Guarded(reporter, static_cast<TfLiteModel*>(nullptr), [&]() -> TfLiteModel* {
    if (!model_data) return MakeModel(UsageError("no bytes are given"), reporter, "loading a model");
    return MakeModel(tflite::Read(nullptr, {static_cast<const char*>(model_data), model_size}), reporter,
                     "loading a model");
  });
}
TfLiteModel* TfLiteModelCreate(const void* model_data, size_t model_size) {
  return TfLiteModelCreateWithErrorReporter(model_data, model_size, nullptr, nullptr);
}
TfLiteModel* TfLiteModelCreateFromFileWithErrorReporter(const char* model_path, ReportFunction report,
                                                        void* user_data) {
  Reporter reporter{report, user_data};
  return Guarded(reporter, static_cast<TfLiteModel*>(nullptr), [&]() -> TfLiteModel* {
    if (!model_path) return MakeModel(UsageError("no path is given"), reporter, "loading a model");
    return MakeModel(tflite::ReadFile(model_path), reporter, StrCat("loading '", model_path, "'"));
  });
}
TfLiteModel* TfLiteModelCreateFromFile(const char* model_path) {
  return TfLiteModelCreateFromFileWithErrorReporter(model_path, nullptr, nullptr);
}
void TfLiteModelDelete(TfLiteModel* model) { delete model; }

// ---- Options

TfLiteInterpreterOptions* TfLiteInterpreterOptionsCreate(void) { return new (std::nothrow) TfLiteInterpreterOptions; }
TfLiteInterpreterOptions* TfLiteInterpreterOptionsCopy(const TfLiteInterpreterOptions* from) {
  if (!from) return nullptr;
  return Guarded(from->reporter, static_cast<TfLiteInterpreterOptions*>(nullptr),
                 [&] { return new TfLiteInterpreterOptions(*from); });
}
void TfLiteInterpreterOptionsDelete(TfLiteInterpreterOptions* options) { delete options; }
void TfLiteInterpreterOptionsSetNumThreads(TfLiteInterpreterOptions* options, int32_t num_threads) {
  if (options) options->num_threads = num_threads;
}
void TfLiteInterpreterOptionsAddDelegate(TfLiteInterpreterOptions* options, TfLiteOpaqueDelegate* delegate) {
  if (delegate) Change(options, [&](auto& o) { o.delegates.push_back(delegate); });
}
void TfLiteInterpreterOptionsSetErrorReporter(TfLiteInterpreterOptions* options, ReportFunction report,
                                              void* user_data) {
  if (options) options->reporter = {report, user_data};
}
void TfLiteInterpreterOptionsAddOperator(TfLiteInterpreterOptions* options, TfLiteOperator* op) {
  if (!op) return;
  Change(options, [&](auto& o) {
    if (op->builtin_code == kTfLiteBuiltinCustom)
      o.ops.custom.push_back({op->custom_name, op->version, op->version, {{}, op}});
    else
      o.ops.builtin.push_back({op->builtin_code, op->version, op->version});
  });
}
void TfLiteInterpreterOptionsAddRegistrationExternal(TfLiteInterpreterOptions* options,
                                                     TfLiteRegistrationExternal* registration) {
  TfLiteInterpreterOptionsAddOperator(options, registration);
}
TfLiteStatus TfLiteInterpreterOptionsEnableCancellation(TfLiteInterpreterOptions* options, bool enable) {
  if (!options) return kTfLiteError;
  options->cancellation = enable;
  return kTfLiteOk;
}
void TfLiteInterpreterOptionsAddCustomOp(TfLiteInterpreterOptions* options, const char* name,
                                         const TfLiteRegistration* registration, int32_t min_version,
                                         int32_t max_version) {
  if (!name || !registration) return;
  Registration r{*registration, nullptr};
  if (registration->registration_external) r = {{}, registration->registration_external};
  Change(options, [&](auto& o) { o.ops.custom.push_back({name, min_version, max_version, r}); });
}
void TfLiteInterpreterOptionsAddBuiltinOp(TfLiteInterpreterOptions* options, TfLiteBuiltinOperator op,
                                          const TfLiteRegistration* registration, int32_t min_version,
                                          int32_t max_version) {
  if (registration) Change(options, [&](auto& o) { o.ops.builtin.push_back({op, min_version, max_version}); });
}
void TfLiteInterpreterOptionsSetOpResolver(
    TfLiteInterpreterOptions* options, const TfLiteRegistration* (*find_builtin_op)(void*, TfLiteBuiltinOperator, int),
    const TfLiteRegistration* (*find_custom_op)(void*, const char*, int), void* user_data) {
  if (!options) return;
  options->ops.resolver = {};
  options->ops.resolver.find_builtin = find_builtin_op;
  options->ops.resolver.find_custom = find_custom_op;
  options->ops.resolver.user_data = user_data;
}
void TfLiteInterpreterOptionsSetOpResolverExternal(TfLiteInterpreterOptions* options,
                                                   const TfLiteOperator* (*find_builtin_op)(void*, int, int),
                                                   const TfLiteOperator* (*find_custom_op)(void*, const char*, int),
                                                   void* user_data) {
  if (!options) return;
  options->ops.resolver = {};
  options->ops.resolver.find_builtin_external = find_builtin_op;
  options->ops.resolver.find_custom_external = find_custom_op;
  options->ops.resolver.user_data = user_data;
}
void TfLiteInterpreterOptionsSetUseNNAPI(TfLiteInterpreterOptions*, bool) {}
void TfLiteInterpreterOptionsSetEnableDelegateFallback(TfLiteInterpreterOptions* options, bool enable) {
  if (options) options->delegate_fallback = enable;
}
void TfLiteInterpreterOptionsSetTelemetryProfiler(TfLiteInterpreterOptions*, TfLiteTelemetryProfilerStruct*) {}

// ---- Interpreters

TfLiteInterpreter* TfLiteInterpreterCreate(const TfLiteModel* model, const TfLiteInterpreterOptions* options) {
  return CreateInterpreter(model, options, false);
}
TfLiteInterpreter* TfLiteInterpreterCreateWithSelectedOps(const TfLiteModel* model,
                                                          const TfLiteInterpreterOptions* options) {
  return CreateInterpreter(model, options, true);
}
void TfLiteInterpreterDelete(TfLiteInterpreter* interpreter) { delete interpreter; }

int32_t TfLiteInterpreterGetInputTensorCount(const TfLiteInterpreter* interpreter) {
  return interpreter ? static_cast<int32_t>(Inputs(*interpreter).size()) : 0;
}
const int* TfLiteInterpreterInputTensorIndices(const TfLiteInterpreter* interpreter) {
  return interpreter ? Inputs(*interpreter).data() : nullptr;
}
TfLiteTensor* TfLiteInterpreterGetInputTensor(const TfLiteInterpreter* interpreter, int32_t input_index) {
  return interpreter ? ShowOf(interpreter, Inputs(*interpreter), input_index, "input") : nullptr;
}
int32_t TfLiteInterpreterGetOutputTensorCount(const TfLiteInterpreter* interpreter) {
  return interpreter ? static_cast<int32_t>(Outputs(*interpreter).size()) : 0;
}
const int* TfLiteInterpreterOutputTensorIndices(const TfLiteInterpreter* interpreter) {
  return interpreter ? Outputs(*interpreter).data() : nullptr;
}
const TfLiteTensor* TfLiteInterpreterGetOutputTensor(const TfLiteInterpreter* interpreter, int32_t output_index) {
  return interpreter ? ShowOf(interpreter, Outputs(*interpreter), output_index, "output") : nullptr;
}
int32_t TfLiteInterpreterGetInputTensorIndex(const TfLiteInterpreter* interpreter, int32_t input_index) {
  if (!interpreter || !interpreter->Has(input_index, Inputs(*interpreter).size(), "input")) return -1;
  return Inputs(*interpreter)[At(input_index)];
}
int32_t TfLiteInterpreterGetOutputTensorIndex(const TfLiteInterpreter* interpreter, int32_t output_index) {
  if (!interpreter || !interpreter->Has(output_index, Outputs(*interpreter).size(), "output")) return -1;
  return Outputs(*interpreter)[At(output_index)];
}
TfLiteTensor* TfLiteInterpreterGetTensor(const TfLiteInterpreter* interpreter, int index) {
  if (!interpreter || !interpreter->Has(index, interpreter->graph(0).tensors.size(), "tensor")) return nullptr;
  return ShowOf(interpreter, std::vector<int>{index}, 0, "tensor");
}
int32_t TfLiteInterpreterGetVariableTensorCount(const TfLiteInterpreter* interpreter) {
  return interpreter ? static_cast<int32_t>(interpreter->variables().size()) : 0;
}
TfLiteTensor* TfLiteInterpreterGetVariableTensor(const TfLiteInterpreter* interpreter, int32_t variable_index) {
  return interpreter ? ShowOf(interpreter, interpreter->variables(), variable_index, "variable") : nullptr;
}

TfLiteStatus TfLiteInterpreterResizeInputTensor(TfLiteInterpreter* interpreter, int32_t input_index,
                                                const int* input_dims, int32_t input_dims_size) {
  return Call(interpreter, [&](auto& i) { return i.Resize(0, input_index, input_dims, input_dims_size, false); });
}
TfLiteStatus TfLiteInterpreterResizeInputTensorStrict(TfLiteInterpreter* interpreter, int32_t input_index,
                                                      const int* input_dims, int32_t input_dims_size) {
  return Call(interpreter, [&](auto& i) { return i.Resize(0, input_index, input_dims, input_dims_size, true); });
}
TfLiteStatus TfLiteInterpreterAllocateTensors(TfLiteInterpreter* interpreter) {
  return Call(interpreter, [](auto& i) { return i.Allocate(0); });
}
TfLiteStatus TfLiteInterpreterInvoke(TfLiteInterpreter* interpreter) {
  return Call(interpreter, [](auto& i) { return i.Invoke(0); });
}
TfLiteStatus TfLiteInterpreterCancel(const TfLiteInterpreter* interpreter) {
  return interpreter ? const_cast<TfLiteInterpreter*>(interpreter)->Cancel() : kTfLiteError;
}
TfLiteStatus TfLiteInterpreterResetVariableTensors(TfLiteInterpreter* interpreter) {
  if (!interpreter) return kTfLiteError;
  interpreter->ResetVariables();
  return kTfLiteOk;
}
TfLiteStatus TfLiteInterpreterModifyGraphWithDelegate(const TfLiteInterpreter* interpreter, TfLiteDelegate* delegate) {
  if (!interpreter) return kTfLiteError;
  int threads = 0;
  bool applied = interpreter->reporter().Passes(ApplyDelegate(delegate, &threads));
  return applied ? kTfLiteOk : kTfLiteDelegateError;
}
TfLiteStatus TfLiteInterpreterSetCustomAllocationForTensor(TfLiteInterpreter* interpreter, int tensor_index,
                                                           const TfLiteCustomAllocation* allocation, int64_t flags) {
  return Call(interpreter, [&](auto& i) {
    if (!allocation || !i.Has(tensor_index, i.graph(0).tensors.size(), "tensor")) return kTfLiteError;
    return i.UseMemory(tensor_index, *allocation, !(flags & kTfLiteCustomAllocationFlagsSkipAlignCheck));
  });
}
TfLiteStatus TfLiteInterpreterSetBufferHandle(TfLiteInterpreter*, TfLiteTensor*, TfLiteBufferHandle,
                                              TfLiteOpaqueDelegate*) {
  return kTfLiteError;
}
TfLiteStatus TfLiteInterpreterGetBufferHandle(TfLiteInterpreter*, int, TfLiteBufferHandle* buffer_handle,
                                              TfLiteOpaqueDelegate** delegate) {
  if (buffer_handle) *buffer_handle = kTfLiteNullBufferHandle;
  if (delegate) *delegate = nullptr;
  return kTfLiteError;
}
void TfLiteSetAllowBufferHandleOutput(const TfLiteInterpreter*, bool) {}
TfLiteStatus TfLiteInterpreterEnsureTensorDataIsReadable(TfLiteInterpreter* interpreter, int tensor_index) {
  bool there = interpreter && interpreter->Has(tensor_index, interpreter->graph(0).tensors.size(), "tensor");
  return there ? kTfLiteOk : kTfLiteError;
}

// ---- Signatures

int32_t TfLiteInterpreterGetSignatureCount(const TfLiteInterpreter* interpreter) {
  return interpreter ? static_cast<int32_t>(interpreter->file().signatures.size()) : 0;
}
const char* TfLiteInterpreterGetSignatureKey(const TfLiteInterpreter* interpreter, int32_t signature_index) {
  if (!interpreter) return nullptr;
  const std::vector<tflite::Signature>& all = interpreter->file().signatures;
  return interpreter->Has(signature_index, all.size(), "signature") ? all[At(signature_index)].key.c_str() : nullptr;
}
TfLiteSignatureRunner* TfLiteInterpreterGetSignatureRunner(const TfLiteInterpreter* interpreter,
                                                           const char* signature_key) {
  if (!interpreter) return nullptr;
  auto* self = const_cast<TfLiteInterpreter*>(interpreter);
  return Guarded(self->reporter(), static_cast<TfLiteSignatureRunner*>(nullptr), [&]() -> TfLiteSignatureRunner* {
    for (const tflite::Signature& s : self->file().signatures)
      if (signature_key && s.key == signature_key)
        return new TfLiteSignatureRunner{self, static_cast<int>(s.subgraph), ByName(s.inputs), ByName(s.outputs)};
    self->reporter().Say("there is no signature '%s'", signature_key ? signature_key : "(null)");
    return nullptr;
  });
}
void TfLiteSignatureRunnerDelete(TfLiteSignatureRunner* runner) { delete runner; }

size_t TfLiteSignatureRunnerGetInputCount(const TfLiteSignatureRunner* runner) {
  return runner ? runner->inputs.size() : 0;
}
const char* TfLiteSignatureRunnerGetInputName(const TfLiteSignatureRunner* runner, int32_t input_index) {
  return runner ? NameOf(runner, runner->inputs, input_index, "input") : nullptr;
}
TfLiteStatus TfLiteSignatureRunnerResizeInputTensor(TfLiteSignatureRunner* runner, const char* input_name,
                                                    const int* input_dims, int32_t input_dims_size) {
  const auto* argument = runner ? Find(*runner, runner->inputs, input_name, "input") : nullptr;
  if (!argument) return kTfLiteError;
  return Call(runner->interpreter, [&](auto& i) {
    const std::vector<int32_t>& inputs = i.graph(runner->graph).inputs;
    auto at = std::find(inputs.begin(), inputs.end(), argument->tensor) - inputs.begin();
    return i.Resize(runner->graph, static_cast<int>(at), input_dims, input_dims_size, true);
  });
}
TfLiteStatus TfLiteSignatureRunnerAllocateTensors(TfLiteSignatureRunner* runner) {
  return runner ? Call(runner->interpreter, [&](auto& i) { return i.Allocate(runner->graph); }) : kTfLiteError;
}
TfLiteTensor* TfLiteSignatureRunnerGetInputTensor(TfLiteSignatureRunner* runner, const char* input_name) {
  return runner ? ShowOf(*runner, Find(*runner, runner->inputs, input_name, "input")) : nullptr;
}
TfLiteStatus TfLiteSignatureRunnerInvoke(TfLiteSignatureRunner* runner) {
  return runner ? Call(runner->interpreter, [&](auto& i) { return i.Invoke(runner->graph); }) : kTfLiteError;
}
size_t TfLiteSignatureRunnerGetOutputCount(const TfLiteSignatureRunner* runner) {
  return runner ? runner->outputs.size() : 0;
}
const char* TfLiteSignatureRunnerGetOutputName(const TfLiteSignatureRunner* runner, int32_t output_index) {
  return runner ? NameOf(runner, runner->outputs, output_index, "output") : nullptr;
}
const TfLiteTensor* TfLiteSignatureRunnerGetOutputTensor(const TfLiteSignatureRunner* runner, const char* output_name) {
  return runner ? ShowOf(*runner, Find(*runner, runner->outputs, output_name, "output")) : nullptr;
}
TfLiteStatus TfLiteSignatureRunnerCancel(TfLiteSignatureRunner* runner) {
  return runner ? runner->interpreter->Cancel() : kTfLiteError;
}

// ---- Tensors

TfLiteType TfLiteTensorType(const TfLiteTensor* tensor) { return tensor ? tensor->type : kTfLiteNoType; }
int32_t TfLiteTensorNumDims(const TfLiteTensor* tensor) { return tensor && tensor->dims ? tensor->dims->size : -1; }
int32_t TfLiteTensorDim(const TfLiteTensor* tensor, int32_t dim_index) {
  bool there = tensor && tensor->dims && dim_index >= 0 && dim_index < tensor->dims->size;
  return there ? tensor->dims->data[dim_index] : -1;
}
size_t TfLiteTensorByteSize(const TfLiteTensor* tensor) { return tensor ? tensor->bytes : 0; }
void* TfLiteTensorData(const TfLiteTensor* tensor) { return tensor ? tensor->data.data : nullptr; }
const char* TfLiteTensorName(const TfLiteTensor* tensor) { return tensor ? tensor->name : nullptr; }
TfLiteQuantizationParams TfLiteTensorQuantizationParams(const TfLiteTensor* tensor) {
  return tensor ? tensor->params : TfLiteQuantizationParams{};
}
TfLiteStatus TfLiteTensorCopyFromBuffer(TfLiteTensor* tensor, const void* input_data, size_t input_data_size) {
  if (!tensor || tensor->bytes != input_data_size || tensor->allocation_type == kTfLiteMmapRo) return kTfLiteError;
  if (input_data_size == 0) return kTfLiteOk;
  if (!input_data || !tensor->data.data) return kTfLiteError;
  std::memcpy(tensor->data.data, input_data, input_data_size);
  return kTfLiteOk;
}
TfLiteStatus TfLiteTensorCopyToBuffer(const TfLiteTensor* tensor, void* output_data, size_t output_data_size) {
  if (!tensor || tensor->bytes != output_data_size) return kTfLiteError;
  if (output_data_size == 0) return kTfLiteOk;
  if (!output_data || !tensor->data.data) return kTfLiteError;
  std::memcpy(output_data, tensor->data.data, output_data_size);
  return kTfLiteOk;
}

}  // extern "C"
