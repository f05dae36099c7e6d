#pragma once
// RpcStatus: a canonical code with the message that clients see. Codes are gRPC's.

#include <string>
#include <string_view>

#include "base/status.h"

namespace slipway::serving {

enum class RpcCode {
  kOk = 0,
  kCancelled = 1,
  kUnknown = 2,
  kInvalidArgument = 3,
  kDeadlineExceeded = 4,
  kNotFound = 5,
  kAlreadyExists = 6,
  kPermissionDenied = 7,
  kResourceExhausted = 8,
  kFailedPrecondition = 9,
  kAborted = 10,
  kOutOfRange = 11,
  kUnimplemented = 12,
  kInternal = 13,
  kUnavailable = 14,
  kDataLoss = 15,
  kUnauthenticated = 16,
};

struct [[nodiscard]] RpcStatus {
  RpcCode code = RpcCode::kOk;
  std::string message;
  bool ok() const { return code == RpcCode::kOk; }
};

template <class... A>
RpcStatus InvalidArgument(const A&... parts) {
  return {RpcCode::kInvalidArgument, StrCat(parts...)};
}

// What a load or a run that failed is to a client: the request's data, the model's limits or the machine's.
RpcStatus FromStatus(const Status&);

// "OK", "INVALID_ARGUMENT", ...
const char* CodeName(RpcCode);

// 200, 400, 404, ... as TF Serving's REST front end maps codes.
int HttpStatus(RpcCode);

// As TF Serving sends messages: at most 1024 bytes, then "...TRUNCATED".
std::string CutMessage(std::string_view message);

}  // namespace slipway::serving

#define RETURN_IF_RPC_ERROR(expr)                                                               \
  do {                                                                                          \
    if (::slipway::serving::RpcStatus rpc_status = (expr); !rpc_status.ok()) return rpc_status; \
  } while (false)
