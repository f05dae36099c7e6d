#include <algorithm>
#include <cstring>

#include "interpreter/index_operand.h"
#include "interpreter/movement/strided_copy.h"
#include "interpreter/refuse.h"
#include "ops/embedding_lookup/embedding_lookup.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::IndexOperand;
using interpreter::Kernel;

namespace {

struct State {
  Shape ids;
  DType id_type;
  int64_t rows, row;                                                         // how many, and elements of each
  int element = 0;                                                           // bytes; 0: strings
  Quantization quant;                                                        // of codes that become numbers
  void (*get)(const State&, int64_t id, int64_t i, EvalContext&) = nullptr;  // row i of y
};

void Copy(const State& s, int64_t id, int64_t i, EvalContext& c) {
  int64_t bytes = s.row * s.element;
  if (s.element == 0)
    std::copy_n(c.InStrings(1) + id * s.row, s.row, c.OutStrings(0) + i * s.row);
  else if (bytes > 0)
    std::memcpy(c.Out<char>(0) + i * bytes, c.In<char>(1) + id * bytes, static_cast<size_t>(bytes));
}

// Rows of an odd number of 4-bit integers: two rows share a byte of y, so one thread writes them all, in order.
void CopyNibbles(const State& s, int64_t id, int64_t i, EvalContext& c) {
  const uint8_t* from = c.In<uint8_t>(1);
  uint8_t* y = c.Out<uint8_t>(0);
  for (int64_t k = 0; k < s.row; ++k) {
    int code = PackedInt4(from, static_cast<size_t>(id * s.row + k)) & 15;
    uint8_t& to = y[(i * s.row + k) / 2];
    to = static_cast<uint8_t>((i * s.row + k) % 2 ? to | code << 4 : code);
  }
}

// A table of packed 4-bit integers.
struct Packed {
  const void* bytes;
  int operator[](int64_t i) const { return PackedInt4(static_cast<const uint8_t*>(bytes), static_cast<size_t>(i)); }
};

template <class Codes, class Out>
void Scale(const State& s, int64_t id, const Codes& codes, Out* y) {
  size_t scale = s.quant.per_channel() ? static_cast<size_t>(id) : 0;
  float factor = s.quant.scale[scale];
  const int64_t zero = static_cast<int32_t>(s.quant.zero_point[scale]);  // of hostile files: anything
  for (int64_t k = 0; k < s.row; ++k)
    y[k] = static_cast<Out>(static_cast<float>(codes[id * s.row + k] - zero) * factor);
}

template <class Out, DType kCodes>
void Real(const State& s, int64_t id, int64_t i, EvalContext& c) {
  Out* y = c.Out<Out>(0) + i * s.row;
  if constexpr (kCodes == DType::kI8)
    Scale(s, id, c.In<int8_t>(1), y);
  else if constexpr (kCodes == DType::kU8)
    Scale(s, id, c.In<uint8_t>(1), y);
  else
    Scale(s, id, Packed{c.In<void>(1)}, y);
}

template <class Out>
auto RealOf(DType codes) {
  return codes == DType::kI8   ? Real<Out, DType::kI8>
         : codes == DType::kU8 ? Real<Out, DType::kU8>
                               : Real<Out, DType::kI4>;
}

Code Eval(const State& s, EvalContext& c) {
  IndexOperand ids(c.In<void>(0), s.id_type);
  for (int64_t i = 0; i < s.ids[0]; ++i)
    if (ids[i] < 0 || ids[i] >= s.rows)
      return interpreter::RefuseIndex(s.ids, ids, s.rows, c, "ids");  // embedding_lookup_c3
  const int64_t rows = s.get == CopyNibbles ? s.ids[0] : 16384 / (s.row + 1) + 1;
  c.pool().ForRange(s.ids[0], rows, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) s.get(s, ids[i], i, c);
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const EmbeddingLookup& op, interpreter::PrepareContext& c) {
  const TensorType& params = c.in(1);
  State s{.ids = c.in_shape(0),
          .id_type = c.in(0).dtype,
          .rows = params.shape[0],
          .row = params.shape.Elements(1, params.shape.rank()),
          .element = interpreter::MovableBytes(params.dtype),
          .quant = params.quant};
  if (c.out(0).dtype == params.dtype && params.dtype == DType::kI4) {
    bool whole_bytes = s.row % 2 == 0;
    if (whole_bytes) s.row /= 2;
    s.element = 1;
    s.get = whole_bytes ? Copy : CopyNibbles;
  } else if (c.out(0).dtype == params.dtype) {
    if (s.element >= 0) s.get = Copy;
  } else if (!s.quant.empty() && !IsFloat(params.dtype)) {  // embedding_lookup_c4
    s.get = op.result == LookupResult::kF16 ? RealOf<Half>(params.dtype) : RealOf<float>(params.dtype);
  }
  if (!s.get || !IndexOperand::Takes(s.id_type)) return interpreter::NoKernelFor("EmbeddingLookup", c);
  return interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& e) { return Eval(state, e); });
}

}  // namespace slipway::ops
