#pragma once
// A case as a clean model of one op, run on elements that nobody should give it: what a program may put into a model's
// inputs. Each run must give values or a Status that names the op or a tensor, within kHostileMemory.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "interpreter/interpreter.h"
#include "ops/cases.h"

namespace slipway::cases {

inline constexpr size_t kHostileMemory = size_t{1} << 20;

// Elements that index, count, scale or end badly.
std::vector<Tensor> HostileFills(const TensorType&);
// Sets element i to extreme k of its type (any k), of strings: to some text.
void PutExtreme(Tensor&, int64_t i, unsigned k);

class HostileModel {
 public:
  // `constant` operands are known when the plan is made; the others are inputs, unless they are states.
  HostileModel(const ops::Case&, const std::vector<Tensor>& operands, const std::vector<bool>& constant);
  ~HostileModel();

  // With these operands (their constant ones count no more), by every backend, fast and exact. "", or what is wrong.
  std::string Run(const std::vector<Tensor>& operands);
  // Did each backend give values in the last Run?
  bool gave_values() const { return gave_values_; }

 private:
  struct Engine {
    std::string name;
    std::unique_ptr<interpreter::Interpreter> interpreter;
    std::string refusal;  // of Create
  };
  std::string RunOne(Engine&, const std::vector<Tensor>& operands);
  std::string CheckRefusal(const Engine&, const Status&) const;

  std::string name_;
  std::vector<int> inputs_;  // operands
  std::vector<Engine> engines_;
  std::string refused_;
  bool gave_values_ = true;
};

// A case that HostileModel can make a model of: Infer takes it.
bool CanBeHostile(const ops::Case&);

}  // namespace slipway::cases
