#pragma once
// RowGroup: neighbouring steps that work row by row (OpInfo::row_wise), run together on one band of rows after the
// other. What they hand on stays in the first-level cache (loop tiling of Wolf & Lam, PLDI 1991, over whole ops), and
// the threads are asked once for all of them.
//
// A row is what the last axis spans. All members have results of the same number of rows; their operands have as many,
// or one that all rows share. A result that only members read is local: it lies in scratch memory, a band of it at a
// time. (The arena has room for it, too: an observed run does step by step.) Results equal those of the steps one by
// one, for the kernels are the same.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "interpreter/kernel.h"

namespace slipway::interpreter {

struct Plan;
struct PlanGraph;
struct PlanOptions;

struct RowGroup {
  struct Place {
    enum class Kind : uint8_t {
      kShared,  // the step's own address
      kRows,    // the step's own address + row * row_bytes
      kLocal,   // scratch memory + offset
    };
    Kind kind = Kind::kShared;
    size_t row_bytes = 0, offset = 0;
  };
  static constexpr size_t kMaxOperands = 8;
  struct Member {
    int step = 0;       // in Plan::steps
    Kernel band, last;  // for band_rows rows, and for what the last band has
    std::vector<Place> operands;
    Place result;
    size_t scratch_offset = 0;
  };
  std::vector<Member> members;  // in order
  int64_t rows = 0, band_rows = 0;
  int tasks = 1;            // bands are dealt to
  size_t task_bytes = 0;    // scratch memory of one task
  size_t arena_offset = 0;  // where that of the first lies

  int first_step() const { return members.front().step; }
  int last_step() const { return members.back().step; }
  int64_t bands() const { return (rows + band_rows - 1) / band_rows; }
  size_t scratch_bytes() const { return task_bytes * static_cast<size_t>(tasks); }
};

// Finds the groups of a plan whose steps and tensors are known, but not yet their places in the arena. `uses`: per root
// the steps that read it; `outlives`: per root whether somebody reads it after the plan's steps.
std::vector<RowGroup> FindRowGroups(const PlanGraph&, const PlanOptions&, const Plan&,
                                    std::span<const std::vector<int>> uses, const std::vector<bool>& outlives);

// A group as an executor has bound it: per member what its step sees, and scratch_bytes() of memory.
struct BoundRowGroup {
  const RowGroup* group = nullptr;
  std::vector<const EvalContext*> steps;
  std::byte* scratch = nullptr;
};
// Does what the members' steps would do. Not for several threads at once on one BoundRowGroup.
Code RunRowGroup(const BoundRowGroup&, ThreadPool&);

}  // namespace slipway::interpreter
