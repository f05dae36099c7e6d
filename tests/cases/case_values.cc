#include "tests/cases/case_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/random.h"
#include "ops/dequantize/dequantize.h"
#include "ops/infer.h"
#include "ops/quantize/quantize.h"
#include "ops/reference.h"
#include "ops/states.h"

namespace slipway::cases {

namespace {

using ops::Case;
using ops::RefValue;

Result<std::vector<TensorType>> InferCase(const Case& c, const std::vector<Tensor>& operands,
                                          const std::vector<TensorType>& types) {
  std::vector<ops::InferInput> inputs(operands.size());
  for (size_t i = 0; i < operands.size(); ++i)
    if (operands[i].valid()) inputs[i] = {&types[i], c.inputs[i].constant ? &operands[i] : nullptr};
  return ops::InferTypes(c.op, ops::Inputs(inputs));
}

// Scale and zero point of element i.
struct Step {
  double scale, zero;
};
Step StepOf(const TensorType& type, int64_t i) {
  const Quantization& q = type.quant;
  size_t channel = 0;
  if (q.per_channel()) {
    int64_t inner = type.shape.Elements(q.axis + 1, type.shape.rank());
    channel = static_cast<size_t>(i / inner % type.shape[q.axis]);
  }
  return {q.scale[channel], static_cast<double>(q.zero_point[channel])};
}

RefValue<double> Dequantized(const Tensor& t) {
  RefValue<double> v = ops::ToRefValue<double>(t);
  if (t.type().quant.empty() || IsFloat(t.dtype())) return v;
  v.dtype = DType::kF32;
  for (size_t i = 0; i < v.ints.size(); ++i) {
    Step step = StepOf(t.type(), static_cast<int64_t>(i));
    v.reals.push_back(step.scale * (static_cast<double>(v.ints[i]) - step.zero));
  }
  v.ints.clear();
  return v;
}

Tensor Quantized(const RefValue<double>& v, const TensorType& type) {
  if (type.quant.empty() || IsFloat(type.dtype)) {
    RefValue<double> plain = v;
    plain.dtype = type.dtype;
    return ops::FromRefValue(plain);
  }
  RefValue<double> q{.dtype = type.dtype, .shape = v.shape};
  TensorType filled(type.dtype, v.shape, type.quant);
  double bits = DTypeSize(type.dtype) * 8;
  bool is_unsigned = type.dtype == DType::kU8;
  double lo = is_unsigned ? 0 : -std::exp2(bits - 1), hi = std::exp2(is_unsigned ? bits : bits - 1) - 1;
  for (size_t i = 0; i < v.reals.size(); ++i) {
    Step step = StepOf(filled, static_cast<int64_t>(i));
    double real = std::round(v.reals[i] / step.scale) + step.zero;
    q.ints.push_back(static_cast<int64_t>(std::isnan(real) ? 0 : std::clamp(real, lo, hi)));
  }
  return ops::FromRefValue(q);
}

template <class R>
Result<std::vector<RefValue<R>>> RunOn(const Case& c, const std::vector<RefValue<R>>& values,
                                       const std::vector<TensorType>& result_types) {
  std::vector<const RefValue<R>*> operands;
  for (const RefValue<R>& v : values) operands.push_back(v.dtype == DType::kInvalid ? nullptr : &v);
  std::vector<RefValue<R>> results;
  for (const TensorType& t : result_types) results.push_back({.dtype = t.dtype, .shape = t.shape});
  RETURN_IF_ERROR(ops::RunReference<R>(c.op, operands, results));
  return results;
}

}  // namespace

const std::vector<Case>& All() {
  static const std::vector<Case> cases = ops::AllCases();
  return cases;
}

std::string NameOf(size_t index) { return All()[index].name; }

std::vector<Tensor> OperandsOf(const Case& c) {
  std::vector<Tensor> operands;
  for (size_t i = 0; i < c.inputs.size(); ++i)
    operands.push_back(c.inputs[i].absent ? Tensor() : ops::MakeOperand(c.inputs[i], StreamKey(i, c.name)));
  return operands;
}

Result<std::vector<TensorType>> ResultTypes(const Case& c, const std::vector<Tensor>& operands) {
  std::vector<TensorType> types;
  for (const Tensor& t : operands) types.push_back(t.type());
  ASSIGN_OR_RETURN(std::vector<TensorType> results, InferCase(c, operands, types));
  for (size_t i = 0; i < std::min(results.size(), c.out_quant.size()); ++i)
    if (!c.out_quant[i].empty()) results[i].quant = c.out_quant[i];
  return results;
}

bool IsState(const Case& c, size_t i) {
  std::span<const int> states = ops::StatesOf(c.op);
  return std::find(states.begin(), states.end(), static_cast<int>(i)) != states.end();
}

bool IsInput(const Case& c, const std::vector<Tensor>& operands, size_t i) {
  return operands[i].valid() && !c.inputs[i].constant && !IsState(c, i);
}

bool IsQuantized(const Case& c) {
  for (const ops::CaseInput& in : c.inputs)
    if (!in.absent && !in.type.quant.empty()) return true;
  return !c.out_quant.empty();
}

bool IsHybrid(const Case& c) {
  bool floats = false, weights = false;
  for (const ops::CaseInput& in : c.inputs) {
    floats |= !in.absent && in.type.dtype == DType::kF32 && !in.constant;
    weights |= !in.absent && !in.type.quant.empty();
  }
  return floats && weights;
}

template <class R>
static Result<std::vector<Tensor>> ResultsIn(const Case& c, const std::vector<Tensor>& operands,
                                             const std::vector<TensorType>& types) {
  std::vector<RefValue<R>> values;
  for (const Tensor& t : operands) values.push_back(t.valid() ? ops::ToRefValue<R>(t) : RefValue<R>());
  ASSIGN_OR_RETURN(std::vector<RefValue<R>> made, RunOn<R>(c, values, types));
  std::vector<Tensor> results;
  for (const RefValue<R>& v : made) results.push_back(ops::FromRefValue(v));
  return results;
}

Result<std::vector<Tensor>> ReferenceResults(const Case& c, const std::vector<Tensor>& operands) {
  ASSIGN_OR_RETURN(std::vector<TensorType> types, ResultTypes(c, operands));
  if (!IsQuantized(c)) {
    auto is_double = [](const Tensor& t) {
      return t.valid() && (t.dtype() == DType::kF64 || t.dtype() == DType::kC128);
    };
    return std::ranges::any_of(operands, is_double) ? ResultsIn<double>(c, operands, types)
                                                    : ResultsIn<float>(c, operands, types);
  }
  std::vector<Tensor> results;
  std::vector<RefValue<double>> values;
  std::vector<TensorType> float_types;
  for (const Tensor& t : operands) {
    values.push_back(t.valid() ? Dequantized(t) : RefValue<double>());
    float_types.push_back(TensorType(values.back().dtype, t.valid() ? t.shape() : Shape()));
  }
  // Quantize and Dequantize are the crossing itself.
  std::vector<RefValue<double>> made = {values[0]};
  if (!c.op.Is<ops::Quantize>() && !c.op.Is<ops::Dequantize>()) {
    ASSIGN_OR_RETURN(std::vector<TensorType> made_types, InferCase(c, operands, float_types));
    ASSIGN_OR_RETURN(made, RunOn<double>(c, values, made_types));
  }
  for (size_t i = 0; i < made.size(); ++i) results.push_back(Quantized(made[i], types[i]));
  return results;
}

const char* WhyUnlikeReference(const Case& c) {
  constexpr const char* kTables = "TFLite interpolates functions of 16-bit codes in tables of 512 steps";
  // Beginnings of names.
  constexpr const char* kWords = "TFLite keeps what lies between in coarse codes, whose errors add up over the steps";
  static const std::map<std::string, const char*> unlike = {
      {"binary_FloorDiv_i32_stray", "scales of 32-bit integers mean nothing"},
      {"binary_Mul_i32_stray", "scales of 32-bit integers mean nothing"},
      {"lstm_byte_sums", "TFLite's kernel of 12 intermediates leaves out what the output gate remembers"},
      {"lstm_i8", kWords},
      {"mat_mul_i8_to_i32", "TFLite multiplies codes as they are, whatever the zero points"},
      {"numeric_verify_c2", "the reference knows no scale"},
      {"quantize_u4", "the reference takes all codes of u8"},
      {"resize_bilinear_i16", "TFLite interpolates with 10-bit weights, coarser than a step of int16"},
      {"scatter_nd_codes", "TFLite adds codes as they are, whatever the zero point"},
      {"softmax_i16_codes", kTables},
      {"svdf_hybrid_u8", "TFLite's u8 weights of hybrid layers hold the bytes of signed ones"},
      {"svdf_i8", kWords},
      {"unary_Exp_i16_codes", kTables},
      {"unary_Log_i16_codes", kTables},
      {"unary_Log_i8_codes", "TFLite's logarithm of what is not positive is the smallest code"},
      {"unary_Rsqrt_i16_codes", kTables},
  };
  for (const auto& [beginning, why] : unlike)
    if (c.name.starts_with(beginning)) return why;
  return nullptr;
}

std::string Difference(const Tensor& got, const Tensor& want, double tolerance, int64_t steps) {
  if (got.dtype() != want.dtype() || !(got.shape() == want.shape()))
    return StrCat("is ", got.type(), ", expected ", want.type());
  if (got.dtype() == DType::kString) {
    for (size_t i = 0; i < got.strings().size(); ++i)
      if (got.strings()[i] != want.strings()[i])
        return StrCat("element ", i, " is '", got.strings()[i], "', expected '", want.strings()[i], "'");
    return "";
  }
  if (!IsFloat(got.dtype()) && !IsComplex(got.dtype())) {
    std::vector<int64_t> a = got.AsInts(), b = want.AsInts();
    for (size_t i = 0; i < a.size(); ++i)
      if (std::abs(a[i] - b[i]) > steps) return StrCat("element ", i, " is ", a[i], ", expected ", b[i]);
    return "";
  }
  std::vector<double> a = ops::ToRefValue<double>(got).reals, b = ops::ToRefValue<double>(want).reals;
  double largest = 1;
  for (double v : b)
    if (std::isfinite(v)) largest = std::max(largest, std::abs(v));
  for (size_t i = 0; i < a.size(); ++i) {
    bool same = std::isnan(b[i]) ? std::isnan(a[i]) : a[i] == b[i] || std::abs(a[i] - b[i]) <= tolerance * largest;
    if (!same) return StrCat("element ", i, " is ", a[i], ", expected ", b[i]);
  }
  return "";
}

}  // namespace slipway::cases
