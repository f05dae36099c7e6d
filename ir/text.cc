#include "ir/text.h"

#include <map>

#include "ir/calls.h"
#include "ops/text.h"

namespace slipway::ir {

using ops::QuoteText;

namespace {

class Printer {
 public:
  Printer(const Graph& g, const PrintOptions& options)
      : g_(g), options_(options), number_(static_cast<size_t>(g.num_values()), -1) {}

  std::string Print() {
    std::string body;
    std::string header = StrCat("graph ", QuoteText(g_.name), "(");
    for (size_t i = 0; i < g_.inputs().size(); ++i) StrAppend(header, i ? ", " : "", Define(g_.inputs()[i]));
    StrAppend(header, ") {\n");
    for (NodeId id : g_.Order()) StrAppend(body, NodeLines(g_.node(id)));
    std::string returns;
    for (ValueId v : g_.outputs()) {
      StrAppend(body, ConstantLine(v));
      StrAppend(returns, returns.empty() ? " " : ", ", "%", number_[static_cast<size_t>(v)]);
    }
    return StrCat(header, body, "  return", returns, "\n}\n");
  }

 private:
  std::string Define(ValueId v) {
    number_[static_cast<size_t>(v)] = next_++;
    return StrCat("%", number_[static_cast<size_t>(v)], " ", QuoteText(g_.value(v).name), ": ", g_.type(v));
  }
  // Constants are written where they are first used.
  std::string ConstantLine(ValueId v) {
    if (v == ValueId::kNone || number_[static_cast<size_t>(v)] >= 0 || !g_.value(v).constant) return "";
    number_[static_cast<size_t>(v)] = next_++;
    const Tensor& t = *g_.value(v).constant;
    TensorType type = g_.type(v);
    bool full = options_.largest_constant < 0 || t.elements() <= options_.largest_constant;
    return StrCat("  %", number_[static_cast<size_t>(v)], " = const ", QuoteText(g_.value(v).name), " ",
                  full ? ops::TensorText(t) : StrCat(type, "(...)"), "\n");
  }
  std::string NodeLines(const Node& n) {
    std::string line;
    for (ValueId v : n.inputs) StrAppend(line, ConstantLine(v));
    StrAppend(line, "  ");
    for (size_t i = 0; i < n.outputs.size(); ++i) StrAppend(line, i ? ", " : "", Define(n.outputs[i]));
    StrAppend(line, n.outputs.empty() ? "" : " = ", ops::ToString(n.op), "(");
    for (size_t i = 0; i < n.inputs.size(); ++i) {
      StrAppend(line, i ? ", " : "");
      if (n.inputs[i] == ValueId::kNone)
        StrAppend(line, "_");
      else
        StrAppend(line, "%", number_[static_cast<size_t>(n.inputs[i])]);
    }
    return StrCat(line, ") @", QuoteText(n.origin), "\n");
  }
  const Graph& g_;
  const PrintOptions& options_;
  std::vector<int> number_;
  int next_ = 0;
};

std::string ArgumentText(const std::vector<SignatureArgument>& arguments) {
  std::string out;
  for (const auto& a : arguments) StrAppend(out, out.empty() ? "" : ", ", QuoteText(a.name), "=", a.index);
  return StrCat("(", out, ")");
}

std::string_view Trim(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return s;
}

// Takes a quoted string off the front.
std::optional<std::string> TakeQuoted(std::string_view& s) {
  s = Trim(s);
  if (s.empty() || s.front() != '"') return std::nullopt;
  size_t end = 1;
  while (end < s.size() && s[end] != '"') end += s[end] == '\\' ? 2 : 1;
  if (end >= s.size()) return std::nullopt;
  auto text = ops::UnquoteText(s.substr(0, end + 1));
  s = Trim(s.substr(end + 1));
  return text;
}

// Takes "(...)" off the front and gives its inside.
std::optional<std::string_view> TakeParens(std::string_view& s) {
  s = Trim(s);
  if (s.empty() || s.front() != '(') return std::nullopt;
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < s.size(); ++i) {
    if (quoted) {
      if (s[i] == '\\')
        ++i;
      else if (s[i] == '"')
        quoted = false;
    } else if (s[i] == '"') {
      quoted = true;
    } else if (s[i] == '(') {
      ++depth;
    } else if (s[i] == ')' && --depth == 0) {
      std::string_view inside = s.substr(1, i - 1);
      s = Trim(s.substr(i + 1));
      return inside;
    }
  }
  return std::nullopt;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : lines_(StrSplit(text, '\n')) {}

  Result<Module> Parse() {
    for (line_ = 0; line_ < lines_.size(); ++line_) {
      std::string_view s = Trim(lines_[line_]);
      if (s.empty() || s.starts_with("//")) continue;
      Status status = Line(s);
      if (!status.ok()) return std::move(status).At(StrCat("line ", line_ + 1));
    }
    if (graph_) return BadInput("graph '", graph_->name, "' does not end");
    return std::move(module_);
  }

 private:
  static Status Bad(std::string_view s) { return BadInput("cannot read '", s, "'"); }

  Status Line(std::string_view s) {
    if (graph_) return GraphLine(s);
    if (s.starts_with("variable ")) return VariableLine(s.substr(9));
    if (s.starts_with("table ")) return TableLine(s.substr(6));
    if (s.starts_with("graph ")) return GraphHeader(s.substr(6));
    if (s.starts_with("signature ")) return SignatureLine(s.substr(10));
    return Bad(s);
  }

  Status VariableLine(std::string_view s) {
    Variable v;
    auto name = TakeQuoted(s);
    if (!name) return Bad(s);
    v.name = *name;
    v.trainable = s.ends_with(" trainable");
    if (v.trainable) s = Trim(s.substr(0, s.size() - 10));
    if (s.find('(') != std::string_view::npos) {
      ASSIGN_OR_RETURN(v.value, ops::ParseTensor(s));
      v.type = v.value.type();
    } else {
      auto type = ops::ParseTensorType(s);
      if (!type) return Bad(s);
      v.type = *type;
    }
    module_.variables.push_back(std::move(v));
    return OkStatus();
  }

  Status TableLine(std::string_view s) {
    Table t;
    auto name = TakeQuoted(s);
    std::vector<std::string> sides = ops::SplitTopLevel(s, ' ');
    if (!name || sides.size() != 2) return Bad(s);
    t.name = *name;
    for (int i = 0; i < 2; ++i) {
      const std::string& side = sides[static_cast<size_t>(i)];
      DType& dtype = i ? t.value : t.key;
      if (side.find('(') != std::string::npos) {
        ASSIGN_OR_RETURN((i ? t.values : t.keys), ops::ParseTensor(side));
        dtype = (i ? t.values : t.keys).dtype();
      } else if (dtype = DTypeFromName(side); dtype == DType::kInvalid) {
        return Bad(side);
      }
    }
    if (t.keys.valid() != t.values.valid()) return Bad(s);
    module_.tables.push_back(std::move(t));
    return OkStatus();
  }

  // %3 "name": type
  Status Definition(std::string_view s, std::string* number, std::string* name, TensorType* type) {
    size_t space = s.find(' ');
    if (s.empty() || s[0] != '%' || space == std::string_view::npos) return Bad(s);
    *number = s.substr(0, space);
    std::string_view rest = s.substr(space);
    auto quoted = TakeQuoted(rest);
    if (!quoted || rest.empty() || rest[0] != ':') return Bad(s);
    *name = *quoted;
    auto parsed = ops::ParseTensorType(Trim(rest.substr(1)));
    if (!parsed) return Bad(s);
    *type = *parsed;
    return OkStatus();
  }

  Status GraphHeader(std::string_view s) {
    auto name = TakeQuoted(s);
    auto inputs = TakeParens(s);
    if (!name || !inputs || s != "{") return Bad(s);
    graph_ = &module_.AddGraph(*name);
    values_.clear();
    for (const std::string& item : ops::SplitTopLevel(*inputs, ',')) {
      std::string number, value_name;
      TensorType type;
      RETURN_IF_ERROR(Definition(Trim(item), &number, &value_name, &type));
      values_[number] = graph_->AddInput(type, value_name);
    }
    return OkStatus();
  }

  Result<ValueId> Use(std::string_view s) {
    s = Trim(s);
    if (s == "_") return ValueId::kNone;
    auto it = values_.find(std::string(s));
    if (it == values_.end()) return BadInput("there is no value ", s);
    return it->second;
  }

  Status GraphLine(std::string_view s) {
    if (s == "}") {
      graph_ = nullptr;
      return OkStatus();
    }
    if (s == "return" || s.starts_with("return ")) {
      std::vector<ValueId> outputs;
      for (const std::string& item : ops::SplitTopLevel(s.substr(6), ',')) {
        ASSIGN_OR_RETURN(ValueId v, Use(item));
        outputs.push_back(v);
      }
      graph_->SetOutputs(std::move(outputs));
      return OkStatus();
    }
    std::vector<std::string> sides = SplitAtEquals(s);
    if (sides.size() == 2 && Trim(sides[1]).starts_with("const ")) {
      std::string_view rest = Trim(sides[1]).substr(6);
      auto name = TakeQuoted(rest);
      if (!name) return Bad(s);
      ASSIGN_OR_RETURN(Tensor t, ops::ParseTensor(rest));
      values_[std::string(Trim(sides[0]))] = graph_->AddConstant(std::move(t), *name);
      return OkStatus();
    }
    return NodeLine(sides);
  }

  static std::vector<std::string> SplitAtEquals(std::string_view s) {
    bool quoted = false;
    for (size_t i = 0; i + 2 < s.size(); ++i) {
      if (quoted) {
        if (s[i] == '\\')
          ++i;
        else if (s[i] == '"')
          quoted = false;
      } else if (s[i] == '"') {
        quoted = true;
      } else if (s.substr(i, 3) == " = ") {
        return {std::string(s.substr(0, i)), std::string(s.substr(i + 3))};
      }
    }
    return {std::string(s)};
  }

  Status NodeLine(const std::vector<std::string>& sides) {
    std::vector<std::string> numbers;
    std::vector<std::string> names;
    std::vector<TensorType> types;
    if (sides.size() == 2)
      for (const std::string& item : ops::SplitTopLevel(sides[0], ',')) {
        TensorType type;
        RETURN_IF_ERROR(Definition(Trim(item), &numbers.emplace_back(), &names.emplace_back(), &type));
        types.push_back(type);
      }
    std::string_view s = Trim(sides.back());
    // The operand list starts at the first '(' outside of the fields' braces and quotes.
    size_t open = OperandStart(s);
    if (open == std::string_view::npos) return Bad(s);
    ASSIGN_OR_RETURN(ops::Op op, ops::ParseOp(s.substr(0, open)));
    std::string_view rest = s.substr(open);
    auto operands = TakeParens(rest);
    if (!operands || rest.empty() || rest[0] != '@') return Bad(s);
    rest.remove_prefix(1);
    auto origin = TakeQuoted(rest);
    if (!origin) return Bad(s);
    std::vector<ValueId> inputs;
    for (const std::string& item : ops::SplitTopLevel(*operands, ',')) {
      ASSIGN_OR_RETURN(ValueId v, Use(item));
      inputs.push_back(v);
    }
    ASSIGN_OR_RETURN(std::vector<ValueId> outputs, graph_->AddNode(std::move(op), std::move(inputs), *origin, types));
    if (outputs.size() != numbers.size()) return BadInput("the node has ", outputs.size(), " results");
    for (size_t i = 0; i < outputs.size(); ++i) {
      values_[numbers[i]] = outputs[i];
      graph_->SetValueName(outputs[i], names[i]);
    }
    return OkStatus();
  }

  static size_t OperandStart(std::string_view s) {
    int braces = 0;
    bool quoted = false;
    for (size_t i = 0; i < s.size(); ++i) {
      if (quoted) {
        if (s[i] == '\\')
          ++i;
        else if (s[i] == '"')
          quoted = false;
      } else if (s[i] == '"') {
        quoted = true;
      } else if (s[i] == '{') {
        ++braces;
      } else if (s[i] == '}') {
        --braces;
      } else if (s[i] == '(' && braces == 0) {
        return i;
      }
    }
    return std::string_view::npos;
  }

  Status SignatureArguments(std::string_view& s, std::string_view word, std::vector<SignatureArgument>* out) {
    if (!s.starts_with(word)) return Bad(s);
    s.remove_prefix(word.size());
    auto inside = TakeParens(s);
    if (!inside) return Bad(s);
    for (const std::string& item : ops::SplitTopLevel(*inside, ',')) {
      std::string_view rest = Trim(item);
      auto name = TakeQuoted(rest);
      if (!name || rest.empty() || rest[0] != '=') return Bad(item);
      auto index = ParseNumber<int>(rest.substr(1));
      if (!index) return Bad(item);
      out->push_back({*name, *index});
    }
    return OkStatus();
  }

  Status SignatureLine(std::string_view s) {
    Signature signature;
    auto key = TakeQuoted(s);
    if (!key || !s.starts_with("graph=")) return Bad(s);
    signature.key = *key;
    size_t space = s.find(' ');
    auto graph = ParseNumber<int>(s.substr(6, space - 6));
    if (!graph || space == std::string_view::npos) return Bad(s);
    signature.graph = *graph;
    s = Trim(s.substr(space));
    RETURN_IF_ERROR(SignatureArguments(s, "inputs", &signature.inputs));
    RETURN_IF_ERROR(SignatureArguments(s, "outputs", &signature.outputs));
    module_.signatures.push_back(std::move(signature));
    return OkStatus();
  }

  std::vector<std::string> lines_;
  size_t line_ = 0;
  Module module_;
  Graph* graph_ = nullptr;
  std::map<std::string, ValueId> values_;
};

}  // namespace

std::string ToString(const Graph& g, const PrintOptions& options) { return Printer(g, options).Print(); }

std::string ToString(const Module& m, const PrintOptions& options) {
  std::string out;
  for (const Variable& v : m.variables) {
    bool full = v.value.valid() && (options.largest_constant < 0 || v.value.elements() <= options.largest_constant);
    StrAppend(out, "variable ", QuoteText(v.name), " ", full ? ops::TensorText(v.value) : ToString(v.type),
              v.trainable ? " trainable" : "", "\n");
  }
  for (const Table& t : m.tables)
    StrAppend(out, "table ", QuoteText(t.name), " ", t.keys.valid() ? ops::TensorText(t.keys) : DTypeName(t.key), " ",
              t.values.valid() ? ops::TensorText(t.values) : DTypeName(t.value), "\n");
  for (const auto& g : m.graphs) StrAppend(out, ToString(*g, options));
  for (const Signature& s : m.signatures)
    StrAppend(out, "signature ", QuoteText(s.key), " graph=", s.graph, " inputs", ArgumentText(s.inputs), " outputs",
              ArgumentText(s.outputs), "\n");
  return out;
}

Result<Module> ParseModule(std::string_view text) {
  ASSIGN_OR_RETURN(Module m, Parser(text).Parse());
  RETURN_IF_ERROR(CheckReferences(m));
  return m;
}

Result<std::unique_ptr<Graph>> ParseGraph(std::string_view text) {
  ASSIGN_OR_RETURN(Module m, ParseModule(text));
  if (m.graphs.size() != 1) return BadInput("expected one graph, found ", m.graphs.size());
  return std::move(m.graphs[0]);
}

}  // namespace slipway::ir
