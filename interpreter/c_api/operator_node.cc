#include "interpreter/c_api/operator_node.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "interpreter/c_api/element_type.h"
#include "interpreter/memory.h"

namespace slipway::c_api {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

TfLiteIntArray* ListOf(std::span<const int32_t> values) {
  TfLiteIntArray* list = TfLiteIntArrayCreate(static_cast<int>(values.size()));
  CHECK(list);
  std::copy(values.begin(), values.end(), list->data);
  return list;
}

bool Owned(const TfLiteTensor& t) {
  return t.allocation_type == kTfLiteDynamic || t.allocation_type == kTfLitePersistentRo;
}

}  // namespace

OperatorNode::OperatorNode(const interpreter::CustomNode& node, const Registration& registration, GraphContext& context)
    : name_(node.name), registration_(registration), context_(context) {
  node_.inputs = ListOf(node.inputs);
  node_.outputs = ListOf(node.outputs);
  node_.intermediates = TfLiteIntArrayCreate(0);
  node_.temporaries = TfLiteIntArrayCreate(0);
  node_.custom_initial_data = node.options.data();
  node_.custom_initial_data_size = static_cast<int>(node.options.size());
  node_.might_have_side_effect = true;
}

Result<std::shared_ptr<OperatorNode>> OperatorNode::Create(const interpreter::CustomNode& node,
                                                           const Registration& registration, GraphContext& context) {
  for (int32_t t : node.outputs)
    if (t < 0) return BadInput("custom operator '", node.name, "' leaves out a result");
  std::shared_ptr<OperatorNode> self(new OperatorNode(node, registration, context));
  context.Enter(Phase::kInit, &self->memory_);
  void* data = registration.Init(context.context(), node.options.data(), node.options.size());
  context.Leave();
  if (data == TfLiteKernelInitFailed())
    return BadInput("init of custom operator '", node.name, "' failed", self->Said());
  self->node_.user_data = data;
  return self;
}

OperatorNode::~OperatorNode() {
  registration_.Free(context_.context(), node_.user_data);
  for (TfLiteIntArray* list : {node_.inputs, node_.outputs, node_.intermediates, node_.temporaries})
    TfLiteIntArrayFree(list);
}

std::string OperatorNode::Said() const { return memory_.said.empty() ? "" : StrCat(": ", memory_.said); }

Result<ops::TensorTypes> OperatorNode::Infer(ops::Inputs in) const {
  std::vector<TensorType> types;
  std::vector<Tensor> constants;
  for (int i = 0; i < in.size(); ++i) {
    types.push_back(in.Has(i) ? in[i] : TensorType());
    constants.push_back(in.constant(i) ? *in.constant(i) : Tensor());
    if (in.Has(i) && !in.shape(i).IsStatic()) {
      ops::TensorTypes open;
      for (int k = 0; k < node_.outputs->size; ++k)
        open.emplace_back(DTypeOfType(ResultTensor(static_cast<size_t>(k))->type), Shape::UnknownRank());
      return open;
    }
  }
  return const_cast<OperatorNode*>(this)->CallPrepare(types, constants);
}

Result<ops::TensorTypes> OperatorNode::CallPrepare(std::span<const TensorType> in, std::span<const Tensor> constants) {
  if (in.size() != static_cast<size_t>(node_.inputs->size))
    return BadInput("custom operator '", name_, "' has ", node_.inputs->size, " operands, not ", in.size());
  for (size_t i = 0; i < in.size(); ++i)
    if (in[i].dtype != DType::kInvalid) RETURN_IF_ERROR(ShowOperand(i, in[i], constants[i]));
  for (int i = 0; i < node_.outputs->size; ++i)
    if (!context_.tensors().Declare(node_.outputs->data[i])) return MachineError("out of memory");
  ++generation_;
  prepared_for_.assign(in.begin(), in.end());
  context_.Enter(Phase::kPrepare, &memory_);
  TfLiteStatus status = registration_.Prepare(context_.context(), &node_);
  context_.Leave();
  if (status != kTfLiteOk) return BadInput("prepare of custom operator '", name_, "' failed", Said());
  RETURN_IF_ERROR(AllocateTemporaries());
  ops::TensorTypes types;
  for (int i = 0; i < node_.outputs->size; ++i) {
    ASSIGN_OR_RETURN(TensorType type, ResultType(static_cast<size_t>(i)));
    types.push_back(std::move(type));
  }
  return types;
}

Status OperatorNode::ShowOperand(size_t i, const TensorType& type, const Tensor& constant) {
  TfLiteTensor& t = *Operand(i);
  if (!SetShape(t, type.shape)) return MachineError("out of memory");
  if (!constant.valid() || t.allocation_type == kTfLiteMmapRo) return OkStatus();
  if (type.dtype == DType::kString) return ShowStrings(t, constant.strings().data(), constant.strings().size());
  ShowData(t, constant.data(), kTfLiteMmapRo);
  return OkStatus();
}

Result<TensorType> OperatorNode::ResultType(size_t i) const {
  const TfLiteTensor& t = *ResultTensor(i);
  DType dtype = DTypeOfType(t.type);
  if (dtype == DType::kInvalid)
    return Unsupported("custom operator '", name_, "' has a result of type ", TfLiteTypeGetName(t.type));
  bool sized = memory_.sized[static_cast<size_t>(node_.outputs->data[i])];
  if (t.allocation_type == kTfLiteDynamic && !(dtype == DType::kString && sized))
    return TensorType(dtype, Shape::UnknownRank());
  ASSIGN_OR_RETURN(Shape shape, ShapeOf(t));
  return TensorType(dtype, shape);
}

// The arena's temporaries keep their memory until they are prepared anew.
Status OperatorNode::AllocateTemporaries() {
  temporaries_.Clear();
  for (int i = 0; node_.temporaries && i < node_.temporaries->size; ++i) {
    TfLiteTensor* t = context_.tensors().at(node_.temporaries->data[i]);
    if (!t) return BadInput("custom operator '", name_, "' names a temporary that is no tensor");
    if (Owned(*t)) continue;
    t->data.data = temporaries_.Allocate(t->bytes);
    if (!t->data.data) return MachineError("out of memory");
  }
  return OkStatus();
}

Result<Kernel> OperatorNode::Prepare(interpreter::PrepareContext& c) const {
  auto* self = const_cast<OperatorNode*>(this);
  State s{.node = self};
  for (int i = 0; i < c.num_inputs(); ++i) {
    s.in.push_back(c.Has(i) ? c.in(i) : TensorType());
    s.constants.push_back(c.constant(i) ? *c.constant(i) : Tensor());
  }
  for (int i = 0; i < c.num_outputs(); ++i) s.out.push_back(c.out(i));
  s.generation = s.in == prepared_for_ ? generation_ : -1;
  Kernel k = interpreter::MakeKernel(std::move(s),
                                     [](const State& state, EvalContext& ctx) { return state.node->Run(state, ctx); });
  k.path = name_;
  return k;
}

Code OperatorNode::Run(const State& s, EvalContext& c) {
  if (s.generation != generation_ && s.in != prepared_for_) {
    Result<ops::TensorTypes> types = CallPrepare(s.in, s.constants);
    if (!types.ok()) return c.Fail(Code::kBadValue, types.status().message());
  }
  if (Status bound = Bind(s, c); !bound.ok()) return c.Fail(Code::kOutOfMemory, bound.message());
  context_.Enter(Phase::kInvoke, &memory_);
  TfLiteStatus status = registration_.Invoke(context_.context(), &node_);
  context_.Leave();
  if (status == kTfLiteCancelled) return Code::kCancelled;
  if (status != kTfLiteOk) return c.Fail(Code::kBadValue, "invoke of the operator failed", Said());
  for (size_t i = 0; i < s.out.size(); ++i)
    if (Code code = TakeResult(s, i, c); code != Code::kOk) return code;
  return Code::kOk;
}

// Shows operands and results where they lie in this run.
Status OperatorNode::Bind(const State& s, EvalContext& c) {
  for (size_t i = 0; i < s.in.size(); ++i) {
    if (s.in[i].dtype == DType::kInvalid) continue;
    int index = static_cast<int>(i);
    TfLiteTensor& t = *Operand(i);
    if (!SetShape(t, s.in[i].shape)) return MachineError("out of memory");
    if (t.allocation_type == kTfLiteMmapRo && t.type == kTfLiteString) continue;
    if (t.type == kTfLiteString)
      RETURN_IF_ERROR(ShowStrings(t, c.InStrings(index), static_cast<size_t>(s.in[i].shape.Elements())));
    else
      ShowData(t, c.In<void>(index),
               t.is_variable            ? kTfLiteArenaRwPersistent
               : s.constants[i].valid() ? kTfLiteMmapRo
                                        : kTfLiteArenaRw);
  }
  for (size_t i = 0; i < s.out.size(); ++i) {
    TfLiteTensor& t = *ResultTensor(i);
    if (t.allocation_type == kTfLitePersistentRo) continue;
    if (s.out[i].shape.IsStatic() && !SetShape(t, s.out[i].shape)) return MachineError("out of memory");
    bool owned = t.type == kTfLiteString || !s.out[i].shape.IsStatic();
    ShowData(t, owned ? nullptr : c.Out<void>(static_cast<int>(i)), owned ? kTfLiteDynamic : kTfLiteArenaRw);
    if (owned) t.bytes = 0;
  }
  return OkStatus();
}

Code OperatorNode::TakeResult(const State& s, size_t i, EvalContext& c) {
  const TfLiteTensor& t = *ResultTensor(i);
  if (t.type == kTfLiteString) return TakeStrings(s, i, c);
  if (!Owned(t)) return Code::kOk;
  Result<Shape> shape = ShapeOf(t);
  if (!shape.ok()) return c.Fail(Code::kBadShape, shape.status().message());
  int index = static_cast<int>(i);
  if (Code code = c.Resize(index, *shape); code != Code::kOk) return code;
  size_t bytes = *interpreter::MemoryBytes(TensorType(s.out[i].dtype, *shape));
  if (DTypeOfType(t.type) != s.out[i].dtype || t.bytes < bytes || (bytes && !t.data.data))
    return c.Fail(Code::kBadShape, "result ", i, " was not filled");
  if (bytes) std::memcpy(c.Out<void>(index), t.data.data, bytes);
  return Code::kOk;
}

Code OperatorNode::TakeStrings(const State& s, size_t i, EvalContext& c) {
  const TfLiteTensor& t = *ResultTensor(i);
  Result<std::vector<std::string>> strings = StringsOf(t);
  if (!strings.ok()) return c.Fail(Code::kBadValue, strings.status().message());
  Result<Shape> shape = ShapeOf(t);
  if (!shape.ok()) return c.Fail(Code::kBadShape, shape.status().message());
  if (s.out[i].dtype != DType::kString || shape->Elements() != static_cast<int64_t>(strings->size()))
    return c.Fail(Code::kBadShape, "result ", i, " has shape ", *shape, " and ", strings->size(), " strings");
  int index = static_cast<int>(i);
  if (Code code = c.Resize(index, *shape); code != Code::kOk) return code;
  std::move(strings->begin(), strings->end(), c.OutStrings(index));
  return Code::kOk;
}

Result<std::shared_ptr<const ops::CustomFunctions>> OperatorNodes::Find(const interpreter::CustomNode& node) {
  Registration found;
  std::string name(node.name);
  if (!ops_.FindCustom(name.c_str(), node.version, &found)) return std::shared_ptr<const ops::CustomFunctions>();
  if (!found.CanInvoke()) return Unsupported("custom operator '", name, "' is registered without an invoke function");
  ASSIGN_OR_RETURN(std::shared_ptr<OperatorNode> made,
                   OperatorNode::Create(node, found, *contexts_[static_cast<size_t>(node.graph)]));
  return std::shared_ptr<const ops::CustomFunctions>(std::move(made));
}

}  // namespace slipway::c_api
