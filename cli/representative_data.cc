#include "cli/representative_data.h"

#include <algorithm>
#include <cstring>

#include "cli/feeds.h"
#include "formats/npz/npz.h"
#include "train/run/run.h"

namespace slipway::cli {

namespace {

// Rows [row, row + 1) of a tensor; `keep` keeps the row axis as a batch of one.
Tensor RowOf(const Tensor& all, int64_t row, bool keep) {
  Shape shape = all.shape();
  Shape row_shape;
  if (keep) row_shape.push_back(1);
  for (int i = 1; i < shape.rank(); ++i) row_shape.push_back(shape[i]);
  Tensor t(all.dtype(), row_shape);
  if (all.dtype() == DType::kString) {
    for (int64_t i = 0; i < t.elements(); ++i)
      t.strings()[static_cast<size_t>(i)] = all.strings()[static_cast<size_t>(row * t.elements() + i)];
  } else if (t.bytes()) {
    std::memcpy(t.data(), static_cast<const char*>(all.data()) + static_cast<size_t>(row) * t.bytes(), t.bytes());
  }
  return t;
}

struct Column {
  const Tensor* rows;
  bool whole;  // each row is a whole argument
};

Result<Column> FindColumn(const NamedTensors& arrays, const ir::Signature& s, const std::string& argument,
                          const TensorType& type, std::vector<std::string>* warnings) {
  const Tensor* found = nullptr;
  for (const auto& [name, t] : arrays)
    if (name == argument || name == StrCat(s.key, ":", argument)) found = &t;
  if (!found && arrays.size() == 1 && s.inputs.size() == 1) {
    found = &arrays[0].second;
    warnings->push_back(StrCat("representative data: array '", arrays[0].first, "' feeds argument '", argument, "'"));
  }
  std::string expected = StrCat("argument '", argument, "' of signature '", s.key, "' is ", type.dtype, type.shape);
  if (!found) {
    std::vector<std::string> names;
    for (const auto& [name, t] : arrays) names.push_back(name);
    return UsageError("representative data has no array '", argument, "' (it has ", StrJoin(names, ", "), "); ",
                      expected);
  }
  if (found->dtype() != type.dtype)
    return UsageError("representative data: array for ", expected, ", but holds ", found->dtype());
  int rank = found->shape().rank();
  if (!type.shape.has_rank() && rank > 0) return Column{found, true};
  int want = type.shape.rank();
  auto fits = [&](int skip_found, int skip_want) {
    for (int i = skip_want; i < want; ++i) {
      int64_t d = type.shape[i], have = found->shape()[i - skip_want + skip_found];
      if (d >= 0 && d != have) return false;
    }
    return true;
  };
  if (rank == want + 1 && fits(1, 0)) return Column{found, true};
  if (rank == want && rank > 0 && fits(1, 1)) return Column{found, false};
  return UsageError("representative data: ", expected, "; an array of shape ", found->shape(),
                    " is neither a row per argument nor a row per batch element");
}

Status AddSignature(const NamedTensors& arrays, const ir::Module& m, int index, int64_t most,
                    std::vector<std::string>* warnings, std::vector<quantize::Sample>* samples) {
  const ir::Signature& s = m.signatures[static_cast<size_t>(index)];
  const ir::Graph& g = *m.graphs[static_cast<size_t>(s.graph)];
  std::vector<Column> columns;
  int64_t rows = -1;
  for (const auto& a : s.inputs) {
    ASSIGN_OR_RETURN(Column c,
                     FindColumn(arrays, s, a.name, g.type(g.inputs()[static_cast<size_t>(a.index)]), warnings));
    int64_t n = c.rows->shape()[0];
    rows = rows < 0 ? n : std::min(rows, n);
    columns.push_back(c);
  }
  if (columns.empty()) {
    samples->push_back({index, {}});
    return OkStatus();
  }
  if (rows == 0) return UsageError("representative data is empty");
  int64_t count = std::min(rows, most);
  for (int64_t i = 0; i < count; ++i) {
    quantize::Sample sample{.signature = index};
    for (const Column& c : columns) sample.inputs.push_back(RowOf(*c.rows, i * rows / count, !c.whole));
    samples->push_back(std::move(sample));
  }
  return OkStatus();
}

}  // namespace

Result<std::vector<quantize::Sample>> LoadSamples(const std::string& path, const ir::Module& m, int64_t most,
                                                  std::vector<std::string>* warnings) {
  NamedTensors arrays;
  if (path.ends_with(".yaml") || path.ends_with(".yml")) {
    ASSIGN_OR_RETURN(train::Split split, train::LoadSplit(path, train::SplitPart::kTraining, most));
    arrays = std::move(split.inputs);
  } else {
    ASSIGN_OR_RETURN(arrays, npz::ReadNpz(path));
  }
  std::vector<std::vector<quantize::Sample>> of_signature(m.signatures.size());
  for (size_t i = 0; i < m.signatures.size(); ++i)
    RETURN_IF_ERROR(AddSignature(arrays, m, static_cast<int>(i), most, warnings, &of_signature[i]));
  // In turn, so that a signature that reads a variable sees what others assigned.
  std::vector<quantize::Sample> samples;
  for (size_t row = 0, size = 1; samples.size() < size; ++row) {
    size = 0;
    for (std::vector<quantize::Sample>& s : of_signature) {
      size += s.size();
      if (row < s.size()) samples.push_back(std::move(s[row]));
    }
  }
  return samples;
}

}  // namespace slipway::cli
