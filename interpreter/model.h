#pragma once
// Model: a checked module with the plans that were made for it. Immutable for its users and safe to share between
// threads and interpreters; plans and folded constants are made once for all of them.

#include <memory>
#include <string>
#include <string_view>

#include "interpreter/plan.h"

namespace slipway::tflite {
struct Model;
}

namespace slipway::interpreter {

class CustomOps;

class Model {
 public:
  // A .tflite file, verified; its constants stay mapped. Operators that are neither supported nor `custom` (nullptr:
  // none) are one error that lists them all.
  static Result<std::shared_ptr<const Model>> Load(const std::string& path, CustomOps* custom = nullptr);
  // The same from bytes that `owner` keeps alive, from an open file (which may be closed afterwards), or from what has
  // been read already.
  static Result<std::shared_ptr<const Model>> Load(std::shared_ptr<const void> owner, std::string_view bytes,
                                                   CustomOps* custom = nullptr);
  static Result<std::shared_ptr<const Model>> Load(int fd, CustomOps* custom = nullptr);
  static Result<std::shared_ptr<const Model>> FromTflite(const tflite::Model& file, CustomOps* custom = nullptr);
  static Result<std::shared_ptr<const Model>> FromModule(PlanModule module);
  ~Model();
  Model(const Model&) = delete;

  const PlanModule& module() const;
  const PlanGraph& graph(int i) const { return module().graphs[static_cast<size_t>(i)]; }
  const PlanSignature* FindSignature(std::string_view key) const;
  // Bytes of all constants of the module, mapped or not.
  size_t constant_bytes() const;

  // The plan of one segment. `key` names all that it depends on besides the options: for equal keys of one graph the
  // segment's start must be equal. The plans used last stay; others are made again.
  Result<std::shared_ptr<const Plan>> PlanFor(int graph, std::string_view key, const SegmentStart&,
                                              const PlanOptions&) const;

 private:
  struct Rep;
  explicit Model(std::unique_ptr<Rep> rep);
  std::unique_ptr<Rep> rep_;
};

}  // namespace slipway::interpreter
