#include "serving/rpc_status.h"

namespace slipway::serving {

namespace {

constexpr size_t kMaxMessage = 1024;

RpcCode CodeOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
    case ErrorKind::kBadInput:
      return RpcCode::kInvalidArgument;
    case ErrorKind::kUnsupported:
      return RpcCode::kUnimplemented;
    case ErrorKind::kNotFound:
      return RpcCode::kNotFound;
    case ErrorKind::kMachine:
      return RpcCode::kResourceExhausted;
    case ErrorKind::kCancelled:
      return RpcCode::kCancelled;
  }
  return RpcCode::kUnknown;
}

}  // namespace

RpcStatus FromStatus(const Status& s) {
  if (s.ok()) return {};
  return {CodeOf(s.kind()), s.message()};
}

int HttpStatus(RpcCode code) {
  switch (code) {
    case RpcCode::kOk:
      return 200;
    case RpcCode::kCancelled:
      return 499;
    case RpcCode::kInvalidArgument:
    case RpcCode::kFailedPrecondition:
    case RpcCode::kOutOfRange:
      return 400;
    case RpcCode::kDeadlineExceeded:
      return 504;
    case RpcCode::kNotFound:
      return 404;
    case RpcCode::kAlreadyExists:
    case RpcCode::kAborted:
      return 409;
    case RpcCode::kPermissionDenied:
      return 403;
    case RpcCode::kUnauthenticated:
      return 401;
    case RpcCode::kResourceExhausted:
      return 429;
    case RpcCode::kUnimplemented:
      return 501;
    case RpcCode::kUnavailable:
      return 503;
    case RpcCode::kUnknown:
    case RpcCode::kInternal:
    case RpcCode::kDataLoss:
      return 500;
  }
  return 500;
}

const char* CodeName(RpcCode code) {
  static constexpr const char* kNames[] = {
      "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
      "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
      "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
      "DATA_LOSS", "UNAUTHENTICATED"};
  return kNames[static_cast<size_t>(code)];
}

std::string CutMessage(std::string_view message) {
  std::string cut(message.substr(0, kMaxMessage));
  if (message.size() > kMaxMessage) cut += "...TRUNCATED";
  return cut;
}

}  // namespace slipway::serving
