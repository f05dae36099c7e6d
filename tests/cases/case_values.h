#pragma once
// What the runtimes of the cases share: operands, result types, reference results and comparison.

#include <string>
#include <vector>

#include "ops/cases.h"

namespace slipway::cases {

// Every case of every op, made once.
const std::vector<ops::Case>& All();
// Names for INSTANTIATE_TEST_SUITE_P over indices into All().
std::string NameOf(size_t index);

// The operands, always the same for a case; not valid() where absent.
std::vector<Tensor> OperandsOf(const ops::Case&);
// Infer's answer with the case's constants known and its quantization put on.
Result<std::vector<TensorType>> ResultTypes(const ops::Case&, const std::vector<Tensor>& operands);
// Is operand i one that the op changes in place? Is it one that the caller gives at run time?
bool IsState(const ops::Case&, size_t i);
bool IsInput(const ops::Case&, const std::vector<Tensor>& operands, size_t i);
// Does any operand or result carry quantization?
bool IsQuantized(const ops::Case&);
// Float activations with quantized weights, which kernels compute with activations quantized on the way.
bool IsHybrid(const ops::Case&);

// The reference on the case's operands. A quantized case is computed in double on dequantized operands and its results
// quantized. kUnsupported when the op has no reference for these types.
Result<std::vector<Tensor>> ReferenceResults(const ops::Case&, const std::vector<Tensor>& operands);

// Why TFLite's meaning of a case is not the quantized result of its reference; nullptr where it is.
const char* WhyUnlikeReference(const ops::Case&);

// "" if `got` is `want`: same dtype, shape and elements; floats up to tolerance * max(1, largest magnitude), integers
// up to `steps`. Else one sentence. Quantization is not compared.
std::string Difference(const Tensor& got, const Tensor& want, double tolerance, int64_t steps);

}  // namespace slipway::cases
