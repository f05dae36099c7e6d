#include "interpreter/int4_fallback.h"

#include <array>

#include "interpreter/node_context.h"

namespace slipway::interpreter {

namespace {

constexpr size_t kMostTensors = 32;  // operands or results of one op

// One operand or result that is unpacked; elements -1: taken as it is.
struct Unpacked {
  int64_t elements = -1;
  size_t offset = 0;  // in scratch
};

struct State {
  Kernel inner;
  std::vector<Unpacked> in, out;
  size_t inner_scratch = 0;
};

void Unpack(const uint8_t* from, int64_t elements, int8_t* to) {
  for (int64_t i = 0; i < elements; ++i) to[i] = static_cast<int8_t>(PackedInt4(from, static_cast<size_t>(i)));
}

void Pack(const int8_t* from, int64_t elements, uint8_t* to) {
  for (int64_t i = 0; i < elements; i += 2) {
    int high = i + 1 < elements ? from[i + 1] & 15 : 0;
    to[i / 2] = static_cast<uint8_t>((from[i] & 15) | high << 4);
  }
}

Code Eval(const State& s, EvalContext& c) {
  std::array<const void*, kMostTensors> in{};
  std::array<void*, kMostTensors> out{};
  auto codes = [&](const Unpacked& u) { return reinterpret_cast<int8_t*>(c.scratch() + u.offset); };
  for (size_t i = 0; i < s.in.size(); ++i) {
    in[i] = c.in_[i];
    if (s.in[i].elements < 0) continue;
    Unpack(c.In<uint8_t>(static_cast<int>(i)), s.in[i].elements, codes(s.in[i]));
    in[i] = codes(s.in[i]);
  }
  for (size_t i = 0; i < s.out.size(); ++i) out[i] = s.out[i].elements < 0 ? c.out_[i] : codes(s.out[i]);
  EvalContext inner = c;
  inner.in_ = in.data();
  inner.out_ = out.data();
  inner.scratch_ = c.scratch() + s.inner_scratch;
  if (Code code = s.inner.eval(s.inner.state.get(), inner); code != Code::kOk) return code;
  for (size_t i = 0; i < s.out.size(); ++i)
    if (s.out[i].elements >= 0) Pack(codes(s.out[i]), s.out[i].elements, c.Out<uint8_t>(static_cast<int>(i)));
  return Code::kOk;
}

// The type that the inner kernel sees; room in scratch for a packed one.
TensorType Widen(const TensorType& t, Unpacked* unpacked, size_t* scratch) {
  if (t.dtype != DType::kI4) return t;
  *unpacked = {t.shape.Elements(), *scratch};
  *scratch += (static_cast<size_t>(unpacked->elements) + 63) / 64 * 64;
  return TensorType(DType::kI8, t.shape, t.quant);
}

Result<Kernel> Prepare(const ops::Op& op, PrepareContext& c) {
  size_t inputs = static_cast<size_t>(c.num_inputs()), outputs = static_cast<size_t>(c.num_outputs());
  if (inputs > kMostTensors || outputs > kMostTensors || !KeepsScale(op)) return Kernel{};
  State s;
  s.in.resize(inputs);
  s.out.resize(outputs);
  NodeContext inner;
  inner.threads = c.num_threads();
  bool packed = false;
  for (size_t i = 0; i < outputs; ++i) {
    const TensorType& t = c.out(static_cast<int>(i));
    if (!t.shape.IsStatic()) return Kernel{};
    packed |= t.dtype == DType::kI4;
    inner.outputs.push_back(Widen(t, &s.out[i], &s.inner_scratch));
  }
  if (!packed) return Kernel{};
  for (size_t i = 0; i < inputs; ++i) {
    int index = static_cast<int>(i);
    TensorType t = c.Has(index) ? c.in(index) : TensorType();
    inner.constants.push_back(t.dtype == DType::kI4 ? nullptr : c.constant(index));
    inner.inputs.push_back(Widen(t, &s.in[i], &s.inner_scratch));
  }
  if (!inner.IsWellTyped(op)) return Kernel{};
  const KernelSet* sets[] = {&OwnKernels()};
  Result<ChosenKernel> chosen = ChooseKernel(op, inner, sets);
  if (!chosen.ok()) return Kernel{};
  s.inner = chosen->kernel;
  size_t total = s.inner_scratch + s.inner.scratch_bytes;
  std::string path = StrCat("unpacked ", s.inner.path);
  Kernel k = MakeKernel(std::move(s), [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
  k.scratch_bytes = total;
  k.path = std::move(path);
  return k;
}

}  // namespace

const KernelSet& Int4FallbackKernels() {
  static constexpr KernelSet set = {"int4", Prepare};
  return set;
}

}  // namespace slipway::interpreter
