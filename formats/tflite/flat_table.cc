#include "formats/tflite/flat_table.h"

namespace slipway::tflite {

namespace {

template <class T>
T Load(const uint8_t* p) {
  T v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

}  // namespace

FlatFile::FlatFile(std::string_view bytes) : bytes_(bytes), left_((uint64_t{64} << 20) + uint64_t{16} * bytes.size()) {}

bool FlatFile::Take(uint64_t bytes) {
  exceeded_ = exceeded_ || bytes > left_;
  if (!exceeded_) left_ -= bytes;
  return !exceeded_;
}

const uint8_t* FlatFile::At(uint64_t at, uint64_t bytes, size_t alignment) {
  if (at <= bytes_.size() && bytes <= bytes_.size() - at && at % alignment == 0)
    return reinterpret_cast<const uint8_t*>(bytes_.data()) + at;
  broken_ = true;
  return nullptr;
}

uint64_t FlatFile::Follow(const uint8_t* from) {
  if (!from) return 0;
  int32_t distance = Load<int32_t>(from);
  uint64_t to =
      static_cast<uint64_t>(from - reinterpret_cast<const uint8_t*>(bytes_.data())) + static_cast<uint64_t>(distance);
  if (distance > 0 && At(to, 1, 1)) return to;
  broken_ = true;
  return 0;
}

FlatTable FlatFile::TableAt(uint64_t at) {
  FlatTable table;
  if (at == 0) return table;
  const uint8_t* start = At(at, 4, 4);
  if (!start) return table;
  // Unsigned: one that would lie before the file lies behind it.
  uint64_t fields_at = at - static_cast<uint64_t>(int64_t{Load<int32_t>(start)});
  const uint8_t* fields = At(fields_at, 2, 2);
  if (!fields) return table;
  int end = Load<uint16_t>(fields);
  if (end % 2 != 0) broken_ = true;
  if (!At(fields_at, static_cast<uint64_t>(end), 2) || broken_) return table;
  table.file_ = this;
  table.at_ = at;
  table.fields_ = fields;
  table.fields_end_ = end;
  return table;
}

FlatTable FlatFile::Root() { return TableAt(Follow(At(0, 4, 4))); }

FlatTable FlatVector::Table(size_t i) const { return file_->TableAt(file_->Follow(data_ + 4 * i)); }

const uint8_t* FlatTable::Scalar(int field, size_t bytes) const {
  if (field + 2 > fields_end_) return nullptr;
  uint16_t offset = Load<uint16_t>(fields_ + field);
  return offset == 0 ? nullptr : file_->At(at_ + offset, bytes, bytes);
}

FlatTable FlatTable::Table(int field) const {
  const uint8_t* offset = Scalar(field, 4);
  return offset ? file_->TableAt(file_->Follow(offset)) : FlatTable();
}

FlatVector FlatTable::Vector(int field, size_t element_bytes) const {
  FlatVector vector;
  const uint8_t* offset = Scalar(field, 4);
  uint64_t at = offset ? file_->Follow(offset) : 0;
  const uint8_t* size = at != 0 ? file_->At(at, 4, 4) : nullptr;
  if (!size) return vector;
  vector.file_ = file_;
  vector.size_ = Load<uint32_t>(size);
  vector.data_ = file_->At(at + 4, uint64_t{vector.size_} * element_bytes, 1);
  if (!vector.data_) vector.size_ = 0;
  return vector;
}

FlatVector FlatTable::Characters(int field) const {
  FlatVector text = Vector(field, 1);
  if (!text.data()) return text;
  const auto end = text.data() + text.size() - reinterpret_cast<const uint8_t*>(file_->bytes_.data());
  const uint8_t* zero = file_->At(static_cast<uint64_t>(end), 1, 1);
  if (zero && *zero == 0) return text;
  file_->broken_ = true;
  return {};
}

std::string FlatTable::TextOf(const FlatVector& text) const {
  if (!text.data() || !file_->Take(text.size())) return "";
  return std::string(text.bytes());
}

}  // namespace slipway::tflite
