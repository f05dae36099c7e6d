#include "serving/rest_server.h"

#include <algorithm>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <optional>
#include <thread>
#include <vector>

#include "base/thread_pool.h"

namespace slipway::serving {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using tcp = asio::ip::tcp;
using Clock = Call::Clock;
using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

constexpr auto kHeaderTime = std::chrono::seconds(60);    // from one request's end to the end of the next one's header
constexpr auto kProgressTime = std::chrono::seconds(30);  // between two pieces of a body
constexpr auto kLingerTime = std::chrono::seconds(2);
constexpr auto kIdleTick = std::chrono::milliseconds(5);
constexpr auto kAcceptPause = std::chrono::milliseconds(100);
constexpr uint32_t kMaxHeaderBytes = 64 << 10;
constexpr size_t kMaxLingerBytes = size_t{4} << 20;
constexpr int kIoThreads = 2;

std::string_view View(beast::string_view s) { return {s.data(), s.size()}; }

// What the connections of one server share.
struct Shared {
  RestApi& api;
  const RestOptions options;
  asio::thread_pool workers;
  std::atomic<int> running{0};  // requests whose header came before draining, until their reply is written
};

// A request on its way through the workers. `answered` belongs to the connection's strand.
struct Job {
  Job(Request r, bool is_late, Clock::time_point deadline) : request(std::move(r)), late(is_late), call(deadline) {}
  Request request;
  bool late;
  Call call;
  bool answered = false;

  RestRequest View() const {
    return {.method = serving::View(request.method_string()),
            .target = serving::View(request.target()),
            .body = request.body(),
            .content_encoding = serving::View(request[http::field::content_encoding]),
            .origin = serving::View(request[http::field::origin]),
            .late = late};
  }
};

// One connection: reads a request, answers it, reads the next. Everything happens on the socket's strand but the
// models.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(tcp::socket socket, Shared& shared)
      : stream_(std::move(socket)), timer_(stream_.get_executor()), shared_(shared) {}
  ~Session() { NoteDone(); }

  void Read() {
    parser_.emplace();
    parser_->body_limit(shared_.options.max_body_bytes);
    parser_->header_limit(kMaxHeaderBytes);
    stream_.expires_after(kHeaderTime);
    http::async_read_header(stream_, buffer_, *parser_,
                            [self = shared_from_this()](beast::error_code e, size_t) { self->OnHeader(e); });
  }

 private:
  void OnHeader(beast::error_code e) {
    if (e) return Refuse(e);
    parser_->eager(true);
    late_ = shared_.api.draining();
    if (!late_) {
      counted_ = true;
      ++shared_.running;
    }
    if (!beast::iequals(parser_->get()[http::field::expect], "100-continue")) return ReadBody();
    continue_.emplace(http::status::continue_, parser_->get().version());
    http::async_write(stream_, *continue_, [self = shared_from_this()](beast::error_code error, size_t) {
      if (!error) self->ReadBody();
    });
  }

  void ReadBody() {
    if (parser_->is_done()) return Begin();
    stream_.expires_after(kProgressTime);
    http::async_read_some(stream_, buffer_, *parser_, [self = shared_from_this()](beast::error_code e, size_t) {
      if (e) return self->Refuse(e);
      self->ReadBody();
    });
  }

  void Begin() {
    stream_.expires_never();
    auto deadline =
        Clock::now() + std::chrono::milliseconds(static_cast<int64_t>(shared_.options.timeout_seconds * 1e3));
    auto job = std::make_shared<Job>(parser_->release(), late_, deadline);
    version_ = job->request.version();
    keep_alive_ = job->request.keep_alive();
    head_ = job->request.method() == http::verb::head;
    if (RestApi::IsQuick(job->View())) return Reply(shared_.api.Answer(job->View(), job->call));
    timer_.expires_at(deadline);
    timer_.async_wait([self = shared_from_this(), job](beast::error_code e) {
      if (e || job->answered) return;
      job->answered = true;
      job->call.Cancel();
      self->Reply(RestApi::Error(job->call.WhyCancelled()));
    });
    asio::post(shared_.workers, [self = shared_from_this(), job] { self->Work(job); });
  }

  // On a worker's thread.
  void Work(const std::shared_ptr<Job>& job) {
    RestReply reply;
    try {
      if (!job->call.cancelled()) reply = shared_.api.Answer(job->View(), job->call);
    } catch (const std::bad_alloc&) {
      reply = RestApi::Error({RpcCode::kResourceExhausted, "there is not enough memory for this request"});
    } catch (const std::exception& e) {
      reply = RestApi::Error({RpcCode::kInternal, e.what()});
    }
    asio::post(stream_.get_executor(), [self = shared_from_this(), job, reply = std::move(reply)]() mutable {
      if (job->answered) return;
      job->answered = true;
      self->timer_.cancel();
      self->Reply(std::move(reply));
    });
  }

  // A request that could not be read: an answer if there is somebody to hear it.
  void Refuse(beast::error_code e) {
    bool too_long = e == http::error::body_limit;
    bool malformed = e.category() == http::make_error_code(http::error::bad_line_ending).category();
    if (!malformed || e == http::error::end_of_stream || e == http::error::partial_message) return;
    version_ = 11;
    keep_alive_ = head_ = false;
    Reply({too_long                         ? 413
           : e == http::error::header_limit ? 431
                                            : 400,
           RestApi::Error(InvalidArgument("the HTTP request cannot be read: ", e.message())).body});
  }

  void Reply(RestReply reply) {
    response_ = Response(static_cast<http::status>(reply.status), version_);
    response_.set(http::field::content_type, reply.content_type);
    if (shared_.api.cors()) {
      response_.set(http::field::access_control_allow_origin, "*");
      response_.set(http::field::access_control_allow_methods, "POST, GET");
      response_.set(http::field::access_control_allow_headers, "Content-Type");
    }
    response_.keep_alive(keep_alive_ && !shared_.api.draining());
    response_.body() = std::move(reply.body);
    response_.prepare_payload();
    if (head_) response_.body().clear();
    serializer_.emplace(response_);
    Write();
  }

  void Write() {
    stream_.expires_after(kProgressTime);
    http::async_write_some(stream_, *serializer_, [self = shared_from_this()](beast::error_code e, size_t) {
      if (e) return;
      if (!self->serializer_->is_done()) return self->Write();
      self->NoteDone();
      self->response_.need_eof() ? self->Linger() : self->Read();
    });
  }

  // Closing with unread bytes would reset the connection under the reply: let the client hear it first.
  void Linger() {
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(kLingerTime);
    DiscardInput(0);
  }
  void DiscardInput(size_t sum) {
    buffer_.clear();
    stream_.async_read_some(buffer_.prepare(size_t{64} << 10),
                            [self = shared_from_this(), sum](beast::error_code e, size_t n) {
                              if (!e && sum + n < kMaxLingerBytes) self->DiscardInput(sum + n);
                            });
  }

  void NoteDone() {
    if (std::exchange(counted_, false)) --shared_.running;
  }

  beast::tcp_stream stream_;
  asio::steady_timer timer_;
  Shared& shared_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::optional<http::response<http::empty_body>> continue_;
  Response response_;
  std::optional<http::response_serializer<http::string_body>> serializer_;
  unsigned version_ = 11;
  bool keep_alive_ = true, head_ = false, late_ = false, counted_ = false;
};

class Server final : public RestServer {
 public:
  Server(RestApi& api, const RestOptions& options)
      : shared_{api, options,
                asio::thread_pool(static_cast<size_t>(options.num_threads > 0 ? options.num_threads
                                                                              : 4 * ThreadPool::AvailableCpus()))},
        acceptor_(context_),
        accept_pause_(context_) {}
  ~Server() override { Close(); }

  Status Listen() {
    beast::error_code e;
    const RestOptions& o = shared_.options;
    auto address = asio::ip::make_address(o.address, e);
    if (e) return UsageError("'", o.address, "' is no IP address to listen on");
    tcp::endpoint endpoint(address, static_cast<uint16_t>(o.port));
    acceptor_.open(endpoint.protocol(), e);
    if (!e) acceptor_.set_option(asio::socket_base::reuse_address(true), e);
    if (!e) acceptor_.bind(endpoint, e);
    if (!e) acceptor_.listen(asio::socket_base::max_listen_connections, e);
    if (e)
      return MachineError("cannot listen on REST port ", o.port, " of ", o.address, ": ", e.message(),
                          "; choose another by --rest_api_port");
    port_ = acceptor_.local_endpoint(e).port();
    Accept();
    for (int i = 0; i < kIoThreads; ++i) threads_.emplace_back([this] { context_.run(); });
    return OkStatus();
  }
  int port() const override { return port_; }

  void WaitUntilIdle(Clock::time_point deadline) override {
    while (shared_.running > 0 && Clock::now() < deadline) std::this_thread::sleep_for(kIdleTick);
  }

  void Close() override {
    context_.stop();
    for (std::thread& t : threads_) t.join();
    threads_.clear();
    shared_.workers.join();
  }

 private:
  void Accept() {
    acceptor_.async_accept(asio::make_strand(context_), [this](beast::error_code e, tcp::socket socket) {
      if (e == asio::error::operation_aborted) return;
      if (e) {  // out of file descriptors, most likely
        accept_pause_.expires_after(kAcceptPause);
        return accept_pause_.async_wait([this](beast::error_code) { Accept(); });
      }
      beast::error_code ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      std::make_shared<Session>(std::move(socket), shared_)->Read();
      Accept();
    });
  }

  Shared shared_;
  asio::io_context context_;
  tcp::acceptor acceptor_;
  asio::steady_timer accept_pause_;
  std::vector<std::thread> threads_;
  int port_ = 0;
};

}  // namespace

Result<std::unique_ptr<RestServer>> RestServer::Start(RestApi& api, const RestOptions& options) {
  auto server = std::make_unique<Server>(api, options);
  RETURN_IF_ERROR(server->Listen());
  return std::unique_ptr<RestServer>(std::move(server));
}

}  // namespace slipway::serving
