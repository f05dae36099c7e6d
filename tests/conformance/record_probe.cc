// Data files as the library reads and writes them:
//
//   record_probe npz IN.npz OUT.npz                   every array, read and written again
//   record_probe write IN.npz OUT.tfrecord [GZIP|ZLIB]  row i of every array is one feature of the i-th tf.Example
//   record_probe read IN.tfrecord OUT.npz             the other way; a feature has as many values in every record
#include <cstdio>
#include <map>

#include "formats/example/example.h"
#include "formats/npz/npz.h"
#include "formats/tfrecord/record.h"

namespace slipway {

namespace {

using Tensors = std::vector<npz::NamedTensor>;

Result<example::Feature> RowOf(const Tensor& t, int64_t row) {
  size_t n = static_cast<size_t>(t.elements() / t.shape()[0]), begin = static_cast<size_t>(row) * n;
  auto part = [&](auto values) {
    return std::vector(values.begin() + static_cast<ptrdiff_t>(begin),
                       values.begin() + static_cast<ptrdiff_t>(begin + n));
  };
  if (t.dtype() == DType::kString) return example::Feature(part(t.strings()));
  if (t.dtype() == DType::kI64) return example::Feature(example::Int64List(part(t.as<int64_t>())));
  if (t.dtype() == DType::kF32) return example::Feature(example::FloatList(part(t.as<float>())));
  return BadInput("a tf.Example holds no ", t.type());
}

Status Write(const std::string& from, const std::string& to, const std::string& compression_name) {
  ASSIGN_OR_RETURN(Tensors arrays, npz::ReadNpz(from));
  ASSIGN_OR_RETURN(auto compression, tfrecord::CompressionFromName(compression_name));
  ASSIGN_OR_RETURN(auto writer, tfrecord::Writer::Create(to, compression));
  for (int64_t row = 0; row < arrays.at(0).second.shape()[0]; ++row) {
    example::Features features;
    for (const auto& [name, tensor] : arrays) {
      ASSIGN_OR_RETURN(features[name], RowOf(tensor, row));
    }
    RETURN_IF_ERROR(writer.Append(example::EncodeExample(features)));
  }
  return writer.Finish();
}

// The values of one feature over all records.
struct Column {
  example::Feature values;
  int64_t rows = 0;
};

Status Add(const std::string& name, const example::Feature& feature, Column* column) {
  if (column->rows++ == 0) {
    column->values = feature;
    return OkStatus();
  }
  if (column->values.index() != feature.index()) return BadInput("feature '", name, "' changes its kind");
  std::visit(
      [&](auto& all) {
        using List = std::decay_t<decltype(all)>;
        if constexpr (!std::is_same_v<List, std::monostate>) {
          const List& more = std::get<List>(feature);
          all.insert(all.end(), more.begin(), more.end());
        }
      },
      column->values);
  return OkStatus();
}

Tensor Stacked(const Column& column) {
  return std::visit(
      [&](const auto& all) {
        using List = std::decay_t<decltype(all)>;
        if constexpr (std::is_same_v<List, std::monostate>) {
          return Tensor(DType::kF32, Shape{column.rows, 0});
        } else {
          Shape shape{column.rows, static_cast<int64_t>(all.size()) / column.rows};
          return Tensor::Of<typename List::value_type>(shape, std::span<const typename List::value_type>(all));
        }
      },
      column.values);
}

Status Read(const std::string& from, const std::string& to) {
  ASSIGN_OR_RETURN(std::string bytes, ReadFile(from));
  ASSIGN_OR_RETURN(auto reader, tfrecord::Reader::Open(from, tfrecord::DetectCompression(bytes)));
  std::map<std::string, Column> columns;
  std::string_view record;
  while (true) {
    ASSIGN_OR_RETURN(bool more, reader.Next(&record));
    if (!more) break;
    ASSIGN_OR_RETURN(example::Features features, example::DecodeExample(record));
    for (const auto& [name, feature] : features) RETURN_IF_ERROR(Add(name, feature, &columns[name]));
  }
  Tensors out;
  for (const auto& [name, column] : columns) out.emplace_back(name, Stacked(column));
  return npz::WriteNpz(to, out);
}

Status Run(const std::vector<std::string>& a) {
  if (a.size() == 3 && a[0] == "read") return Read(a[1], a[2]);
  if (a.size() == 3 && a[0] == "write") return Write(a[1], a[2], "");
  if (a.size() == 4 && a[0] == "write") return Write(a[1], a[2], a[3]);
  if (a.size() != 3 || a[0] != "npz")
    return UsageError("usage: record_probe npz|read IN OUT, or write IN OUT [GZIP|ZLIB]");
  ASSIGN_OR_RETURN(Tensors arrays, npz::ReadNpz(a[1]));
  return npz::WriteNpz(a[2], arrays, npz::Packing::kDeflated);
}

}  // namespace

}  // namespace slipway

int main(int argc, char** argv) {
  slipway::Status s = slipway::Run({argv + 1, argv + argc});
  if (!s.ok()) std::fprintf(stderr, "record_probe: %s\n", s.message().c_str());
  return s.ok() ? 0 : 1;
}
