#include "cli/representative_data.h"

#include <algorithm>
#include <memory>

#include "base/file.h"
#include "cli/feeds.h"
#include "cli/sample_files.h"
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
  if (all.dtype() != DType::kString) {
    const size_t bytes = DTypeBytes(all.dtype(), static_cast<size_t>(row_shape.Elements()));
    const char* data = static_cast<const char*>(all.data()) + static_cast<size_t>(row) * bytes;
    return Tensor({all.dtype(), row_shape}, Buffer::View(std::make_shared<const Tensor>(all), data, bytes));
  }
  Tensor t(all.dtype(), row_shape);
  for (int64_t i = 0; i < t.elements(); ++i)
    t.strings()[static_cast<size_t>(i)] = all.strings()[static_cast<size_t>(row * t.elements() + i)];
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
    return BadInput("representative data has no array '", argument, "' (it has ",
                    names.empty() ? "none" : StrJoin(names, ", "), "); ", expected);
  }
  if (found->dtype() != type.dtype)
    return BadInput("representative data: array for ", expected, ", but holds ", found->dtype());
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
  return BadInput("representative data: ", expected, "; an array of shape ", found->shape(),
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
  if (rows == 0)
    return BadInput("representative data has no rows for signature '", s.key, "', expected one or more per argument");
  int64_t count = std::min(rows, most);
  for (int64_t i = 0; i < count; ++i) {
    quantize::Sample sample{.signature = index};
    for (const Column& c : columns) sample.inputs.push_back(RowOf(*c.rows, i * rows / count, !c.whole));
    samples->push_back(std::move(sample));
  }
  return OkStatus();
}

Result<NamedTensors> LoadArrays(const std::string& path, int64_t most) {
  if (path.ends_with(".yaml") || path.ends_with(".yml")) {
    ASSIGN_OR_RETURN(train::Split split, train::LoadSplit(path, train::SplitPart::kTraining, most));
    return std::move(split.inputs);
  }
  if (path.ends_with(".npz")) return npz::ReadNpz(path);
  if (path.ends_with(".npy")) {
    ASSIGN_OR_RETURN(Tensor t, npz::ReadNpy(path));
    if (t.shape().rank() == 0) return BadInput("'", path, "' holds one number, expected rows");
    return NamedTensors{{BaseName(path), t}};
  }
  if (!FileExists(path)) return NotFound("'", path, "' does not exist");
  return BadInput("'", path, "' is no .npz, .npy, TFRecord file (its name holds 'tfrecord'), image, folder of those, ",
                  "or training .yaml");
}

// One sample from each item, an image file's bytes or a record.
using ItemReader = Result<Tensor> (*)(const std::string& item, const Argument&, const PixelScale&);

Status AddItems(const std::vector<std::string>& items, const std::vector<std::string>& names, ItemReader read,
                const ir::Module& m, int index, const PixelScale& pixels, std::vector<quantize::Sample>* samples) {
  const ir::Signature& s = m.signatures[static_cast<size_t>(index)];
  const ir::Graph& g = *m.graphs[static_cast<size_t>(s.graph)];
  for (size_t i = 0; i < items.size(); ++i) {
    quantize::Sample sample{.signature = index};
    for (const auto& a : s.inputs) {
      Argument argument{s.key, a.name, g.type(g.inputs()[static_cast<size_t>(a.index)]), s.inputs.size() == 1};
      ASSIGN_OR_RETURN_AT(Tensor t, read(items[i], argument, pixels), names[i]);
      sample.inputs.push_back(std::move(t));
    }
    samples->push_back(std::move(sample));
    if (s.inputs.empty()) break;
  }
  return OkStatus();
}

// Pixels of 0 to 255 are rarely what a float model was trained with.
void WarnOfPixels(const ir::Module& m, const SampleOptions& options, std::vector<std::string>* warnings) {
  if (options.says_pixels) return;
  for (const ir::Signature& s : m.signatures)
    for (const auto& a : s.inputs) {
      const ir::Graph& g = *m.graphs[static_cast<size_t>(s.graph)];
      const TensorType& type = g.type(g.inputs()[static_cast<size_t>(a.index)]);
      if (type.dtype == DType::kF32 && TakesImage(type))
        return warnings->push_back(StrCat("pixels of 0 to 255 feed '", a.name,
                                          "'; if the model wants them scaled, say --mean_values and --std_dev_values"));
    }
}

// Samples of each signature.
Result<std::vector<std::vector<quantize::Sample>>> LoadBySignature(const std::string& path, const ir::Module& m,
                                                                   const SampleOptions& options,
                                                                   std::vector<std::string>* warnings) {
  std::vector<std::vector<quantize::Sample>> of_signature(m.signatures.size());
  std::vector<std::string> items, names;
  ItemReader read = nullptr;
  if (std::vector<std::string> records = RecordFilesIn(path); !records.empty()) {
    read = FromExample;
    ASSIGN_OR_RETURN(items, ReadRecords(records, options.most));
    if (items.empty()) return BadInput("'", path, "' holds no records");
    for (size_t i = 0; i < items.size(); ++i) names.push_back(StrCat("'", path, "': record ", i));
  } else if (std::vector<std::string> images = ImageFilesIn(path); !images.empty()) {
    read = FromImage;
    size_t count = std::min(images.size(), static_cast<size_t>(options.most));
    for (size_t i = 0; i < count; ++i) {
      const std::string& file = images[i * images.size() / count];
      ASSIGN_OR_RETURN(std::string bytes, ReadFile(file));
      items.push_back(std::move(bytes));
      names.push_back(StrCat("'", file, "'"));
    }
    WarnOfPixels(m, options, warnings);
  } else if (IsDirectory(path)) {
    return BadInput("folder '", path, "' holds no images (.jpg, .jpeg, .png) and no TFRecord files");
  }
  NamedTensors arrays;
  if (!read) {
    ASSIGN_OR_RETURN(arrays, LoadArrays(path, options.most));
  }
  for (size_t i = 0; i < m.signatures.size(); ++i) {
    int index = static_cast<int>(i);
    RETURN_IF_ERROR(read ? AddItems(items, names, read, m, index, options.pixels, &of_signature[i])
                         : AddSignature(arrays, m, index, options.most, warnings, &of_signature[i]));
  }
  return of_signature;
}

}  // namespace

Result<std::vector<quantize::Sample>> LoadSamples(const std::string& path, const ir::Module& m,
                                                  const SampleOptions& options, std::vector<std::string>* warnings) {
  ASSIGN_OR_RETURN(auto of_signature, LoadBySignature(path, m, options, warnings));
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
