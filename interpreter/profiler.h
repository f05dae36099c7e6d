#pragma once
// Profiler: where the time of runs goes, op by op.

#include <map>
#include <string>
#include <vector>

#include "interpreter/observer.h"

namespace slipway::interpreter {

struct OpTime {
  std::string origin, op, kernel;
  int64_t runs = 0;
  double seconds = 0;  // of all runs
};

class Profiler final : public Observer {
 public:
  void OnOp(const OpEvent& event) override;
  // In execution order; ops that cost nothing are left out.
  std::vector<OpTime> Times() const;
  void Clear() { times_.clear(); }

 private:
  std::map<std::pair<int, int>, OpTime> times_;  // by (graph, op)
};

}  // namespace slipway::interpreter
