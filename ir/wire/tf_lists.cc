// Lists of tensors (TensorList*, TensorArray*) become tensors whose first dimension counts the items, so that loops
// carry them as they carry other tensors. What TensorFlow says of an item that was never set, zeros, is what the tensor
// holds.
//
// Items of one list have one shape. It is known from the list's own attribute, from the first item that is set, or,
// where that happens in a branch or a loop, from reading its function on trial.
#include <algorithm>
#include <functional>
#include <set>

#include "ir/known_ints.h"
#include "ir/wire/lower/builder.h"
#include "ir/wire/tf_graph_reader.h"
#include "ir/wire/tf_node_reader.h"
#include "ops/cast/cast.h"
#include "ops/concat/concat.h"
#include "ops/dynamic_update_slice/dynamic_update_slice.h"
#include "ops/fill/fill.h"
#include "ops/gather/gather.h"
#include "ops/pack/pack.h"
#include "ops/range/range.h"
#include "ops/reshape/reshape.h"
#include "ops/scatter_nd/scatter_nd.h"
#include "ops/shape_of/shape_of.h"
#include "ops/strided_slice/strided_slice.h"

namespace slipway::wire {

namespace {

using ir::ValueId;
using ops::BinaryKind;

bool IsOpenList(const TfValue& v) { return v.kind == TfValue::kList && v.value == ValueId::kNone; }

int RankOf(const Shape& s) { return s.has_rank() ? s.rank() : -1; }

Shape ItemOf(const Shape& list) {
  if (!list.has_rank() || list.rank() == 0) return Shape::UnknownRank();
  return *Shape::FromDims(std::span(list.begin() + 1, list.end()));
}

// What a shape operand says; a scalar -1 stands for nothing.
Shape StatedShape(const ir::Graph& g, ValueId v) {
  if (!g.type(v).shape.has_rank() || g.type(v).shape.rank() != 1) return Shape::UnknownRank();
  std::optional<ir::PartialInts> known = ir::KnownInts(g, v);
  if (!known) return Shape::UnknownRank();
  std::vector<int64_t> dims;
  for (const auto& d : *known) dims.push_back(d && *d >= 0 ? *d : kUnknownDim);
  Result<Shape> shape = Shape::FromDims(dims);
  return shape.ok() ? *shape : Shape::UnknownRank();
}

// The nodes that one list operator becomes.
class ListBuilder {
 public:
  ListBuilder(ir::Graph& g, std::string origin) : graph_(g), in_(g, std::move(origin), {}), b_(in_) {}

  bool ok() const { return b_.ok() && status_.ok(); }
  Status Done() const {
    RETURN_IF_ERROR(status_);
    return b_.Done({}).status();
  }
  // A list operator's one result.
  Result<TfValues> List(ValueId v, bool ragged = false) const {
    RETURN_IF_ERROR(Done());
    return TfValues{{.kind = TfValue::kList, .value = v, .ragged = ragged}};
  }
  Result<TfValues> Dense(ValueId v) const {
    RETURN_IF_ERROR(Done());
    return TfValues{{TfValue::kTensor, v}};
  }

  ValueId Int(int64_t value) {
    int64_t ints[] = {value};
    return in_.Constant(Tensor::Vector(ints).Reshaped({}), StrCat("int_", value));
  }
  ValueId Ints(std::vector<int64_t> values) { return b_.Ints(values); }
  ValueId Add(ops::Op op, std::vector<ValueId> inputs) {
    return ok() ? b_.Add(std::move(op), std::move(inputs)) : kNone;
  }
  ValueId Binary(BinaryKind kind, LoweringBuilder::Two x) { return ok() ? b_.Binary(kind, x) : kNone; }
  ValueId ShapeOf(ValueId x) { return Add(ops::ShapeOf{}, {x}); }
  // One dimension, an i32 scalar.
  ValueId Dim(ValueId x, int axis) {
    if (!ok()) return kNone;
    const Shape& s = graph_.type(x).shape;
    if (s.has_rank() && s[axis] >= 0) return Int(s[axis]);
    return Add(ops::StridedSlice{.shrink_axis_mask = 1}, {ShapeOf(x), Ints({axis}), Ints({axis + 1}), Ints({1})});
  }
  // The dimensions of a list's items.
  std::vector<ValueId> ItemDims(ValueId list) {
    std::vector<ValueId> dims;
    for (int i = 1; ok() && i < RankOf(list); ++i) dims.push_back(Dim(list, i));
    return dims;
  }
  ValueId Zeros(DType dtype, ValueId length, const std::vector<ValueId>& item) {
    std::vector<ValueId> dims{length};
    dims.insert(dims.end(), item.begin(), item.end());
    return Add(ops::Fill{}, {Add(ops::Pack{}, dims), in_.Constant(Tensor(dtype, Shape{}), "zero")});
  }
  // An item as a list of one, in the shape that the list's items have.
  ValueId Row(ValueId list, ValueId item) {
    std::vector<ValueId> dims{Int(1)};
    for (ValueId d : ItemDims(list)) dims.push_back(d);
    return Add(ops::Reshape{}, {item, Add(ops::Pack{}, dims)});
  }
  ValueId Set(ValueId list, ValueId index, ValueId item) {
    ValueId row = Row(list, item);
    if (!ok()) return kNone;
    if (graph_.type(index).dtype != DType::kI32) index = Add(ops::Cast{.to = DType::kI32}, {index});
    std::vector<ValueId> starts{index};
    for (int i = 1; ok() && i < RankOf(list); ++i) starts.push_back(Int(0));
    return Add(ops::DynamicUpdateSlice{}, {list, row, Add(ops::Pack{}, starts)});
  }
  ValueId Longer(ValueId list, ValueId more) {
    return Add(ops::Concat{}, {list, Zeros(graph_.type(list).dtype, more, ItemDims(list))});
  }
  // Room for an item at `index`.
  ValueId Grown(ValueId list, ValueId index) {
    ValueId more = Binary(BinaryKind::kSub, {Binary(BinaryKind::kAdd, {index, Int(1)}), Dim(list, 0)});
    return Longer(list, Binary(BinaryKind::kMaximum, {more, Int(0)}));
  }
  ValueId Resized(ValueId list, ValueId size) {
    ValueId end = Add(ops::Reshape{}, {size, Ints({1})});
    ValueId kept = Add(ops::StridedSlice{.begin_mask = 1}, {list, Ints({0}), end, Ints({1})});
    return Longer(kept, Binary(BinaryKind::kSub, {size, Dim(kept, 0)}));
  }
  ValueId WithoutLast(ValueId list) {
    return Add(ops::StridedSlice{.begin_mask = 1}, {list, Ints({0}), Ints({-1}), Ints({1})});
  }
  // Items one after another along their first dimension.
  ValueId Joined(ValueId list) {
    std::vector<ValueId> dims = ItemDims(list);
    if (!ok()) return kNone;
    if (dims.empty()) return Fail(BadInput("items of rank 0 cannot be joined"));
    dims[0] = Binary(BinaryKind::kMul, {Dim(list, 0), dims[0]});
    return Add(ops::Reshape{}, {list, Add(ops::Pack{}, dims)});
  }

 private:
  static constexpr ValueId kNone = ValueId::kNone;
  int RankOf(ValueId list) {
    const Shape& s = graph_.type(list).shape;
    if (s.has_rank() && s.rank() > 0) return s.rank();
    Fail(Unsupported("the rank of the list's items is not known"));
    return 0;
  }
  ValueId Fail(Status status) {
    if (status_.ok()) status_ = std::move(status);
    return kNone;
  }

  ir::Graph& graph_;
  NodeReader in_;
  LoweringBuilder b_;
  Status status_;
};

enum class Kind {
  kReserve,      // element_shape, length
  kEmpty,        // element_shape, most items
  kArray,        // length; attributes dtype, element_shape
  kFromTensor,   // tensor, element_shape
  kGet,          // list, index, element_shape
  kSet,          // list, index, item
  kStack,        // list, element_shape
  kGather,       // list, indices, element_shape
  kScatter,      // tensor, indices, element_shape, length
  kScatterInto,  // list, tensor, indices
  kPushBack,     // list, item
  kPopBack,      // list, element_shape
  kLength,       // list
  kResize,       // list, length
  kJoin,         // list
  kSplit,        // tensor, element_shape, lengths
  kAppend,       // list, list
  kItemShape,    // list
  kNothing,
};

// `operands`: which of the node's inputs are those of the kind, in its order. The arrays of TensorFlow 1 are passed on
// as "flow", beside a handle that says nothing.
struct Row {
  std::string_view op;
  Kind kind;
  std::vector<size_t> operands;
};

const Row* FindRow(std::string_view op) {
  static const std::vector<Row> kRows = {
      {"EmptyTensorList", Kind::kEmpty, {0, 1}},
      {"TensorArrayCloseV3", Kind::kNothing, {}},
      {"TensorArrayConcatV3", Kind::kJoin, {1}},
      {"TensorArrayGatherV3", Kind::kGather, {2, 1}},
      {"TensorArrayReadV3", Kind::kGet, {2, 1}},
      {"TensorArrayScatterV3", Kind::kScatterInto, {3, 2, 1}},
      {"TensorArraySizeV3", Kind::kLength, {1}},
      {"TensorArrayV3", Kind::kArray, {0}},
      {"TensorArrayWriteV3", Kind::kSet, {3, 1, 2}},
      {"TensorListConcat", Kind::kJoin, {0}},
      {"TensorListConcatLists", Kind::kAppend, {0, 1}},
      {"TensorListConcatV2", Kind::kJoin, {0}},
      {"TensorListElementShape", Kind::kItemShape, {0}},
      {"TensorListFromTensor", Kind::kFromTensor, {0, 1}},
      {"TensorListGather", Kind::kGather, {0, 1, 2}},
      {"TensorListGetItem", Kind::kGet, {0, 1, 2}},
      {"TensorListLength", Kind::kLength, {0}},
      {"TensorListPopBack", Kind::kPopBack, {0}},
      {"TensorListPushBack", Kind::kPushBack, {0, 1}},
      {"TensorListReserve", Kind::kReserve, {0, 1}},
      {"TensorListResize", Kind::kResize, {0, 1}},
      {"TensorListScatter", Kind::kScatter, {0, 1, 2}},
      {"TensorListScatterIntoExistingList", Kind::kScatterInto, {0, 1, 2}},
      {"TensorListScatterV2", Kind::kScatter, {0, 1, 2, 3}},
      {"TensorListSetItem", Kind::kSet, {0, 1, 2}},
      {"TensorListSplit", Kind::kSplit, {0, 1, 2}},
      {"TensorListStack", Kind::kStack, {0, 1}},
  };
  auto it = std::find_if(kRows.begin(), kRows.end(), [&](const Row& r) { return r.op == op; });
  return it == kRows.end() ? nullptr : &*it;
}

bool TakesList(Kind kind) {
  return kind != Kind::kReserve && kind != Kind::kEmpty && kind != Kind::kArray && kind != Kind::kFromTensor &&
         kind != Kind::kScatter && kind != Kind::kSplit && kind != Kind::kNothing;
}

constexpr char kNoItem[] = "no item was put into the list before, so their shape is not known";

// Indices that are 0, 1, 2, ... whatever their number.
bool CountsUp(const ir::Graph& g, ValueId indices) {
  if (const Tensor* t = g.ConstantOf(indices)) {
    std::vector<int64_t> ints = t->AsInts();
    for (size_t i = 0; i < ints.size(); ++i)
      if (ints[i] != static_cast<int64_t>(i)) return false;
    return true;
  }
  if (!g.ProducerAs<ops::Range>(indices)) return false;
  const std::vector<ValueId>& in = g.node(g.value(indices).producer).inputs;
  const Tensor *start = g.ConstantOf(in[0]), *delta = g.ConstantOf(in[2]);
  return start && delta && start->AsInts()[0] == 0 && delta->AsInts()[0] == 1;
}

}  // namespace

bool TfGraphReader::IsListOp(std::string_view op) { return FindRow(op) != nullptr; }

// Reads one list operator.
class TfListReader {
 public:
  TfListReader(ir::Graph& g, std::vector<TfList>& lists, const TfNode& node, const std::string& origin,
               const TfValues& operands, std::function<bool(bool)> is_certain_to_fit)
      : graph_(g),
        lists_(lists),
        node_(node),
        in_(operands),
        make_(g, origin),
        is_certain_to_fit_(std::move(is_certain_to_fit)) {}

  Result<TfValues> Read(Kind kind) {
    switch (kind) {
      case Kind::kReserve:
        return New(StatedShape(graph_, Value(0)), Value(1), "element_dtype");
      case Kind::kEmpty:
        return New(StatedShape(graph_, Value(0)), make_.Int(0), "element_dtype");
      case Kind::kArray:
        return NewArray();
      case Kind::kFromTensor:
        return make_.List(Value(0));
      case Kind::kGet:
        return Get();
      case Kind::kSet:
        return Set();
      case Kind::kStack:
        RETURN_IF_ERROR(MayBeFilled());
        return make_.Dense(Value(0));
      case Kind::kGather:
        RETURN_IF_ERROR(IsUniform());
        return make_.Dense(make_.Add(ops::Gather{}, {Value(0), Value(1)}));
      case Kind::kScatter:
        return Scatter();
      case Kind::kScatterInto:
        return ScatterInto();
      case Kind::kPushBack:
        return PushBack();
      case Kind::kPopBack:
        return PopBack();
      case Kind::kLength:
        return Length();
      case Kind::kResize:
        return Resize();
      case Kind::kJoin:
        return Join();
      case Kind::kSplit:
        return Split();
      case Kind::kAppend:
        RETURN_IF_ERROR(IsUniform());
        if (IsOpenList(in_[1])) return Unsupported(kNoItem);
        return make_.List(make_.Add(ops::Concat{}, {Value(0), Value(1)}), in_[1].ragged);
      case Kind::kItemShape:
        return ItemShape();
      case Kind::kNothing:
        break;
    }
    return TfValues{};
  }

  // A list without items, or of zeros if their shape is known.
  static Status Close(ListBuilder& make, const TfList& list, const std::vector<ValueId>& item, TfValue* value) {
    if (list.length == ValueId::kNone) return Unsupported("the length of a list from outside is not known in a loop");
    value->value = make.Zeros(list.dtype, list.length, item);
    return make.Done();
  }

 private:
  ValueId Value(size_t i) const { return in_[i].value; }
  const TensorType& TypeOf(size_t i) const { return graph_.type(Value(i)); }
  TfList& Open() { return lists_[static_cast<size_t>(in_[0].list)]; }

  std::vector<ValueId> Dims(const Shape& shape) {
    std::vector<ValueId> dims;
    for (int64_t d : shape) dims.push_back(make_.Int(d));
    return dims;
  }

  Result<TfValues> New(const Shape& item, ValueId length, std::string_view dtype, bool grows = false) {
    TfList list{.item = item, .length = length, .grows = grows};
    ASSIGN_OR_RETURN(list.dtype, node_.Type(dtype));
    if (list.dtype == DType::kVariant || list.dtype == DType::kResource)
      return Unsupported("lists of ", list.dtype, " cannot be imported");
    TfValue value{.kind = TfValue::kList, .list = static_cast<int>(lists_.size())};
    lists_.push_back(list);
    if (item.IsStatic()) RETURN_IF_ERROR(Close(make_, list, Dims(item), &value));
    return TfValues{value};
  }

  Result<TfValues> NewArray() {
    Shape item = Shape::UnknownRank();
    if (node_.Has("element_shape")) {
      ASSIGN_OR_RETURN(item, node_.ShapeAttr("element_shape"));
    }
    ASSIGN_OR_RETURN(bool grows, node_.Bool("dynamic_size", false));
    ASSIGN_OR_RETURN(TfValues list, New(item, Value(0), "dtype", grows));
    return TfValues{list[0], list[0]};
  }

  // Afterwards the list has a value; items are like value i, of which the first `skipped` dimensions do not count.
  Status CloseAs(size_t i, int skipped = 0) {
    if (!IsOpenList(in_[0])) return OkStatus();
    const Shape shape = TypeOf(i).shape;
    if (!shape.has_rank() || shape.rank() < skipped) return Unsupported("an item of unknown rank");
    std::vector<ValueId> dims;
    for (int k = skipped; k < shape.rank(); ++k) dims.push_back(make_.Dim(Value(i), k));
    return Close(make_, Open(), dims, &in_[0]);
  }

  // An open list whose items have the shape that operand 1 states (TensorFlow's zeros).
  Status MayBeFilled() {
    if (!IsOpenList(in_[0])) return OkStatus();
    Shape item = in_.size() > 1 ? StatedShape(graph_, in_.back().value) : Shape::UnknownRank();
    if (!item.IsStatic()) return Unsupported(kNoItem);
    return Close(make_, Open(), Dims(item), &in_[0]);
  }

  // Reading single items of a list with unknown dimensions needs items that agree in them.
  Status IsUniform() {
    RETURN_IF_ERROR(MayBeFilled());
    if (in_[0].ragged && !ItemOf(TypeOf(0).shape).IsStatic())
      return Unsupported("items of the list may differ in shape");
    return OkStatus();
  }

  Result<TfValues> Get() {
    RETURN_IF_ERROR(IsUniform());
    return make_.Dense(make_.Add(ops::Gather{}, {Value(0), Value(1)}));
  }

  // Is an item like value i, without its first dimensions, certain to have the shape of the others?
  bool Fits(size_t i, int skipped = 0) const { return is_certain_to_fit_(FitsHere(i, skipped)); }
  bool FitsHere(size_t i, int skipped) const {
    const Shape list = ItemOf(TypeOf(0).shape), &item = TypeOf(i).shape;
    if (!list.IsStatic() || !item.IsStatic() || item.rank() < skipped) return false;
    return std::equal(list.begin(), list.end(), item.begin() + skipped, item.end());
  }

  Result<TfValues> Set() {
    bool first = IsOpenList(in_[0]);
    ASSIGN_OR_RETURN(bool grows, node_.Bool("resize_if_index_out_of_bounds", false));
    grows = grows || (in_[0].list >= 0 && Open().grows);
    RETURN_IF_ERROR(CloseAs(2));
    in_[0].ragged |= !first && !Fits(2);
    ValueId list = grows ? make_.Grown(Value(0), Value(1)) : Value(0);
    return Changed(make_.Set(list, Value(1), Value(2)));
  }

  // The list with another value, still known as the one that it came from.
  Result<TfValues> Changed(ValueId v) {
    RETURN_IF_ERROR(make_.Done());
    TfValue changed = in_[0];
    changed.value = v;
    return TfValues{changed};
  }

  Result<TfValues> PushBack() {
    bool first = IsOpenList(in_[0]);
    RETURN_IF_ERROR(CloseAs(1));
    in_[0].ragged |= !first && !Fits(1);
    return Changed(make_.Add(ops::Concat{}, {Value(0), make_.Row(Value(0), Value(1))}));
  }

  Result<TfValues> PopBack() {
    RETURN_IF_ERROR(IsUniform());
    ValueId last = make_.Binary(BinaryKind::kSub, {make_.Dim(Value(0), 0), make_.Int(1)});
    ValueId item = make_.Add(ops::Gather{}, {Value(0), last});
    ASSIGN_OR_RETURN(TfValues values, Changed(make_.WithoutLast(Value(0))));
    values.push_back({TfValue::kTensor, item});
    return values;
  }

  Result<TfValues> Length() {
    if (!IsOpenList(in_[0])) return make_.Dense(make_.Dim(Value(0), 0));
    if (Open().length == ValueId::kNone) return Unsupported("the length of a list from outside is not known in a loop");
    return make_.Dense(Open().length);
  }

  Result<TfValues> Resize() {
    if (!IsOpenList(in_[0])) return Changed(make_.Resized(Value(0), Value(1)));
    TfList list = Open();
    list.length = Value(1);
    TfValue value = in_[0];
    value.list = static_cast<int>(lists_.size());
    lists_.push_back(list);
    return TfValues{value};
  }

  // TensorFlow keeps the last of items for one index; here they would add up.
  Status CheckDistinct(ValueId indices) const {
    const Tensor* t = graph_.ConstantOf(indices);
    if (!t) return Unsupported("the indices are computed, expected constants or 0, 1, 2, ...");
    std::vector<int64_t> ints = t->AsInts();
    if (std::set<int64_t>(ints.begin(), ints.end()).size() != ints.size())
      return Unsupported("the indices name an item twice");
    return OkStatus();
  }

  ValueId Scattered(ValueId tensor, ValueId indices, ValueId length) {
    std::vector<ValueId> dims{length};
    for (ValueId d : make_.ItemDims(tensor)) dims.push_back(d);
    ValueId column = make_.Add(ops::Reshape{}, {indices, make_.Ints({-1, 1})});
    return make_.Add(ops::ScatterNd{}, {column, tensor, make_.Add(ops::Pack{}, dims)});
  }

  Result<TfValues> Scatter() {
    const Tensor* stated = in_.size() > 3 ? graph_.ConstantOf(Value(3)) : nullptr;
    bool as_needed = in_.size() < 4 || (stated && stated->AsInts()[0] < 0);
    int64_t rows = TypeOf(0).shape.has_rank() && TypeOf(0).shape.rank() > 0 ? TypeOf(0).shape[0] : -1;
    bool whole = as_needed || (stated && stated->AsInts()[0] == rows);
    if (CountsUp(graph_, Value(1)) && whole) return make_.List(Value(0));
    RETURN_IF_ERROR(CheckDistinct(Value(1)));
    std::vector<int64_t> ints = graph_.ConstantOf(Value(1))->AsInts();
    int64_t most = ints.empty() ? 0 : *std::max_element(ints.begin(), ints.end()) + 1;
    return make_.List(Scattered(Value(0), Value(1), as_needed ? make_.Int(most) : Value(3)));
  }

  // An open list whose first items are the rows of a tensor.
  Result<TfValues> Filled() {
    const Tensor* length = Open().length == ValueId::kNone ? nullptr : graph_.ConstantOf(Open().length);
    const Shape& rows = TypeOf(1).shape;
    if (!rows.has_rank() || rows.rank() == 0) return Unsupported("items of unknown rank");
    if (length && length->AsInts()[0] == rows[0]) return Changed(Value(1));
    if (Open().length == ValueId::kNone) return Unsupported("the length of a list from outside is not known in a loop");
    ValueId more = make_.Binary(BinaryKind::kSub, {Open().length, make_.Dim(Value(1), 0)});
    return Changed(make_.Longer(Value(1), more));
  }

  // A list that is filled at once, as arrays of TensorFlow 1 are, or a list with some new items.
  Result<TfValues> ScatterInto() {
    if (IsOpenList(in_[0]) && CountsUp(graph_, Value(2))) return Filled();
    RETURN_IF_ERROR(CloseAs(1, 1));
    if (CountsUp(graph_, Value(2)) && TypeOf(0).shape.IsStatic() && TypeOf(0).shape == TypeOf(1).shape)
      return Changed(Value(1));
    RETURN_IF_ERROR(CheckDistinct(Value(2)));
    if (!Fits(1, 1)) return Unsupported("items of the list may differ in shape");
    ValueId list = Value(0);
    for (size_t i = 0; i < graph_.ConstantOf(Value(2))->AsInts().size(); ++i) {
      ValueId index = make_.Int(graph_.ConstantOf(Value(2))->AsInts()[i]);
      ValueId item = make_.Add(ops::Gather{}, {Value(1), make_.Int(static_cast<int64_t>(i))});
      if (!make_.ok()) break;
      list = make_.Set(list, index, item);
    }
    return Changed(list);
  }

  Result<TfValues> Join() {
    RETURN_IF_ERROR(MayBeFilled());
    if (in_[0].ragged) return Unsupported("items of the list may differ in shape");
    ValueId joined = make_.Joined(Value(0));
    RETURN_IF_ERROR(make_.Done());
    ValueId each = make_.Add(ops::Cast{.to = DType::kI64}, {make_.Dim(Value(0), 1)});
    ValueId count = make_.Add(ops::Reshape{}, {make_.Dim(Value(0), 0), make_.Ints({1})});
    ValueId lengths = make_.Add(ops::Fill{}, {count, each});
    RETURN_IF_ERROR(make_.Done());
    return TfValues{{TfValue::kTensor, joined}, {TfValue::kTensor, lengths}};
  }

  Result<TfValues> Split() {
    const Tensor* lengths = graph_.ConstantOf(Value(2));
    if (!lengths) return Unsupported("the lengths are computed, expected constants");
    std::vector<int64_t> ints = lengths->AsInts();
    if (ints.empty() || std::any_of(ints.begin(), ints.end(), [&](int64_t n) { return n != ints[0]; }))
      return Unsupported("the pieces differ in length");
    std::vector<ValueId> dims{make_.Int(static_cast<int64_t>(ints.size())), make_.Int(ints[0])};
    for (ValueId d : make_.ItemDims(Value(0))) dims.push_back(d);
    return make_.List(make_.Add(ops::Reshape{}, {Value(0), make_.Add(ops::Pack{}, dims)}));
  }

  Result<TfValues> ItemShape() {
    if (IsOpenList(in_[0])) return Unsupported(kNoItem);
    ASSIGN_OR_RETURN(DType dtype, node_.Type("shape_type"));
    ValueId shape = make_.Add(ops::ShapeOf{.out_type = dtype}, {Value(0)});
    return make_.Dense(
        make_.Add(ops::StridedSlice{.end_mask = 1}, {shape, make_.Ints({1}), make_.Ints({0}), make_.Ints({1})}));
  }

  ir::Graph& graph_;
  std::vector<TfList>& lists_;
  const TfNode& node_;
  TfValues in_;
  ListBuilder make_;
  std::function<bool(bool)> is_certain_to_fit_;
};

Result<TfValues> TfGraphReader::ReadListOp(const TfScope& scope, const TfNode& node, const TfValues& inputs) {
  const Row& row = *FindRow(node.op);
  TfValues operands;
  for (size_t i : row.operands) {
    if (i >= inputs.size()) return BadInput("has ", inputs.size(), " inputs, expected more than ", i);
    operands.push_back(inputs[i]);
  }
  ASSIGN_OR_RETURN(operands, Tensors(scope, node, operands));
  for (size_t i = 0; i < operands.size(); ++i) {
    bool list = (i == 0 && TakesList(row.kind)) || row.kind == Kind::kAppend;
    if (operands[i].kind != (list ? TfValue::kList : TfValue::kTensor))
      return Unsupported("operand ", row.operands[i], " is no ", list ? "list" : "tensor");
  }
  auto fits = [this, path = StrCat(scope.path, node.name)](bool here) { return IsCertainToFit(path, here); };
  return TfListReader(*graph_, lists_, node, StrCat(scope.prefix, node.name), operands, fits).Read(row.kind);
}

bool TfGraphReader::IsCertainToFit(const std::string& path, bool fits) {
  bool& always = probe_.fits.emplace(path, true).first->second;
  always = always && fits;
  if (fits || !probes_ || probes_().size() != 2) return fits;
  return std::all_of(probes_().begin(), probes_().end(), [&](const TfProbe& p) {
    auto it = p.fits.find(path);
    return it != p.fits.end() && it->second;
  });
}

Status TfGraphReader::CloseLists(const TfScope& scope, const TfNode& node,
                                 const std::vector<const savedmodel::Function*>& functions, TfValues& arguments) {
  bool closed = true;
  while (closed && std::any_of(arguments.begin(), arguments.end(), IsOpenList)) {
    closed = false;
    for (const savedmodel::Function* f : functions) {
      ASSIGN_OR_RETURN(bool more, CloseAsIn(scope, node, *f, arguments));
      closed = closed || more;
    }
  }
  return OkStatus();
}

// Reads the function on trial and closes what it closes.
Result<bool> TfGraphReader::CloseAsIn(const TfScope& scope, const TfNode& node, const savedmodel::Function& function,
                                      TfValues& arguments) {
  size_t graphs = module_.graphs.size();
  Problems before = problems_;
  std::vector<TensorType> types;
  for (const TfValue& v : arguments)
    types.push_back(v.value != ValueId::kNone && !graph_->ConstantOf(v.value) ? graph_->type(v.value) : TensorType());
  Result<Body> trial = ReadBody(scope, node, function, arguments, types, true);
  std::vector<std::pair<size_t, Shape>> items;
  for (size_t k = 0; trial.ok() && k < trial->results.size(); ++k) {
    const TfValue& r = trial->results[k];
    if (r.kind != TfValue::kList || r.value == ValueId::kNone || r.list < 0) continue;
    for (size_t i = 0; i < arguments.size(); ++i)
      if (IsOpenList(arguments[i]) && lists_[static_cast<size_t>(r.list)].outer == arguments[i].list)
        items.emplace_back(i, ItemOf(module_.graphs[static_cast<size_t>(trial->graph)]->type(r.value).shape));
  }
  module_.graphs.resize(graphs);
  problems_ = before;
  std::string path = StrCat(scope.path, node.name);
  bool closed = false;
  for (const auto& [i, item] : items) {
    if (!IsOpenList(arguments[i])) continue;
    ASSIGN_OR_RETURN(std::vector<ValueId> dims, ItemDims(path, arguments, i, item));
    ListBuilder make(*graph_, StrCat(scope.prefix, node.name, "/list_", i));
    RETURN_IF_ERROR(TfListReader::Close(make, lists_[static_cast<size_t>(arguments[i].list)], dims, &arguments[i]));
    closed = true;
    TfBodyShapes& seen = probe_.bodies[path];
    seen.items.resize(arguments.size(), Shape::UnknownRank());
    seen.arguments.assign(arguments.size(), Shape::UnknownRank());
    seen.items[i] = item;
    for (size_t k = 0; k < arguments.size(); ++k)
      if (arguments[k].value != ValueId::kNone) seen.arguments[k] = graph_->type(arguments[k].value).shape;
  }
  return closed;
}

// The dimensions of a list's items as values of the graph around the function that makes them. One that is not known is
// sought among the dimensions of the arguments: by the numbers that two other readings had for it.
Result<std::vector<ValueId>> TfGraphReader::ItemDims(const std::string& path, const TfValues& arguments, size_t list,
                                                     const Shape& item) {
  auto unknown = [&](const char* why) {
    return Unsupported("the shape of the items of the list that is operand ", list, ", ", item, ", is not known ", why,
                       "; fix the shapes of the model's inputs");
  };
  if (!item.has_rank()) return unknown("before they are computed");
  ListBuilder make(*graph_, StrCat(path, "/items_", list));
  const TfBodyShapes* seen[2] = {};
  for (size_t k = 0; k < 2 && !item.IsStatic(); ++k) {
    if (!probes_ || probes_().size() != 2) return unknown("before they are computed");
    const auto& bodies = probes_()[k].bodies;
    auto it = bodies.find(path);
    if (it == bodies.end() || it->second.arguments.size() != arguments.size() ||
        RankOf(it->second.items[list]) != item.rank())
      return unknown("before they are computed");
    seen[k] = &it->second;
  }
  std::vector<ValueId> dims;
  for (int d = 0; d < item.rank(); ++d) {
    int64_t a = item[d], b = item[d];
    if (a < 0) a = seen[0]->items[list][d], b = seen[1]->items[list][d];
    if (a < 0 || b < 0) return unknown("before they are computed");
    ValueId dim = a == b ? make.Int(a) : ValueId::kNone;
    for (size_t i = 0; i < arguments.size() && dim == ValueId::kNone; ++i) {
      if (arguments[i].value == ValueId::kNone) continue;
      const Shape &x = seen[0]->arguments[i], &y = seen[1]->arguments[i];
      for (int k = 0; k < RankOf(x) && RankOf(y) == RankOf(x) && dim == ValueId::kNone; ++k)
        if (x[k] == a && y[k] == b) dim = make.Dim(arguments[i].value, k);
    }
    if (dim == ValueId::kNone) return unknown("from the operands");
    dims.push_back(dim);
  }
  RETURN_IF_ERROR(make.Done());
  return dims;
}

}  // namespace slipway::wire
