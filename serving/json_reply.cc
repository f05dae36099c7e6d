#include "serving/json_reply.h"

#include "serving/json_text.h"

namespace slipway::serving {

namespace {

// Elements of one tensor as nested lists.
class ListWriter {
 public:
  ListWriter(const std::string& name, const Tensor& t)
      : tensor_(t), as_base64_(t.dtype() == DType::kString && name.ends_with("_bytes")) {}

  // The next element with its dimensions from `level` on, on one line.
  void Line(int level, std::string* out) {
    if (level == tensor_.shape().rank()) return Element(out);
    out->push_back('[');
    for (int64_t i = 0; i < tensor_.shape()[level]; ++i) {
      if (i) out->append(", ");
      Line(level + 1, out);
    }
    out->push_back(']');
  }

  // The same with one element per line.
  void Block(int level, size_t indent, std::string* out) {
    if (level == tensor_.shape().rank()) return Element(out);
    int64_t n = tensor_.shape()[level];
    if (n == 0) return void(out->append("[]"));
    out->push_back('[');
    for (int64_t i = 0; i < n; ++i) {
      out->append(i ? ",\n" : "\n").append(indent + 4, ' ');
      Block(level + 1, indent + 4, out);
    }
    out->append("\n").append(indent, ' ').append("]");
  }

 private:
  void Element(std::string* out) {
    size_t i = next_++;
    switch (tensor_.dtype()) {
      case DType::kF32:
        return AppendFloat(tensor_.as<float>()[i], out);
      case DType::kF64:
        return AppendDouble(tensor_.as<double>()[i], out);
      case DType::kBool:
        return StrAppend(*out, tensor_.as<bool>()[i]);
      case DType::kString:
        return String(tensor_.strings()[i], out);
      case DType::kI8:
        return StrAppend(*out, int{tensor_.as<int8_t>()[i]});
      case DType::kI16:
        return StrAppend(*out, tensor_.as<int16_t>()[i]);
      case DType::kI32:
        return StrAppend(*out, tensor_.as<int32_t>()[i]);
      case DType::kI64:
        return StrAppend(*out, tensor_.as<int64_t>()[i]);
      case DType::kU8:
        return StrAppend(*out, int{tensor_.as<uint8_t>()[i]});
      case DType::kU32:
        return StrAppend(*out, tensor_.as<uint32_t>()[i]);
      case DType::kU64:
        return StrAppend(*out, tensor_.as<uint64_t>()[i]);
      default:
        CHECK(false);
    }
  }
  void String(const std::string& s, std::string* out) const {
    if (as_base64_)
      StrAppend(*out, "{\"b64\": \"", ToBase64(s), "\"}");
    else
      out->append(Quote(s));
  }

  const Tensor& tensor_;
  const bool as_base64_;
  size_t next_ = 0;
};

RpcStatus CheckRows(const PredictOutputs& outputs, int64_t* rows) {
  *rows = -1;
  for (const auto& [name, t] : outputs.tensors) {
    if (t.shape().rank() == 0) return InvalidArgument("Tensor name: ", name, " has no shape information ");
    if (*rows >= 0 && t.shape()[0] != *rows)
      return InvalidArgument("Tensor name: ", name, " has inconsistent batch size: ", t.shape()[0],
                             " expecting: ", *rows);
    *rows = t.shape()[0];
  }
  return {};
}

void WriteRows(const PredictOutputs& outputs, int64_t rows, std::string* json) {
  std::vector<ListWriter> writers;
  for (const auto& [name, t] : outputs.tensors) writers.emplace_back(name, t);
  json->append("{\n    \"predictions\": [");
  for (int64_t row = 0; row < rows; ++row) {
    if (writers.size() == 1) {
      if (row) json->append(", ");
      writers[0].Line(1, json);
      continue;
    }
    json->append(row ? ",\n        {\n" : "\n        {\n");
    for (size_t i = 0; i < writers.size(); ++i) {
      StrAppend(*json, i ? ",\n" : "", "            ", Quote(outputs.tensors[i].first), ": ");
      writers[i].Line(1, json);
    }
    json->append("\n        }");
  }
  json->append(rows > 0 ? "\n    ]\n}" : "]\n}");
}

void WriteColumns(const PredictOutputs& outputs, std::string* json) {
  json->append("{\n    \"outputs\": ");
  bool named = outputs.tensors.size() != 1;
  if (named) json->append("{");
  for (size_t i = 0; i < outputs.tensors.size(); ++i) {
    const auto& [name, t] = outputs.tensors[i];
    if (named) StrAppend(*json, i ? ",\n" : "\n", "        ", Quote(name), ": ");
    ListWriter(name, t).Block(0, named ? 8 : 4, json);
  }
  json->append(named ? "\n    }\n}" : "\n}");
}

}  // namespace

RpcStatus WritePredictions(const PredictOutputs& outputs, JsonForm form, std::string* json) {
  for (const auto& [name, t] : outputs.tensors)
    if (!HasJsonForm(t.dtype()))
      return {RpcCode::kUnimplemented,
              StrCat("output '", name, "' of type ", TensorflowTypeName(t.dtype()), " has no JSON form")};
  if (form == JsonForm::kColumn) return WriteColumns(outputs, json), RpcStatus{};
  int64_t rows;
  RETURN_IF_RPC_ERROR(CheckRows(outputs, &rows));
  WriteRows(outputs, std::max<int64_t>(rows, 0), json);
  return {};
}

}  // namespace slipway::serving
