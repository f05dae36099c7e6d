#include "interpreter/tflite_module.h"

#include <algorithm>
#include <map>

#include "formats/tflite/read.h"
#include "formats/tflite/stored_constant.h"
#include "interpreter/kept.h"
#include "interpreter/model.h"
#include "interpreter/out_of_memory.h"
#include "ops/intermediates.h"
#include "ops/own_variable.h"
#include "ops/tables/tflite.h"
#include "ops/tables/tflite_resources.h"

namespace slipway::interpreter {

namespace {

size_t At(int i) { return static_cast<size_t>(i); }

// What is not supported, each reason once with where it was met first.
class Problems {
 public:
  // False if the error is of another kind and ends the loading.
  bool Add(const Status& status, const std::string& origin) {
    if (status.kind() != ErrorKind::kUnsupported) return false;
    auto [it, is_new] = counts_.try_emplace(status.message(), Found{origin, 0});
    if (is_new) order_.push_back(status.message());
    ++it->second.count;
    return true;
  }

  Status Finish() const {
    if (order_.empty()) return OkStatus();
    constexpr size_t kListed = 30;
    std::string text;
    for (size_t i = 0; i < std::min(order_.size(), kListed); ++i) {
      const Found& found = counts_.find(order_[i])->second;
      StrAppend(text, i ? "; " : "", order_[i], " ('", found.first, "'");
      if (found.count > 1) StrAppend(text, " and ", found.count - 1, " more");
      text += ")";
    }
    if (order_.size() > kListed) StrAppend(text, "; and ", order_.size() - kListed, " more");
    return Unsupported("the model needs what is not supported: ", text);
  }

 private:
  struct Found {
    std::string first;
    int count;
  };
  std::map<std::string, Found> counts_;
  std::vector<std::string> order_;
};

class GraphReader {
 public:
  // `variables`: the module's, to which operators add their own.
  GraphReader(const tflite::Model& model, size_t index, const ops::TfliteResources& resources, CustomOps* custom,
              std::vector<PlanVariable>& variables, Problems& problems)
      : model_(model),
        index_(index),
        graph_(model.subgraphs[index]),
        resources_(resources),
        custom_(custom),
        variables_(variables),
        problems_(problems) {
    for (const tflite::TensorInfo& t : graph_.tensors) says_rank_ |= t.has_rank;
  }

  Result<PlanGraph> Read() {
    out_.name = graph_.name;
    out_.inputs = WithoutHandles(graph_.inputs);
    out_.outputs = WithoutHandles(graph_.outputs);
    RETURN_IF_ERROR(ReadTensors());
    for (size_t i = 0; i < graph_.operators.size(); ++i) {
      if (MakesZeroState(graph_.operators[i])) continue;
      if (DequantizesToState(graph_.operators[i]))
        return Unsupported("variable tensor '", graph_.tensors[At(graph_.operators[i].outputs[0])].name,
                           "' begins with what DEQUANTIZE gives, expected zeros");
      size_t before = out_.ops.size();
      RETURN_IF_ERROR(ReadOperator(graph_.operators[i], i));
      if (out_.ops.size() > before) RETURN_IF_ERROR(ReadIntermediates(graph_.operators[i], &out_.ops.back()));
    }
    return std::move(out_);
  }

 private:
  // Converters to f16 write the zeros that states begin with as f16 constants, dequantized once: what a reset gives.
  bool MakesZeroState(const tflite::Operator& op) const {
    if (!KeepsDType(DType::kF16) || !DequantizesToState(op)) return false;
    const tflite::TensorInfo& from = graph_.tensors[At(op.inputs[0])];
    if (from.dtype() != DType::kF16) return false;
    Result<Tensor> zeros = tflite::IsConstant(model_, from) ? tflite::ConstantTensor(model_, from) : Tensor();
    if (!zeros.ok() || !zeros->valid()) return false;
    const auto* bytes = static_cast<const std::byte*>(zeros->data());
    return std::all_of(bytes, bytes + zeros->bytes(), [](std::byte b) { return b == std::byte{}; });
  }

  bool DequantizesToState(const tflite::Operator& op) const {
    if (!Keeps(Part::kStates)) return false;
    if (model_.operator_codes[op.opcode_index].builtin != tflite::Builtin::DEQUANTIZE) return false;
    if (op.inputs.size() != 1 || op.outputs.size() != 1 || op.inputs[0] < 0 || op.outputs[0] < 0) return false;
    return graph_.tensors[At(op.outputs[0])].is_variable;
  }

  Status ReadIntermediates(const tflite::Operator& op, PlanOp* made) const {
    std::vector<TensorType> types(op.intermediates.size());
    for (size_t i = 0; i < types.size(); ++i) {
      if (op.intermediates[i] < 0) continue;
      const tflite::TensorInfo& info = graph_.tensors[At(op.intermediates[i])];
      ASSIGN_OR_RETURN_AT(types[i], tflite::LogicalType(model_, info), StrCat("tensor '", info.name, "'"));
    }
    made->op = ops::WithIntermediates(std::move(made->op), types);
    return OkStatus();
  }

  // Only tensors that somebody uses have to be supported.
  Status ReadTensors() {
    std::vector<char> used(graph_.tensors.size(), false), input(graph_.tensors.size(), false);
    auto mark = [](std::vector<char>& marks, const std::vector<int32_t>& tensors) {
      for (int32_t t : tensors)
        if (t >= 0) marks[At(t)] = true;
    };
    mark(input, graph_.inputs);
    mark(used, graph_.inputs);
    mark(used, graph_.outputs);
    for (const tflite::Operator& op : graph_.operators) {
      mark(used, op.inputs);
      mark(used, op.outputs);
    }
    for (size_t t = 0; t < graph_.tensors.size(); ++t) {
      const tflite::TensorInfo& info = graph_.tensors[t];
      PlanTensor tensor{.name = info.name, .is_state = info.is_variable && !input[t]};
      bool is_handle = resources_.IsHandle(index_, static_cast<int32_t>(t));
      Status status = used[t] && !is_handle ? ReadTensor(info, input[t], &tensor) : OkStatus();
      if (!status.ok() && !problems_.Add(status, info.name)) return status;
      out_.tensors.push_back(std::move(tensor));
    }
    return OkStatus();
  }

  Status ReadTensor(const tflite::TensorInfo& info, bool input, PlanTensor* tensor) {
    ASSIGN_OR_RETURN(tensor->type, tflite::LogicalType(model_, info));
    if (!KeepsDType(DType::kString) && tensor->type.dtype == DType::kString)
      return Unsupported("tensors of strings are not part of this build");
    // Old files do not say has_rank: there an input without dimensions is a scalar.
    if (input && !says_rank_ && !tensor->type.shape.has_rank()) tensor->type.shape = Shape{};
    const bool constant = tflite::IsConstant(model_, info);
    if (!Keeps(Part::kStates) && tensor->is_state && !constant)
      return Unsupported("variable tensors are not part of this build");
    if (input || !constant) return OkStatus();
    ASSIGN_OR_RETURN(tensor->constant, tflite::ConstantTensor(model_, info));
    tensor->is_state = false;
    return OkStatus();
  }

  std::vector<int> WithoutHandles(const std::vector<int32_t>& tensors) const {
    std::vector<int32_t> kept = resources_.WithoutHandles(index_, tensors);
    return {kept.begin(), kept.end()};
  }

  std::vector<TensorType> Types(const std::vector<int>& tensors) const {
    std::vector<TensorType> types;
    for (int t : tensors) types.push_back(t < 0 ? TensorType() : out_.tensors[At(t)].type);
    return types;
  }

  std::vector<char> AreVariables(const std::vector<int>& tensors) const {
    std::vector<char> variables;
    for (int t : tensors) variables.push_back(t >= 0 && out_.tensors[At(t)].is_state);
    return variables;
  }

  Status ReadOperator(const tflite::Operator& op, size_t index) {
    const tflite::OperatorCode& code = model_.operator_codes[op.opcode_index];
    std::vector<int> inputs = WithoutHandles(op.inputs), outputs = WithoutHandles(op.outputs);
    bool named = !outputs.empty() && outputs[0] >= 0;
    std::string origin = named ? graph_.tensors[At(outputs[0])].name : "";
    Result<ops::TfliteResources::Use> use = resources_.Translate(model_, index_, op);
    if (use.ok() && use->nothing) return OkStatus();
    if (use.ok() && origin.empty()) origin = use->origin;
    if (origin.empty()) origin = StrCat(tflite::OperatorName(code), " ", index);
    ops::TfliteOperator in{.code = code.builtin,
                           .version = code.version,
                           .custom_name = code.custom,
                           .options = &op.options,
                           .options_2 = &op.options_2,
                           .custom_options = op.custom_options,
                           .inputs = Types(inputs),
                           .outputs = Types(outputs),
                           .variables = AreVariables(inputs),
                           .narrow_bits = named ? tflite::NarrowBits(graph_.tensors[At(outputs[0])]) : 0,
                           .body = tflite::BodyOperators(model_, op)};
    Result<ops::Op> read = !use.ok() ? Result<ops::Op>(use.status()) : use->op.valid() ? use->op : ReadOp(in, op);
    if (!read.ok()) {
      if (problems_.Add(read.status(), origin)) return OkStatus();
      return std::move(read).status().At(StrCat("'", origin, "'"));
    }
    ops::Op known = WithVariable(std::move(*read), origin);
    out_.ops.push_back({std::move(known), std::move(inputs), std::move(outputs), std::move(origin)});
    return OkStatus();
  }

  // An operator that keeps something from run to run gets a variable for it, or that of an equal one in any graph.
  ops::Op WithVariable(ops::Op op, const std::string& origin) {
    if (!Keeps(Part::kResources)) return op;
    std::optional<TensorType> type = ops::OwnVariableOf(op);
    if (!type) return op;
    const std::string name = op.info().shares_variable ? ToString(op) : origin;
    for (size_t i = 0; op.info().shares_variable && i < variables_.size(); ++i)
      if (variables_[i].name == name && variables_[i].type == *type)
        return ops::WithOwnVariable(op, static_cast<int>(i));
    variables_.push_back({name, std::move(*type), Tensor()});
    return ops::WithOwnVariable(op, static_cast<int>(variables_.size()) - 1);
  }

  Result<ops::Op> ReadOp(const ops::TfliteOperator& in, const tflite::Operator& op) const {
    RETURN_IF_ERROR(tflite::CheckStoredOperands(model_, graph_, op));
    if (in.code != tflite::Builtin::CUSTOM || !custom_) return ops::OpFromTflite(in);
    CustomNode node{.name = in.custom_name,
                    .version = in.version,
                    .options = in.custom_options,
                    .graph = static_cast<int>(index_),
                    .inputs = op.inputs,
                    .outputs = op.outputs};
    ASSIGN_OR_RETURN(std::shared_ptr<const ops::CustomFunctions> functions, custom_->Find(node));
    if (!functions) return ops::OpFromTflite(in);
    return ops::Op(ops::CustomOp{std::string(in.custom_name), op.custom_options, std::move(functions)});
  }

  const tflite::Model& model_;
  const size_t index_;
  const tflite::Subgraph& graph_;
  const ops::TfliteResources& resources_;
  CustomOps* custom_;
  std::vector<PlanVariable>& variables_;
  Problems& problems_;
  PlanGraph out_;
  bool says_rank_ = false;
};

// Pairs by tensor, because a signature has an order of its own. A result that is no output of its graph becomes one.
Result<std::vector<PlanArgument>> Arguments(const std::vector<tflite::SignatureTensor>& list, std::vector<int>& tensors,
                                            bool may_add) {
  std::vector<PlanArgument> arguments;
  for (const tflite::SignatureTensor& a : list) {
    auto it = std::find(tensors.begin(), tensors.end(), static_cast<int>(a.tensor));
    if (it == tensors.end()) {
      if (!may_add) return BadInput("argument '", a.name, "' is no input of its graph");
      tensors.push_back(static_cast<int>(a.tensor));
      it = tensors.end() - 1;
    }
    arguments.push_back({a.name, static_cast<int>(it - tensors.begin())});
  }
  return arguments;
}

Result<std::shared_ptr<const Model>> FromFile(Result<tflite::Model> read, CustomOps* custom) {
  if (!read.ok()) return std::move(read).status();
  return Model::FromTflite(*read, custom);
}

}  // namespace

Result<PlanModule> ToPlanModule(const tflite::Model& model, CustomOps* custom) {
  PlanModule module;
  Problems problems;
  ASSIGN_OR_RETURN(ops::TfliteResources resources, ops::TfliteResources::Read(model));
  if (Keeps(Part::kResources)) {
    for (const auto& v : resources.variables()) module.variables.push_back({v.name, v.type, v.initial});
    for (const auto& t : resources.tables()) module.tables.push_back({t.name, t.key, t.value, t.keys, t.values});
  }
  for (size_t i = 0; i < model.subgraphs.size(); ++i) {
    const std::string& name = model.subgraphs[i].name;
    module.graphs.push_back({.name = name});
    if (resources.IsInitializer(i)) continue;
    ASSIGN_OR_RETURN_AT(module.graphs.back(),
                        GraphReader(model, i, resources, custom, module.variables, problems).Read(),
                        StrCat("graph '", name, "'"));
  }
  RETURN_IF_ERROR(problems.Finish());
  for (const tflite::Signature& s : model.signatures) {
    PlanGraph& graph = module.graphs[s.subgraph];
    PlanSignature signature{.key = s.key, .graph = static_cast<int>(s.subgraph)};
    std::string where = StrCat("signature '", s.key, "'");
    ASSIGN_OR_RETURN_AT(signature.inputs, Arguments(s.inputs, graph.inputs, false), where);
    ASSIGN_OR_RETURN_AT(signature.outputs, Arguments(s.outputs, graph.outputs, true), where);
    module.signatures.push_back(std::move(signature));
  }
  return module;
}

Result<std::shared_ptr<const Model>> Model::FromTflite(const tflite::Model& file, CustomOps* custom) {
  return OrOutOfMemory([&]() -> Result<std::shared_ptr<const Model>> {
    ASSIGN_OR_RETURN(PlanModule module, ToPlanModule(file, custom));
    return FromModule(std::move(module));
  });
}

Result<std::shared_ptr<const Model>> Model::Load(const std::string& path, CustomOps* custom) {
  return OrOutOfMemory([&]() -> Result<std::shared_ptr<const Model>> {
    Result<std::shared_ptr<const Model>> model = FromFile(tflite::ReadFile(path), custom);
    if (!model.ok()) return std::move(model).status().At(StrCat("loading '", path, "'"));
    return model;
  });
}

Result<std::shared_ptr<const Model>> Model::Load(std::shared_ptr<const void> owner, std::string_view bytes,
                                                 CustomOps* custom) {
  return OrOutOfMemory([&]() -> Result<std::shared_ptr<const Model>> {
    return FromFile(tflite::Read(std::move(owner), bytes), custom);
  });
}

Result<std::shared_ptr<const Model>> Model::Load(int fd, CustomOps* custom) {
  return OrOutOfMemory([&]() -> Result<std::shared_ptr<const Model>> {
    return FromFile(tflite::ReadFile(StrCat("/proc/self/fd/", fd)), custom);
  });
}

}  // namespace slipway::interpreter
