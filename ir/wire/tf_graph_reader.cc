#include "ir/wire/tf_graph_reader.h"

#include <algorithm>

#include "ir/wire/lower/lower.h"
#include "ir/wire/tf_node_reader.h"
#include "ir/wire/tf_outputs.h"

namespace slipway::wire {

namespace {

constexpr int kMaxCallDepth = 64;
constexpr int64_t kMaxNodes = 1 << 19;  // functions that call each other can unfold without end

bool IsControl(std::string_view ref) { return ref.starts_with('^'); }

// "StatefulPartitionedCall_3" says nothing about the model.
bool IsGenericCallName(std::string_view name) {
  size_t start = name.rfind('/');
  if (start != std::string_view::npos) name.remove_prefix(start + 1);
  for (std::string_view generic : {"StatefulPartitionedCall", "PartitionedCall"})
    if (name.starts_with(generic)) {
      std::string_view rest = name.substr(generic.size());
      return rest.empty() || (rest[0] == '_' && rest.find_first_not_of("0123456789", 1) == std::string_view::npos);
    }
  return false;
}

std::string CallPrefix(const TfScope& scope, std::string_view call) {
  if (!IsGenericCallName(call)) return StrCat(scope.prefix, call, "/");
  size_t slash = call.rfind('/');
  return slash == std::string_view::npos ? scope.prefix : StrCat(scope.prefix, call.substr(0, slash + 1));
}

// Ops that change variables or tables.
bool WritesState(std::string_view op) {
  constexpr std::string_view kWriters[] = {
      "LookupTableImportV2", "LookupTableInsertV2", "LookupTableRemoveV2", "ResourceStridedSliceAssign",
      "ScatterAdd",          "ScatterDiv",          "ScatterMax",          "ScatterMin",
      "ScatterMul",          "ScatterNdAdd",        "ScatterNdSub",        "ScatterNdUpdate",
      "ScatterSub",          "ScatterUpdate"};
  return op.starts_with("Assign") || op.starts_with("ResourceScatter") || op.starts_with("ResourceApply") ||
         std::find(std::begin(kWriters), std::end(kWriters), op) != std::end(kWriters);
}

}  // namespace

TfGraphReader::TfGraphReader(const savedmodel::Graph& source, TfVariables& variables, ir::Module& module,
                             ir::Graph& graph, Problems& problems)
    : source_(source), variables_(variables), module_(module), graph_(&graph), problems_(problems) {
  for (const savedmodel::Function& f : source.functions) functions_.emplace(f.name, &f);
  main_.nodes = &source.nodes;
  OpenScope(main_);
}

void TfGraphReader::Feed(const std::string& ref, ir::ValueId value) {
  savedmodel::TensorRef r = savedmodel::ParseTensorRef(ref);
  main_.feeds[StrCat(r.node, ":", r.index)] = {TfValue::kTensor, value};
}

TfValues TfGraphReader::Read(const std::vector<std::string>& refs) {
  ReadNodes(main_, refs);
  TfValues values;
  for (const std::string& ref : refs) {
    values.push_back(ValueOf(main_, ref, "the signature"));
    if (values.back().kind != TfValue::kReference) continue;
    TfNode node;  // TensorFlow reads a reference where a tensor is asked for
    node.name = savedmodel::ParseTensorRef(ref).node;
    Result<TfValue> read = ReadVariable(main_, node, values.back());
    if (read.ok())
      values.back() = *read;
    else
      problems_.Add("output", ref, read.status());
  }
  return values;
}

const savedmodel::Function* TfGraphReader::FindFunction(std::string_view name) const {
  auto it = functions_.find(name);
  return it == functions_.end() ? nullptr : it->second;
}

const savedmodel::Function* TfGraphReader::Callee(const Node& node) const {
  if (node.op == "PartitionedCall" || node.op == "StatefulPartitionedCall") {
    auto f = node.attrs.find("f");
    const auto* name = f == node.attrs.end() ? nullptr : std::get_if<savedmodel::FunctionAttr>(&f->second);
    return name ? FindFunction(name->name) : nullptr;
  }
  return FindFunction(node.op);
}

bool TfGraphReader::FunctionHasEffect(const savedmodel::Function& function, int depth) {
  auto [it, added] = function_effects_.emplace(&function, false);
  if (!added || depth > kMaxCallDepth) return it->second;
  bool effect =
      std::any_of(function.nodes.begin(), function.nodes.end(), [&](const Node& n) { return HasEffect(n, depth + 1); });
  return function_effects_[&function] = effect;
}

bool TfGraphReader::HasEffect(const Node& node, int depth) {
  if (WritesState(node.op)) return true;
  const savedmodel::Function* callee = Callee(node);
  if (callee && FunctionHasEffect(*callee, depth)) return true;
  for (const savedmodel::Function* function : Bodies(node))
    if (FunctionHasEffect(*function, depth)) return true;
  return false;
}

// The functions that a node of control flow runs.
std::vector<const savedmodel::Function*> TfGraphReader::Bodies(const Node& node) const {
  std::vector<const savedmodel::Function*> bodies;
  auto add = [&](const savedmodel::FunctionAttr& f) {
    if (const savedmodel::Function* function = FindFunction(f.name)) bodies.push_back(function);
  };
  for (const char* attr : {"then_branch", "else_branch", "cond", "body", "branches"}) {
    auto f = node.attrs.find(attr);
    if (f == node.attrs.end()) continue;
    if (const auto* one = std::get_if<savedmodel::FunctionAttr>(&f->second)) add(*one);
    if (const auto* list = std::get_if<std::vector<savedmodel::FunctionAttr>>(&f->second))
      for (const savedmodel::FunctionAttr& f : *list) add(f);
  }
  return bodies;
}

void TfGraphReader::OpenScope(TfScope& scope) {
  for (const Node& node : *scope.nodes) {
    scope.by_name.emplace(node.name, &node);
    if (HasEffect(node, scope.depth)) scope.effects.insert(&node);
  }
  if (scope.effects.empty()) return;
  std::unordered_map<const Node*, std::vector<const Node*>> users;
  for (const Node& node : *scope.nodes)
    for (const std::string& input : node.inputs) {
      std::string_view name = savedmodel::ParseTensorRef(input).node;
      auto it = scope.by_name.find(name.substr(0, name.find(':')));
      if (it != scope.by_name.end()) users[it->second].push_back(&node);
    }
  std::vector<const Node*> waiting(scope.effects.begin(), scope.effects.end());
  while (!waiting.empty()) {
    const Node* node = waiting.back();
    waiting.pop_back();
    if (!scope.behind_effects.insert(node).second) continue;
    const auto& next = users[node];
    waiting.insert(waiting.end(), next.begin(), next.end());
  }
}

Result<TfGraphReader::Ref> TfGraphReader::ResolveInFunction(const TfScope& scope, std::string_view ref) const {
  size_t colon = ref.find(':');
  std::string_view name = ref.substr(0, colon);
  std::string_view rest = colon == std::string_view::npos ? std::string_view() : ref.substr(colon + 1);
  if (auto it = scope.arguments.find(name); it != scope.arguments.end()) {
    std::optional<int> index = rest.empty() ? 0 : ParseNumber<int>(rest);
    if (!index || *index < 0 || *index >= static_cast<int>(it->second.size()))
      return BadInput("'", ref, "' is no argument of function '", scope.function->name, "'");
    return Ref{nullptr, 0, it->second[static_cast<size_t>(*index)]};
  }
  auto node = scope.by_name.find(name);
  size_t second = rest.find(':');
  std::optional<int> index =
      second == std::string_view::npos ? std::nullopt : ParseNumber<int>(rest.substr(second + 1));
  if (node == scope.by_name.end() || !index || *index < 0)
    return BadInput("input '", ref, "' is not found in function '", scope.function->name, "'");
  if (const savedmodel::Function* callee = FindFunction(node->second->op)) {
    std::string_view argument = rest.substr(0, second);
    for (size_t i = 0; i < callee->outputs.size(); ++i)
      if (callee->outputs[i].name == argument) return Ref{node->second, static_cast<int>(i) + *index, {}};
    return BadInput("function '", callee->name, "' has no output '", argument, "'");
  }
  ASSIGN_OR_RETURN(int position, OutputPosition(*node->second, rest.substr(0, second), *index));
  return Ref{node->second, position, {}};
}

Result<TfGraphReader::Ref> TfGraphReader::Resolve(const TfScope& scope, std::string_view ref) const {
  if (scope.function && !scope.function->plain_references) return ResolveInFunction(scope, ref);
  savedmodel::TensorRef r = savedmodel::ParseTensorRef(ref);
  if (auto it = scope.arguments.find(r.node); it != scope.arguments.end()) return Ref{nullptr, 0, it->second.at(0)};
  if (!scope.feeds.empty())
    if (auto it = scope.feeds.find(StrCat(r.node, ":", r.index)); it != scope.feeds.end())
      return Ref{nullptr, 0, it->second};
  auto node = scope.by_name.find(r.node);
  if (node == scope.by_name.end()) return BadInput("there is no node '", r.node, "'");
  if (r.index > 0 && node->second->op.starts_with("Placeholder"))
    return BadInput("'", ref, "' names an output ", r.index, " of the ", node->second->op, " '", r.node,
                    "', which has one");
  return Ref{node->second, r.index, {}};
}

TfValue TfGraphReader::ValueOf(const TfScope& scope, const std::string& ref, const std::string& user) {
  Result<Ref> r = Resolve(scope, ref);
  if (!r.ok()) {
    problems_.Add("input of", user, r.status());
    return {TfValue::kFailed};
  }
  if (!r->node) return r->value;
  auto it = scope.done.find(r->node);
  if (it == scope.done.end() || (!it->second.empty() && it->second[0].kind == TfValue::kFailed))
    return {TfValue::kFailed};
  size_t index = static_cast<size_t>(r->index);
  if (index < it->second.size() && it->second[index].kind != TfValue::kNone) return it->second[index];
  problems_.Add(r->node->op, StrCat(scope.prefix, r->node->name),
                Unsupported("its output ", r->index, " is used, which cannot be imported"));
  return {TfValue::kFailed};
}

// A read must stay before the write that waits for it.
bool TfGraphReader::MayReadState(const Node& node) const {
  return node.op == "ReadVariableOp" || node.op.starts_with("ResourceGather") || Callee(node) || !Bodies(node).empty();
}

// The nodes that must be read before `node`: its operands, and through control edges only what has side effects.
std::vector<const savedmodel::Node*> TfGraphReader::Needed(const TfScope& scope, const Node& node) const {
  std::vector<const Node*> needed;
  for (const std::string& input : node.inputs) {
    if (!IsControl(input)) {
      Result<Ref> r = Resolve(scope, input);
      if (r.ok() && r->node) needed.push_back(r->node);
      continue;
    }
    auto it = scope.by_name.find(std::string_view(input).substr(1));
    if (it == scope.by_name.end()) continue;
    if (scope.behind_effects.count(it->second) || (scope.effects.count(&node) && MayReadState(*it->second)))
      needed.push_back(it->second);
  }
  return needed;
}

struct TfGraphReader::Visit {
  const Node* node;
  std::vector<const Node*> needed;
  size_t next = 0;
};

Status TfGraphReader::CycleBackTo(const std::vector<Visit>& stack, const Node* node) {
  std::string cycle;
  for (auto v = stack.rbegin(); v != stack.rend() && v->node != node; ++v) StrAppend(cycle, v->node->name, "' -> '");
  return Unsupported("it is part of the cycle '", node->name, "' -> '", cycle, node->name,
                     "' (a loop of TensorFlow 1?)");
}

// Operands first. A cycle is reported and cut.
std::vector<const savedmodel::Node*> TfGraphReader::Order(const TfScope& scope, const std::vector<const Node*>& roots) {
  std::vector<const Node*> order;
  std::unordered_map<const Node*, bool> finished;
  std::vector<Visit> stack;
  auto visit = [&](const Node* node) {
    if (scope.done.count(node)) return;
    auto [it, added] = finished.emplace(node, false);
    if (added)
      stack.push_back({node, Needed(scope, *node)});
    else if (!it->second)
      problems_.Add(node->op, StrCat(scope.prefix, node->name), CycleBackTo(stack, node));
  };
  for (const Node* root : roots) {
    visit(root);
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.next < top.needed.size()) {
        visit(top.needed[top.next++]);
        continue;
      }
      finished[top.node] = true;
      order.push_back(top.node);
      stack.pop_back();
    }
  }
  return order;
}

void TfGraphReader::ReadNodes(TfScope& scope, const std::vector<std::string>& refs) {
  std::vector<const Node*> roots;
  for (const std::string& ref : refs) {
    Result<Ref> r = Resolve(scope, ref);
    if (r.ok() && r->node) roots.push_back(r->node);
  }
  // Functions run what has side effects, asked for or not; the main graph only what is asked for.
  if (scope.function)
    for (const Node& node : *scope.nodes)
      if (scope.effects.count(&node)) roots.push_back(&node);
  for (const Node* node : Order(scope, roots)) scope.done[node] = ReadNode(scope, *node);
}

TfValues TfGraphReader::ReadNode(TfScope& scope, const Node& node) {
  const TfValues failed{{TfValue::kFailed}};
  std::string origin = StrCat(scope.prefix, node.name);
  if (++nodes_read_ > kMaxNodes) {
    if (nodes_read_ == kMaxNodes + 1)
      problems_.Add(node.op, origin, Unsupported("the graph unfolds into more than ", kMaxNodes, " nodes"));
    return failed;
  }
  TfValues inputs;
  bool ok = true;
  for (const std::string& input : node.inputs) {
    if (IsControl(input)) continue;
    inputs.push_back(ValueOf(scope, input, origin));
    ok &= inputs.back().kind != TfValue::kFailed;
  }
  if (!ok) return failed;
  TfNode n;
  n.name = node.name;
  n.op = node.op;
  n.attrs = node.attrs;
  for (auto& [name, value] : n.attrs)
    if (const auto* placeholder = std::get_if<savedmodel::PlaceholderAttr>(&value))
      if (scope.caller)
        if (auto it = scope.caller->attrs.find(placeholder->name); it != scope.caller->attrs.end()) value = it->second;
  Result<TfValues> values = [&]() -> Result<TfValues> {
    if (!scope.function && (node.op == "HashTableV2" || node.op == "HashTable")) {
      ASSIGN_OR_RETURN(int id, variables_.GetTable(node));
      return TfValues{{TfValue::kTable, ir::ValueId::kNone, id}};
    }
    if (!scope.function && (node.op == "VarHandleOp" || node.op == "VariableV2" || node.op == "Variable")) {
      ASSIGN_OR_RETURN(int id, variables_.Get(node));
      return TfValues{{node.op == "VarHandleOp" ? TfValue::kHandle : TfValue::kReference, ir::ValueId::kNone, id}};
    }
    return Dispatch(scope, n, inputs);
  }();
  if (values.ok()) return *std::move(values);
  problems_.Add(node.op, origin, values.status());
  return failed;
}

Result<TfValues> TfGraphReader::Dispatch(const TfScope& scope, const TfNode& node, const TfValues& inputs) {
  if (node.op == "PartitionedCall" || node.op == "StatefulPartitionedCall") {
    auto f = node.attrs.find("f");
    const auto* name = f == node.attrs.end() ? nullptr : std::get_if<TfFunction>(&f->second);
    if (!name) return BadInput("attribute 'f' names no function");
    const savedmodel::Function* callee = FindFunction(name->name);
    if (!callee) return BadInput("Failed to find function '", name->name, "' in function library");
    return ReadCall(scope, node, *callee, inputs);
  }
  if (const savedmodel::Function* callee = FindFunction(node.op)) return ReadCall(scope, node, *callee, inputs);
  if (IsStructural(node.op)) return ReadStructural(scope, node, inputs);
  if (IsListOp(node.op)) return ReadListOp(scope, node, inputs);
  return ReadOp(scope, node, inputs);
}

Status TfGraphReader::BindArguments(const TfNode& node, const savedmodel::Function& function, const TfValues& inputs,
                                    TfScope* body) const {
  size_t next = 0;
  for (const savedmodel::Argument& a : function.inputs) {
    int64_t count = 1;
    if (!a.number_attr.empty()) {
      ASSIGN_OR_RETURN(count, node.Int(a.number_attr, 0));
    } else if (!a.type_list_attr.empty()) {
      ASSIGN_OR_RETURN(std::vector<DType> types, node.Types(a.type_list_attr));
      count = static_cast<int64_t>(types.size());
    }
    if (count < 0 || count > static_cast<int64_t>(inputs.size() - next))
      return BadInput("function '", function.name, "' is called with ", inputs.size(), " arguments, which is too few");
    auto first = inputs.begin() + static_cast<ptrdiff_t>(next);
    body->arguments[a.name] = TfValues(first, first + count);
    next += static_cast<size_t>(count);
  }
  if (next != inputs.size())
    return BadInput("function '", function.name, "' is called with ", inputs.size(), " arguments, it takes ", next);
  return OkStatus();
}

Result<TfValues> TfGraphReader::ReadCall(const TfScope& scope, const TfNode& node, const savedmodel::Function& function,
                                         const TfValues& inputs) {
  for (const TfScope* s = &scope; s; s = s->outer)
    if (s->function == &function) return Unsupported("function '", function.name, "' calls itself");
  if (scope.depth >= kMaxCallDepth) return Unsupported("functions call each other more than ", kMaxCallDepth, " deep");
  TfScope body;
  body.nodes = &function.nodes;
  body.function = &function;
  body.caller = &node;
  body.prefix = CallPrefix(scope, node.name);
  body.path = StrCat(scope.path, node.name, "/");
  body.depth = scope.depth + 1;
  body.outer = &scope;
  RETURN_IF_ERROR(BindArguments(node, function, inputs, &body));
  OpenScope(body);
  std::vector<std::string> refs;
  for (const savedmodel::Argument& a : function.outputs) {
    if (!a.number_attr.empty() || !a.type_list_attr.empty())
      return Unsupported("output '", a.name, "' of function '", function.name, "' is a list");
    auto it = function.results.find(a.name);
    if (it == function.results.end())
      return BadInput("output '", a.name, "' of function '", function.name, "' has no value");
    refs.push_back(it->second);
  }
  ReadNodes(body, refs);
  TfValues values;
  for (const std::string& ref : refs) {
    values.push_back(ValueOf(body, ref, function.name));
    if (values.back().kind == TfValue::kFailed) return TfValues{{TfValue::kFailed}};
  }
  return values;
}

Result<TfValues> TfGraphReader::ReadOp(const TfScope& scope, const TfNode& node, const TfValues& inputs) {
  std::vector<ir::ValueId> operands;
  for (TfValue v : inputs) {
    if (v.kind == TfValue::kHandle) return Unsupported("it takes a variable as operand");
    if (v.kind == TfValue::kTable) return Unsupported("it takes a table as operand");
    if (v.kind == TfValue::kList) return Unsupported("it takes a list of tensors as operand");
    if (v.kind == TfValue::kReference) {
      ASSIGN_OR_RETURN(v, ReadVariable(scope, node, v));
    }
    operands.push_back(v.value);
  }
  NodeReader reader(*graph_, StrCat(scope.prefix, node.name), operands);
  LowerFunction lower = FindLowering(node.op);
  ASSIGN_OR_RETURN(std::vector<ir::ValueId> outputs, lower ? lower(node, reader) : OpFromTf(node, reader));
  TfValues values;
  for (ir::ValueId v : outputs) {
    bool there = v != ir::ValueId::kNone;
    values.push_back({there ? TfValue::kTensor : TfValue::kNone, v});
  }
  return values;
}

}  // namespace slipway::wire
