#include "interpreter/variables.h"

#include <cstring>

#include "interpreter/kept.h"

namespace slipway::interpreter {

Variables::Variables(const PlanModule& module) {
  if (!Keeps(Part::kResources)) return;
  for (const PlanVariable& v : module.variables) {
    values_.emplace_back(v.type);
    pointers_.push_back(values_.back().data());
  }
  MakeTables(module);
  Reset(module);
}

void Variables::MakeTables(const PlanModule& module) {
  for (const PlanTable& t : module.tables) tables_.push_back(std::make_shared<LookupTable>(t.key, t.value));
  called_.resize(module.graphs.size());
}

Result<Variables> Variables::Bind(const PlanModule& module, std::vector<Tensor> values) {
  if (values.size() != module.variables.size())
    return UsageError("the model has ", module.variables.size(), " variables, ", values.size(), " are given");
  Variables bound;
  for (size_t i = 0; i < values.size(); ++i) {
    const PlanVariable& v = module.variables[i];
    if (values[i].dtype() != v.type.dtype || !(values[i].shape() == v.type.shape))
      return UsageError("variable '", v.name, "' is ", v.type, ", not ", values[i].type());
    bound.pointers_.push_back(values[i].data());
  }
  bound.values_ = std::move(values);
  bound.MakeTables(module);
  bound.ResetTables(module);
  return bound;
}

Status Variables::Set(int id, const Tensor& value) {
  if (id < 0 || id >= size()) return UsageError("there is no variable ", id);
  Tensor& mine = values_[static_cast<size_t>(id)];
  if (value.dtype() != mine.dtype() || !(value.shape() == mine.shape()))
    return UsageError("variable ", id, " is ", mine.type(), ", not ", value.type());
  if (mine.bytes()) std::memcpy(mine.data(), value.data(), mine.bytes());
  return OkStatus();
}

void Variables::Reset(const PlanModule& module) {
  if (!Keeps(Part::kResources)) return;
  for (size_t i = 0; i < values_.size(); ++i) {
    const Tensor& initial = module.variables[i].initial;
    size_t bytes = DTypeBytes(values_[i].dtype(), static_cast<size_t>(values_[i].elements()));
    if (bytes == 0) continue;
    if (initial.valid())
      std::memcpy(values_[i].data(), initial.data(), bytes);
    else
      std::memset(values_[i].data(), 0, bytes);
  }
  ResetTables(module);
}

// Those that were filled from the start have not changed since.
void Variables::ResetTables(const PlanModule& module) {
  called_.assign(called_.size(), false);
  for (size_t i = 0; i < tables_.size(); ++i) {
    const PlanTable& t = module.tables[i];
    if (!t.keys.valid()) tables_[i]->Clear();
    if (t.keys.valid()) CHECK(tables_[i]->Import(t.keys, t.values).ok());
  }
}

}  // namespace slipway::interpreter
