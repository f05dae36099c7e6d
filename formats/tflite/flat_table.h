#pragma once
// Tables of a FlatBuffer that nobody has verified. Every read is held against the file's size and the alignment of what
// is read; what does not fit reads as absent and makes the file broken, which its reader asks in the end. Layout of
// tables, vectors and strings: https://flatbuffers.dev/internals. Fields are named by the schema's VT_ constants.

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace slipway::tflite {

class FlatTable;

class FlatFile {
 public:
  // The bytes are aligned to 8 and outlive all that is read.
  explicit FlatFile(std::string_view bytes);

  FlatTable Root();
  // Tables may share parts, so a small file can describe a huge model. Everything that is copied out of it is taken
  // from a budget; false: it is exceeded.
  bool Take(uint64_t bytes);
  bool broken() const { return broken_; }
  bool exceeded() const { return exceeded_; }
  bool usable() const { return !broken_ && !exceeded_; }

 private:
  friend class FlatTable;
  friend class FlatVector;
  const uint8_t* At(uint64_t at, uint64_t bytes, size_t alignment);
  // Where the offset at `from` leads to; 0 if it leads out of the file.
  uint64_t Follow(const uint8_t* from);
  FlatTable TableAt(uint64_t at);

  std::string_view bytes_;
  uint64_t left_;
  bool broken_ = false, exceeded_ = false;
};

// Elements as they are stored: little-endian, perhaps less aligned than their type.
class FlatVector {
 public:
  const uint8_t* data() const { return data_; }  // nullptr: it is absent
  size_t size() const { return size_; }
  std::string_view bytes() const { return {reinterpret_cast<const char*>(data_), size_}; }  // of elements of one byte
  FlatTable Table(size_t i) const;                                                          // of a vector of tables

 private:
  friend class FlatTable;
  FlatFile* file_ = nullptr;
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

class FlatTable {
 public:
  explicit operator bool() const { return file_ != nullptr; }  // false: it is absent, and so are its fields

  const uint8_t* Scalar(int field, size_t bytes) const;  // nullptr: it is absent
  template <class T>
  T Number(int field, T fallback = 0) const {
    if (const uint8_t* stored = Scalar(field, sizeof(T))) std::memcpy(&fallback, stored, sizeof(T));
    return fallback;
  }
  bool Flag(int field) const { return Number<uint8_t>(field) != 0; }
  FlatTable Table(int field) const;
  FlatVector Vector(int field, size_t element_bytes) const;
  FlatVector Characters(int field) const;  // of a string

  // Copies, out of the budget.
  std::string Text(int field) const { return TextOf(Characters(field)); }
  std::string Bytes(int field) const { return TextOf(Vector(field, 1)); }
  template <class To, class Stored = To>
  void Copy(int field, std::vector<To>& to) const {
    FlatVector from = Vector(field, sizeof(Stored));
    if (!from.data() || !file_->Take(uint64_t{from.size()} * sizeof(To))) return;
    to = std::vector<To>(from.size());
    for (size_t i = 0; i < to.size(); ++i) {
      Stored element;
      std::memcpy(&element, from.data() + i * sizeof element, sizeof element);
      to[i] = static_cast<To>(element);
    }
  }

 private:
  friend class FlatFile;
  std::string TextOf(const FlatVector&) const;

  FlatFile* file_ = nullptr;
  uint64_t at_ = 0;
  const uint8_t* fields_ = nullptr;  // the vtable
  int fields_end_ = 0;
};

}  // namespace slipway::tflite
