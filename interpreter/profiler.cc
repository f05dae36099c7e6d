#include "interpreter/profiler.h"

namespace slipway::interpreter {

void Profiler::OnOp(const OpEvent& event) {
  if (event.kernel.empty()) return;
  OpTime& time = times_[{event.graph, event.index}];
  if (time.runs == 0) time = {event.op.origin, Label(event.op.op), std::string(event.kernel)};
  ++time.runs;
  time.seconds += event.seconds;
}

std::vector<OpTime> Profiler::Times() const {
  std::vector<OpTime> list;
  for (const auto& [where, time] : times_) list.push_back(time);
  return list;
}

}  // namespace slipway::interpreter
