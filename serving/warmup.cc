#include "serving/warmup.h"

#include "base/file.h"
#include "formats/tfrecord/record.h"
#include "serving/request_message.h"
#include "tensorflow_serving/apis/prediction_log.pb.h"

namespace slipway::serving {

namespace {

namespace pb = tensorflow::serving;
using Log = pb::PredictionLog;

constexpr int kMaxRecords = 1000;

template <class Request>
ExampleInputs InputsOf(const Request& request) {
  return {.signature = request.model_spec().signature_name(), .examples = ExamplesFrom(request.input())};
}

RpcStatus RunTasks(const pb::MultiInferenceRequest& request, Servable& model, Call& call) {
  ExampleInputs inputs{.examples = ExamplesFrom(request.input())};
  std::vector<Classification> classes;
  std::vector<float> values;
  for (const pb::InferenceTask& task : request.tasks()) {
    inputs.signature = task.model_spec().signature_name();
    RETURN_IF_RPC_ERROR(task.method_name() == kClassifyMethod ? Classify(model, inputs, call, &classes)
                                                              : Regress(model, inputs, call, &values));
  }
  return {};
}

RpcStatus RunLog(const Log& log, Servable& model) {
  Call call;
  PredictInputs inputs;
  PredictOutputs outputs;
  std::vector<Classification> classes;
  std::vector<float> values;
  switch (log.log_type_case()) {
    case Log::kPredictLog:
      RETURN_IF_RPC_ERROR(PredictInputsFrom(log.predict_log().request(), &inputs));
      return Predict(model, inputs, call, &outputs);
    case Log::kClassifyLog:
      return Classify(model, InputsOf(log.classify_log().request()), call, &classes);
    case Log::kRegressLog:
      return Regress(model, InputsOf(log.regress_log().request()), call, &values);
    case Log::kMultiInferenceLog:
      return RunTasks(log.multi_inference_log().request(), model, call);
    default:
      return InvalidArgument("it is no request of Predict, Classify, Regress or MultiInference");
  }
}

Status RunRecord(std::string_view bytes, Servable& model, int iterations) {
  Log log;
  if (!log.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return BadInput("it is no PredictionLog");
  for (int i = 0; i < iterations; ++i)
    if (RpcStatus s = RunLog(log, model); !s.ok()) return BadInput(s.message);
  return OkStatus();
}

}  // namespace

Status ReplayWarmupRequests(const std::string& directory, Servable& model, int iterations) {
  std::string path = JoinPath(directory, "assets.extra/tf_serving_warmup_requests");
  if (!FileExists(path)) return OkStatus();
  ASSIGN_OR_RETURN(auto reader, tfrecord::Reader::Open(path));
  std::string_view record;
  for (int n = 1;; ++n) {
    Result<bool> more = reader.Next(&record);
    if (!more.ok() || (!*more && reader.leftover() > 0))
      return BadInput("'", path, "' cannot be read to its end. Please verify your warmup data is in TFRecord format. (",
                      more.ok() ? "bytes are left over" : more.status().message(), ")");
    if (!*more) return OkStatus();
    if (n > kMaxRecords) return BadInput("'", path, "' has more than ", kMaxRecords, " warm-up requests");
    RETURN_IF_ERROR_AT(RunRecord(record, model, iterations), StrCat("warm-up request ", n));
  }
}

}  // namespace slipway::serving
