#pragma once
// Where the time of observed runs goes, op by op, and how many multiplications each op does; as rows, CSV and a trace
// that Chrome (chrome://tracing) and Perfetto open.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "interpreter/interpreter.h"

namespace slipway::cli {

struct ProfiledOp {
  std::string origin, op, kernel;
  int64_t runs = 0;
  double seconds = 0;  // of all runs
  int64_t macs = 0;    // of one run: of convolutions and matrix products, 0 for other ops
};

class OpProfile final : public interpreter::Observer {
 public:
  // The model must live as long.
  explicit OpProfile(const interpreter::Model& model);
  void OnInputs(int graph, std::span<const interpreter::ObservedTensor> inputs) override;
  void OnOp(const interpreter::OpEvent& event) override;

  // In execution order; ops that cost nothing are left out.
  std::vector<ProfiledOp> Ops() const;
  // A header and one line per op: name, kind, kernel, runs, mean time in us, share, macs.
  std::string Csv() const;
  // Every op of every run as an event with its beginning and duration.
  nlohmann::ordered_json Trace() const;

 private:
  struct Event {
    int graph, index;
    double start, seconds;
  };
  Shape ShapeOf(int graph, int tensor) const;
  int64_t Macs(const interpreter::OpEvent&) const;

  const interpreter::Model& model_;
  double begin_;
  std::map<std::pair<int, int>, ProfiledOp> ops_;  // by (graph, op)
  std::map<std::pair<int, int>, Shape> shapes_;    // by (graph, tensor)
  std::vector<Event> events_;
};

}  // namespace slipway::cli
