#pragma once
// Sources of examples: tensors in memory, CSV; and ways to divide one into training and validation. All are read once
// and then live in memory, so that any example can be had by its number.

#include <map>

#include "train/data/stage.h"

namespace slipway::train::data {

// Row i of every tensor; all have the same first dimension. Elements share the tensors' memory.
Result<SourcePtr> FromTensors(std::vector<std::string> names, std::vector<Tensor> tensors);

// The examples of `source` with these numbers, in this order.
SourcePtr Subset(SourcePtr source, std::vector<int64_t> examples);

// Columns of a CSV file (plain or gzip) that make one tensor per row.
struct CsvFeature {
  std::string name;
  std::vector<std::string> columns;  // names from the header, numbers from 0, or ranges "0-63" of numbers
  DType dtype = DType::kF32;
  Shape shape;  // of one row; as many elements as columns. A scalar takes one column.
};

struct CsvOptions {
  bool header = false;  // the first line holds the columns' names
  char separator = ',';
  std::vector<CsvFeature> features;
  uint64_t max_bytes = uint64_t{4} << 30;  // of unpacked text
};

// RFC 4180: quotes, doubled quotes, CRLF or LF. Errors name line and column.
Result<SourcePtr> OpenCsv(const std::string& path, const CsvOptions& options);

// Which examples train and which validate; both ascending.
struct Split {
  std::vector<int64_t> train, validation;
};
// A random `fraction` in (0, 1) of n examples for validation. With labels (n of them), the same fraction of every
// label, to within one example.
Result<Split> HoldOut(int64_t n, double fraction, uint64_t seed, const std::vector<int64_t>* labels = nullptr);
// Examples k-1, 2k-1, 3k-1, ... for validation.
Result<Split> HoldOutEvery(int64_t n, int64_t k);

// Component `c` of every example as integers (labels); an error if it is no integer scalar.
Result<std::vector<int64_t>> ReadInts(const Source& source, int c);

}  // namespace slipway::train::data
