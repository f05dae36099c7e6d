#include "formats/savedmodel/export_plan.h"

#include <algorithm>
#include <set>

#include "formats/bundle/object_key.h"

namespace slipway::savedmodel {

namespace {

using NameCount = std::map<std::string, int, std::less<>>;

// Attributes of the root that mean something else.
constexpr const char* kReserved[] = {"signatures", "variables", "trainable_variables", "non_trainable_variables",
                                     "_misc_assets"};

constexpr std::string_view kKeywords[] = {
    "False",  "None",     "True", "and",    "as",   "assert", "async",   "await",  "break", "class",  "continue", "def",
    "del",    "elif",     "else", "except", "for",  "from",   "finally", "global", "if",    "import", "in",       "is",
    "lambda", "nonlocal", "not",  "or",     "pass", "raise",  "return",  "try",    "while", "with",   "yield"};

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsIdentifier(std::string_view name) {
  if (name.empty() || IsDigit(name[0])) return false;
  if (std::find(std::begin(kKeywords), std::end(kKeywords), name) != std::end(kKeywords)) return false;
  return std::all_of(name.begin(), name.end(), [](char c) { return IsLetter(c) || IsDigit(c) || c == '_'; });
}

std::vector<int> SortedByName(const std::vector<ExportArgument>& arguments) {
  std::vector<int> order(arguments.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return arguments[static_cast<size_t>(a)].name < arguments[static_cast<size_t>(b)].name;
  });
  return order;
}

// The objects that variables hang on, by joined path; true: a variable, which can have no attributes of its own.
class ObjectTree {
 public:
  ObjectTree() {
    for (const char* name : kReserved) taken_[name] = true;
  }

  // The path of a variable of that name: its parts, with _1, _2 ... behind a part that is in the way.
  std::vector<std::string> Place(std::string_view name) {
    std::vector<std::string> parts;
    for (std::string& part : StrSplit(name, '/'))
      if (!part.empty()) parts.push_back(std::move(part));
    if (parts.empty()) parts.push_back("variable");
    std::string path;
    for (size_t i = 0; i < parts.size(); ++i) {
      bool last = i + 1 == parts.size();
      std::string part = parts[i];
      for (int n = 1; InTheWay(path + parts[i], last); ++n) parts[i] = StrCat(part, "_", n);
      taken_[path + parts[i]] = last;
      path = StrCat(path, parts[i], "/");
    }
    return parts;
  }
  bool Has(const std::string& attribute) const { return taken_.count(attribute) > 0; }

 private:
  bool InTheWay(const std::string& path, bool last) const {
    auto it = taken_.find(path);
    return it != taken_.end() && (last || it->second);
  }
  std::map<std::string, bool> taken_;
};

Status CheckNames(const std::vector<ExportArgument>& arguments, const std::string& key, const char* what) {
  std::set<std::string_view> names;
  for (const ExportArgument& a : arguments) {
    if (a.name.empty()) return UsageError("signature '", key, "': an ", what, " has no name");
    if (!names.insert(a.name).second)
      return UsageError("signature '", key, "': two ", what, "s are called '", a.name, "'");
  }
  return OkStatus();
}

Result<SignaturePlan> PlanSignature(const ExportSignature& s, const ObjectTree& tree, NameCount& nodes,
                                    NameCount& functions, int* serial) {
  if (s.outputs.empty()) return UsageError("signature '", s.key, "' has no outputs");
  RETURN_IF_ERROR(CheckNames(s.inputs, s.key, "input"));
  RETURN_IF_ERROR(CheckNames(s.outputs, s.key, "output"));
  SignaturePlan p;
  p.signature = &s;
  p.input_order = SortedByName(s.inputs);
  p.output_order = SortedByName(s.outputs);
  std::string attribute = s.key == "serving_default" ? "serve" : s.key;
  if (IsIdentifier(attribute) && !attribute.starts_with("_") && !tree.Has(attribute)) p.attribute = attribute;
  p.body = UniqueName(StrCat("__inference_", ArgumentName(attribute), "_", (*serial)++), functions);
  p.wrapper = UniqueName(StrCat("__inference_signature_wrapper_", (*serial)++), functions);
  for (const ExportArgument& input : s.inputs)
    p.placeholders.push_back(UniqueName(NodeName(StrCat(s.key, "_", input.name)), nodes));
  p.stateful = !s.captures.empty() || !s.effects.empty();
  p.call = UniqueName(p.stateful ? "StatefulPartitionedCall" : "PartitionedCall", nodes);
  return p;
}

}  // namespace

std::string NodeName(std::string_view name) {
  std::string out(name);
  for (char& c : out)
    if (!IsLetter(c) && !IsDigit(c) && c != '_' && c != '.' && c != '/' && c != '>' && c != '-') c = '_';
  if (out.empty() || !(IsLetter(out[0]) || IsDigit(out[0]) || out[0] == '.')) out.insert(0, out.empty() ? "x" : "x_");
  return out;
}

std::string ArgumentName(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (!IsLetter(c) && !IsDigit(c)) c = '_';
  }
  if (out.empty() || !IsLetter(out[0])) out.insert(0, "arg_");
  return out;
}

std::string UniqueName(std::string name, NameCount& taken, const std::set<std::string>& reserved) {
  if (taken.emplace(name, 0).second) return name;
  while (true) {
    std::string candidate = StrCat(name, "_", ++taken[name]);
    if (!reserved.count(candidate) && taken.emplace(candidate, 0).second) return candidate;
  }
}

std::string ParameterName(std::string_view name) {
  std::string out(name);
  for (char& c : out)
    if (!IsLetter(c) && !IsDigit(c)) c = '_';
  if (out.empty() || IsDigit(out[0])) out.insert(0, "arg_");
  return IsIdentifier(out) ? out : StrCat(out, "_");
}

bool IsOnlyRead(const ExportSignature& signature, const ExportCapture& capture) {
  for (const Node& node : signature.nodes) {
    if (node.op == "ReadVariableOp") continue;
    if (std::find(node.inputs.begin(), node.inputs.end(), capture.argument) != node.inputs.end()) return false;
  }
  return true;
}

Result<ExportPlan> PlanExport(const ExportModel& model) {
  ExportPlan plan;
  plan.model = &model;
  NameCount nodes{{"NoOp", 0}, {"saver_filename", 0}}, functions;
  for (const Function& f : model.functions) functions[f.name] = 0;
  ObjectTree tree;
  for (const ExportVariable& v : model.variables) {
    if (!v.value.valid()) return UsageError("variable '", v.name, "' has no value to export");
    plan.variable_paths.push_back(tree.Place(v.name));
    std::string path = bundle::ObjectPath(plan.variable_paths.back());
    plan.variable_keys.push_back(bundle::VariableKey(path));
    std::string node = NodeName(StrJoin(plan.variable_paths.back(), "/"));
    if (node.starts_with("save/")) node.insert(0, "variables/");  // the saver's nodes are there
    plan.variable_nodes.push_back(UniqueName(node, nodes));
    nodes[StrCat(plan.variable_nodes.back(), "/Read/ReadVariableOp")] = 0;
  }
  for (size_t i = 0; i < model.assets.size(); ++i)
    plan.asset_nodes.push_back(UniqueName("asset_path_initializer", nodes));
  for (const ExportTable& t : model.tables) {
    if (!t.keys.valid() || !t.values.valid() || t.keys.elements() != t.values.elements())
      return UsageError("table '", t.name, "' has no content to export");
    plan.table_nodes.push_back(UniqueName(NodeName(t.name), nodes));
    for (const char* part : {"/keys", "/values", "/import"}) nodes[StrCat(plan.table_nodes.back(), part)] = 0;
    plan.table_attributes.push_back(tree.Place(StrCat("table_", plan.table_attributes.size()))[0]);
    plan.table_creators.push_back(UniqueName(StrCat("__inference__creator_", ArgumentName(t.name)), functions));
    plan.table_initializers.push_back(UniqueName(StrCat("__inference__initializer_", ArgumentName(t.name)), functions));
  }
  std::set<std::string_view> keys;
  int serial = 0;
  for (const ExportSignature& s : model.signatures) {
    if (s.key.empty() || s.key.starts_with("__saved_model"))
      return UsageError("a signature cannot be called '", s.key, "'");
    if (!keys.insert(s.key).second) return UsageError("two signatures are called '", s.key, "'");
    ASSIGN_OR_RETURN(SignaturePlan p, PlanSignature(s, tree, nodes, functions, &serial));
    plan.signatures.push_back(std::move(p));
  }
  return plan;
}

}  // namespace slipway::savedmodel
