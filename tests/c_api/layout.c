/* The structs that operators read have TensorFlow Lite's layout (64-bit machines). */
#include <stddef.h>

#include "expect.h"
#include "tensorflow/lite/c/common.h"

#define AT(type, field, offset) EXPECT(offsetof(type, field) == (offset))

static void Tensors(void) {
  AT(TfLiteTensor, type, 0);
  AT(TfLiteTensor, data, 8);
  AT(TfLiteTensor, dims, 16);
  AT(TfLiteTensor, params, 24);
  AT(TfLiteTensor, allocation_type, 32);
  AT(TfLiteTensor, bytes, 40);
  AT(TfLiteTensor, allocation, 48);
  AT(TfLiteTensor, name, 56);
  AT(TfLiteTensor, delegate, 64);
  AT(TfLiteTensor, buffer_handle, 72);
  AT(TfLiteTensor, data_is_stale, 76);
  AT(TfLiteTensor, is_variable, 77);
  AT(TfLiteTensor, quantization, 80);
  AT(TfLiteTensor, sparsity, 96);
  AT(TfLiteTensor, dims_signature, 104);
  EXPECT(sizeof(TfLiteTensor) == 112);
  AT(TfLiteAffineQuantization, zero_point, 8);
  AT(TfLiteAffineQuantization, quantized_dimension, 16);
}

static void Nodes(void) {
  AT(TfLiteNode, inputs, 0);
  AT(TfLiteNode, outputs, 8);
  AT(TfLiteNode, intermediates, 16);
  AT(TfLiteNode, temporaries, 24);
  AT(TfLiteNode, user_data, 32);
  AT(TfLiteNode, builtin_data, 40);
  AT(TfLiteNode, custom_initial_data, 48);
  AT(TfLiteNode, custom_initial_data_size, 56);
  AT(TfLiteNode, delegate, 64);
  AT(TfLiteNode, might_have_side_effect, 72);
  AT(TfLiteRegistration, init, 0);
  AT(TfLiteRegistration, free, 8);
  AT(TfLiteRegistration, prepare, 16);
  AT(TfLiteRegistration, invoke, 24);
  AT(TfLiteRegistration, profiling_string, 32);
  AT(TfLiteRegistration, builtin_code, 40);
  AT(TfLiteRegistration, custom_name, 48);
  AT(TfLiteRegistration, version, 56);
  AT(TfLiteRegistration, registration_external, 64);
  AT(TfLiteRegistration, async_kernel, 72);
  AT(TfLiteRegistration, inplace_operator, 80);
}

static void Contexts(void) {
  AT(TfLiteContext, tensors_size, 0);
  AT(TfLiteContext, GetExecutionPlan, 8);
  AT(TfLiteContext, tensors, 16);
  AT(TfLiteContext, impl_, 24);
  AT(TfLiteContext, ResizeTensor, 32);
  AT(TfLiteContext, ReportError, 40);
  AT(TfLiteContext, AddTensors, 48);
  AT(TfLiteContext, GetNodeAndRegistration, 56);
  AT(TfLiteContext, ReplaceNodeSubsetsWithDelegateKernels, 64);
  AT(TfLiteContext, recommended_num_threads, 72);
  AT(TfLiteContext, GetExternalContext, 80);
  AT(TfLiteContext, SetExternalContext, 88);
  AT(TfLiteContext, allow_fp32_relax_to_fp16, 96);
  AT(TfLiteContext, profiler, 104);
  AT(TfLiteContext, AllocatePersistentBuffer, 112);
  AT(TfLiteContext, AllocateBufferForEval, 120);
  AT(TfLiteContext, RequestScratchBufferInArena, 128);
  AT(TfLiteContext, GetScratchBuffer, 136);
  AT(TfLiteContext, ResizeTensorExplicit, 144);
  AT(TfLiteContext, PreviewDelegatePartitioning, 152);
  AT(TfLiteContext, GetTensor, 160);
  AT(TfLiteContext, GetEvalTensor, 168);
  AT(TfLiteContext, GetModelMetadata, 176);
  AT(TfLiteContext, AcquireSubgraphContext, 184);
  AT(TfLiteContext, ReleaseSubgraphContext, 192);
}

int main(void) {
  if (sizeof(void*) != 8) return 0;
  Tensors();
  Nodes();
  Contexts();
  return 0;
}
