#pragma once
// Status and Result: how every fallible call of Slipway reports.
//
// A Status is OK or an error with a kind and one sentence for the user. Each layer that passes it on may add one
// clause in front with At(), so the sentence tells where: "converting 'dense_1/MatMul': fuse_bias: bias has 12
// elements". Our own bugs are CHECKs, never a Status. Not thread safe for writers; cheap to move; an OK status
// allocates nothing.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/strings.h"

namespace slipway {

enum class ErrorKind {
  kUsage,        // the caller's flags, arguments or configuration
  kBadInput,     // a file, model or request that is wrong
  kUnsupported,  // valid, but something we cannot do
  kNotFound,     // a name or file that does not exist
  kMachine,      // I/O, memory, ports: the environment
  kCancelled,    // asked to stop
};

class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(ErrorKind kind, std::string message) : rep_(new Rep{kind, std::move(message)}) {}
  Status(const Status& other) : rep_(other.rep_ ? new Rep(*other.rep_) : nullptr) {}
  Status& operator=(const Status& other) {
    if (this != &other) rep_.reset(other.rep_ ? new Rep(*other.rep_) : nullptr);
    return *this;
  }
  Status(Status&&) noexcept = default;
  Status& operator=(Status&&) noexcept = default;

  bool ok() const { return !rep_; }
  ErrorKind kind() const { return rep_->kind; }
  const std::string& message() const {
    static const std::string ok = "ok";
    return rep_ ? rep_->message : ok;
  }

  // Puts one clause in front of the message: "WHERE: message". No effect on OK.
  Status At(std::string_view where) && {
    if (rep_) rep_->message.insert(0, StrCat(where, ": "));
    return std::move(*this);
  }

 private:
  struct Rep {
    ErrorKind kind;
    std::string message;
  };
  std::unique_ptr<Rep> rep_;
};

inline Status OkStatus() { return {}; }

template <class... A>
Status UsageError(const A&... parts) {
  return {ErrorKind::kUsage, StrCat(parts...)};
}
template <class... A>
Status BadInput(const A&... parts) {
  return {ErrorKind::kBadInput, StrCat(parts...)};
}
template <class... A>
Status Unsupported(const A&... parts) {
  return {ErrorKind::kUnsupported, StrCat(parts...)};
}
template <class... A>
Status NotFound(const A&... parts) {
  return {ErrorKind::kNotFound, StrCat(parts...)};
}
template <class... A>
Status MachineError(const A&... parts) {
  return {ErrorKind::kMachine, StrCat(parts...)};
}
inline Status Cancelled() { return {ErrorKind::kCancelled, "cancelled"}; }

[[noreturn]] void CheckFailed(const char* file, int line, const char* what);

// A value or the reason why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::in_place, std::move(value)) {}
  Result(Status status) : status_(std::move(status)) {
    if (status_.ok()) CheckFailed(__FILE__, __LINE__, "a Result made of an OK status");
  }
  template <class U>
  requires(std::is_convertible_v<U&&, T> && !std::is_same_v<std::decay_t<U>, T> &&
           !std::is_same_v<std::decay_t<U>, Status> && !std::is_same_v<std::decay_t<U>, Result>) Result(U&& value)
      : value_(std::in_place, std::forward<U>(value)) {}  // T may be an optional itself

  bool ok() const { return value_.has_value(); }
  const Status& status() const& { return status_; }
  Status status() && { return std::move(status_); }
  T& value() & { return *value_; }
  const T& value() const& { return *value_; }
  T value() && { return std::move(*value_); }
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

 private:
  std::optional<T> value_;
  Status status_;
};

inline Status ToStatus(Status s) { return s; }
template <class T>
Status ToStatus(Result<T>&& r) {
  return std::move(r).status();
}

}  // namespace slipway

#define RETURN_IF_ERROR(expr)                                                                   \
  do {                                                                                          \
    if (::slipway::Status slipway_status = (expr); !slipway_status.ok()) return slipway_status; \
  } while (false)

// RETURN_IF_ERROR with one more clause of trail.
#define RETURN_IF_ERROR_AT(expr, where)                                                                              \
  do {                                                                                                               \
    if (::slipway::Status slipway_status = (expr); !slipway_status.ok()) return std::move(slipway_status).At(where); \
  } while (false)

#define SLIPWAY_CONCAT_(a, b) a##b
#define SLIPWAY_CONCAT(a, b) SLIPWAY_CONCAT_(a, b)

#define ASSIGN_OR_RETURN(lhs, expr) SLIPWAY_ASSIGN_(SLIPWAY_CONCAT(result_, __LINE__), lhs, expr)
#define SLIPWAY_ASSIGN_(tmp, lhs, expr)          \
  auto tmp = (expr);                             \
  if (!tmp.ok()) return std::move(tmp).status(); \
  lhs = std::move(tmp).value()

#define ASSIGN_OR_RETURN_AT(lhs, expr, where) SLIPWAY_ASSIGN_AT_(SLIPWAY_CONCAT(result_, __LINE__), lhs, expr, where)
#define SLIPWAY_ASSIGN_AT_(tmp, lhs, expr, where)          \
  auto tmp = (expr);                                       \
  if (!tmp.ok()) return std::move(tmp).status().At(where); \
  lhs = std::move(tmp).value()

#define CHECK(cond)                                                 \
  do {                                                              \
    if (!(cond)) ::slipway::CheckFailed(__FILE__, __LINE__, #cond); \
  } while (false)

#ifdef NDEBUG
#define DCHECK(cond) \
  do {               \
  } while (false)
#else
#define DCHECK(cond) CHECK(cond)
#endif
