#include "serving/rest_api.h"

#include <algorithm>
#include <optional>

#include "serving/gzip.h"
#include "serving/json_examples.h"
#include "serving/json_reply.h"
#include "serving/json_request.h"
#include "serving/json_text.h"
#include "serving/metadata.h"
#include "serving/predict.h"
#include "serving/rest_path.h"

namespace slipway::serving {

namespace {

// A small body must not inflate into gigabytes; JSON of numbers shrinks tenfold.
constexpr size_t kAlwaysInflated = size_t{64} << 20, kMaxRatio = 20;

// Without the query, and without the host of the absolute form that proxies send.
std::string_view PathOf(std::string_view target) {
  if (target.starts_with("http://") || target.starts_with("https://")) {
    size_t slash = target.find('/', target.find("//") + 2);
    target = slash == std::string_view::npos ? "/" : target.substr(slash);
  }
  return target.substr(0, target.find('?'));
}

}  // namespace

bool RestApi::IsQuick(const RestRequest& request) { return request.method != "POST"; }

RestReply RestApi::Error(const RpcStatus& s) { return {HttpStatus(s.code), ErrorJson(s.message)}; }

RestReply RestApi::Answer(const RestRequest& request, Call& call) const {
  std::string_view path = PathOf(request.target);
  if (path == "/healthz") return {200, "ok\n", "text/plain"};
  if (path == "/readyz") return Ready();
  if (!options_.metrics_path.empty() && path == options_.metrics_path)
    return {200, metrics_.PrometheusText(), "text/plain; version=0.0.4"};
  if (!IsApiPath(path)) return {404, ErrorJson(StrCat("Not found: ", path))};
  if (options_.cors && request.method == "OPTIONS") return Preflight(request);
  if (request.late) return Error({RpcCode::kUnavailable, "the server is stopping"});
  std::string body;
  RpcStatus status = Dispatch(request, call, &body);
  return status.ok() ? RestReply{200, std::move(body)} : Error(status);
}

RestReply RestApi::Ready() const {
  if (draining_) return {503, "the server is stopping\n", "text/plain"};
  if (!store_.Ready()) return {503, "a model has no version that answers\n", "text/plain"};
  return {200, "ready\n", "text/plain"};
}

RestReply RestApi::Preflight(const RestRequest& request) const {
  if (request.origin.find("http") != std::string_view::npos) return {200, ""};
  return Error({RpcCode::kFailedPrecondition, "Origin header is missing in CORS preflight"});
}

RpcStatus RestApi::Dispatch(const RestRequest& request, Call& call, std::string* body) const {
  std::string_view path = PathOf(request.target);
  RestPath to;
  RETURN_IF_RPC_ERROR(ParseRestPath(request.method, path, &to));
  if (request.method == "POST") {
    auto begin = Call::Clock::now();
    CallWatch::Guard guard(watch_, call);
    RpcStatus s = Infer(request, to, call, body);
    metrics_.NoteRequest(to.model, to.verb.c_str(), "REST", s, Call::Clock::now() - begin);
    return s;
  }
  if (to.verb.empty()) {
    std::vector<VersionStatus> versions;
    RETURN_IF_RPC_ERROR(store_.StatusOf(to.model, to.version, &versions));
    *body = StatusJson(versions);
    return {};
  }
  ServedVersion served;
  RETURN_IF_RPC_ERROR(store_.Find(to.model, to.version, &served));
  *body = MetadataJson(to.model, served);
  return {};
}

RpcStatus RestApi::Infer(const RestRequest& request, const RestPath& to, Call& call, std::string* body) const {
  std::optional<std::string> inflated;
  if (request.content_encoding == "gzip") {
    size_t limit = std::min(options_.max_body_bytes, std::max(kAlwaysInflated, request.body.size() * kMaxRatio));
    inflated = InflateGzip(request.body, limit);
    if (!inflated) return InvalidArgument("the body is no gzip stream, or inflates beyond ", limit, " bytes");
  }
  std::string_view json = inflated ? *inflated : request.body;
  return to.verb == "predict" ? Predict(json, to, call, body) : InferFromExamples(json, to, call, body);
}

RpcStatus RestApi::Predict(std::string_view text, const RestPath& to, Call& call, std::string* body) const {
  JsonRequest json;
  RETURN_IF_RPC_ERROR(json.Parse(text));
  ServedVersion served;
  RETURN_IF_RPC_ERROR(store_.Find(to.model, to.version, &served));
  const std::string key = json.signature_name().empty() ? kDefaultSignature : json.signature_name();
  const Signature* signature = served.model->FindSignature(key);
  if (!signature) return InvalidArgument("Serving signature name: \"", key, "\" not found in signature def");
  PredictInputs inputs{.signature = key};
  JsonForm form;
  RETURN_IF_RPC_ERROR(json.ReadTensors(*signature, &form, &inputs.tensors));
  PredictOutputs outputs;
  auto begin = Call::Clock::now();
  RETURN_IF_RPC_ERROR(serving::Predict(*served.model, inputs, call, &outputs));
  metrics_.NoteRun(to.model, "Predict", Call::Clock::now() - begin);
  return WritePredictions(outputs, form, body);
}

RpcStatus RestApi::InferFromExamples(std::string_view text, const RestPath& to, Call& call, std::string* body) const {
  ExampleInputs inputs{.check_method_name = options_.check_method_names};
  RETURN_IF_RPC_ERROR(ReadExamples(text, &inputs));
  ServedVersion served;
  RETURN_IF_RPC_ERROR(store_.Find(to.model, to.version, &served));
  auto begin = Call::Clock::now();
  bool classify = to.verb == "classify";
  if (classify) {
    std::vector<Classification> rows;
    RETURN_IF_RPC_ERROR(Classify(*served.model, inputs, call, &rows));
    *body = ClassificationsJson(rows);
  } else {
    std::vector<float> values;
    RETURN_IF_RPC_ERROR(Regress(*served.model, inputs, call, &values));
    *body = RegressionsJson(values);
  }
  metrics_.NoteRun(to.model, classify ? "Classify" : "Regress", Call::Clock::now() - begin);
  metrics_.NoteExamples(to.model, inputs.examples.size());
  return {};
}

}  // namespace slipway::serving
