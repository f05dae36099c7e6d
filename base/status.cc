#include "base/status.h"

#include <cstdio>
#include <cstdlib>

namespace slipway {

struct Status::Rep {
  ErrorKind kind;
  std::string message;
};

Status::Status(ErrorKind kind, std::string message) : rep_(new Rep{kind, std::move(message)}) {}
Status::Rep* Status::Copy(const Rep& other) { return new Rep(other); }
void Status::Free(Rep* rep) { delete rep; }

Status& Status::operator=(const Status& other) {
  Status copy = other;
  std::swap(rep_, copy.rep_);
  return *this;
}

ErrorKind Status::kind() const { return rep_->kind; }

const std::string& Status::message() const {
  static const std::string ok = "ok";
  return rep_ ? rep_->message : ok;
}

Status Status::At(std::string_view where) && {
  if (rep_) rep_->message.insert(0, StrCat(where, ": "));
  return std::move(*this);
}

Status ErrorOf(ErrorKind kind, const char* letters, ...) {
  std::string sentence;
  va_list parts;
  va_start(parts, letters);
  AppendPartsV(sentence, letters, parts);
  va_end(parts);
  return Status(kind, std::move(sentence));
}

Status Cancelled() { return {ErrorKind::kCancelled, "cancelled"}; }

void CheckFailed(const char* file, int line, const char* what) {
  std::fprintf(stderr, "slipway: internal error at %s:%d: %s\n", file, line, what);
  std::abort();
}

}  // namespace slipway
