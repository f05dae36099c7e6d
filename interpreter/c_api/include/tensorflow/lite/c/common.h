#ifndef TENSORFLOW_LITE_C_COMMON_H_
#define TENSORFLOW_LITE_C_COMMON_H_
/* What custom operators are written with: tensors, nodes and the context as structs, in TensorFlow Lite's layout.
 *
 * A TfLiteRegistration's functions get a TfLiteContext and a TfLiteNode. `context->tensors[node->inputs->data[i]]` is
 * operand i; prepare gives each result its shape by `context->ResizeTensor`, invoke reads and writes `data`. These
 * structs belong to the interpreter; fields are read, only type, allocation_type and temporaries are written by
 * operators in prepare. Calls of one interpreter never overlap.
 *
 * Rule of memory: the data of a tensor whose allocation_type is kTfLiteDynamic or kTfLitePersistentRo came from malloc
 * and may be grown by TfLiteTensorRealloc; any other data is somebody else's.
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tensorflow/lite/c/c_api_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum TfLiteExternalContextType {
  kTfLiteEigenContext = 0,
  kTfLiteGemmLowpContext = 1,
  kTfLiteEdgeTpuContext = 2,
  kTfLiteCpuBackendContext = 3,
  kTfLiteLiteRtBufferContext = 4,
  kTfLiteMaxExternalContexts = 5
} TfLiteExternalContextType;

struct TfLiteContext;
struct TfLiteDelegate;
struct TfLiteRegistration;
struct TfLiteOpaqueDelegateBuilder;

typedef struct TfLiteExternalContext {
  TfLiteExternalContextType type;
  TfLiteStatus (*Refresh)(struct TfLiteContext* context);
} TfLiteExternalContext;

#define kTfLiteOptionalTensor (-1) /* the index of an operand that is left out */

/* ---- Lists: sizes with their elements behind them, from malloc. */

typedef struct TfLiteIntArray {
  int size;
  int data[];
} TfLiteIntArray;

typedef struct TfLiteFloatArray {
  int size;
  float data[];
} TfLiteFloatArray;

TFL_CAPI_EXPORT size_t TfLiteIntArrayGetSizeInBytes(int size);
/* NULL for a negative size or without memory. Elements are not set. */
TFL_CAPI_EXPORT TfLiteIntArray* TfLiteIntArrayCreate(int size);
TFL_CAPI_EXPORT int TfLiteIntArrayEqual(const TfLiteIntArray* a, const TfLiteIntArray* b);
TFL_CAPI_EXPORT int TfLiteIntArrayEqualsArray(const TfLiteIntArray* a, int b_size, const int b_data[]);
TFL_CAPI_EXPORT TfLiteIntArray* TfLiteIntArrayCopy(const TfLiteIntArray* src);
TFL_CAPI_EXPORT void TfLiteIntArrayFree(TfLiteIntArray* a);
TFL_CAPI_EXPORT int TfLiteFloatArrayGetSizeInBytes(int size);
TFL_CAPI_EXPORT TfLiteFloatArray* TfLiteFloatArrayCreate(int size);
TFL_CAPI_EXPORT TfLiteFloatArray* TfLiteFloatArrayCopy(const TfLiteFloatArray* src);
TFL_CAPI_EXPORT void TfLiteFloatArrayFree(TfLiteFloatArray* a);

/* ---- Checks in operators: each reports and returns from the function around it. */

#ifndef TF_LITE_STRIP_ERROR_STRINGS
#define TF_LITE_KERNEL_LOG(context, ...)            \
  do {                                              \
    (context)->ReportError((context), __VA_ARGS__); \
  } while (false)
#else
#define TF_LITE_KERNEL_LOG(context, ...) ((void)sizeof(#__VA_ARGS__))
#endif
#define TF_LITE_MAYBE_KERNEL_LOG(context, ...)                         \
  do {                                                                 \
    if ((context) != NULL) TF_LITE_KERNEL_LOG((context), __VA_ARGS__); \
  } while (false)
#define TF_LITE_ENSURE_MSG(context, value, ...)                \
  do {                                                         \
    if (!(value)) {                                            \
      TF_LITE_KERNEL_LOG((context), __FILE__ " " __VA_ARGS__); \
      return kTfLiteError;                                     \
    }                                                          \
  } while (false)
#define TF_LITE_ENSURE(context, a)                                                        \
  do {                                                                                    \
    if (!(a)) {                                                                           \
      TF_LITE_KERNEL_LOG((context), "%s:%d: '%s' does not hold", __FILE__, __LINE__, #a); \
      return kTfLiteError;                                                                \
    }                                                                                     \
  } while (false)
#define TF_LITE_ENSURE_STATUS(a)                      \
  do {                                                \
    const TfLiteStatus tfl_status_ = (a);             \
    if (tfl_status_ != kTfLiteOk) return tfl_status_; \
  } while (false)
#define TF_LITE_ENSURE_OK(context, ...) TF_LITE_ENSURE_STATUS(TFL_FIRST_(__VA_ARGS__, 0))
#define TFL_FIRST_(first, ...) (first)
/* Both sides are integers and may be evaluated twice. */
#define TF_LITE_ENSURE_EQ(context, a, b)                                                                     \
  do {                                                                                                       \
    if ((a) != (b)) {                                                                                        \
      TF_LITE_KERNEL_LOG((context), "%s:%d: %s is not %s (%d and %d)", __FILE__, __LINE__, #a, #b, (int)(a), \
                         (int)(b));                                                                          \
      return kTfLiteError;                                                                                   \
    }                                                                                                        \
  } while (false)
#define TF_LITE_ENSURE_TYPES_EQ(context, a, b)                                                     \
  do {                                                                                             \
    if ((a) != (b)) {                                                                              \
      TF_LITE_KERNEL_LOG((context), "%s:%d: %s is not %s (%s and %s)", __FILE__, __LINE__, #a, #b, \
                         TfLiteTypeGetName(a), TfLiteTypeGetName(b));                              \
      return kTfLiteError;                                                                         \
    }                                                                                              \
  } while (false)
#define TF_LITE_ENSURE_NEAR(context, a, b, epsilon)                                                                  \
  do {                                                                                                               \
    double tfl_delta_ = (double)(a) > (double)(b) ? (double)(a) - (double)(b) : (double)(b) - (double)(a);           \
    if (tfl_delta_ > (epsilon)) {                                                                                    \
      TF_LITE_KERNEL_LOG((context), "%s:%d: %s is not near %s (%f and %f)", __FILE__, __LINE__, #a, #b, (double)(a), \
                         (double)(b));                                                                               \
      return kTfLiteError;                                                                                           \
    }                                                                                                                \
  } while (false)

/* ---- Tensors */

typedef struct TfLiteComplex64 {
  float re, im;
} TfLiteComplex64;
typedef struct TfLiteComplex128 {
  double re, im;
} TfLiteComplex128;
typedef struct TfLiteFloat16 {
  uint16_t data;
} TfLiteFloat16;
typedef struct TfLiteBFloat16 {
  uint16_t data;
} TfLiteBFloat16;

/* "FLOAT32", ... */
TFL_CAPI_EXPORT const char* TfLiteTypeGetName(TfLiteType type);

typedef enum TfLiteQuantizationType {
  kTfLiteNoQuantization = 0,
  kTfLiteAffineQuantization = 1,
  kTfLiteBlockwiseQuantization = 2,
  kTfLiteMultiAxisQuantization = 3
} TfLiteQuantizationType;

typedef struct TfLiteQuantization {
  TfLiteQuantizationType type;
  void* params; /* for kTfLiteAffineQuantization a TfLiteAffineQuantization */
} TfLiteQuantization;

/* One scale, or one for each index of an axis. */
typedef struct TfLiteAffineQuantization {
  TfLiteFloatArray* scale;
  TfLiteIntArray* zero_point;
  int32_t quantized_dimension;
} TfLiteAffineQuantization;

typedef struct TfLiteBlockwiseQuantization {
  int32_t scale, zero_point; /* tensors */
  int32_t blocksize;
  int32_t quantized_dimension;
} TfLiteBlockwiseQuantization;

typedef union TfLitePtrUnion {
  int32_t* i32;
  uint32_t* u32;
  int64_t* i64;
  uint64_t* u64;
  float* f;
  TfLiteFloat16* f16;
  TfLiteBFloat16* bf16;
  double* f64;
  char* raw;
  const char* raw_const;
  uint8_t* uint8;
  bool* b;
  int16_t* i16;
  uint16_t* ui16;
  TfLiteComplex64* c64;
  TfLiteComplex128* c128;
  int8_t* int8;
  void* data;
} TfLitePtrUnion;

typedef enum TfLiteAllocationType {
  kTfLiteMemNone = 0,
  kTfLiteMmapRo,            /* a constant of the file */
  kTfLiteArenaRw,           /* the interpreter's, for a run */
  kTfLiteArenaRwPersistent, /* the interpreter's, kept between runs */
  kTfLiteDynamic,           /* from malloc; the shape is decided in invoke, or the elements are strings */
  kTfLitePersistentRo,      /* from malloc; elements are made in prepare */
  kTfLiteCustom,            /* the program's (TfLiteInterpreterSetCustomAllocationForTensor) */
  kTfLiteVariantObject,     /* not used here */
  kTfLiteNonCpu             /* not used here */
} TfLiteAllocationType;

typedef enum TfLiteAllocationStrategy {
  kTfLiteAllocationStrategyUnknown,
  kTfLiteAllocationStrategyNone,
  kTfLiteAllocationStrategyMMap,
  kTfLiteAllocationStrategyArena,
  kTfLiteAllocationStrategyMalloc,
  kTfLiteAllocationStrategyNew
} TfLiteAllocationStrategy;

typedef enum TfLiteRunStability {
  kTfLiteRunStabilityUnknown,
  kTfLiteRunStabilityUnstable,
  kTfLiteRunStabilitySingleRun,
  kTfLiteRunStabilityAcrossRuns
} TfLiteRunStability;

typedef enum TfLiteRunStep {
  kTfLiteRunStepUnknown,
  kTfLiteRunStepInit,
  kTfLiteRunStepPrepare,
  kTfLiteRunStepEval
} TfLiteRunStep;

typedef int TfLiteBufferHandle;
enum { kTfLiteNullBufferHandle = -1 };

typedef struct TfLiteDimensionMetadata {
  TfLiteDimensionType format;
  int dense_size;
  TfLiteIntArray* array_segments;
  TfLiteIntArray* array_indices;
} TfLiteDimensionMetadata;

typedef struct TfLiteSparsity {
  TfLiteIntArray* traversal_order;
  TfLiteIntArray* block_map;
  TfLiteDimensionMetadata* dim_metadata;
  int dim_metadata_size;
} TfLiteSparsity;

/* Memory of the program's own, for TfLiteInterpreterSetCustomAllocationForTensor (c_api_experimental.h). */
typedef struct TfLiteCustomAllocation {
  void* data;
  size_t bytes;
} TfLiteCustomAllocation;

typedef enum TfLiteCustomAllocationFlags {
  kTfLiteCustomAllocationFlagsNone = 0,
  kTfLiteCustomAllocationFlagsSkipAlignCheck = 1
} TfLiteCustomAllocationFlags;

typedef struct TfLiteTensor {
  TfLiteType type;
  TfLitePtrUnion data;
  TfLiteIntArray* dims;
  TfLiteQuantizationParams params; /* where there is one scale */
  TfLiteAllocationType allocation_type;
  size_t bytes; /* of the elements */
  const void* allocation;
  const char* name;
  struct TfLiteDelegate* delegate;
  TfLiteBufferHandle buffer_handle;
  bool data_is_stale;
  bool is_variable;
  TfLiteQuantization quantization;
  TfLiteSparsity* sparsity;             /* NULL: constants are shown dense */
  const TfLiteIntArray* dims_signature; /* with -1 for dimensions that the model leaves open; NULL if it leaves none */
} TfLiteTensor;

typedef struct TfLiteEvalTensor {
  TfLitePtrUnion data;
  TfLiteIntArray* dims;
  TfLiteType type;
} TfLiteEvalTensor;

typedef struct TfLiteNode {
  TfLiteIntArray* inputs;  /* tensors; kTfLiteOptionalTensor: left out */
  TfLiteIntArray* outputs; /* tensors */
  TfLiteIntArray* intermediates;
  TfLiteIntArray* temporaries;     /* an operator may replace it, with tensors of context->AddTensors */
  void* user_data;                 /* what init returned */
  void* builtin_data;              /* NULL */
  const void* custom_initial_data; /* the operator's option bytes */
  int custom_initial_data_size;
  struct TfLiteDelegate* delegate;
  bool might_have_side_effect;
} TfLiteNode;

/* Frees data that came from malloc. */
TFL_CAPI_EXPORT void TfLiteTensorDataFree(TfLiteTensor* t);
TFL_CAPI_EXPORT void TfLiteQuantizationFree(TfLiteQuantization* quantization);
TFL_CAPI_EXPORT void TfLiteSparsityFree(TfLiteSparsity* sparsity);
/* Frees everything that the tensor owns: for tensors that a program made itself. */
TFL_CAPI_EXPORT void TfLiteTensorFree(TfLiteTensor* t);
TFL_CAPI_EXPORT void TfLiteTensorReset(TfLiteType type, const char* name, TfLiteIntArray* dims,
                                       TfLiteQuantizationParams quantization, char* buffer, size_t size,
                                       TfLiteAllocationType allocation_type, const void* allocation, bool is_variable,
                                       TfLiteTensor* tensor);
/* Elements, type and shape; kTfLiteError unless both have as many bytes. */
TFL_CAPI_EXPORT TfLiteStatus TfLiteTensorCopy(const TfLiteTensor* src, TfLiteTensor* dst);
/* New memory of so many bytes for a tensor whose data comes from malloc; no effect on others. */
TFL_CAPI_EXPORT TfLiteStatus TfLiteTensorResizeMaybeCopy(size_t num_bytes, TfLiteTensor* tensor, bool preserve_data);
TFL_CAPI_EXPORT TfLiteStatus TfLiteTensorRealloc(size_t num_bytes, TfLiteTensor* tensor);
/* dims_signature, or dims where there is none. */
TFL_CAPI_EXPORT const TfLiteIntArray* TfLiteTensorGetDimsSignature(const TfLiteTensor* t);
TFL_CAPI_EXPORT TfLiteAllocationStrategy TfLiteTensorGetAllocationStrategy(const TfLiteTensor* t);
TFL_CAPI_EXPORT TfLiteRunStability TfLiteTensorGetBufferAddressStability(const TfLiteTensor* t);
TFL_CAPI_EXPORT TfLiteRunStability TfLiteTensorGetDataStability(const TfLiteTensor* t);
TFL_CAPI_EXPORT TfLiteRunStep TfLiteTensorGetDataKnownStep(const TfLiteTensor* t);
TFL_CAPI_EXPORT TfLiteRunStep TfLiteTensorGetShapeKnownStep(const TfLiteTensor* t);

/* ---- Delegates: the structs, so that programs compile. See TfLiteInterpreterOptionsAddDelegate for what happens. */

typedef struct TfLiteDelegateParams {
  struct TfLiteDelegate* delegate;
  TfLiteIntArray* nodes_to_replace;
  TfLiteIntArray* input_tensors;
  TfLiteIntArray* output_tensors;
} TfLiteDelegateParams;

/* ---- The context that operators are called with */

typedef struct TfLiteContext {
  size_t tensors_size;
  /* For delegates: gives kTfLiteError. */
  TfLiteStatus (*GetExecutionPlan)(struct TfLiteContext* context, TfLiteIntArray** execution_plan);
  TfLiteTensor* tensors; /* of the operator's graph */
  void* impl_;
  /* In prepare: the shape of a result or temporary. In invoke: that of one which is kTfLiteDynamic, and its memory.
   * Takes new_size over.
   */
  TfLiteStatus (*ResizeTensor)(struct TfLiteContext*, TfLiteTensor* tensor, TfLiteIntArray* new_size);
  void (*ReportError)(struct TfLiteContext*, const char* msg, ...);
  /* In init and prepare: further tensors, for temporaries. The address of `tensors` stays. */
  TfLiteStatus (*AddTensors)(struct TfLiteContext*, int tensors_to_add, int* first_new_tensor_index);
  TfLiteStatus (*GetNodeAndRegistration)(struct TfLiteContext*, int node_index, TfLiteNode** node,
                                         struct TfLiteRegistration** registration); /* for delegates */
  TfLiteStatus (*ReplaceNodeSubsetsWithDelegateKernels)(struct TfLiteContext*, struct TfLiteRegistration registration,
                                                        const TfLiteIntArray* nodes_to_replace,
                                                        struct TfLiteDelegate* delegate); /* for delegates */
  int recommended_num_threads;
  TfLiteExternalContext* (*GetExternalContext)(struct TfLiteContext*, TfLiteExternalContextType); /* NULL unless set */
  void (*SetExternalContext)(struct TfLiteContext*, TfLiteExternalContextType, TfLiteExternalContext*);
  bool allow_fp32_relax_to_fp16;
  void* profiler;
  /* In init and prepare: memory that lives as long as the interpreter. */
  void* (*AllocatePersistentBuffer)(struct TfLiteContext* ctx, size_t bytes);
  /* In invoke: memory that lives until it returns. */
  TfLiteStatus (*AllocateBufferForEval)(struct TfLiteContext* ctx, size_t bytes, void** ptr);
  /* In prepare: memory for invoke, which gets it by its index. */
  TfLiteStatus (*RequestScratchBufferInArena)(struct TfLiteContext* ctx, size_t bytes, int* buffer_idx);
  void* (*GetScratchBuffer)(struct TfLiteContext* ctx, int buffer_idx);
  TfLiteStatus (*ResizeTensorExplicit)(struct TfLiteContext* ctx, TfLiteTensor* tensor, int dims, const int* shape);
  TfLiteStatus (*PreviewDelegatePartitioning)(struct TfLiteContext* context, const TfLiteIntArray* nodes_to_replace,
                                              TfLiteDelegateParams** partition_params_array,
                                              int* num_partitions); /* for delegates */
  TfLiteTensor* (*GetTensor)(const struct TfLiteContext* context, int tensor_idx);
  TfLiteEvalTensor* (*GetEvalTensor)(const struct TfLiteContext* context, int tensor_idx); /* NULL */
  /* A metadata entry of the file. */
  TfLiteStatus (*GetModelMetadata)(const struct TfLiteContext* context, const char* name, const char** ptr,
                                   size_t* bytes);
  TfLiteStatus (*AcquireSubgraphContext)(struct TfLiteContext* context, int subgraph_index,
                                         struct TfLiteContext** acquired_context);           /* for delegates */
  TfLiteStatus (*ReleaseSubgraphContext)(struct TfLiteContext* context, int subgraph_index); /* for delegates */
} TfLiteContext;

typedef struct TfLiteOperator TfLiteOperator;
typedef TfLiteOperator TfLiteRegistrationExternal;

typedef enum {
  kTfLiteInplaceOpNone = 0,
  kTfLiteInplaceOpDataUnmodified = 1,
  kTfLiteInplaceInputCanBeSharedWithCorrespondingOutput = 2,
  kTfLiteInplaceOpInput0Shared = 4,
  kTfLiteInplaceOpInput1Shared = 8,
  kTfLiteInplaceOpInput2Shared = 16
} TfLiteInPlaceOp;

/* A custom operator (TfLiteInterpreterOptionsAddCustomOp). Functions may be NULL, but invoke. */
typedef struct TfLiteRegistration {
  void* (*init)(TfLiteContext* context, const char* buffer, size_t length);
  void (*free)(TfLiteContext* context, void* buffer);
  TfLiteStatus (*prepare)(TfLiteContext* context, TfLiteNode* node);
  TfLiteStatus (*invoke)(TfLiteContext* context, TfLiteNode* node);
  const char* (*profiling_string)(const TfLiteContext* context, const TfLiteNode* node);
  int32_t builtin_code;
  const char* custom_name;
  int version;
  TfLiteOperator* registration_external;
  struct TfLiteAsyncKernel* (*async_kernel)(TfLiteContext* context, TfLiteNode* node);
  uint64_t inplace_operator;
} TfLiteRegistration;

typedef enum TfLiteDelegateFlags {
  kTfLiteDelegateFlagsNone = 0,
  kTfLiteDelegateFlagsAllowDynamicTensors = 1,
  kTfLiteDelegateFlagsRequirePropagatedShapes = 2,
  kTfLiteDelegateFlagsPerOperatorProfiling = 4,
  kTfLiteDelegateFlagsHintFullyDelegatedToSingleDelegate = 8
} TfLiteDelegateFlags;

typedef struct TfLiteDelegate {
  void* data_;
  TfLiteStatus (*Prepare)(TfLiteContext* context, struct TfLiteDelegate* delegate);
  TfLiteStatus (*CopyFromBufferHandle)(TfLiteContext* context, struct TfLiteDelegate* delegate,
                                       TfLiteBufferHandle buffer_handle, TfLiteTensor* tensor);
  TfLiteStatus (*CopyToBufferHandle)(TfLiteContext* context, struct TfLiteDelegate* delegate,
                                     TfLiteBufferHandle buffer_handle, TfLiteTensor* tensor);
  void (*FreeBufferHandle)(TfLiteContext* context, struct TfLiteDelegate* delegate, TfLiteBufferHandle* handle);
  int64_t flags;
  struct TfLiteOpaqueDelegateBuilder* opaque_delegate_builder;
} TfLiteDelegate;

/* All fields zero. */
TFL_CAPI_EXPORT TfLiteDelegate TfLiteDelegateCreate(void);

typedef struct TfLiteOpaqueDelegateBuilder {
  void* data;
  TfLiteStatus (*Prepare)(TfLiteOpaqueContext* context, TfLiteOpaqueDelegate* delegate, void* data);
  TfLiteStatus (*CopyFromBufferHandle)(TfLiteOpaqueContext* context, TfLiteOpaqueDelegate* delegate, void* data,
                                       TfLiteBufferHandle buffer_handle, TfLiteOpaqueTensor* tensor);
  TfLiteStatus (*CopyToBufferHandle)(TfLiteOpaqueContext* context, TfLiteOpaqueDelegate* delegate, void* data,
                                     TfLiteBufferHandle buffer_handle, TfLiteOpaqueTensor* tensor);
  void (*FreeBufferHandle)(TfLiteOpaqueContext* context, TfLiteOpaqueDelegate* delegate, void* data,
                           TfLiteBufferHandle* handle);
  int64_t flags;
} TfLiteOpaqueDelegateBuilder;

/* A copy of the builder, the caller's until it is deleted; NULL for NULL. */
TFL_CAPI_EXPORT TfLiteOpaqueDelegate* TfLiteOpaqueDelegateCreate(
    const TfLiteOpaqueDelegateBuilder* opaque_delegate_builder);
TFL_CAPI_EXPORT void TfLiteOpaqueDelegateDelete(TfLiteOpaqueDelegate* delegate);
TFL_CAPI_EXPORT void* TfLiteOpaqueDelegateGetData(const TfLiteOpaqueDelegate* delegate);

/* What an init returns to say that it failed: creating the interpreter fails. */
TFL_CAPI_EXPORT void* TfLiteKernelInitFailed(void);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TENSORFLOW_LITE_C_COMMON_H_ */
