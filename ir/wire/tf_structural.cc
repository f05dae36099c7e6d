// Nodes of TensorFlow graphs that are no operators here: constants, passing on, variables, checks.
#include <algorithm>

#include "ir/wire/tf_graph_reader.h"
#include "ops/assign_variable/assign_variable.h"
#include "ops/binary/binary.h"
#include "ops/read_variable/read_variable.h"
#include "ops/table_find/table_find.h"

namespace slipway::wire {

namespace {

enum class Kind {
  kConstant,   // the attribute `value`
  kPass,       // results are the operands
  kPassFirst,  // the result is the first operand
  kNothing,    // no results, no effect that we keep
  kInput,      // only as a feed
  kBranch,     // If, Case, While
  kControl,    // TensorFlow 1's control flow
  kTable,
  kVariable,
};

struct Row {
  std::string_view op;
  Kind kind;
};
constexpr Row kRows[] = {
    {"Assert", Kind::kNothing},
    {"Assign", Kind::kVariable},
    {"AssignAdd", Kind::kVariable},
    {"AssignAddVariableOp", Kind::kVariable},
    {"AssignSub", Kind::kVariable},
    {"AssignSubVariableOp", Kind::kVariable},
    {"AssignVariableOp", Kind::kVariable},
    {"Case", Kind::kBranch},
    {"CheckNumerics", Kind::kPassFirst},
    {"CheckNumericsV2", Kind::kPassFirst},
    {"Const", Kind::kConstant},
    {"ControlTrigger", Kind::kNothing},
    {"DisableCopyOnRead", Kind::kNothing},
    {"EnsureShape", Kind::kPassFirst},
    {"Enter", Kind::kControl},
    {"Exit", Kind::kControl},
    {"For", Kind::kControl},
    {"Identity", Kind::kPass},
    {"IdentityN", Kind::kPass},
    {"If", Kind::kBranch},
    {"IsVariableInitialized", Kind::kVariable},
    {"LookupTableFind", Kind::kTable},
    {"LookupTableFindV2", Kind::kTable},
    {"LookupTableSize", Kind::kTable},
    {"LookupTableSizeV2", Kind::kTable},
    {"LoopCond", Kind::kControl},
    {"Merge", Kind::kControl},
    {"NextIteration", Kind::kControl},
    {"NoOp", Kind::kNothing},
    {"Placeholder", Kind::kInput},
    {"PlaceholderV2", Kind::kInput},
    {"PlaceholderWithDefault", Kind::kPassFirst},
    {"PreventGradient", Kind::kPassFirst},
    {"Print", Kind::kPassFirst},
    {"PrintV2", Kind::kNothing},
    {"ReadVariableOp", Kind::kVariable},
    {"RefIdentity", Kind::kPass},
    {"ResourceGather", Kind::kVariable},
    {"ResourceGatherNd", Kind::kVariable},
    {"ResourceScatterNdAdd", Kind::kVariable},
    {"ResourceScatterNdMax", Kind::kVariable},
    {"ResourceScatterNdMin", Kind::kVariable},
    {"ResourceScatterNdSub", Kind::kVariable},
    {"ResourceScatterNdUpdate", Kind::kVariable},
    {"Snapshot", Kind::kPassFirst},
    {"StatelessCase", Kind::kBranch},
    {"StatelessIf", Kind::kBranch},
    {"StatelessWhile", Kind::kBranch},
    {"StopGradient", Kind::kPassFirst},
    {"Switch", Kind::kControl},
    {"VarIsInitializedOp", Kind::kVariable},
    {"VariableShape", Kind::kVariable},
    {"While", Kind::kBranch},
};

const Row* FindRow(std::string_view op) {
  auto it = std::lower_bound(std::begin(kRows), std::end(kRows), op,
                             [](const Row& r, std::string_view name) { return r.op < name; });
  return it != std::end(kRows) && it->op == op ? it : nullptr;
}

Status CheckCount(const TfValues& inputs, size_t least) {
  if (inputs.size() >= least) return OkStatus();
  return BadInput("has ", inputs.size(), " inputs, expected ", least);
}

}  // namespace

bool TfGraphReader::IsStructural(std::string_view op) const { return FindRow(op) != nullptr; }

Result<TfValues> TfGraphReader::ReadStructural(const TfScope& scope, const TfNode& node, const TfValues& inputs) {
  switch (FindRow(node.op)->kind) {
    case Kind::kConstant: {
      ASSIGN_OR_RETURN(Tensor t, node.TensorAttr("value"));
      return TfValues{{TfValue::kTensor, graph_->AddConstant(std::move(t), StrCat(scope.prefix, node.name))}};
    }
    case Kind::kPassFirst:
      RETURN_IF_ERROR(CheckCount(inputs, 1));
      return TfValues{inputs[0]};
    case Kind::kPass: {
      TfValues values;
      for (const TfValue& v : inputs) {
        values.push_back(v);
        if (v.kind == TfValue::kReference) {
          ASSIGN_OR_RETURN(values.back(), ReadVariable(scope, node, v));
        }
      }
      return values;
    }
    case Kind::kNothing:
      return TfValues{};
    case Kind::kInput:
      return BadInput("it is an input of the model that is not among the inputs asked for");
    case Kind::kBranch:
      return ReadControlFlow(scope, node, inputs);
    case Kind::kControl:
      return Unsupported("control flow of TensorFlow 1 that is neither a loop nor a condition");
    case Kind::kTable:
      return ReadTableOp(scope, node, inputs);
    case Kind::kVariable:
      break;
  }
  return ReadVariableOp(scope, node, inputs);
}

Result<TfValues> TfGraphReader::ReadTableOp(const TfScope& scope, const TfNode& node, const TfValues& inputs) {
  RETURN_IF_ERROR(CheckCount(inputs, 1));
  if (inputs[0].kind != TfValue::kTable) return Unsupported("its first operand is no static table of the model");
  const ir::Table& table = variables_.table(inputs[0].variable);
  std::string origin = StrCat(scope.prefix, node.name);
  if (node.op.starts_with("LookupTableSize"))
    return TfValues{{TfValue::kTensor, graph_->AddConstant(Tensor::Scalar<int64_t>(table.keys.elements()), origin)}};
  RETURN_IF_ERROR(CheckCount(inputs, 3));
  if (inputs[1].kind != TfValue::kTensor || inputs[2].kind != TfValue::kTensor)
    return Unsupported("keys and default are no tensors");
  if (graph_->type(inputs[1].value).dtype != table.key || graph_->type(inputs[2].value).dtype != table.value)
    return BadInput("a table from ", table.key, " to ", table.value, " is asked for ", graph_->type(inputs[1].value),
                    " with the default ", graph_->type(inputs[2].value));
  ASSIGN_OR_RETURN(ir::ValueId value, graph_->Add(ops::TableFind{.table = inputs[0].variable},
                                                  {inputs[1].value, inputs[2].value}, origin));
  return TfValues{{TfValue::kTensor, value}};
}

Result<TfValue> TfGraphReader::ReadVariable(const TfScope& scope, const TfNode& node, const TfValue& variable) {
  const TensorType& type = variables_.type(variable.variable);
  ops::ReadVariable read{.variable = variable.variable, .dtype = type.dtype, .shape = type.shape};
  ASSIGN_OR_RETURN(ir::ValueId value, graph_->Add(read, {}, StrCat(scope.prefix, node.name)));
  return TfValue{TfValue::kTensor, value};
}

Status TfGraphReader::Assign(const TfScope& scope, const TfNode& node, const TfValue& variable, ir::ValueId value) {
  const TensorType& type = variables_.type(variable.variable);
  const TensorType& given = graph_->type(value);
  if (given.dtype != type.dtype || !Compatible(type.shape, given.shape))
    return BadInput("a variable of ", type, " is assigned ", given);
  return graph_->AddNode(ops::AssignVariable{.variable = variable.variable}, {value}, StrCat(scope.prefix, node.name))
      .status();
}

Result<TfValues> TfGraphReader::ReadVariableOp(const TfScope& scope, const TfNode& node, const TfValues& inputs) {
  RETURN_IF_ERROR(CheckCount(inputs, 1));
  const TfValue& variable = inputs[0];
  if (variable.kind != TfValue::kHandle && variable.kind != TfValue::kReference)
    return Unsupported("its first operand is not a variable of the model");
  const TensorType& type = variables_.type(variable.variable);
  std::string_view op = node.op;
  if (op == "VarIsInitializedOp" || op == "IsVariableInitialized")
    return TfValues{{TfValue::kTensor, graph_->AddConstant(Tensor::Scalar(true), StrCat(scope.prefix, node.name))}};
  if (op == "VariableShape") {
    if (!type.shape.IsStatic()) return Unsupported("the shape of the variable, ", type.shape, ", is not known");
    DType out = DType::kI32;
    if (node.Has("out_type")) {
      ASSIGN_OR_RETURN(out, node.Type("out_type"));
    }
    Tensor dims = Tensor::Vector(type.shape.dims(), out);
    return TfValues{{TfValue::kTensor, graph_->AddConstant(std::move(dims), StrCat(scope.prefix, node.name))}};
  }
  if (op == "AssignVariableOp" || op == "Assign") {
    RETURN_IF_ERROR(CheckCount(inputs, 2));
    if (inputs[1].kind != TfValue::kTensor) return Unsupported("it assigns something that is no tensor");
    RETURN_IF_ERROR(Assign(scope, node, variable, inputs[1].value));
    return op == "Assign" ? TfValues{variable} : TfValues{};
  }
  ASSIGN_OR_RETURN(TfValue value, ReadVariable(scope, node, variable));
  if (op == "ReadVariableOp") return TfValues{value};

  TfValues operands = inputs;
  operands[0] = value;
  TfNode as = node;
  if (op == "ResourceGather") {
    as.op = "GatherV2";
    ASSIGN_OR_RETURN(int64_t batch_dims, node.Int("batch_dims", 0));
    int64_t axis[] = {batch_dims};
    operands.push_back({TfValue::kTensor, graph_->AddConstant(Tensor::Vector(axis).Reshaped({}),
                                                              StrCat(scope.prefix, node.name, "/axis"))});
    return Dispatch(scope, as, operands);
  }
  if (op == "ResourceGatherNd") {
    as.op = "GatherNd";
    return Dispatch(scope, as, operands);
  }
  as.op = op == "AssignAddVariableOp" || op == "AssignAdd"   ? "AddV2"
          : op == "AssignSubVariableOp" || op == "AssignSub" ? "Sub"
                                                             : StrCat("TensorScatter", op.substr(17));
  ASSIGN_OR_RETURN(TfValues changed, Dispatch(scope, as, operands));
  if (changed.size() != 1 || changed[0].kind != TfValue::kTensor) return TfValues{{TfValue::kFailed}};
  RETURN_IF_ERROR(Assign(scope, node, variable, changed[0].value));
  return variable.kind == TfValue::kReference ? TfValues{variable} : TfValues{};
}

}  // namespace slipway::wire
