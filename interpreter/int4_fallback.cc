#include "interpreter/int4_fallback.h"

#include <array>

#include "interpreter/node_context.h"

namespace slipway::interpreter {

namespace {

constexpr size_t kMostTensors = 32;  // operands or results of one op

constexpr int64_t kAsItIs = -1, kOpen = -2;  // an open result's elements are counted when it gets its shape

// One operand or result that is unpacked, unless it is taken as it is.
struct Unpacked {
  int64_t elements = kAsItIs;
  size_t offset = 0;  // in scratch; not of an open result
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

// What the inner kernel's Resize does: the packed result gets the shape, the kernel unpacked memory.
struct Results {
  const State& state;
  EvalContext& outer;
  std::array<void*, kMostTensors> data{};
  std::array<Buffer, kMostTensors> opened;
  std::array<int64_t, kMostTensors> elements{};
};

Code ResizeUnpacked(EvalContext* inner, int result, const Shape& shape) {
  Results& r = *static_cast<Results*>(inner->owner_);
  size_t i = static_cast<size_t>(result);
  if (Code code = r.outer.Resize(result, shape); code != Code::kOk) return code;
  r.elements[i] = shape.Elements();
  if (r.state.out[i].elements == kOpen) r.opened[i] = Buffer::Allocate(static_cast<size_t>(r.elements[i]) + 1);
  if (r.state.out[i].elements == kOpen) r.data[i] = r.opened[i].mutable_data();
  if (r.state.out[i].elements == kAsItIs) r.data[i] = r.outer.out_[i];
  return Code::kOk;
}

Code Eval(const State& s, EvalContext& c) {
  std::array<const void*, kMostTensors> in{};
  Results r{s, c};
  auto codes = [&](const Unpacked& u) { return reinterpret_cast<int8_t*>(c.scratch() + u.offset); };
  for (size_t i = 0; i < s.in.size(); ++i) {
    in[i] = c.in_[i];
    if (s.in[i].elements < 0) continue;
    Unpack(c.In<uint8_t>(static_cast<int>(i)), s.in[i].elements, codes(s.in[i]));
    in[i] = codes(s.in[i]);
  }
  for (size_t i = 0; i < s.out.size(); ++i) {
    r.data[i] = s.out[i].elements < 0 ? c.out_[i] : codes(s.out[i]);
    r.elements[i] = s.out[i].elements;
  }
  EvalContext inner = c;
  inner.in_ = in.data();
  inner.out_ = r.data.data();
  inner.scratch_ = c.scratch() + s.inner_scratch;
  inner.resize_ = ResizeUnpacked;
  inner.owner_ = &r;
  if (Code code = s.inner.eval(s.inner.state.get(), inner); code != Code::kOk) return code;
  for (size_t i = 0; i < s.out.size(); ++i)
    if (s.out[i].elements != kAsItIs)
      Pack(static_cast<const int8_t*>(r.data[i]), r.elements[i], c.Out<uint8_t>(static_cast<int>(i)));
  return Code::kOk;
}

// The type that the inner kernel sees; room in scratch for a packed one.
TensorType Widen(const TensorType& t, Unpacked* unpacked, size_t* scratch) {
  if (t.dtype != DType::kI4) return t;
  *unpacked = {t.shape.IsStatic() ? t.shape.Elements() : kOpen, *scratch};
  if (t.shape.IsStatic()) *scratch += (static_cast<size_t>(unpacked->elements) + 63) / 64 * 64;
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
