// References run as kernels: the second opinion behind --backend reference, and the first kernel set of a new op.
// They allocate per call; shapes that depend on data are resized after the fact.
#include <algorithm>
#include <cstring>

#include "interpreter/kernel.h"
#include "ops/embedding_lookup/embedding_lookup.h"
#include "ops/reference.h"
#include "ops/states.h"

namespace slipway::interpreter {

namespace {

struct State {
  ops::Op op;
  std::vector<TensorType> in, out;  // dtype invalid: absent operand
};

Tensor ViewOf(const TensorType& type, const void* data) {
  if (type.dtype != DType::kString)
    return Tensor(type,
                  Buffer::View(nullptr, data, DTypeBytes(type.dtype, static_cast<size_t>(type.shape.Elements()))));
  Tensor t(type);
  const auto* strings = static_cast<const std::string*>(data);
  std::copy(strings, strings + t.elements(), t.strings().begin());
  return t;
}

Code Eval(const State& s, EvalContext& c) {
  std::vector<ops::RefValue<float>> in(s.in.size());
  std::vector<const ops::RefValue<float>*> operands(s.in.size(), nullptr);
  for (size_t i = 0; i < s.in.size(); ++i) {
    if (s.in[i].dtype == DType::kInvalid) continue;
    in[i] = ops::ToRefValue<float>(ViewOf(s.in[i], c.in_[i]));
    operands[i] = &in[i];
  }
  std::vector<ops::RefValue<float>> out(s.out.size());
  for (size_t i = 0; i < out.size(); ++i) {
    out[i].dtype = s.out[i].dtype;
    out[i].shape = s.out[i].shape;
  }
  // Room for a result is asked for before the reference makes it in its own, wider way.
  Code room = Code::kOk;
  auto grant = [&](int i, const Shape& shape) {
    room = c.Resize(i, shape);
    return room == Code::kOk;
  };
  Status failed = ops::RunReference<float>(s.op, operands, out, grant);
  if (room != Code::kOk) return room;
  if (!failed.ok()) return c.Fail(Code::kBadValue, failed.message());
  for (size_t i = 0; i < out.size(); ++i) {
    int index = static_cast<int>(i);
    if (!s.out[i].shape.IsStatic())
      if (Code code = c.Resize(index, out[i].shape); code != Code::kOk) return code;
    Tensor t = ops::FromRefValue(out[i]);
    if (t.dtype() == DType::kString)
      std::copy(t.strings().begin(), t.strings().end(), c.OutStrings(index));
    else if (t.bytes())
      std::memcpy(c.Out<void>(index), t.data(), t.bytes());
  }
  return Code::kOk;
}

bool Quantized(const TensorType& t) { return !t.quant.empty(); }

Result<Kernel> Prepare(const ops::Op& op, PrepareContext& c) {
  if (op.info().stateful) return Kernel{};  // references change nothing
  State s;
  s.op = op;
  for (int i = 0; i < c.num_inputs(); ++i) {
    s.in.push_back(c.Has(i) ? c.in(i) : TensorType());
    if (c.Has(i) && (Quantized(c.in(i)) || DTypeSize(c.in(i).dtype) == 0) && c.in(i).dtype != DType::kString)
      return Kernel{};
  }
  for (int i = 0; i < c.num_outputs(); ++i) {
    s.out.push_back(c.out(i));
    if (Quantized(c.out(i))) return Kernel{};
  }
  const ops::ReferenceFacet& facet = ops::ReferenceOf(op);
  DType dtype =
      facet.value_operand < 0 || s.in.empty() ? DType::kI64 : s.in[static_cast<size_t>(facet.value_operand)].dtype;
  bool can = IsFloat(dtype)            ? facet.f32 != nullptr
             : IsComplex(dtype)        ? facet.complex
             : dtype == DType::kString ? facet.strings != nullptr
                                       : facet.ints != nullptr;
  if (!can || dtype == DType::kF64 || dtype == DType::kC128) return Kernel{};
  // Weights of hybrid layers, though without scales: references read one type.
  for (int i = 1; i < c.num_inputs() && IsFloat(dtype); ++i)
    if (i != facet.value_operand && c.Has(i) && (c.in(i).dtype == DType::kI8 || c.in(i).dtype == DType::kU8))
      return Kernel{};
  if (op.Is<ops::EmbeddingLookup>() && c.in(1).dtype != c.out(0).dtype) return Kernel{};
  Kernel k = MakeKernel(std::move(s), [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
  k.path = "reference";
  return k;
}

}  // namespace

const KernelSet& ReferenceKernels() {
  static constexpr KernelSet set = {"reference", Prepare};
  return set;
}

}  // namespace slipway::interpreter
