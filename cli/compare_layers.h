#pragma once
// How far two models are apart inside, tensor by tensor: those of one name are compared as numbers, whatever codes they
// are stored as. Noise is what the second one gives less what the first one gives. Left out: names that a model gives
// to two tensors, and numbers beyond 1e8, which are masks.

#include <map>
#include <string>
#include <vector>

#include "interpreter/interpreter.h"

namespace slipway::cli {

struct LayerError {
  std::string tensor, op, dtype;  // op: of the first model; dtype: of the second one's tensor
  int order = 0;                  // in which the first model computes
  double snr_db = 0, max_abs = 0;
  double largest = 0;      // of the first model's numbers
  double noise_added = 0;  // noise power / signal power, less that of the op's noisiest operand
};

// Records what the tensors of runs hold. One run at a time.
class TensorRecorder final : public interpreter::Observer {
 public:
  explicit TensorRecorder(const interpreter::Model& model) : model_(model) {}
  void OnInputs(int graph, std::span<const interpreter::ObservedTensor> inputs) override;
  void OnOp(const interpreter::OpEvent& event) override;

  struct Recorded {
    std::vector<float> numbers;  // of all times in the run (loops)
    std::string op, dtype;
    std::vector<std::string> operands;
    int order = 0;
    std::pair<int, int> place;  // graph, tensor
    bool ambiguous = false;     // another tensor has the name, too
  };
  // Of the last run.
  const std::map<std::string, Recorded>& tensors() const { return tensors_; }
  void Clear() { tensors_.clear(); }

 private:
  Recorded* Record(int graph, const interpreter::ObservedTensor& t);
  const interpreter::Model& model_;
  std::map<std::string, Recorded> tensors_;
};

class LayerComparison {
 public:
  // What the two models gave for the same data.
  void Add(const TensorRecorder& a, const TensorRecorder& b);
  // The worst first.
  std::vector<LayerError> Layers() const;

 private:
  struct Sums {
    TensorRecorder::Recorded about;  // without numbers
    std::string dtype;
    double signal = 0, noise = 0, max_abs = 0, largest = 0;
    double Ratio() const;
  };
  std::map<std::string, Sums> sums_;
};

// A table of at most 80 columns, the worst first, and a sentence that names what adds most noise.
std::string LayerTable(const std::vector<LayerError>& layers, size_t most);

}  // namespace slipway::cli
