#pragma once
// The REST front end: HTTP/1.1 by Boost.Beast in front of RestApi.
//
// Two threads do the input and output of all connections, so slow clients cost nothing; models run on threads of their
// own. A request that is not answered in time gets 504 at that moment, even if its run cannot be interrupted at once.

#include <memory>
#include <string>

#include "serving/rest_api.h"

namespace slipway::serving {

struct RestOptions {
  int port = 8501;
  std::string address = "0.0.0.0";
  int num_threads = 0;          // that run models; 0: four per CPU
  double timeout_seconds = 30;  // of one request
  size_t max_body_bytes = size_t{1} << 30;
};

class RestServer {
 public:
  // kMachine if the port is in use. `api` must outlive the server.
  static Result<std::unique_ptr<RestServer>> Start(RestApi& api, const RestOptions&);
  virtual ~RestServer() = default;
  virtual int port() const = 0;
  // Waits until what came before the API started draining is answered, or until `deadline`.
  virtual void WaitUntilIdle(Call::Clock::time_point deadline) = 0;
  // Closes every connection; waits for runs, which should have been cancelled.
  virtual void Close() = 0;
};

}  // namespace slipway::serving
