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
  Status(ErrorKind kind, std::string message);
  Status(const Status& other) : rep_(other.rep_ ? Copy(*other.rep_) : nullptr) {}
  Status& operator=(const Status& other);
  Status(Status&& other) noexcept : rep_(std::exchange(other.rep_, nullptr)) {}
  Status& operator=(Status&& other) noexcept {
    Status moved(std::move(other));
    std::swap(rep_, moved.rep_);
    return *this;
  }
  [[gnu::always_inline]] ~Status() {  // most are known to be OK where they end
    if (rep_) Free(rep_);
  }

  bool ok() const { return !rep_; }
  ErrorKind kind() const;
  const std::string& message() const;

  // Puts one clause in front of the message: "WHERE: message". No effect on OK.
  Status At(std::string_view where) &&;

 private:
  struct Rep;
  static Rep* Copy(const Rep&);
  static void Free(Rep*);

  Rep* rep_ = nullptr;
};

inline Status OkStatus() { return {}; }

// The error whose sentence are these parts (base/strings.h).
Status ErrorOf(ErrorKind kind, const char* letters, ...);

template <class... A>
Status UsageError(const A&... parts) {
  return ErrorOf(ErrorKind::kUsage, kTextLetters<TextPart<A>::kLetter...>, TextPart<A>::Pass(parts)...);
}
template <class... A>
Status BadInput(const A&... parts) {
  return ErrorOf(ErrorKind::kBadInput, kTextLetters<TextPart<A>::kLetter...>, TextPart<A>::Pass(parts)...);
}
template <class... A>
Status Unsupported(const A&... parts) {
  return ErrorOf(ErrorKind::kUnsupported, kTextLetters<TextPart<A>::kLetter...>, TextPart<A>::Pass(parts)...);
}
template <class... A>
Status NotFound(const A&... parts) {
  return ErrorOf(ErrorKind::kNotFound, kTextLetters<TextPart<A>::kLetter...>, TextPart<A>::Pass(parts)...);
}
template <class... A>
Status MachineError(const A&... parts) {
  return ErrorOf(ErrorKind::kMachine, kTextLetters<TextPart<A>::kLetter...>, TextPart<A>::Pass(parts)...);
}
Status Cancelled();

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
