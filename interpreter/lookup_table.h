#pragma once
// LookupTable: keys to values, filled once. Finding is safe from many threads; Import and Clear need the only user.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/tensor.h"

namespace slipway::interpreter {

class LookupTable {
 public:
  LookupTable(DType key, DType value) : key_(key), value_(value) {}

  DType key() const { return key_; }
  DType value() const { return value_; }
  bool filled() const { return values_.valid(); }
  int64_t size() const { return static_cast<int64_t>(by_number_.size() + by_string_.size()); }
  // Of equal keys the first counts. Elements are shared, not copied. A filled table stays as it is.
  Status Import(const Tensor& keys, const Tensor& values);
  void Clear();

  // Which element of values() belongs to the key; -1: none.
  int64_t Find(int64_t key) const;
  int64_t Find(std::string_view key) const;
  const Tensor& values() const { return values_; }

 private:
  DType key_, value_;
  Tensor keys_, values_;
  std::unordered_map<int64_t, int64_t> by_number_;
  std::unordered_map<std::string_view, int64_t> by_string_;  // views of keys_
};

}  // namespace slipway::interpreter
