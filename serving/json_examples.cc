#include "serving/json_examples.h"

#include "formats/example/example.h"
#include "serving/json_document.h"
#include "serving/json_text.h"

namespace slipway::serving {

namespace {

using Element = JsonDocument::Element;

template <class List>
RpcStatus Append(typename List::value_type value, example::Feature* feature) {
  if (std::holds_alternative<std::monostate>(*feature)) *feature = List{};
  List* list = std::get_if<List>(feature);
  if (!list) return InvalidArgument("its values are of several kinds (integers, other numbers, strings)");
  list->push_back(std::move(value));
  return {};
}

RpcStatus AppendValue(const JsonDocument& document, const Element& e, example::Feature* feature) {
  using example::BytesList, example::FloatList, example::Int64List;
  std::string_view text;
  if (auto base64 = Base64Member(e)) {
    auto bytes = FromBase64(*base64);
    if (!bytes) return InvalidArgument("'", *base64, "' is no base64");
    return Append<BytesList>(std::move(*bytes), feature);
  }
  if (document.GetString(e, &text)) return Append<BytesList>(std::string(text), feature);
  if (e.is_bool()) return Append<Int64List>(bool(e), feature);
  if (e.is_int64()) return Append<Int64List>(int64_t(e), feature);
  if (e.is_uint64()) return InvalidArgument(document.Show(e), " does not fit an int64");
  double number;
  if (document.GetDouble(e, &number)) return Append<FloatList>(static_cast<float>(number), feature);
  return InvalidArgument(document.Show(e), " is neither number, boolean, string nor a list of one kind of them");
}

RpcStatus ReadFeature(const JsonDocument& document, const Element& value, example::Feature* feature) {
  simdjson::dom::array list;
  if (value.get(list)) return AppendValue(document, value, feature);
  for (const Element& e : list) RETURN_IF_RPC_ERROR(AppendValue(document, e, feature));
  return {};
}

RpcStatus ReadExample(const JsonDocument& document, const Element& e, std::string* serialized) {
  simdjson::dom::object object;
  if (e.get(object)) return InvalidArgument("Example must be JSON object but got: ", document.Show(e));
  example::Features features;
  for (auto [name, value] : object) {
    example::Feature feature;
    if (RpcStatus s = ReadFeature(document, value, &feature); !s.ok())
      return InvalidArgument("Feature: ", name, ": ", s.message);
    features[std::string(name)] = std::move(feature);
  }
  serialized->append(example::EncodeExample(features));
  return {};
}

}  // namespace

RpcStatus ReadExamples(std::string_view body, ExampleInputs* inputs) {
  JsonDocument document;
  RETURN_IF_RPC_ERROR(document.Parse(body));
  RETURN_IF_RPC_ERROR(ReadSignatureName(document, &inputs->signature));
  auto examples = document.Find("examples"), context = document.Find("context");
  if (!examples) return InvalidArgument("When classifying or regressing, 'examples' is expected in the body");
  simdjson::dom::array list;
  if (examples->get(list)) return InvalidArgument("'examples' must be a list/array, got: ", document.Show(*examples));
  if (list.begin() == list.end()) return InvalidArgument("'examples' is an empty array");
  std::string first;  // a later feature of the same name wins, so the context comes before the example
  if (context) RETURN_IF_RPC_ERROR(ReadExample(document, *context, &first));
  for (const Element& e : list) {
    inputs->examples.push_back(first);
    RETURN_IF_RPC_ERROR(ReadExample(document, e, &inputs->examples.back()));
  }
  return {};
}

std::string ClassificationsJson(const std::vector<Classification>& rows) {
  std::string json = "{\n    \"results\": [";
  for (size_t i = 0; i < rows.size(); ++i) {
    json += i ? ", [" : "[";
    for (size_t k = 0; k < rows[i].size(); ++k) {
      StrAppend(json, k ? ", [" : "[", Quote(rows[i][k].label), ", ");
      AppendFloat(rows[i][k].score, &json);
      json += "]";
    }
    json += "]";
  }
  return json + "\n    ]\n}";
}

std::string RegressionsJson(const std::vector<float>& values) {
  std::string json = "{\n    \"results\": [";
  for (size_t i = 0; i < values.size(); ++i) {
    if (i) json += ", ";
    AppendFloat(values[i], &json);
  }
  return json + "\n    ]\n}";
}

}  // namespace slipway::serving
