#include "interpreter/lookup_table.h"

namespace slipway::interpreter {

Status LookupTable::Import(const Tensor& keys, const Tensor& values) {
  if (filled()) return OkStatus();
  if (keys.dtype() != key_ || values.dtype() != value_)
    return BadInput("a table from ", key_, " to ", value_, " is filled with ", keys.type(), " and ", values.type());
  if (keys.elements() != values.elements())
    return BadInput("there are ", keys.elements(), " keys and ", values.elements(), " values");
  keys_ = keys;
  values_ = values;
  if (key_ == DType::kString) {
    int64_t i = 0;
    for (const std::string& key : keys_.strings()) by_string_.try_emplace(key, i++);
  } else {
    std::vector<int64_t> numbers = keys_.AsInts();
    for (size_t i = 0; i < numbers.size(); ++i) by_number_.try_emplace(numbers[i], static_cast<int64_t>(i));
  }
  return OkStatus();
}

void LookupTable::Clear() {
  by_number_.clear();
  by_string_.clear();
  keys_ = values_ = Tensor();
}

int64_t LookupTable::Find(int64_t key) const {
  auto it = by_number_.find(key);
  return it == by_number_.end() ? -1 : it->second;
}

int64_t LookupTable::Find(std::string_view key) const {
  auto it = by_string_.find(key);
  return it == by_string_.end() ? -1 : it->second;
}

}  // namespace slipway::interpreter
