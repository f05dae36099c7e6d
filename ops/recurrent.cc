#include "ops/recurrent.h"

namespace slipway::ops {

SequenceSizes SizesOfSequence(const Shape& x, bool time_major) {
  if (!x.has_rank() || x.rank() != 3) return {};
  return time_major ? SequenceSizes{x[1], x[0], x[2]} : SequenceSizes{x[0], x[1], x[2]};
}

namespace {

bool Has(Inputs in, int i) { return i != kNoOperand && in.Has(i); }

Status CheckDType(Inputs in, int i, DType dtype) {
  if (!Has(in, i)) return BadInput("operand ", i, " is missing");
  if (in.dtype(i) != dtype) return BadInput("operand ", i, " is ", in.dtype(i), ", expected ", dtype);
  return OkStatus();
}

// An operand of the input gate, a peephole or the like is there with the others or not at all.
Status CheckTogether(Inputs in, std::initializer_list<int> operands, const char* what) {
  int first = *operands.begin();
  for (int i : operands)
    if (Has(in, i) != Has(in, first))
      return BadInput(what, " are given in part: operand ", Has(in, i) ? i : first, " without operand ",
                      Has(in, i) ? first : i);
  return OkStatus();
}

}  // namespace

Status CheckOperand(Inputs in, int i, DType dtype, std::initializer_list<int64_t> dims) {
  RETURN_IF_ERROR(CheckDType(in, i, dtype));
  Shape expected(dims);
  if (!Compatible(in.shape(i), expected))
    return BadInput("operand ", i, " has shape ", in.shape(i), ", expected ", expected);
  return OkStatus();
}

Status CheckState(Inputs in, int i, DType dtype, int64_t elements) {
  RETURN_IF_ERROR(CheckDType(in, i, dtype));
  const Shape& s = in.shape(i);
  if (s.IsStatic() && elements >= 0 && s.Elements() != elements)
    return BadInput("state operand ", i, " has shape ", s, ", expected ", elements, " elements");
  return OkStatus();
}

Status CheckFloatLayer(Inputs in, int x, int weights) {
  DType t = in.dtype(weights);
  if (in.dtype(x) != DType::kF32 || !(t == DType::kF32 || t == DType::kI8 || t == DType::kU8))
    return Unsupported("no kernel combines ", in.dtype(x), " with ", t, " weights");
  return OkStatus();
}

static int64_t Product(int64_t a, int64_t b) { return a < 0 || b < 0 ? -1 : a * b; }

static Status CheckLstmPresence(Inputs in, const LstmOperands& o) {
  RETURN_IF_ERROR(CheckTogether(in, {o.input[0], o.recurrent[0], o.bias[0]}, "operands of the input gate"));
  bool gate = Has(in, o.input[0]);
  RETURN_IF_ERROR(CheckTogether(in, {o.peephole[1], o.peephole[3]}, "peephole weights"));
  if (Has(in, o.peephole[0]) != (Has(in, o.peephole[1]) && gate))
    return BadInput("peephole weights of the input gate, operand ", o.peephole[0], ", are not as those of the others");
  if (Has(in, o.projection_bias) && !Has(in, o.projection))
    return BadInput("there is a projection bias, operand ", o.projection_bias, ", but no projection");
  if (o.norm[1] != kNoOperand) {
    RETURN_IF_ERROR(CheckTogether(in, {o.norm[1], o.norm[2], o.norm[3]}, "normalization weights"));
    if (Has(in, o.norm[0]) != (Has(in, o.norm[1]) && gate))
      return BadInput("normalization weights of the input gate, operand ", o.norm[0],
                      ", are not as those of the others");
  }
  return OkStatus();
}

static Status CheckLstmGate(Inputs in, const LstmOperands& o, size_t g, const SequenceSizes& x,
                            std::optional<int64_t> aux_depth, const LstmSizes& n, bool diagonal) {
  DType weights = in.dtype(o.input[3]);
  bool codes = in.dtype(0) == DType::kI8;
  RETURN_IF_ERROR(CheckOperand(in, o.input[g], weights, {n.cells, x.depth}));
  bool diag = diagonal && Has(in, o.recurrent[g]) && in.shape(o.recurrent[g]).has_rank() &&
              in.shape(o.recurrent[g]).rank() == 1;
  if (diag)
    RETURN_IF_ERROR(CheckOperand(in, o.recurrent[g], DType::kF32, {n.cells}));
  else
    RETURN_IF_ERROR(CheckOperand(in, o.recurrent[g], weights, {n.cells, n.outputs}));
  if (diag && codes) return Unsupported("diagonal recurrent weights of a layer on codes");
  if (diag && n.cells >= 0 && n.outputs >= 0 && n.cells != n.outputs)
    return BadInput("recurrent weights ", o.recurrent[g], " are a diagonal, but there are ", n.outputs, " outputs of ",
                    n.cells, " cells");
  RETURN_IF_ERROR(CheckOperand(in, o.bias[g], codes ? DType::kI32 : DType::kF32, {n.cells}));
  if (Has(in, o.peephole[g]))
    RETURN_IF_ERROR(CheckOperand(in, o.peephole[g], codes ? DType::kI16 : weights, {n.cells}));
  if (Has(in, o.norm[g])) RETURN_IF_ERROR(CheckOperand(in, o.norm[g], codes ? DType::kI16 : DType::kF32, {n.cells}));
  if (aux_depth) RETURN_IF_ERROR(CheckOperand(in, o.aux_input[g], weights, {n.cells, *aux_depth}));
  return OkStatus();
}

Result<LstmSizes> CheckLstm(Inputs in, const LstmOperands& o, const SequenceSizes& x, std::optional<int64_t> aux_depth,
                            bool diagonal) {
  if (!Has(in, o.input[3]) || !Has(in, o.recurrent[3])) return BadInput("the output gate has no weights");
  bool codes = in.dtype(0) == DType::kI8;
  if (codes && in.dtype(o.input[3]) != DType::kI8)
    return Unsupported("no kernel combines i8 with ", in.dtype(o.input[3]), " weights");
  if (!codes) RETURN_IF_ERROR(CheckFloatLayer(in, 0, o.input[3]));
  RETURN_IF_ERROR(CheckLstmPresence(in, o));
  const Shape &input = in.shape(o.input[3]), &recurrent = in.shape(o.recurrent[3]);
  LstmSizes n;
  if (input.has_rank() && input.rank() == 2) n.cells = input[0];
  if (recurrent.has_rank() && recurrent.rank() > 0) n.outputs = recurrent.back();
  if (n.cells == 0 || n.outputs == 0) return BadInput("there are ", n.cells, " cells and ", n.outputs, " outputs");
  for (size_t g = Has(in, o.input[0]) ? 0 : 1; g < 4; ++g)
    RETURN_IF_ERROR(CheckLstmGate(in, o, g, x, aux_depth, n, diagonal));
  if (Has(in, o.projection)) {
    RETURN_IF_ERROR(CheckOperand(in, o.projection, in.dtype(o.input[3]), {n.outputs, n.cells}));
    if (Has(in, o.projection_bias))
      RETURN_IF_ERROR(CheckOperand(in, o.projection_bias, codes ? DType::kI32 : DType::kF32, {n.outputs}));
  } else if (n.cells >= 0 && n.outputs >= 0 && n.cells != n.outputs) {
    return BadInput("there are ", n.outputs, " outputs of ", n.cells, " cells, but no projection");
  }
  RETURN_IF_ERROR(CheckState(in, o.output_state, in.dtype(0), Product(x.batch, n.outputs)));
  RETURN_IF_ERROR(CheckState(in, o.cell_state, codes ? DType::kI16 : DType::kF32, Product(x.batch, n.cells)));
  return n;
}

Result<int64_t> CheckRnn(Inputs in, const RnnOperands& o, const SequenceSizes& x, std::optional<int64_t> aux_depth) {
  if (!Has(in, o.weights)) return BadInput("operand ", o.weights, " is missing");
  RETURN_IF_ERROR(CheckFloatLayer(in, 0, o.weights));
  DType weights = in.dtype(o.weights);
  const Shape& w = in.shape(o.weights);
  int64_t units = w.has_rank() && w.rank() == 2 ? w[0] : -1;
  RETURN_IF_ERROR(CheckOperand(in, o.weights, weights, {units, x.depth}));
  RETURN_IF_ERROR(CheckOperand(in, o.recurrent, weights, {units, units}));
  RETURN_IF_ERROR(CheckOperand(in, o.bias, DType::kF32, {units}));
  RETURN_IF_ERROR(CheckOperand(in, o.state, DType::kF32, {x.batch, units}));
  if (aux_depth) RETURN_IF_ERROR(CheckOperand(in, o.aux_weights, weights, {units, *aux_depth}));
  return units;
}

Result<std::optional<int64_t>> CheckAux(Inputs in, int aux, std::span<const int> weights) {
  bool with_weights = in.Has(weights[0]);
  for (int i : weights)
    if (Has(in, i) != with_weights) return BadInput("weights of the second input are given in part: operand ", i);
  if (with_weights && !in.Has(aux)) return BadInput("the second input, operand ", aux, ", is missing");
  if (!in.Has(aux)) return std::optional<int64_t>();
  const Shape& x = in.shape(0);
  bool known = x.has_rank() && x.rank() == 3;
  int64_t depth = with_weights || !known ? -1 : x[2];
  RETURN_IF_ERROR(CheckOperand(in, aux, in.dtype(0), {known ? x[0] : -1, known ? x[1] : -1, depth}));
  if (!with_weights) return std::optional<int64_t>();
  return std::optional<int64_t>(in.shape(aux).has_rank() ? in.shape(aux)[2] : -1);
}

Result<TensorTypes> BidirectionalResults(DType dtype, const Shape& x, int64_t forward, int64_t backward, bool merge) {
  ASSIGN_OR_RETURN(Shape y, x.has_rank() ? Result<Shape>(x) : UnknownDims(3));
  y[2] = forward;
  if (merge) {
    y[2] = forward < 0 || backward < 0 ? -1 : forward + backward;
    return TensorTypes{{dtype, y}};
  }
  Shape second = y;
  second[2] = backward;
  return TensorTypes{{dtype, y}, {dtype, second}};
}

}  // namespace slipway::ops
