// If, Case and While: their functions become graphs of the module. Variables and tables that they take are known when
// the model is read, so they are no operands; neither are constants, which each graph gets for itself.
#include <algorithm>
#include <utility>

#include "ir/calls.h"
#include "ir/wire/tf_graph_reader.h"
#include "ops/compare/compare.h"
#include "ops/if/if.h"
#include "ops/reshape/reshape.h"
#include "ops/switch_case/switch_case.h"
#include "ops/while/while.h"

namespace slipway::wire {

namespace {

using ir::ValueId;

constexpr int kMaxRounds = 10;  // until the shapes of a loop's variables stay; each round gives up dimensions

bool IsTensor(const TfValue& v) { return v.kind == TfValue::kTensor; }

// A tensor, or a list that is one.
bool HasValue(const TfValue& v) { return v.value != ValueId::kNone; }

bool HasFailed(const TfValues& values) {
  return std::any_of(values.begin(), values.end(), [](const TfValue& v) { return v.kind == TfValue::kFailed; });
}

// Is output i of the function its argument i, as it is?
bool IsInvariant(const savedmodel::Function& f, size_t i) {
  auto result = f.results.find(f.outputs[i].name);
  if (result == f.results.end()) return false;
  std::string ref = result->second;
  for (size_t steps = 0; steps <= f.nodes.size(); ++steps) {
    std::string name = ref.substr(0, ref.find(':'));
    if (name == f.inputs[i].name) return true;
    auto node = std::find_if(f.nodes.begin(), f.nodes.end(), [&](const savedmodel::Node& n) { return n.name == name; });
    if (node == f.nodes.end() || node->op != "Identity" || node->inputs.empty()) return false;
    ref = node->inputs[0];
  }
  return false;
}

}  // namespace

Result<const savedmodel::Function*> TfGraphReader::FunctionAttr(const TfNode& node, std::string_view attr) const {
  auto f = node.attrs.find(attr);
  const auto* name = f == node.attrs.end() ? nullptr : std::get_if<TfFunction>(&f->second);
  if (!name) return BadInput("attribute '", attr, "' names no function");
  const savedmodel::Function* function = FindFunction(name->name);
  if (!function) return BadInput("Failed to find function '", name->name, "' in function library");
  return function;
}

// In the order of what chooses: true first, or index 0.
Result<std::vector<const savedmodel::Function*>> TfGraphReader::Branches(const TfNode& node) const {
  std::vector<const savedmodel::Function*> branches;
  auto list = node.attrs.find("branches");
  if (list == node.attrs.end()) {
    for (const char* attr : {"then_branch", "else_branch"}) {
      ASSIGN_OR_RETURN(const savedmodel::Function* f, FunctionAttr(node, attr));
      branches.push_back(f);
    }
    return branches;
  }
  const auto* names = std::get_if<std::vector<TfFunction>>(&list->second);
  if (!names || names->empty()) return BadInput("attribute 'branches' names no function");
  for (const TfFunction& f : *names) {
    branches.push_back(FindFunction(f.name));
    if (!branches.back()) return BadInput("Failed to find function '", f.name, "' in function library");
  }
  return branches;
}

// What references refer to now.
Result<TfValues> TfGraphReader::Tensors(const TfScope& scope, const TfNode& node, const TfValues& inputs) {
  TfValues values = inputs;
  for (TfValue& v : values)
    if (v.kind == TfValue::kReference) {
      ASSIGN_OR_RETURN(v, ReadVariable(scope, node, v));
    }
  return values;
}

// TensorFlow's truth of a value, as one bool: numbers are true unless 0; other than scalars, if they have elements.
Result<TfValue> TfGraphReader::Decision(const TfScope& scope, const TfNode& node, const TfValue& value) {
  if (!IsTensor(value)) return Unsupported("its condition is no tensor");
  const TensorType type = graph_->type(value.value);
  std::string origin = StrCat(scope.prefix, node.name, "/condition");
  if (type.shape.has_rank() && type.shape.rank() > 0) {
    if (!type.shape.IsStatic())
      return Unsupported("its condition is ", type, ", which counts by its number of elements");
    return TfValue{TfValue::kTensor, graph_->AddConstant(Tensor::Scalar(type.shape.Elements() > 0), origin)};
  }
  if (type.dtype == DType::kBool) return value;
  if (const Tensor* known = graph_->ConstantOf(value.value)) {
    bool truth = type.dtype == DType::kString ? !known->strings()[0].empty() : known->AsDoubles()[0] != 0;
    return TfValue{TfValue::kTensor, graph_->AddConstant(Tensor::Scalar(truth), origin)};
  }
  if (DTypeSize(type.dtype) == 0) return Unsupported("its condition is ", type);
  ValueId zero = graph_->AddConstant(Tensor(type.dtype, {}), StrCat(origin, "/zero"));
  ASSIGN_OR_RETURN(ValueId v,
                   graph_->Add(ops::Compare{.kind = ops::CompareKind::kNotEqual}, {value.value, zero}, origin));
  return TfValue{TfValue::kTensor, v};
}

Result<TfValues> TfGraphReader::ReadControlFlow(const TfScope& scope, const TfNode& node, const TfValues& inputs) {
  if (scope.depth >= ir::kMaxGraphDepth)
    return Unsupported("functions call each other more than ", ir::kMaxGraphDepth, " deep, recursion perhaps");
  ASSIGN_OR_RETURN(TfValues values, Tensors(scope, node, inputs));
  return node.op.ends_with("While") ? ReadLoop(scope, node, values) : ReadBranches(scope, node, values);
}

// Arguments of `types` with a dtype become inputs of the new graph, the others are what they are.
Result<TfGraphReader::Body> TfGraphReader::ReadBody(const TfScope& scope, const TfNode& node,
                                                    const savedmodel::Function& function, const TfValues& arguments,
                                                    const std::vector<TensorType>& types, bool trial) {
  ir::Graph* outer = graph_;
  Body body{.graph = static_cast<int>(module_.graphs.size())};
  graph_ = &module_.AddGraph(StrCat(scope.prefix, node.name, "/", function.name));
  TfValues inner = arguments;
  for (size_t i = 0; i < inner.size(); ++i) {
    std::string name = i < function.inputs.size() ? function.inputs[i].name : StrCat("argument_", i);
    if (inner[i].kind == TfValue::kList && !HasValue(inner[i])) {
      TfList list = lists_[static_cast<size_t>(inner[i].list)];
      list.outer = std::exchange(inner[i].list, static_cast<int>(lists_.size()));
      const Tensor* length = list.length == ValueId::kNone ? nullptr : outer->ConstantOf(list.length);
      list.length = length  ? graph_->AddConstant(*length, StrCat(name, "/length"))
                    : trial ? graph_->AddInput(TensorType(DType::kI32, Shape{}), StrCat(name, "/length"))
                            : ValueId::kNone;
      lists_.push_back(list);
    }
    if (!HasValue(inner[i])) continue;
    if (types[i].dtype != DType::kInvalid)
      inner[i].value = graph_->AddInput(types[i], name);
    else
      inner[i].value = graph_->AddConstant(*outer->ConstantOf(inner[i].value), name);
  }
  Result<TfValues> results = ReadCall(scope, node, function, inner);
  graph_ = outer;
  if (!results.ok()) return std::move(results).status();
  body.results = *std::move(results);
  return body;
}

Result<TfValues> TfGraphReader::ReadBranches(const TfScope& scope, const TfNode& node, const TfValues& inputs) {
  if (inputs.empty()) return BadInput("has no condition");
  ASSIGN_OR_RETURN(std::vector<const savedmodel::Function*> branches, Branches(node));
  bool is_case = node.Has("branches");
  TfValue choice = inputs[0];
  if (!is_case) {
    ASSIGN_OR_RETURN(choice, Decision(scope, node, choice));
  }
  if (!IsTensor(choice)) return Unsupported("its index is no tensor");
  TfValues arguments(inputs.begin() + 1, inputs.end());
  if (const Tensor* known = graph_->ConstantOf(choice.value); known && known->elements() == 1) {
    int64_t last = static_cast<int64_t>(branches.size()) - 1, index = known->AsInts()[0];
    if (!is_case) index = index ? 0 : 1;
    if (index < 0 || index > last) index = last;
    return ReadCall(scope, node, *branches[static_cast<size_t>(index)], arguments);
  }
  RETURN_IF_ERROR(CloseLists(scope, node, branches, arguments));
  std::vector<TensorType> types;
  for (const TfValue& v : arguments)
    types.push_back(HasValue(v) && !graph_->ConstantOf(v.value) ? graph_->type(v.value) : TensorType());
  std::vector<Body> bodies;
  for (const savedmodel::Function* f : branches) {
    ASSIGN_OR_RETURN(Body body, ReadBody(scope, node, *f, arguments, types));
    if (HasFailed(body.results)) return body.results;
    bodies.push_back(std::move(body));
  }
  return AddBranches(scope, node, choice.value, arguments, bodies);
}

Result<TfValues> TfGraphReader::AddBranches(const TfScope& scope, const TfNode& node, ValueId choice,
                                            const TfValues& arguments, const std::vector<Body>& bodies) {
  std::vector<std::vector<ValueId>> outputs(bodies.size());
  ops::If op{.then_graph = bodies[0].graph, .else_graph = bodies.back().graph};
  TfValues results = bodies[0].results;
  for (size_t k = 0; k < results.size(); ++k) {
    for (size_t b = 0; b < bodies.size(); ++b) {
      if (k >= bodies[b].results.size()) return BadInput("its functions have different numbers of results");
      const TfValue& v = bodies[b].results[k];
      if (v.kind != results[k].kind || v.variable != results[k].variable)
        return Unsupported("result ", k, " is another variable or table in each of its functions");
      results[k].ragged |= v.ragged;
      if (v.kind == TfValue::kList && HasValue(v) != HasValue(results[k]))
        return Unsupported("result ", k, " is a list without items in one of its functions");
      if (!HasValue(v)) continue;
      const TensorType& type = module_.graphs[static_cast<size_t>(bodies[b].graph)]->type(v.value);
      outputs[b].push_back(v.value);
      size_t at = outputs[b].size() - 1;
      if (b == 0) {
        op.dtypes.push_back(type.dtype);
        op.shapes.push_back(type.shape);
      } else if (op.dtypes[at] != type.dtype) {
        return BadInput("result ", k, " is ", op.dtypes[at], " in one of its functions and ", type.dtype,
                        " in another");
      } else {
        op.shapes[at] = ops::CommonShape(op.shapes[at], type.shape);
      }
    }
  }
  std::vector<ValueId> operands{choice};
  for (const TfValue& v : arguments)
    if (HasValue(v) && !graph_->ConstantOf(v.value)) operands.push_back(v.value);
  ops::SwitchCase many{.dtypes = op.dtypes, .shapes = op.shapes};
  for (size_t b = 0; b < bodies.size(); ++b) {
    module_.graphs[static_cast<size_t>(bodies[b].graph)]->SetOutputs(outputs[b]);
    many.graphs.push_back(bodies[b].graph);
  }
  ops::Op made = node.Has("branches") ? ops::Op(many) : ops::Op(op);
  ASSIGN_OR_RETURN(std::vector<ValueId> values, graph_->AddNode(made, operands, StrCat(scope.prefix, node.name)));
  size_t next = 0;
  for (TfValue& r : results) {
    if (HasValue(r)) r.value = values[next++];
    r.list = OuterList(r);
  }
  return results;
}

// Which list of the graph around a body this is.
int TfGraphReader::OuterList(const TfValue& v) const {
  return v.list < 0 ? -1 : lists_[static_cast<size_t>(v.list)].outer;
}

Result<TfValues> TfGraphReader::ReadLoop(const TfScope& scope, const TfNode& node, const TfValues& initial) {
  TfValues inputs = initial;
  ASSIGN_OR_RETURN(const savedmodel::Function* cond, FunctionAttr(node, "cond"));
  ASSIGN_OR_RETURN(const savedmodel::Function* body, FunctionAttr(node, "body"));
  if (body->outputs.size() != inputs.size() || body->inputs.size() != inputs.size())
    return BadInput("has ", inputs.size(), " variables, function '", body->name, "' takes ", body->inputs.size(),
                    " and gives ", body->outputs.size());
  RETURN_IF_ERROR(CloseLists(scope, node, {body}, inputs));
  std::vector<TensorType> types;
  for (size_t i = 0; i < inputs.size(); ++i) {
    bool variable = HasValue(inputs[i]) && !(graph_->ConstantOf(inputs[i].value) && IsInvariant(*body, i));
    types.push_back(variable ? graph_->type(inputs[i].value) : TensorType());
  }
  size_t graphs = module_.graphs.size();
  for (int round = 0;; ++round) {
    module_.graphs.resize(graphs);
    Problems before = problems_;
    ASSIGN_OR_RETURN(Body next, ReadBody(scope, node, *body, inputs, types));
    if (HasFailed(next.results)) return next.results;
    bool stays = true;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const TfValue& v = next.results[i];
      if (v.kind != inputs[i].kind || v.variable != inputs[i].variable)
        return Unsupported("variable ", i, " is another variable or table after a round");
      if (HasValue(v) != HasValue(inputs[i]))
        return Unsupported("the shape of the items of the list that is variable ", i, " is not known");
      if (v.ragged && !inputs[i].ragged) {
        inputs[i].ragged = true;
        stays = false;
      }
      if (types[i].dtype == DType::kInvalid) continue;
      const TensorType& type = module_.graphs[static_cast<size_t>(next.graph)]->type(v.value);
      if (type.dtype != types[i].dtype)
        return BadInput("variable ", i, " is ", types[i].dtype, " at first and ", type.dtype, " after a round");
      Shape common = round < kMaxRounds ? ops::CommonShape(types[i].shape, type.shape) : Shape::UnknownRank();
      stays &= common == types[i].shape;
      types[i].shape = common;
    }
    if (!stays) {
      problems_ = before;
      continue;
    }
    ASSIGN_OR_RETURN(Body test, ReadBody(scope, node, *cond, inputs, types));
    if (HasFailed(test.results)) return test.results;
    if (test.results.size() != 1)
      return BadInput("function '", cond->name, "' gives ", test.results.size(), " results");
    ir::Graph* outer = std::exchange(graph_, module_.graphs[static_cast<size_t>(test.graph)].get());
    Result<TfValue> decision = Decision(scope, node, test.results[0]);
    graph_ = outer;
    if (!decision.ok()) return std::move(decision).status();
    test.results[0] = *decision;
    return AddLoop(scope, node, inputs, types, test, next);
  }
}

Result<TfValues> TfGraphReader::AddLoop(const TfScope& scope, const TfNode& node, const TfValues& variables,
                                        const std::vector<TensorType>& types, const Body& cond, const Body& body) {
  ops::While op{.cond_graph = cond.graph, .body_graph = body.graph};
  std::vector<ValueId> operands, outputs;
  for (size_t i = 0; i < variables.size(); ++i) {
    if (types[i].dtype == DType::kInvalid) continue;
    operands.push_back(variables[i].value);
    outputs.push_back(body.results[i].value);
    op.shapes.push_back(types[i].shape);
  }
  module_.graphs[static_cast<size_t>(body.graph)]->SetOutputs(outputs);
  module_.graphs[static_cast<size_t>(cond.graph)]->SetOutputs({cond.results[0].value});
  ASSIGN_OR_RETURN(std::vector<ValueId> values, graph_->AddNode(op, operands, StrCat(scope.prefix, node.name)));
  TfValues results = variables;
  size_t next = 0;
  for (size_t i = 0; i < variables.size(); ++i)
    if (types[i].dtype != DType::kInvalid) results[i].value = values[next++];
  return results;
}

}  // namespace slipway::wire
