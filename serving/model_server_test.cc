// The whole server over its sockets, with a fake model behind it.
#include "serving/model_server.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/impl/codegen/client_unary_call.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

#include <future>

#include "base/file.h"
#include "serving/fake_servable.h"
#include "tensorflow/core/profiler/profiler_service.grpc.pb.h"
#include "tensorflow_serving/apis/model_service.grpc.pb.h"
#include "tensorflow_serving/apis/prediction_service.grpc.pb.h"

namespace slipway::serving {
namespace {

namespace pb = tensorflow::serving;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// One TCP connection to the REST port.
class Connection {
 public:
  explicit Connection(int port) : fd_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{.sin_family = AF_INET, .sin_port = htons(static_cast<uint16_t>(port))};
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    connected_ = connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    timeval limit{.tv_sec = 20};
    setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  }
  ~Connection() { close(fd_); }
  bool connected() const { return connected_; }
  void Send(std::string_view bytes) { (void)!send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL); }
  // Until `end` has come or the server closes.
  std::string Receive(std::string_view end = "") {
    std::string out;
    char buffer[65536];
    while (end.empty() || out.find(end) == std::string::npos) {
      ssize_t n = recv(fd_, buffer, sizeof buffer, 0);
      if (n <= 0) break;
      out.append(buffer, static_cast<size_t>(n));
    }
    return out;
  }

 private:
  int fd_;
  bool connected_;
};

std::string Http(const std::string& method, const std::string& path, const std::string& body,
                 const std::string& headers = "") {
  return StrCat(method, " ", path, " HTTP/1.1\r\nHost: x\r\nContent-Length: ", body.size(), "\r\n", headers, "\r\n",
                body);
}

class ModelServerTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = testing::TempDir() + "/server_" + std::to_string(getpid()) + "_" + std::to_string(counter_++);
    ASSERT_TRUE(MakeDirectories(root_ + "/7").ok());
  }
  void TearDown() override {
    server_.reset();
    ASSERT_TRUE(RemoveTree(root_).ok());
  }

  static ServerOptions LocalOptions() {
    ServerOptions options;
    options.grpc.port = options.rest.port = 0;
    options.grpc.address = options.rest.address = "127.0.0.1";
    options.store.poll_seconds = 0.05;
    return options;
  }
  std::vector<ModelConfig> Models() const { return {{.name = "m", .base_path = root_}}; }
  static Result<std::shared_ptr<Servable>> Load(const std::string&) {
    return std::shared_ptr<Servable>(std::make_shared<FakeServable>());
  }

  void Start(ServerOptions options = LocalOptions()) {
    auto server = ModelServer::Start(options, Load, Models());
    ASSERT_TRUE(server.ok()) << server.status().message();
    server_ = std::move(server).value();
    channel_ = grpc::CreateChannel(StrCat("127.0.0.1:", server_->grpc_port()), grpc::InsecureChannelCredentials());
    predictor_ = pb::PredictionService::NewStub(channel_);
    for (int i = 0; i < 4000 && !server_->store().Ready(); ++i) std::this_thread::sleep_for(5ms);
    ASSERT_TRUE(server_->store().Ready());
  }

  static pb::PredictRequest Request(const std::string& signature = "", float x = 1) {
    pb::PredictRequest request;
    request.mutable_model_spec()->set_name("m");
    request.mutable_model_spec()->set_signature_name(signature);
    tensorflow::TensorProto& t = (*request.mutable_inputs())["x"];
    t.set_dtype(tensorflow::DT_FLOAT);
    t.mutable_tensor_shape()->add_dim()->set_size(1);
    t.add_float_val(x);
    return request;
  }
  static pb::PredictRequest SlowRequest(int milliseconds, const std::string& signature = "slow") {
    pb::PredictRequest request = Request(signature);
    request.clear_inputs();
    tensorflow::TensorProto& t = (*request.mutable_inputs())["n"];
    t.set_dtype(tensorflow::DT_INT32);
    t.mutable_tensor_shape()->add_dim()->set_size(1);
    t.add_int_val(milliseconds);
    return request;
  }
  grpc::Status Predict(const pb::PredictRequest& request, pb::PredictResponse* response,
                       std::chrono::milliseconds limit = 20s) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + limit);
    return predictor_->Predict(&context, request, response);
  }

  // One exchange on a connection of its own.
  std::string Exchange(const std::string& request) {
    Connection c(server_->rest_port());
    c.Send(request);
    return c.Receive();
  }
  std::string Post(const std::string& path, const std::string& body, const std::string& headers = "") {
    return Exchange(Http("POST", path, body, "Connection: close\r\n" + headers));
  }
  std::string Get(const std::string& path) { return Exchange(Http("GET", path, "", "Connection: close\r\n")); }

  std::string root_;
  std::unique_ptr<ModelServer> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<pb::PredictionService::Stub> predictor_;
  static inline int counter_ = 0;
};

constexpr const char kPredict[] = "/v1/models/m:predict";

TEST_F(ModelServerTest, PredictsOverGrpc) {
  Start();
  pb::PredictResponse response;
  grpc::Status s = Predict(Request(), &response);
  ASSERT_TRUE(s.ok()) << s.error_message();
  EXPECT_EQ(response.model_spec().name(), "m");
  EXPECT_EQ(response.model_spec().version().value(), 7);
  EXPECT_EQ(response.model_spec().signature_name(), "serving_default");
  EXPECT_THAT(response.outputs().at("y").float_val(), ElementsAre(2.5f));
  EXPECT_EQ(response.outputs().at("y").tensor_content(), "");
}

TEST_F(ModelServerTest, GrpcErrors) {
  Start();
  pb::PredictResponse response;
  EXPECT_EQ(Predict({}, &response).error_message(), "Missing ModelSpec");
  pb::PredictRequest request = Request();
  request.mutable_model_spec()->set_name("");
  EXPECT_EQ(Predict(request, &response).error_message(), "ModelSpec has no name specified.");
  request = Request();
  request.mutable_model_spec()->mutable_version()->set_value(0);
  EXPECT_EQ(Predict(request, &response).error_message(), "Servable not found for request: Specific(m, 0)");
  request = Request();
  request.mutable_model_spec()->set_version_label("stable");
  EXPECT_EQ(Predict(request, &response).error_code(), grpc::StatusCode::UNAVAILABLE);
  grpc::Status cut = Predict(Request(std::string(5000, 's')), &response);
  EXPECT_EQ(cut.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(cut.error_message().size(), 1024 + std::string("...TRUNCATED").size());
  request = Request();
  (*request.mutable_inputs())["x"].mutable_tensor_shape()->mutable_dim(0)->set_size(int64_t{1} << 40);
  EXPECT_EQ(Predict(request, &response).error_code(), grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_F(ModelServerTest, OutputsAsContent) {
  ServerOptions options = LocalOptions();
  options.outputs_as_content = true;
  Start(options);
  pb::PredictResponse response;
  ASSERT_TRUE(Predict(Request(), &response).ok());
  EXPECT_EQ(response.outputs().at("y").tensor_content().size(), 4u);
  EXPECT_EQ(response.outputs().at("y").float_val_size(), 0);
}

TEST_F(ModelServerTest, StatusAndMetadata) {
  Start();
  auto models = pb::ModelService::NewStub(channel_);
  pb::GetModelStatusRequest request;
  request.mutable_model_spec()->set_name("m");
  pb::GetModelStatusResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(models->GetModelStatus(&context, request, &response).ok());
  EXPECT_EQ(response.ShortDebugString(), "model_version_status { version: 7 state: AVAILABLE status { } }");
  std::string json = Get("/v1/models/m");
  EXPECT_THAT(json, StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(json, HasSubstr("Content-Type: application/json"));
  EXPECT_THAT(
      json,
      HasSubstr("{\n \"model_version_status\": [\n  {\n   \"version\": \"7\",\n   \"state\": \"AVAILABLE\",\n"
                "   \"status\": {\n    \"error_code\": \"OK\",\n    \"error_message\": \"\"\n   }\n  }\n ]\n}\n"));
  EXPECT_THAT(Get("/v1/models/nope"), HasSubstr(R"({ "error": "Could not find any versions of model nope" })"));
  std::string metadata = Get("/v1/models/m/metadata");
  EXPECT_THAT(metadata, HasSubstr("\"serving_default\": {"));
  EXPECT_THAT(metadata, HasSubstr("\"size\": \"-1\""));
  EXPECT_THAT(metadata, HasSubstr("\"unknown_rank\": false"));
  EXPECT_THAT(Get("/v1/models/nope/metadata"), StartsWith("HTTP/1.1 404 "));
}

TEST_F(ModelServerTest, PredictsOverRest) {
  Start();
  EXPECT_THAT(Post(kPredict, R"({"instances": [1.0, 2.0, 5.0]})"),
              HasSubstr("\r\n\r\n{\n    \"predictions\": [2.5, 3.0, 4.5\n    ]\n}"));
  EXPECT_THAT(Post("/V1/Models/%6D/Versions/7:predict", R"({"inputs": {"x": [NaN]}})"), HasSubstr("NaN"));
  EXPECT_THAT(Post("http://host/v1/models/m:predict?x=y", R"({"inputs": 1})"), HasSubstr("\"outputs\": 2.5"));
  std::string no = Post("/v1/models/nope:predict", R"({"instances": [1.0]})");
  EXPECT_THAT(no, StartsWith("HTTP/1.1 404 "));
  EXPECT_THAT(no, HasSubstr(R"json({ "error": "Servable not found for request: Latest(nope)" })json"));
  EXPECT_THAT(Post(kPredict, "{"), StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(Post(kPredict, R"({"signature_name": "f16", "inputs": [1]})"), StartsWith("HTTP/1.1 501 "));
  EXPECT_THAT(Post(kPredict, R"({"signature_name": "n\"ope", "instances": [1]})"),
              HasSubstr(R"(Serving signature name: \"n\"ope\" not found in signature def)"));
  EXPECT_THAT(Get(kPredict), HasSubstr("Malformed request: GET /v1/models/m:predict"));
  EXPECT_THAT(Get("/nothing"), StartsWith("HTTP/1.1 404 "));
}

tensorflow::Example ExampleOf(std::vector<float> x) {
  tensorflow::Example e;
  EXPECT_TRUE(e.ParseFromString(example::EncodeExample({{"x", std::move(x)}})));
  return e;
}

TEST_F(ModelServerTest, ClassifiesAndRegressesExamples) {
  Start();
  pb::ClassificationRequest classify;
  classify.mutable_model_spec()->set_name("m");
  classify.mutable_model_spec()->set_signature_name("classify");
  *classify.mutable_input()->mutable_example_list()->add_examples() = ExampleOf({0.5f, 2});
  pb::ClassificationResponse classes;
  grpc::ClientContext first;
  ASSERT_TRUE(predictor_->Classify(&first, classify, &classes).ok());
  EXPECT_EQ(classes.ShortDebugString(),
            "result { classifications { classes { label: \"c0\" score: 0.5 } classes { label: \"c1\" score: 2 } } } "
            "model_spec { name: \"m\" version { value: 7 } signature_name: \"classify\" }");

  pb::RegressionRequest regress;
  *regress.mutable_model_spec() = classify.model_spec();
  regress.mutable_model_spec()->set_signature_name("regress");
  auto* with_context = regress.mutable_input()->mutable_example_list_with_context();
  *with_context->mutable_context() = ExampleOf({4});
  with_context->add_examples();
  *with_context->add_examples() = ExampleOf({5});
  pb::RegressionResponse values;
  grpc::ClientContext second;
  ASSERT_TRUE(predictor_->Regress(&second, regress, &values).ok());
  EXPECT_EQ(values.result().ShortDebugString(), "regressions { value: 4 } regressions { value: 5 }");

  EXPECT_THAT(Post("/v1/models/m:classify", R"({"signature_name": "classify", "examples": [{"x": [0.5, 2.0]}]})"),
              HasSubstr("{\n    \"results\": [[[\"c0\", 0.5], [\"c1\", 2.0]]\n    ]\n}"));
  EXPECT_THAT(Post("/v1/models/m:regress", R"({"signature_name": "regress", "examples": [{"x": 0.5}]})"),
              HasSubstr("\"results\": [0.5\n    ]"));
  EXPECT_THAT(Post("/v1/models/nope:regress", R"({"examples": [{"x": 0.5}]})"), StartsWith("HTTP/1.1 404 "));
}

TEST_F(ModelServerTest, MultiInferenceAnswersInTheOrderOfItsTasks) {
  Start();
  pb::MultiInferenceRequest request;
  *request.mutable_input()->mutable_example_list()->add_examples() = ExampleOf({3});
  auto add = [&](const std::string& signature, const std::string& method, const std::string& model = "m") {
    pb::InferenceTask* task = request.add_tasks();
    task->mutable_model_spec()->set_name(model);
    task->mutable_model_spec()->set_signature_name(signature);
    task->set_method_name(method);
  };
  add("regress", "tensorflow/serving/regress");
  add("classify", "tensorflow/serving/classify");
  pb::MultiInferenceResponse response;
  auto run = [&] {
    grpc::ClientContext context;
    return predictor_->MultiInference(&context, request, &response);
  };
  ASSERT_TRUE(run().ok());
  ASSERT_EQ(response.results_size(), 2);
  EXPECT_EQ(response.results(0).regression_result().regressions(0).value(), 3);
  EXPECT_EQ(response.results(1).classification_result().classifications(0).classes(0).score(), 3);
  add("regress", "tensorflow/serving/regress");
  EXPECT_EQ(run().error_message(), "Duplicate evaluation of signature: regress");
  request.mutable_tasks()->RemoveLast();
  add("other", "tensorflow/serving/regress", "other");
  EXPECT_THAT(run().error_message(), HasSubstr("same model name"));
  request.mutable_tasks()->RemoveLast();
  add("nope", "tensorflow/serving/regress");
  EXPECT_EQ(run().error_message(), "Requested signature not found in model graph: nope");
  request.mutable_tasks()->RemoveLast();
  add("two", "tensorflow/serving/predict");
  EXPECT_EQ(run().error_code(), grpc::StatusCode::UNIMPLEMENTED);
}

TEST_F(ModelServerTest, ReloadReplacesTheModels) {
  Start();
  auto models = pb::ModelService::NewStub(channel_);
  pb::ReloadConfigRequest request;
  pb::ReloadConfigResponse response;
  auto run = [&] {
    grpc::ClientContext context;
    return models->HandleReloadConfigRequest(&context, request, &response);
  };
  EXPECT_THAT(run().error_message(), HasSubstr("Only ModelConfigList is currently supported"));
  request.mutable_config()->mutable_custom_model_config()->set_type_url("x/y");
  EXPECT_EQ(run().error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  pb::ModelConfig* config = request.mutable_config()->mutable_model_config_list()->add_config();
  config->set_name("n");
  config->set_base_path(root_);
  config->set_model_platform("tensorflow");
  request.add_metric_names("/some/counter");
  ASSERT_TRUE(run().ok());
  EXPECT_EQ(response.status().error_code(), 0);
  EXPECT_EQ(response.metric(0).name(), "/some/counter");
  EXPECT_THAT(Post("/v1/models/n:predict", R"({"instances": [1.0]})"), HasSubstr("2.5"));
}

TEST_F(ModelServerTest, HttpDetails) {
  Start();
  const std::string body = R"({"instances": [1.0]})";
  Connection c(server_->rest_port());
  std::string many;
  for (int i = 0; i < 20; ++i) many += Http("POST", kPredict, body);
  c.Send(many + Http("POST", kPredict, body, "Connection: close\r\n"));  // pipelined
  std::string replies = c.Receive();
  size_t count = 0;
  for (size_t at = replies.find("200 OK"); at != std::string::npos; at = replies.find("200 OK", at + 1)) ++count;
  EXPECT_EQ(count, 21u);
  EXPECT_THAT(Exchange("POST /v1/models/m:predict HTTP/1.0\r\nContent-Length: 20\r\n\r\n" + body), HasSubstr("2.5"));
  EXPECT_THAT(
      Exchange(
          "POST /v1/models/m:predict HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
          "c\r\n{\"instances\"\r\n8\r\n: [1.0]}\r\n0\r\n\r\n"),
      HasSubstr("2.5"));
  Connection patient(server_->rest_port());
  patient.Send("POST /v1/models/m:predict HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 20\r\n\r\n");
  EXPECT_THAT(patient.Receive("\r\n\r\n"), StartsWith("HTTP/1.1 100 "));
  patient.Send(body);
  EXPECT_THAT(patient.Receive("]\n}"), HasSubstr("2.5"));
  Connection head(server_->rest_port());
  head.Send("HEAD /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(head.Receive(), testing::EndsWith("\r\n\r\n"));
}

std::string Gzip(const std::string& text) {
  z_stream z{};
  EXPECT_EQ(deflateInit2(&z, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&z, text.size()), '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&z, Z_FINISH), Z_STREAM_END);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

TEST_F(ModelServerTest, GzipBodies) {
  Start();
  const std::string header = "Content-Encoding: gzip\r\n";
  std::string packed = Gzip(R"({"instances": [1.0, 2.0]})");
  EXPECT_THAT(Post(kPredict, packed, header), HasSubstr("[2.5, 3.0"));
  for (size_t n = 0; n < packed.size(); ++n)
    EXPECT_THAT(Post(kPredict, packed.substr(0, n), header), StartsWith("HTTP/1.1 400 ")) << n;
  EXPECT_THAT(Post(kPredict, "not gzip", header), StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(Post(kPredict, Gzip(std::string(100 << 20, ' ')), header), HasSubstr("inflates beyond"));
}

TEST_F(ModelServerTest, HttpNonsenseIsRefused) {
  ServerOptions options = LocalOptions();
  options.rest.max_body_bytes = 1000;
  Start(options);
  EXPECT_THAT(Exchange("nonsense\r\n\r\n"), StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(Exchange(std::string(3000, '\0')), StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(Exchange("POST /v1/models/m:predict HTTP/1.1\r\nContent-Length: -5\r\n\r\n{}"),
              StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(Exchange("GET /v1/models/m HTTP/1.1\r\nX-Big: " + std::string(1 << 20, 'a') + "\r\n\r\n"),
              StartsWith("HTTP/1.1 431 "));
  EXPECT_THAT(Post(kPredict, std::string(2000, ' ')), StartsWith("HTTP/1.1 413 "));
  EXPECT_THAT(Post(kPredict, R"({"instances": [1.0]})"), HasSubstr("2.5"));
}

TEST_F(ModelServerTest, HealthFollowsReadiness) {
  ASSERT_TRUE(RemoveTree(root_ + "/7").ok());
  auto server = ModelServer::Start(LocalOptions(), Load, Models());
  ASSERT_TRUE(server.ok());
  server_ = std::move(server).value();
  EXPECT_THAT(Get("/healthz"), StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(Get("/readyz"), StartsWith("HTTP/1.1 503 "));
  ASSERT_TRUE(MakeDirectories(root_ + "/7").ok());
  std::string ready;
  for (int i = 0; i < 2000 && ready.find(" 200 ") == std::string::npos; ++i) {
    std::this_thread::sleep_for(5ms);
    ready = Get("/readyz");
  }
  EXPECT_THAT(ready, StartsWith("HTTP/1.1 200 "));
}

TEST_F(ModelServerTest, CorsHeadersOnlyOnRequest) {
  Start();
  EXPECT_THAT(Post(kPredict, "{}", "Origin: http://example.org\r\n"), testing::Not(HasSubstr("Access-Control")));
  server_.reset();
  ServerOptions options = LocalOptions();
  options.cors = true;
  Start(options);
  for (const std::string& reply : {Post(kPredict, "{}"), Get("/v1/models/m")})
    EXPECT_THAT(reply, HasSubstr("Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Methods: POST, GET\r\n"
                                 "Access-Control-Allow-Headers: Content-Type"));
  EXPECT_THAT(Exchange(Http("OPTIONS", kPredict, "", "Connection: close\r\nOrigin: https://example.org\r\n")),
              StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(Exchange(Http("OPTIONS", kPredict, "", "Connection: close\r\n")), StartsWith("HTTP/1.1 400 "));
}

TEST_F(ModelServerTest, DeadlinesStopTheWork) {
  Start();
  auto begin = Call::Clock::now();
  pb::PredictResponse response;
  EXPECT_EQ(Predict(SlowRequest(20000), &response, 100ms).error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  server_->Drain(20);  // waits for what still runs
  EXPECT_LT(Call::Clock::now() - begin, 10s);
}

TEST_F(ModelServerTest, CancelledCallsStopTheWork) {
  Start();
  auto begin = Call::Clock::now();
  grpc::ClientContext context;
  std::thread canceller([&] {
    std::this_thread::sleep_for(100ms);
    context.TryCancel();
  });
  pb::PredictResponse response;
  EXPECT_EQ(predictor_->Predict(&context, SlowRequest(20000), &response).error_code(), grpc::StatusCode::CANCELLED);
  canceller.join();
  server_->Drain(20);
  EXPECT_LT(Call::Clock::now() - begin, 10s);
}

// 504 comes in time even from a model that cannot be interrupted, and others are served meanwhile.
TEST_F(ModelServerTest, RestTimeout) {
  ServerOptions options = LocalOptions();
  options.rest.timeout_seconds = 0.2;
  options.rest.num_threads = 2;
  Start(options);
  for (const char* signature : {"slow", "deaf"}) {
    auto begin = Call::Clock::now();
    std::string reply = Post(kPredict, StrCat("{\"signature_name\": \"", signature, "\", \"instances\": [2000]}"));
    EXPECT_THAT(reply, StartsWith("HTTP/1.1 504 "));
    EXPECT_THAT(reply, HasSubstr("\"error\""));
    EXPECT_LT(Call::Clock::now() - begin, 1500ms) << signature;
    EXPECT_THAT(Post(kPredict, R"({"instances": [1.0]})"), HasSubstr("2.5"));
  }
}

TEST_F(ModelServerTest, SlowClientsDoNotBlockOthers) {
  ServerOptions options = LocalOptions();
  options.rest.num_threads = 1;
  Start(options);
  std::vector<std::unique_ptr<Connection>> slow;
  for (int i = 0; i < 40; ++i) {
    slow.push_back(std::make_unique<Connection>(server_->rest_port()));
    slow.back()->Send("POST /v1/models/m:predict HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n");
    if (i % 2) slow.back()->Send("\r\n{");
  }
  EXPECT_THAT(Post(kPredict, R"({"instances": [1.0]})"), HasSubstr("2.5"));
  EXPECT_THAT(Get("/healthz"), StartsWith("HTTP/1.1 200 "));
}

TEST_F(ModelServerTest, DrainFinishesWhatRunsAndRefusesWhatIsNew) {
  Start();
  auto grpc_call = std::async(std::launch::async, [&] {
    pb::PredictResponse response;
    return Predict(SlowRequest(1000), &response);
  });
  auto rest_call = std::async(std::launch::async,
                              [&] { return Post(kPredict, R"({"signature_name": "slow", "instances": [1000]})"); });
  std::this_thread::sleep_for(300ms);
  Connection open(server_->rest_port());
  auto begin = Call::Clock::now();
  auto drain = std::async(std::launch::async, [&] { server_->Drain(20); });
  std::this_thread::sleep_for(200ms);
  auto fresh =
      grpc::CreateCustomChannel(StrCat("127.0.0.1:", server_->grpc_port()), grpc::InsecureChannelCredentials(), [] {
        grpc::ChannelArguments arguments;
        arguments.SetInt("grpc.use_local_subchannel_pool", 1);
        return arguments;
      }());
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + 5s);
  pb::PredictResponse response;
  EXPECT_EQ(pb::PredictionService::NewStub(fresh)->Predict(&context, Request(), &response).error_code(),
            grpc::StatusCode::UNAVAILABLE);
  open.Send(Http("GET", "/readyz", ""));
  EXPECT_THAT(open.Receive("stopping"), StartsWith("HTTP/1.1 503 "));
  std::string late = Post(kPredict, R"({"instances": [1.0]})");
  EXPECT_THAT(late, StartsWith("HTTP/1.1 503 "));
  EXPECT_TRUE(grpc_call.get().ok());
  EXPECT_THAT(rest_call.get(), StartsWith("HTTP/1.1 200 "));
  drain.wait();
  EXPECT_LT(Call::Clock::now() - begin, 10s);
}

TEST_F(ModelServerTest, DrainCancelsWhatRunsTooLong) {
  Start();
  auto grpc_call = std::async(std::launch::async, [&] {
    pb::PredictResponse response;
    return Predict(SlowRequest(60000), &response, 60s);
  });
  auto rest_call = std::async(std::launch::async,
                              [&] { return Post(kPredict, R"({"signature_name": "slow", "instances": [60000]})"); });
  std::this_thread::sleep_for(300ms);
  auto begin = Call::Clock::now();
  server_->Drain(0.3);
  EXPECT_FALSE(grpc_call.get().ok());
  EXPECT_THAT(rest_call.get(), StartsWith("HTTP/1.1 "));
  EXPECT_LT(Call::Clock::now() - begin, 10s);
}

TEST_F(ModelServerTest, DrainDoesNotWaitForIdleConnections) {
  Start();
  Connection idle(server_->rest_port());
  ASSERT_TRUE(idle.connected());
  pb::PredictResponse response;
  ASSERT_TRUE(Predict(Request(), &response).ok());
  auto begin = Call::Clock::now();
  server_->Drain(20);
  EXPECT_LT(Call::Clock::now() - begin, 5s);
}

TEST_F(ModelServerTest, APortInUseIsOneSentence) {
  Start();
  ServerOptions options = LocalOptions();
  options.grpc.port = server_->grpc_port();
  auto second = ModelServer::Start(options, Load, Models());
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.status().kind(), ErrorKind::kMachine);
  EXPECT_THAT(second.status().message(), HasSubstr(StrCat("cannot listen on gRPC port ", options.grpc.port)));
  options = LocalOptions();
  options.rest.port = server_->rest_port();
  second = ModelServer::Start(options, Load, Models());
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.status().message(), HasSubstr(StrCat("cannot listen on REST port ", options.rest.port)));
  pb::PredictResponse response;
  EXPECT_TRUE(Predict(Request(), &response).ok());
}

TEST_F(ModelServerTest, UnixSocket) {
  ServerOptions options = LocalOptions();
  options.grpc.socket_path = root_ + "/s.sock";
  Start(options);
  auto stub = pb::PredictionService::NewStub(
      grpc::CreateChannel("unix:" + options.grpc.socket_path, grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  pb::PredictResponse response;
  EXPECT_TRUE(stub->Predict(&context, Request(), &response).ok());
}

TEST_F(ModelServerTest, ProfilerServiceTellsTheTraffic) {
  Start();
  auto profiler = tensorflow::ProfilerService::NewStub(channel_);
  tensorflow::MonitorRequest request;
  request.set_duration_ms(1500);  // long enough for a busy machine
  auto monitor = std::async(std::launch::async, [&] {
    grpc::ClientContext context;
    tensorflow::MonitorResponse response;
    EXPECT_TRUE(profiler->Monitor(&context, request, &response).ok());
    return response.data();
  });
  std::this_thread::sleep_for(50ms);
  pb::PredictResponse response;
  ASSERT_TRUE(Predict(Request(), &response).ok());
  EXPECT_FALSE(Predict({}, &response).ok());
  EXPECT_THAT(monitor.get(), HasSubstr("Requests: 2 (1 failed)"));
}

TEST_F(ModelServerTest, MalformedMessagesAreErrors) {
  Start();
  grpc::Status status;
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + 20s);
  std::string text = "\x0a\xff\xff\xff\xff\x0f garbage";
  grpc::Slice slice(text);
  grpc::ByteBuffer request(&slice, 1), response;
  grpc::internal::RpcMethod method("/tensorflow.serving.PredictionService/Predict",
                                   grpc::internal::RpcMethod::NORMAL_RPC);
  grpc::internal::BlockingUnaryCallImpl<grpc::ByteBuffer, grpc::ByteBuffer> call(channel_.get(), method, &context,
                                                                                 request, &response);
  status = call.status();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INTERNAL);
  pb::PredictResponse good;
  EXPECT_TRUE(Predict(Request(), &good).ok());
}

}  // namespace
}  // namespace slipway::serving
