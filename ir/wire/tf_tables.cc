#include "ir/wire/tf_tables.h"

#include <algorithm>
#include <map>

#include "base/file.h"
#include "ir/wire/tf.h"
#include "ops/table_use.h"

namespace slipway::wire {

using savedmodel::Node;

namespace {

constexpr int kMaxSteps = 256;  // from an operand to what it is
constexpr int kMaxDepth = 64;   // of calls
constexpr int64_t kMaxVisits = 1 << 16;

const Node* FindNode(const std::vector<Node>& nodes, std::string_view name) {
  auto it = std::find_if(nodes.begin(), nodes.end(), [&](const Node& n) { return n.name == name; });
  return it == nodes.end() ? nullptr : &*it;
}

TfNode ToTfNode(const Node& node) {
  TfNode n;
  n.name = node.name;
  n.op = node.op;
  n.attrs = node.attrs;
  return n;
}

bool FillsTable(std::string_view op) {
  return op == "LookupTableImportV2" || op == "LookupTableImport" || op == "InitializeTableV2" ||
         op == "InitializeTable" || op == "InitializeTableFromTextFileV2" || op == "InitializeTableFromTextFile";
}

// Columns as a table's elements.
class Column {
 public:
  Column(int64_t index, DType dtype) : index_(index), dtype_(dtype) {}

  Status Add(int64_t line_number, const std::string& line, const std::vector<std::string>& fields) {
    if (index_ == -1) {
      if (dtype_ != DType::kI64) return BadInput("the number of a line is i64, the table has ", dtype_);
      numbers_.push_back(line_number);
      return OkStatus();
    }
    if (index_ >= 0 && static_cast<size_t>(index_) >= fields.size())
      return BadInput("line ", line_number + 1, " has ", fields.size(), " columns, column ", index_, " is asked for");
    const std::string& text = index_ == -2 ? line : fields[static_cast<size_t>(index_)];
    if (dtype_ == DType::kString) {
      strings_.push_back(text);
      return OkStatus();
    }
    std::optional<int64_t> integer = ParseNumber<int64_t>(text);
    std::optional<double> real = IsFloat(dtype_) ? ParseNumber<double>(text) : std::nullopt;
    if (IsFloat(dtype_) ? !real : !integer) return BadInput("line ", line_number + 1, ": '", text, "' is no ", dtype_);
    numbers_.push_back(integer.value_or(0));
    reals_.push_back(real.value_or(0));
    return OkStatus();
  }

  Result<Tensor> Take() const {
    Shape shape{static_cast<int64_t>(std::max(strings_.size(), numbers_.size()))};
    if (dtype_ == DType::kString) return Tensor::Of<std::string>(shape, std::span<const std::string>(strings_));
    if (dtype_ == DType::kF64) return Tensor::Of<double>(shape, std::span<const double>(reals_));
    if (dtype_ == DType::kF32) {
      std::vector<float> floats(reals_.begin(), reals_.end());
      return Tensor::Of<float>(shape, std::span<const float>(floats));
    }
    if (dtype_ != DType::kI64 && dtype_ != DType::kI32) return Unsupported("a text file cannot give ", dtype_);
    return Tensor::Vector(numbers_, dtype_);
  }

 private:
  int64_t index_;
  DType dtype_;
  std::vector<std::string> strings_;
  std::vector<int64_t> numbers_;
  std::vector<double> reals_;
};

std::string TextOf(const Tensor& t, int64_t i) {
  if (t.dtype() == DType::kString) return t.strings()[static_cast<size_t>(i)];
  size_t size = static_cast<size_t>(DTypeSize(t.dtype()));
  return std::string(static_cast<const char*>(t.data()) + static_cast<size_t>(i) * size, size);
}

}  // namespace

Status FillTable(const Tensor& keys, const Tensor& values, ir::Table* table) {
  if (keys.dtype() != table->key || values.dtype() != table->value)
    return BadInput("a table from ", table->key, " to ", table->value, " is filled with ", keys.type(), " and ",
                    values.type());
  if (keys.elements() != values.elements())
    return BadInput("there are ", keys.elements(), " keys and ", values.elements(), " values");
  std::map<std::string, std::string> seen;
  for (int64_t i = 0; i < keys.elements(); ++i) {
    auto [it, is_new] = seen.try_emplace(TextOf(keys, i), TextOf(values, i));
    if (!is_new && it->second != TextOf(values, i)) return BadInput("key ", i, " occurs twice, with different values");
  }
  table->keys = keys;
  table->values = values;
  return OkStatus();
}

Status FillFromText(std::string_view text, const TextTable& format, ir::Table* table) {
  if (format.key_index < -2 || format.value_index < -2) return BadInput("a column cannot be below -2");
  Column keys(format.key_index, table->key), values(format.value_index, table->value);
  int64_t count = 0;
  for (size_t at = 0, line_number = 0; at < text.size(); ++line_number) {
    if (format.vocab_size >= 0 && count >= format.vocab_size) break;
    size_t end = std::min(text.find('\n', at), text.size());
    std::string line(text.substr(at, end - at));
    at = end + 1;
    if (line.ends_with('\r')) line.pop_back();
    if (static_cast<int64_t>(line_number) < format.offset) continue;
    std::vector<std::string> fields = StrSplit(line, format.delimiter);
    RETURN_IF_ERROR(keys.Add(count, line, fields));
    RETURN_IF_ERROR(values.Add(count, line, fields));
    ++count;
  }
  if (format.vocab_size > count)
    return BadInput("the file has ", count, " lines, the table shall have ", format.vocab_size);
  ASSIGN_OR_RETURN(Tensor k, keys.Take());
  ASSIGN_OR_RETURN(Tensor v, values.Take());
  return FillTable(k, v, table);
}

TfTables::TfTables(const savedmodel::MetaGraph& meta_graph, std::string directory)
    : meta_graph_(meta_graph), directory_(std::move(directory)), main_{.nodes = &meta_graph.graph.nodes} {}

Result<ir::Table> TfTables::Make(const Node& node) {
  if (!std::exchange(visited_, true))
    for (const std::string& name : meta_graph_.init_nodes)
      if (const Node* init = FindNode(*main_.nodes, name)) Visit(main_, *init);
  auto it = contents_.find(&node);
  if (it == contents_.end()) return Unsupported("the table is not filled when the model is loaded");
  RETURN_IF_ERROR(it->second.status);
  TfNode n = ToTfNode(node);
  ir::Table table = it->second.table;
  ASSIGN_OR_RETURN(table.name, n.String("shared_name", ""));
  if (table.name.empty()) table.name = node.name;
  return table;
}

void TfTables::Visit(const Scope& scope, const Node& node) {
  if (++visits_ > kMaxVisits || scope.depth > kMaxDepth) return;
  if (FillsTable(node.op)) return Fill(scope, node);
  if (node.op == "PartitionedCall" || node.op == "StatefulPartitionedCall" || meta_graph_.graph.FindFunction(node.op))
    return VisitCall(scope, node);
  for (const std::string& input : node.inputs) {
    if (!input.starts_with('^')) continue;
    if (const Node* before = FindNode(*scope.nodes, std::string_view(input).substr(1))) Visit(scope, *before);
  }
}

void TfTables::VisitCall(const Scope& scope, const Node& node) {
  auto f = node.attrs.find("f");
  const auto* name = f == node.attrs.end() ? nullptr : std::get_if<TfFunction>(&f->second);
  const savedmodel::Function* function = meta_graph_.graph.FindFunction(name ? name->name : node.op);
  if (!function) return;
  Scope inner{&function->nodes, function, &scope, &node, scope.depth + 1};
  for (const Node& n : function->nodes) {
    bool calls = n.op == "PartitionedCall" || n.op == "StatefulPartitionedCall";
    if (FillsTable(n.op) || calls) Visit(inner, n);
  }
}

void TfTables::Fill(const Scope& scope, const Node& node) {
  Value table = node.inputs.empty() ? Value{} : Resolve(scope, node.inputs[0]);
  if (!table.table || contents_.count(table.table)) return;
  Content content;
  content.status = FillFrom(scope, node, &content.table);
  if (!content.status.ok()) content.status = std::move(content.status).At(StrCat("filled by '", node.name, "'"));
  contents_.emplace(table.table, std::move(content));
}

Status TfTables::FillFrom(const Scope& scope, const Node& node, ir::Table* table) {
  TfNode maker = ToTfNode(*Resolve(scope, node.inputs[0]).table);
  ASSIGN_OR_RETURN(table->key, maker.Type("key_dtype"));
  ASSIGN_OR_RETURN(table->value, maker.Type("value_dtype"));
  if (!ops::IsTableKey(table->key) || !ops::IsTableValue(table->value))
    return Unsupported("it maps ", table->key, " to ", table->value);
  std::vector<Tensor> operands;
  for (size_t i = 1; i < node.inputs.size() && !node.inputs[i].starts_with('^'); ++i) {
    operands.push_back(Resolve(scope, node.inputs[i]).constant);
    if (!operands.back().valid()) return Unsupported("operand ", i, " is computed");
  }
  if (!node.op.starts_with("InitializeTableFromTextFile")) {
    if (operands.size() != 2) return BadInput("has ", operands.size(), " operands behind the table, expected 2");
    return FillTable(operands[0], operands[1], table);
  }
  if (operands.size() != 1 || operands[0].dtype() != DType::kString || operands[0].elements() != 1)
    return BadInput("expected the name of a file");
  TfNode n = ToTfNode(node);
  TextTable format;
  ASSIGN_OR_RETURN(format.key_index, n.Int("key_index", 0));
  ASSIGN_OR_RETURN(format.value_index, n.Int("value_index", 0));
  ASSIGN_OR_RETURN(format.vocab_size, n.Int("vocab_size", -1));
  ASSIGN_OR_RETURN(format.offset, n.Int("offset", 0));
  ASSIGN_OR_RETURN(std::string delimiter, n.String("delimiter", "\t"));
  if (delimiter.size() != 1) return BadInput("the delimiter is '", delimiter, "', expected one character");
  format.delimiter = delimiter[0];
  const std::string& path = operands[0].strings()[0];
  ASSIGN_OR_RETURN(std::string text, ReadFile(path));
  RETURN_IF_ERROR_AT(FillFromText(text, format, table), StrCat("'", path, "'"));
  return OkStatus();
}

TfTables::Value TfTables::Resolve(const Scope& scope, std::string_view ref, int steps) const {
  if (steps > kMaxSteps) return {};
  std::string_view name = ref.substr(0, ref.find(':'));
  if (scope.function) {
    const auto& inputs = scope.function->inputs;
    for (size_t i = 0; i < inputs.size(); ++i)
      if (inputs[i].name == name && i < scope.call->inputs.size())
        return Resolve(*scope.outer, scope.call->inputs[i], steps + 1);
  }
  const Node* node = FindNode(*scope.nodes, name);
  return node ? OfNode(scope, *node, steps + 1) : Value{};
}

TfTables::Value TfTables::OfNode(const Scope& scope, const Node& node, int steps) const {
  if (node.op == "Const") {
    Result<Tensor> value = ToTfNode(node).TensorAttr("value");
    return value.ok() ? Value{nullptr, *value} : Value{};
  }
  if (!scope.function && (node.op == "HashTableV2" || node.op == "HashTable")) return {&node, {}};
  if (!scope.function && node.op.starts_with("Placeholder")) return {nullptr, AssetPath(node)};
  if (!scope.function && node.op == "VarHandleOp") return Assigned(node, steps);
  bool passes = node.op == "Identity" || node.op == "ReadVariableOp" || node.op == "RefIdentity";
  return passes && !node.inputs.empty() ? Resolve(scope, node.inputs[0], steps) : Value{};
}

// Variables of the initialization: the path of an asset.
TfTables::Value TfTables::Assigned(const Node& variable, int steps) const {
  for (const Node& n : *main_.nodes)
    if (n.op == "AssignVariableOp" && n.inputs.size() >= 2 &&
        savedmodel::ParseTensorRef(n.inputs[0]).node == variable.name)
      return Resolve(main_, n.inputs[1], steps);
  return {};
}

Tensor TfTables::AssetPath(const Node& placeholder) const {
  for (const savedmodel::AssetFile& a : meta_graph_.assets)
    if (savedmodel::ParseTensorRef(a.tensor).node == placeholder.name && !directory_.empty())
      return Tensor::Scalar(JoinPath(JoinPath(directory_, "assets"), a.filename));
  return {};
}

}  // namespace slipway::wire
