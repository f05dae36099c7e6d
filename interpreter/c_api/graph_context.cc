#include "interpreter/c_api/graph_context.h"

#include <cstdlib>

namespace slipway::c_api {

void Memory::Free::operator()(void* p) const { std::free(p); }

void* Memory::Allocate(size_t bytes) {
  constexpr size_t kUnit = 64;
  if (bytes > SIZE_MAX - kUnit) return nullptr;
  void* p = std::aligned_alloc(kUnit, (bytes / kUnit + 1) * kUnit);
  if (p) blocks_.emplace_back(p);
  return p;
}

void* Memory::at(int i) const { return i >= 0 && i < size() ? blocks_[static_cast<size_t>(i)].get() : nullptr; }

GraphContext::GraphContext(const tflite::Model& model, int graph, int spare_tensors, Reporter reporter, int threads)
    : model_(model),
      graph_(model.subgraphs[static_cast<size_t>(graph)]),
      tensors_(model, graph_, spare_tensors),
      reporter_(reporter) {
  for (size_t i = 0; i < graph_.tensors.size(); ++i)
    if (graph_.tensors[i].is_variable) variables_.push_back(static_cast<int>(i));
  context_.impl_ = this;
  context_.tensors = tensors_.data();
  context_.tensors_size = static_cast<size_t>(tensors_.size());
  context_.recommended_num_threads = threads;
  SetFunctions();
}

}  // namespace slipway::c_api
