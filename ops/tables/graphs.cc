// The graphs that an op runs, in the order of ops.def.
#include "ops/graph_use.h"
#include "ops/ops.h"

namespace slipway::ops {

namespace {

struct GraphFacet {
  std::vector<GraphUse> (*list)(const void*) = nullptr;
  Op (*with)(const void*, std::span<const int>) = nullptr;
};

template <class T>
constexpr GraphFacet MakeFacet() {
  GraphFacet facet;
  if constexpr (requires(const T& op) { T::Graphs(op); }) {
    facet.list = [](const void* op) { return T::Graphs(*static_cast<const T*>(op)); };
    facet.with = [](const void* op, std::span<const int> graphs) {
      T copy = *static_cast<const T*>(op);
      T::SetGraphs(copy, graphs);
      return Op(std::move(copy));
    };
  }
  return facet;
}

constexpr GraphFacet kFacets[] = {
#define OP(T, tflite, tf) MakeFacet<T>(),
#include "ops/ops.def"
#undef OP
};

}  // namespace

std::vector<GraphUse> GraphsOf(const Op& op) {
  const GraphFacet& facet = kFacets[op.info().index];
  return facet.list ? facet.list(op.data()) : std::vector<GraphUse>{};
}

Op WithGraphs(const Op& op, std::span<const int> graphs) {
  const GraphFacet& facet = kFacets[op.info().index];
  CHECK(graphs.size() == GraphsOf(op).size());
  return facet.with ? facet.with(op.data(), graphs) : op;
}

}  // namespace slipway::ops
