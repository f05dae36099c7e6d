// Einsum as sums, transposes and matrix products, two operands at a time.
//
// For a pair, each label is one of: batch (in both and wanted later), contracted (in both, not wanted), free (in one
// and wanted), summed (in one, not wanted). Both operands are brought into the form [batch..., free, contracted],
// multiplied, and the free labels taken apart again.
#include <algorithm>
#include <set>

#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/pack/pack.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/shape_of/shape_of.h"
#include "ops/strided_slice/strided_slice.h"
#include "ops/transpose/transpose.h"

namespace slipway::wire {

namespace {

using Labels = std::vector<int>;

bool Contains(const Labels& labels, int label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

struct Operand {
  ir::ValueId value = ir::ValueId::kNone;
  Labels labels;  // one per axis
};

// "ab...,bc->ac..." for operands of known rank. Axes of an ellipsis get labels from 256 on, counted from the last.
struct Equation {
  std::vector<Labels> inputs;
  Labels output;
};

Result<Labels> ParseLabels(std::string_view text, int rank, size_t* ellipsis_rank, bool may_repeat) {
  Labels labels;
  size_t dots = text.find("...");
  size_t letters = text.size() - (dots == std::string_view::npos ? 0 : 3);
  if (rank >= 0) {
    if (letters > static_cast<size_t>(rank) || (dots == std::string_view::npos && letters != static_cast<size_t>(rank)))
      return BadInput("'", text, "' does not fit an operand of rank ", rank);
    *ellipsis_rank = static_cast<size_t>(rank) - letters;
  }
  for (size_t i = 0; i < text.size(); ++i) {
    if (i == dots) {
      for (size_t k = *ellipsis_rank; k > 0; --k) labels.push_back(255 + static_cast<int>(k));
      i += 2;
      continue;
    }
    int label = static_cast<unsigned char>(text[i]);
    if (!may_repeat && Contains(labels, label))
      return BadInput("the label '", text[i], "' is there twice in '", text, "'");
    labels.push_back(label);
  }
  return labels;
}

Result<Equation> ParseEquation(std::string text, const std::vector<int>& ranks) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  size_t arrow = text.find("->");
  if (arrow == std::string::npos) return Unsupported("equation '", text, "' has no '->'");
  std::vector<std::string> parts = StrSplit(std::string_view(text).substr(0, arrow), ',');
  if (parts.size() != ranks.size()) return BadInput("equation '", text, "' is not for ", ranks.size(), " operands");
  Equation e;
  size_t widest = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    size_t ellipsis = 0;
    ASSIGN_OR_RETURN(Labels labels, ParseLabels(parts[i], ranks[i], &ellipsis, true));
    widest = std::max(widest, ellipsis);
    e.inputs.push_back(std::move(labels));
  }
  ASSIGN_OR_RETURN(e.output, ParseLabels(std::string_view(text).substr(arrow + 2), -1, &widest, false));
  for (int label : e.output)
    if (std::none_of(e.inputs.begin(), e.inputs.end(), [&](const Labels& l) { return Contains(l, label); }))
      return BadInput("equation '", text, "' has a label that no operand has");
  return e;
}

class EinsumBuilder {
 public:
  explicit EinsumBuilder(LoweringBuilder& b) : b_(b) {}

  // Axes with one label become their diagonal: every (n + 1)-th element of the two laid out in one.
  Operand Diagonal(Operand x) {
    for (size_t i = 0; i < x.labels.size(); ++i) {
      size_t twin = i + 1;
      while (twin < x.labels.size() && x.labels[twin] != x.labels[i]) ++twin;
      if (twin == x.labels.size() || !b_.ok()) continue;
      const Shape shape = b_.type(x.value).shape;
      int64_t n = shape[static_cast<int>(i)];
      if (n < 0 || shape[static_cast<int>(twin)] != n) {
        b_.Fail(Unsupported("the diagonal of an operand of shape ", shape));
        return x;
      }
      std::vector<int64_t> perm, dims;
      Labels labels;
      for (size_t k = 0; k < x.labels.size(); ++k)
        if (k != i && k != twin) {
          perm.push_back(static_cast<int64_t>(k));
          dims.push_back(shape[static_cast<int>(k)]);
          labels.push_back(x.labels[k]);
        }
      perm.insert(perm.end(), {static_cast<int64_t>(i), static_cast<int64_t>(twin)});
      dims.push_back(n * n);
      labels.push_back(x.labels[i]);
      ir::ValueId flat = b_.Reshape(b_.Add(ops::Transpose{}, {x.value, b_.Ints(perm)}), dims);
      x = {b_.Between(flat, static_cast<int>(dims.size()) - 1, 0, LoweringBuilder::kToEnd, n + 1), labels};
      i = static_cast<size_t>(-1);  // from the start: the axes have moved
    }
    return x;
  }

  // The operand without the labels that are not `wanted`, added up.
  Operand SumAway(Operand x, const std::set<int>& wanted) {
    std::vector<int64_t> axes;
    Labels kept;
    for (size_t i = 0; i < x.labels.size(); ++i) {
      if (wanted.count(x.labels[i]))
        kept.push_back(x.labels[i]);
      else
        axes.push_back(static_cast<int64_t>(i));
    }
    if (axes.empty()) return x;
    return {b_.Add(ops::Reduce{.kind = ops::ReduceKind::kSum}, {x.value, b_.Ints(axes)}), kept};
  }

  Operand Arrange(Operand x, const Labels& order) {
    std::vector<int64_t> perm;
    bool moves = false;
    for (size_t i = 0; i < order.size(); ++i) {
      perm.push_back(std::find(x.labels.begin(), x.labels.end(), order[i]) - x.labels.begin());
      moves |= perm.back() != static_cast<int64_t>(i);
    }
    if (!moves) return x;
    return {b_.Add(ops::Transpose{}, {x.value, b_.Ints(perm)}), order};
  }

  Operand Multiply(Operand x, Operand y, const std::set<int>& wanted) {
    std::set<int> for_x = wanted, for_y = wanted;
    for_x.insert(y.labels.begin(), y.labels.end());
    for_y.insert(x.labels.begin(), x.labels.end());
    x = SumAway(std::move(x), for_x);
    y = SumAway(std::move(y), for_y);
    RememberSizes(x);
    RememberSizes(y);
    Labels batch, contracted, free_x, free_y;
    for (int l : x.labels) (!Contains(y.labels, l) ? free_x : wanted.count(l) ? batch : contracted).push_back(l);
    // An ellipsis can have more axes in one operand; they broadcast in front of the other's.
    for (int l : y.labels)
      if (!Contains(x.labels, l)) free_y.push_back(l);
    bool transpose_x = false, transpose_y = false;
    ir::ValueId a = Matrix(x, batch, free_x, contracted, &transpose_x);
    ir::ValueId c = Matrix(y, batch, contracted, free_y, &transpose_y);
    ir::ValueId product = b_.Add(ops::MatMul{.transpose_a = transpose_x, .transpose_b = transpose_y}, {a, c});
    Labels result = batch;
    result.insert(result.end(), free_x.begin(), free_x.end());
    result.insert(result.end(), free_y.begin(), free_y.end());
    std::vector<Labels> axes;
    for (int l : result) axes.push_back({l});
    if (free_x.size() != 1 || free_y.size() != 1) product = Reshape(product, axes);
    return {product, result};
  }

 private:
  struct Size {
    int64_t known = kUnknownDim;
    ir::ValueId value = ir::ValueId::kNone;  // where to ask when it is not
    int axis = 0;
  };

  void RememberSizes(const Operand& x) {
    if (!b_.ok()) return;
    const Shape& shape = b_.type(x.value).shape;
    for (size_t i = 0; i < x.labels.size(); ++i) {
      int64_t dim = shape[static_cast<int>(i)];
      Size& size = sizes_[x.labels[i]];
      // A broadcast axis of size 1 gives way to the other operand's.
      if (size.value == ir::ValueId::kNone || size.known == 1 || (size.known < 0 && dim > 1))
        size = {dim, x.value, static_cast<int>(i)};
    }
  }

  // x as [batch..., product of rows, product of columns], or with the last two exchanged where x lies so.
  ir::ValueId Matrix(Operand x, const Labels& batch, const Labels& rows, const Labels& columns, bool* transposed) {
    Labels order = batch, exchanged = batch;
    order.insert(order.end(), rows.begin(), rows.end());
    order.insert(order.end(), columns.begin(), columns.end());
    exchanged.insert(exchanged.end(), columns.begin(), columns.end());
    exchanged.insert(exchanged.end(), rows.begin(), rows.end());
    *transposed = x.labels == exchanged && x.labels != order;
    if (!*transposed) x = Arrange(std::move(x), order);
    if (rows.size() == 1 && columns.size() == 1) return x.value;
    std::vector<Labels> axes;
    for (int l : batch) axes.push_back({l});
    axes.push_back(*transposed ? columns : rows);
    axes.push_back(*transposed ? rows : columns);
    return Reshape(x.value, axes);
  }

  ir::ValueId Reshape(ir::ValueId x, const std::vector<Labels>& axes) {
    std::vector<int64_t> dims;
    int unknown = 0;
    for (const Labels& labels : axes) {
      int64_t dim = 1;
      for (int l : labels) dim = dim < 0 || sizes_[l].known < 0 ? kUnknownDim : dim * sizes_[l].known;
      dims.push_back(dim);
      unknown += dim < 0;
    }
    if (unknown <= 1) return b_.Add(ops::Reshape{}, {x, b_.Ints(dims)});
    std::vector<ir::ValueId> parts;
    for (size_t i = 0; i < axes.size(); ++i) parts.push_back(Product(axes[i], dims[i]));
    return b_.Add(ops::Reshape{}, {x, b_.Add(ops::Pack{}, parts)});
  }

  // The number of elements of some axes, as a scalar.
  ir::ValueId Product(const Labels& labels, int64_t known) {
    if (known >= 0) return b_.Add(ops::Reshape{}, {b_.Ints({known}), b_.Ints({})});
    ir::ValueId product = ir::ValueId::kNone;
    for (int l : labels) {
      const Size& size = sizes_[l];
      ir::ValueId shape = b_.Add(ops::ShapeOf{}, {size.value});
      ir::ValueId dim = b_.Add(ops::StridedSlice{.shrink_axis_mask = 1},
                               {shape, b_.Ints({size.axis}), b_.Ints({size.axis + 1}), b_.Ints({1})});
      product = product == ir::ValueId::kNone ? dim : b_.Binary(ops::BinaryKind::kMul, {product, dim});
    }
    return product;
  }

  LoweringBuilder& b_;
  std::map<int, Size> sizes_;
};

}  // namespace

Result<std::vector<ir::ValueId>> LowerEinsum(const TfNode& node, TfImporter& in) {
  ASSIGN_OR_RETURN(std::string text, node.String("equation", ""));
  std::vector<int> ranks;
  for (int i = 0; i < in.num_inputs(); ++i) {
    const Shape& shape = in.type(in.input(i)).shape;
    if (!shape.has_rank()) return Unsupported("operand ", i, " has unknown rank");
    ranks.push_back(shape.rank());
  }
  ASSIGN_OR_RETURN_AT(Equation e, ParseEquation(text, ranks), "einsum");
  if (e.inputs.empty()) return BadInput("has no operands");
  LoweringBuilder b(in);
  EinsumBuilder einsum(b);
  std::vector<Operand> operands;
  for (size_t i = 0; i < e.inputs.size(); ++i)
    operands.push_back(einsum.Diagonal({in.input(static_cast<int>(i)), e.inputs[i]}));
  Operand x = operands[0];
  for (size_t i = 1; i < e.inputs.size() && b.ok(); ++i) {
    std::set<int> wanted(e.output.begin(), e.output.end());
    for (size_t later = i + 1; later < e.inputs.size(); ++later)
      wanted.insert(e.inputs[later].begin(), e.inputs[later].end());
    x = einsum.Multiply(x, operands[i], wanted);
  }
  if (!b.ok()) return b.Done({});
  x = einsum.SumAway(x, std::set<int>(e.output.begin(), e.output.end()));
  return b.Done({einsum.Arrange(x, e.output).value});
}

}  // namespace slipway::wire
