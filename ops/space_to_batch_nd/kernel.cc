#include <algorithm>

#include "interpreter/movement/move_kernel.h"
#include "ops/space_to_batch_nd/plan_blocks.h"
#include "ops/space_to_batch_nd/space_to_batch_nd.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;
using interpreter::Strides;

namespace {

// Neighbouring places of one axis at which the same indices of the blocked axis lie inside the whole axis.
struct Places {
  int64_t place, count, first, size;
};

// At most three groups: the first and the last index inside each change once over the places of a block.
std::vector<Places> GroupPlaces(int64_t block, int64_t shift, int64_t whole, int64_t blocked) {
  std::vector<Places> groups;
  for (int64_t place = 0; place < block;) {
    int64_t start = place - shift;  // of index 0
    int64_t first = start < 0 ? (-start + block - 1) / block : 0;
    int64_t room = whole - 1 - start;  // index s is inside while s block <= room
    int64_t last = room < 0 ? 0 : std::min(blocked, room / block + 1);
    // The next place at which `first` or `last` changes.
    int64_t next = block;
    if (start < 0) next = std::min(next, place + (-start - 1) % block + 1);
    if (room >= 0) next = std::min(next, place + room % block + 1);
    if (last > first) groups.push_back({place, next - place, first, last - first});
    place = next;
  }
  return groups;
}

class BlockPlanner {
 public:
  BlockPlanner(const Blocks& blocks, const MoveTypes& t, MovePlan* plan)
      : blocks_(blocks),
        t_(t),
        plan_(plan),
        whole_(blocks.to_batch ? t.in(0) : t.out(0)),
        blocked_(blocks.to_batch ? t.out(0) : t.in(0)),
        chosen_(blocks.block.size()) {}

  // Chooses a group of places for each axis from `axis` on, in all combinations.
  void Choose(size_t axis) {
    if (axis == chosen_.size()) return Emit();
    int i = static_cast<int>(axis) + 1;
    for (const Places& p : GroupPlaces(blocks_.block[axis], blocks_.shift[axis], whole_[i], blocked_[i])) {
      chosen_[axis] = p;
      Choose(axis + 1);
    }
  }

 private:
  void Emit() {
    Strides whole(whole_), blocked(blocked_);
    copy_ = t_.NewCopy(0);
    int m = static_cast<int>(chosen_.size());
    int64_t stride = whole_[0] * blocked[0];  // of a place
    int64_t place_stride[kMaxRank] = {};
    for (int i = m - 1; i >= 0; --i) {
      place_stride[i] = stride;
      stride *= blocks_.block[static_cast<size_t>(i)];
    }
    for (int i = 0; i < m; ++i) {
      size_t k = static_cast<size_t>(i);
      const Places& p = chosen_[k];
      Start(whole[i + 1] * (p.first * blocks_.block[k] + p.place - blocks_.shift[k]),
            place_stride[i] * p.place + blocked[i + 1] * p.first);
      Add(p.count, whole[i + 1], place_stride[i]);
    }
    Add(whole_[0], whole[0], blocked[0]);
    for (int i = 1; i < whole_.rank(); ++i) {
      size_t k = static_cast<size_t>(i - 1);
      if (i <= m)
        Add(chosen_[k].size, whole[i] * blocks_.block[k], blocked[i]);
      else
        Add(whole_[i], whole[i], blocked[i]);
    }
    plan_->Copy(0, 0, copy_);
  }
  void Start(int64_t whole, int64_t blocked) {
    copy_.from_offset += blocks_.to_batch ? whole : blocked;
    copy_.to_offset += blocks_.to_batch ? blocked : whole;
  }
  void Add(int64_t n, int64_t whole, int64_t blocked) {
    copy_.Add(n, blocks_.to_batch ? whole : blocked, blocks_.to_batch ? blocked : whole);
  }

  const Blocks& blocks_;
  const MoveTypes& t_;
  MovePlan* plan_;
  const Shape &whole_, &blocked_;
  std::vector<Places> chosen_;
  StridedCopy copy_;
};

}  // namespace

void PlanBlocks(const Blocks& blocks, const MoveTypes& t, MovePlan* plan) {
  if (t.out(0).Elements() > 0 && t.in(0).Elements() > 0) BlockPlanner(blocks, t, plan).Choose(0);
}

Result<interpreter::Kernel> Prepare(const SpaceToBatchNd& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {1, 2}, [](const SpaceToBatchNd&, const MoveTypes& t, MovePlan* plan) {
    Blocks blocks{.block = t.Ints(1)};
    std::vector<int64_t> paddings = t.Ints(2);
    for (size_t i = 0; i < blocks.block.size(); ++i) blocks.shift.push_back(paddings[2 * i]);
    if (std::any_of(paddings.begin(), paddings.end(), [](int64_t p) { return p > 0; })) {
      StridedCopy all = t.NewCopy(0);
      all.Add(t.out(0).Elements(), 0, 1);
      plan->Pad(all, t);
    }
    PlanBlocks(blocks, t, plan);
  });
}

}  // namespace slipway::ops
