#include "serving/json_request.h"

#include <set>
#include <vector>

#include "serving/json_document.h"
#include "serving/json_tensor.h"

namespace slipway::serving {

namespace {

using Element = JsonDocument::Element;

std::string NamesOf(const Signature& s) {
  std::vector<std::string> names;
  for (const Argument& a : s.inputs) names.push_back(a.name);
  return StrJoin(names, ",");
}

bool IsNamed(const Element& e) { return e.is_object() && !Base64Member(e); }

// The row form, item by item.
class RowReader {
 public:
  RowReader(const JsonDocument& document, const Signature& s, size_t rows) : document_(document), signature_(s) {
    for (const Argument& a : s.inputs) columns_.emplace(a.name, BatchReader(document, a.type.dtype, rows));
  }

  RpcStatus AddNamed(size_t i, const Element& row) {
    if (!IsNamed(row)) return InvalidArgument("Expecting object but got list at item ", i, " of input list");
    std::set<std::string_view> seen;
    simdjson::dom::object fields = row;
    for (auto [key, value] : fields) {
      RpcStatus s = AddOne(key, value);
      if (!s.ok())
        return InvalidArgument("Failed to process element: ", i, " key: ", key,
                               " of 'instances' list. Error: ", s.message);
      if (!seen.insert(key).second) break;
    }
    if (seen.size() == columns_.size() && fields.size() == seen.size()) return {};
    return Failed(i, StrCat("JSON object: ", document_.Show(row), " keys must be equal to: ", NamesOf(signature_)));
  }

  RpcStatus AddPlain(size_t i, const Element& row) {
    if (IsNamed(row)) return InvalidArgument("Expecting value/list but got object at item ", i, " of input list");
    RpcStatus s = columns_.begin()->second.Add(row);
    return s.ok() ? s : Failed(i, s.message);
  }

  void Take(std::map<std::string, Tensor>* tensors) {
    for (auto& [name, column] : columns_) (*tensors)[name] = std::move(column).Take();
  }

 private:
  RpcStatus AddOne(std::string_view key, const Element& value) {
    auto column = columns_.find(key);
    if (column == columns_.end()) return InvalidArgument("JSON object: does not have named input: ", key);
    return column->second.Add(value);
  }
  // Whatever was wrong with a row is the request's fault.
  static RpcStatus Failed(size_t i, const std::string& why) {
    return InvalidArgument("Failed to process element: ", i, " of 'instances' list. Error: ", why);
  }

  const JsonDocument& document_;
  const Signature& signature_;
  std::map<std::string, BatchReader, std::less<>> columns_;
};

RpcStatus ReadRows(const JsonDocument& document, const Element& instances, const Signature& s,
                   std::map<std::string, Tensor>* tensors) {
  simdjson::dom::array rows;
  if (instances.get(rows))
    return InvalidArgument("JSON Value: ", document.Show(instances), " Expecting 'instances' to be an list/array");
  size_t count = CountElements(rows);
  if (count == 0) return InvalidArgument("JSON Value: [] No values in 'instances' array");
  Element first = *rows.begin();
  bool named = s.inputs.size() == 1 ? IsNamed(first) : first.is_object();
  if (!named && s.inputs.size() > 1)
    return InvalidArgument(
        "instances is a plain list, but expecting list of objects as multiple input tensors required as per "
        "tensorinfo_map");
  RowReader reader(document, s, count);
  size_t i = 0;
  for (const Element& row : rows) {
    RETURN_IF_RPC_ERROR(named ? reader.AddNamed(i, row) : reader.AddPlain(i, row));
    ++i;
  }
  reader.Take(tensors);
  return {};
}

RpcStatus ReadColumns(const JsonDocument& document, const Element& inputs, const Signature& s,
                      std::map<std::string, Tensor>* tensors) {
  bool named = IsNamed(inputs);
  if (!named && s.inputs.size() > 1)
    return InvalidArgument(
        "inputs is a plain value/list, but expecting an object as multiple input tensors required as per "
        "tensorinfo_map");
  for (const Argument& a : s.inputs) {
    Element value = inputs;
    if (named && inputs[a.name].get(value))
      return InvalidArgument("Missing named input: ", a.name, " in 'inputs' object.");
    RETURN_IF_RPC_ERROR(TensorFromJson(document, value, a.type.dtype, &(*tensors)[a.name]));
  }
  return {};
}

}  // namespace

JsonRequest::JsonRequest() : document_(std::make_unique<JsonDocument>()) {}
JsonRequest::~JsonRequest() = default;

RpcStatus JsonRequest::Parse(std::string_view body) {
  RETURN_IF_RPC_ERROR(document_->Parse(body));
  return ReadSignatureName(*document_, &signature_name_);
}

RpcStatus JsonRequest::ReadTensors(const Signature& s, JsonForm* form, std::map<std::string, Tensor>* tensors) const {
  auto instances = document_->Find("instances"), inputs = document_->Find("inputs");
  if (instances && inputs)
    return InvalidArgument(
        "Not formatted correctly: expecting only one of 'inputs' or 'instances' keys to exist in the body");
  if (!instances && !inputs) return InvalidArgument("Missing 'inputs' or 'instances' key");
  *form = instances ? JsonForm::kRow : JsonForm::kColumn;
  if (s.inputs.empty()) {
    if (inputs) return {};
    return InvalidArgument("signature '", s.key, "' has no inputs: send \"inputs\": {} instead of instances");
  }
  return instances ? ReadRows(*document_, *instances, s, tensors) : ReadColumns(*document_, *inputs, s, tensors);
}

}  // namespace slipway::serving
