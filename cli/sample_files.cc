#include "cli/sample_files.h"

#include <algorithm>
#include <cstring>

#include "base/file.h"
#include "formats/example/example.h"
#include "formats/tfrecord/record.h"
#include "ops/decode_image/image_format.h"

namespace slipway::cli {

namespace {

void AddFiles(const std::string& path, const std::function<bool(const std::string&)>& wanted,
              std::vector<std::string>* files) {
  if (!IsDirectory(path)) {
    if (FileExists(path) && wanted(BaseName(path))) files->push_back(path);
    return;
  }
  auto names = ListDirectory(path);
  if (!names.ok()) return;
  for (const std::string& name : *names) AddFiles(JoinPath(path, name), wanted, files);
}

// "signature 'serve', argument 'x' (f32[?,8,8,1])"
std::string Describe(const Argument& a) {
  return StrCat("argument '", a.name, "' of signature '", a.signature, "' (", a.type, ")");
}

bool TakesBytes(const TensorType& t) {
  return t.dtype == DType::kString && (!t.shape.has_rank() || t.shape.rank() <= 1);
}

Tensor BytesSample(const std::string& bytes, const TensorType& type) {
  return Tensor::Of<std::string>(type.shape.has_rank() && type.shape.rank() == 1 ? Shape{1} : Shape{}, {bytes});
}

// The argument's shape with `elements` elements: an unknown batch is 1, one more unknown dimension follows from them.
Result<Shape> ShapeOf(const Argument& a, int64_t elements) {
  if (!a.type.shape.has_rank()) return Shape{elements};
  Shape shape = a.type.shape;
  int unknown = -1;
  for (int i = 0; i < shape.rank(); ++i) {
    if (shape[i] >= 0) continue;
    if (i == 0 && shape.rank() > 1) {
      shape[0] = 1;
    } else if (unknown < 0) {
      unknown = i;
      shape[i] = 1;
    } else {
      return Unsupported(Describe(a), " has unknown dimensions that a list of numbers does not tell");
    }
  }
  int64_t known = shape.Elements();
  if (unknown >= 0 && known > 0 && elements % known == 0) shape[unknown] = elements / known;
  if (shape.Elements() != elements) return BadInput("a feature of ", elements, " values does not fit ", Describe(a));
  return shape;
}

template <class Value>
Result<Tensor> NumbersSample(const std::vector<Value>& values, const Argument& a) {
  ASSIGN_OR_RETURN(Shape shape, ShapeOf(a, static_cast<int64_t>(values.size())));
  Tensor t(a.type.dtype, shape);
  bool taken = false;
  VisitFixedDType(a.type.dtype, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_arithmetic_v<T>) {
      taken = true;
      std::transform(values.begin(), values.end(), t.as<T>().begin(), [](Value v) { return static_cast<T>(v); });
    }
  });
  if (!taken) return BadInput("numbers do not fit ", Describe(a));
  return t;
}

Result<Tensor> FromBytesList(const example::BytesList& list, const Argument& a, const PixelScale& scale) {
  if (a.type.dtype == DType::kString) {
    ASSIGN_OR_RETURN(Shape shape, ShapeOf(a, static_cast<int64_t>(list.size())));
    return Tensor::Of<std::string>(shape, std::span<const std::string>(list));
  }
  if (list.size() != 1) return BadInput("a feature of ", list.size(), " byte strings does not fit ", Describe(a));
  if (TakesImage(a.type) && ops::ImageFormatOf(list[0]) != ops::ImageFormat::kOther)
    return ImageSample(list[0], a.type, scale);
  int64_t size = DTypeSize(a.type.dtype), bytes = static_cast<int64_t>(list[0].size());
  if (size == 0 || bytes % size != 0) return BadInput("a feature of ", bytes, " bytes does not fit ", Describe(a));
  ASSIGN_OR_RETURN(Shape shape, ShapeOf(a, bytes / size));
  Tensor t(a.type.dtype, shape);
  if (bytes) std::memcpy(t.data(), list[0].data(), static_cast<size_t>(bytes));
  return t;
}

// A record's integers have 64 bits, the argument's perhaps fewer.
Status CheckIntegers(const std::vector<int64_t>& values, const Argument& a) {
  Status status;
  VisitFixedDType(a.type.dtype, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_integral_v<T>)
      for (int64_t v : values)
        if (status.ok() && static_cast<int64_t>(static_cast<T>(v)) != v)
          status = BadInput("the feature holds ", v, ", which does not fit ", Describe(a));
  });
  return status;
}

Result<Tensor> FromFeature(const example::Feature& feature, const Argument& a, const PixelScale& scale) {
  if (const auto* bytes = std::get_if<example::BytesList>(&feature)) return FromBytesList(*bytes, a, scale);
  if (const auto* floats = std::get_if<example::FloatList>(&feature)) {
    if (!IsFloat(a.type.dtype)) return BadInput("a feature of floats (float_list) does not fit ", Describe(a));
    return NumbersSample(*floats, a);
  }
  if (const auto* ints = std::get_if<example::Int64List>(&feature)) {
    if (IsFloat(a.type.dtype))
      return BadInput("a feature of integers (int64_list) does not fit ", Describe(a),
                      ", which takes floats: store a float_list");
    RETURN_IF_ERROR(CheckIntegers(*ints, a));
    return NumbersSample(*ints, a);
  }
  return BadInput("a feature without values does not fit ", Describe(a));
}

}  // namespace

std::vector<std::string> ImageFilesIn(const std::string& path) {
  std::vector<std::string> files;
  AddFiles(
      path,
      [](std::string name) {
        for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        return name.ends_with(".jpg") || name.ends_with(".jpeg") || name.ends_with(".png");
      },
      &files);
  return files;
}

std::vector<std::string> RecordFilesIn(const std::string& path) {
  std::vector<std::string> files;
  AddFiles(
      path, [](const std::string& name) { return name.find("tfrecord") != std::string::npos; }, &files);
  return files;
}

Result<std::vector<std::string>> ReadRecords(const std::vector<std::string>& files, int64_t most) {
  // Calls take(record) for each.
  auto walk = [&](const auto& take) -> Status {
    for (const std::string& file : files) {
      ASSIGN_OR_RETURN(auto mapped, MappedFile::Open(file));
      ASSIGN_OR_RETURN(tfrecord::Reader reader,
                       tfrecord::Reader::Open(file, tfrecord::DetectCompression(mapped->bytes().substr(0, 16))));
      std::string_view record;
      for (;;) {
        ASSIGN_OR_RETURN(bool more, reader.Next(&record));
        if (!more) break;
        take(record);
      }
    }
    return OkStatus();
  };
  int64_t all = 0, at = 0;
  RETURN_IF_ERROR(walk([&](std::string_view) { ++all; }));
  std::vector<std::string> records;
  int64_t count = std::min(all, most);
  RETURN_IF_ERROR(walk([&](std::string_view record) {
    int64_t taken = static_cast<int64_t>(records.size());
    if (taken < count && at == taken * all / count) records.emplace_back(record);
    ++at;
  }));
  return records;
}

Result<Tensor> FromImage(const std::string& bytes, const Argument& a, const PixelScale& scale) {
  if (!a.alone) return BadInput("images feed a signature of one argument; '", a.signature, "' has more");
  if (TakesBytes(a.type)) return BytesSample(bytes, a.type);
  if (!TakesImage(a.type)) return BadInput(Describe(a), " is no image: expected height, width and 1, 3 or 4 channels");
  return ImageSample(bytes, a.type, scale);
}

Result<Tensor> FromExample(const std::string& record, const Argument& a, const PixelScale& scale) {
  Result<example::Features> features = example::DecodeExample(record);
  if (!features.ok() && !(a.alone && TakesBytes(a.type))) return features.status();
  if (features.ok())
    for (const std::string& name : {StrCat(a.signature, ":", a.name), a.name})
      if (auto it = features->find(name); it != features->end()) {
        ASSIGN_OR_RETURN_AT(Tensor t, FromFeature(it->second, a, scale), StrCat("feature '", name, "'"));
        return t;
      }
  if (a.alone && TakesBytes(a.type)) return BytesSample(record, a.type);
  std::vector<std::string> names, fits;
  Result<Tensor> found = BadInput("");
  for (const auto& [name, feature] : *features) {
    names.push_back(name);
    if (!a.alone) continue;
    Result<Tensor> t = FromFeature(feature, a, scale);
    if (!t.ok()) continue;
    fits.push_back(name);
    found = std::move(t);
  }
  if (fits.size() == 1) return found;
  return BadInput("no feature is named like ", Describe(a), "; the record has ", StrJoin(names, ", "));
}

}  // namespace slipway::cli
