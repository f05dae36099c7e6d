#pragma once
// RestApi: what each REST request is answered, free of sockets.

#include <atomic>
#include <string>
#include <string_view>

#include "serving/call.h"
#include "serving/metrics.h"
#include "serving/model_store.h"

namespace slipway::serving {

struct RestPath;

struct RestRequest {
  std::string_view method, target, body;
  std::string_view content_encoding = {}, origin = {};
  bool late = false;  // it came while the server was stopping
};

struct RestReply {
  int status = 200;
  std::string body;
  const char* content_type = "application/json";
};

// Thread safe. What it is given must outlive it.
class RestApi {
 public:
  struct Options {
    size_t max_body_bytes = size_t{1} << 30;  // inflated
    bool cors = false;
    bool check_method_names = false;  // of classify and regress
    std::string metrics_path = {};    // of Prometheus' page; empty: none
  };
  RestApi(const ModelStore& store, CallWatch& watch, Metrics& metrics, Options options)
      : store_(store), watch_(watch), metrics_(metrics), options_(std::move(options)) {}

  // Answers in microseconds, whatever the models do: health, status, metadata, errors.
  static bool IsQuick(const RestRequest&);
  RestReply Answer(const RestRequest&, Call&) const;

  static RestReply Error(const RpcStatus&);
  // From now on /readyz says 503. Late requests are refused, the others are answered.
  void StartDraining() { draining_ = true; }
  bool draining() const { return draining_; }
  bool cors() const { return options_.cors; }

 private:
  RestReply Ready() const;
  RestReply Preflight(const RestRequest&) const;
  RpcStatus Dispatch(const RestRequest&, Call&, std::string* body) const;
  RpcStatus Infer(const RestRequest&, const RestPath&, Call&, std::string* body) const;
  RpcStatus Predict(std::string_view json, const RestPath&, Call&, std::string* body) const;
  RpcStatus InferFromExamples(std::string_view json, const RestPath&, Call&, std::string* body) const;

  const ModelStore& store_;
  CallWatch& watch_;
  Metrics& metrics_;
  const Options options_;
  std::atomic<bool> draining_{false};
};

}  // namespace slipway::serving
