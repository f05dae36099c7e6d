#pragma once
// Protocol Buffers' wire form by hand, for places that must not link protobuf (ParseExample on devices).
// Source: the protobuf encoding specification. Reading never goes past the bytes given.

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace slipway {

// Walks the fields of one message:
//   WireReader r(bytes);  while (r.Next()) switch (r.field()) { case 1: use(r.bytes()); ... }   if (!r.ok()) ->
//   malformed
class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  // Moves to the next field; false at the end or when the bytes are malformed (then ok() is false).
  bool Next();
  bool ok() const { return ok_; }
  uint32_t field() const { return field_; }
  int wire_type() const { return type_; }
  uint64_t varint() const { return value_; }         // wire types 0, 1 and 5
  std::string_view bytes() const { return bytes_; }  // wire type 2
  float as_float() const {
    uint32_t v = static_cast<uint32_t>(value_);
    float f;
    std::memcpy(&f, &v, 4);
    return f;
  }

 private:
  bool Fail() {
    ok_ = false;
    return false;
  }
  std::string_view rest_, bytes_;
  bool ok_ = true;
  uint32_t field_ = 0;
  int type_ = 0;
  uint64_t value_ = 0;
};

// Takes a varint off the front of `s`; false if it is cut or longer than 10 bytes.
bool TakeVarint(std::string_view& s, uint64_t* value);
void AppendVarint(std::string& out, uint64_t value);
// tag + length + bytes
void AppendBytesField(std::string& out, uint32_t field, std::string_view bytes);
void AppendVarintField(std::string& out, uint32_t field, uint64_t value);

template <class T>
void AppendLittleEndian(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

}  // namespace slipway
