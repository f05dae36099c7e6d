#pragma once
// Problems: everything that is wrong with a model, collected before it is reported.

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace slipway::wire {

// One op (or input, output, ...) that cannot be read, and why; `count` nodes have the same problem, `node` is the
// first.
struct Problem {
  std::string op, node, reason;
  int count = 1;
};

class Problems {
 public:
  // The same op and reason again only counts. `reason` may be any error.
  void Add(std::string_view op, std::string_view node, const Status& reason);
  bool empty() const { return rows_.empty(); }
  const std::vector<Problem>& list() const { return rows_; }
  // OK, or one error: `headline` and a line per op and reason.
  Status ToStatus(std::string_view headline) const;

 private:
  std::vector<Problem> rows_;
  ErrorKind kind_ = ErrorKind::kUnsupported;  // kBadInput once any reason is
};

}  // namespace slipway::wire
