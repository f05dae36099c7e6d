#include "train/data/stage.h"

#include <chrono>

namespace slipway::train::data {

size_t ElementBytes(const Element& element) {
  size_t bytes = 0;
  for (const Tensor& t : element) {
    bytes += t.bytes();
    if (t.dtype() == DType::kString)
      for (const std::string& s : t.strings()) bytes += sizeof(s) + s.size();
  }
  return bytes;
}

Status CheckElement(const Spec& spec, const Element& element) {
  if (element.size() != spec.size())
    return BadInput("an element has ", element.size(), " components, expected ", spec.size());
  for (size_t i = 0; i < spec.size(); ++i) {
    const Tensor& t = element[i];
    if (t.dtype() != spec[i].type.dtype || !Compatible(spec[i].type.shape, t.shape()))
      return BadInput("component '", spec[i].name, "' is ", t.type(), ", expected ", spec[i].type);
  }
  return OkStatus();
}

Status Stage::Start(int64_t epoch, int64_t position) {
  CHECK(epoch >= 0 && position >= 0);
  elements_ = wait_ns_ = fill_ = buffer_bytes_ = starved_ = 0;
  return DoStart(epoch, position);
}

Result<bool> Stage::Next(Element* element) {
  auto begin = std::chrono::steady_clock::now();
  Result<bool> more = Produce(element);
  auto waited = std::chrono::steady_clock::now() - begin;
  wait_ns_.fetch_add(std::chrono::duration_cast<std::chrono::nanoseconds>(waited).count(), std::memory_order_relaxed);
  if (more.ok() && *more) elements_.fetch_add(1, std::memory_order_relaxed);
  return more;
}

StageReport Stage::Report() const {
  StageReport r;
  r.name = name_;
  r.elements = elements_.load(std::memory_order_relaxed);
  r.wait_seconds = static_cast<double>(wait_ns_.load(std::memory_order_relaxed)) * 1e-9;
  r.fill = fill_.load(std::memory_order_relaxed);
  r.capacity = capacity_.load(std::memory_order_relaxed);
  r.buffer_bytes = buffer_bytes_.load(std::memory_order_relaxed);
  r.starved = starved_.load(std::memory_order_relaxed);
  return r;
}

std::vector<StageReport> ReportAll(const Stage& last) {
  std::vector<StageReport> reports;
  for (const Stage* s = &last; s; s = s->input()) reports.insert(reports.begin(), s->Report());
  return reports;
}

}  // namespace slipway::train::data
