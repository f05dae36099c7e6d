#include "serving/predict.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "formats/proto/types.h"

namespace slipway::serving {

namespace {

using Names = std::set<std::string>;

// "{a,b}"
std::string Braces(const Names& names) { return StrCat("{", StrJoin(names, ","), "}"); }

Names Without(const Names& a, const Names& b) {
  Names rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(rest, rest.end()));
  return rest;
}

Names NamesOf(const std::vector<Argument>& arguments) {
  Names names;
  for (const Argument& a : arguments) names.insert(a.name);
  return names;
}

// Counts first, names later, as TF Serving does; defaults may stand for what is left out.
RpcStatus CheckCount(const Signature& s, const std::map<std::string, Tensor>& tensors) {
  bool has_defaults =
      std::any_of(s.inputs.begin(), s.inputs.end(), [](const Argument& a) { return a.default_value.valid(); });
  if (tensors.size() == s.inputs.size() || (has_defaults && tensors.size() < s.inputs.size())) return {};
  Names sent, wanted = NamesOf(s.inputs);
  for (const auto& [name, t] : tensors) sent.insert(name);
  return InvalidArgument("input size does not match signature: ", sent.size(), "!=", wanted.size(), " len(",
                         Braces(sent), ") != len(", Braces(wanted), "). Sent extra: ", Braces(Without(sent, wanted)),
                         ". Missing but required: ", Braces(Without(wanted, sent)), ".");
}

RpcStatus BindOperands(const Signature& s, const std::map<std::string, Tensor>& tensors,
                       std::vector<Tensor>* operands) {
  RETURN_IF_RPC_ERROR(CheckCount(s, tensors));
  for (const Argument& a : s.inputs) {
    auto given = tensors.find(a.name);
    if (given == tensors.end() && !a.default_value.valid())
      return InvalidArgument("Signature input alias: ", a.name, "(feed name: ", a.tensor,
                             ") not found in request and no default value provided. Inputs expected to be in the set ",
                             Braces(NamesOf(s.inputs)), ".");
    const Tensor& t = given == tensors.end() ? a.default_value : given->second;
    if (t.dtype() != a.type.dtype)
      return InvalidArgument("Expects arg[", operands->size(), "] to be ", TensorflowTypeName(a.type.dtype), " but ",
                             TensorflowTypeName(t.dtype()), " is provided");
    operands->push_back(t);
  }
  return {};
}

RpcStatus CheckFilter(const Signature& s, const std::vector<std::string>& filter) {
  Names seen;
  for (const std::string& name : filter) {
    if (!s.FindOutput(name))
      return InvalidArgument("output tensor alias not found in signature: ", name,
                             " Outputs expected to be in the set ", Braces(NamesOf(s.outputs)), ".");
    if (!seen.insert(name).second) return InvalidArgument("duplicate output tensor alias: ", name);
  }
  return {};
}

}  // namespace

RpcStatus Predict(Servable& model, const PredictInputs& in, Call& call, PredictOutputs* out) {
  const std::string key = in.signature.empty() ? kDefaultSignature : in.signature;
  const Signature* s = model.FindSignature(key);
  if (!s) return {RpcCode::kFailedPrecondition, StrCat("Serving signature key \"", key, "\" not found.")};
  if (!s->unsupported.empty())
    return {RpcCode::kUnimplemented, StrCat("signature '", key, "' cannot run here: ", s->unsupported)};
  std::vector<Tensor> operands;
  RETURN_IF_RPC_ERROR(BindOperands(*s, in.tensors, &operands));
  RETURN_IF_RPC_ERROR(CheckFilter(*s, in.output_filter));
  Result<std::vector<Tensor>> results = model.Run(*s, operands, call);
  if (!results.ok())
    return results.status().kind() == ErrorKind::kCancelled ? call.WhyCancelled() : FromStatus(results.status());
  out->signature = key;
  for (size_t i = 0; i < s->outputs.size(); ++i) {
    const std::string& name = s->outputs[i].name;
    bool wanted = in.output_filter.empty() ||
                  std::find(in.output_filter.begin(), in.output_filter.end(), name) != in.output_filter.end();
    if (wanted) out->tensors.emplace_back(name, std::move((*results)[i]));
  }
  return {};
}

std::string TensorflowTypeName(DType t) {
  std::string name = proto::DataTypeName(proto::DTypeToProto(t)).substr(3);  // after "DT_"
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

}  // namespace slipway::serving
