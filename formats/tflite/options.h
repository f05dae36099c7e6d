#pragma once
// Builtin options of an operator, without FlatBuffers: a table's type and the slots that are present in it.
//
// An op maps its struct once, for both directions, with a template over the visitor:
//   template <class V, class Op> void Fields(V& v, Op& op) {
//     v.Enum(0, "padding", op.padding, Padding::kSame);
//     v.Int(1, "stride_w", op.stride_w);
//     v.Int(4, "dilation_w_factor", op.dilation_w, 1);
//   }
// OptionsReader sets the fields from a table, OptionsWriter collects a table from them, OptionsChecker proves slots,
// names, wire types and defaults against the schema in the op's test. Slot numbers count from 0 in the order of
// schema.fbs, deprecated fields included. A default must be the schema's.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/dtype.h"
#include "base/status.h"

namespace slipway::tflite {

// Codes of the union BuiltinOptions; those of BuiltinOptions2 plus 256.
enum class OptionsType : uint16_t {
  NONE = 0,
#define OPTIONS(table, code) table = code,
#include "formats/tflite/options.def"
};

// How a scalar or the element of a vector is stored.
enum class Wire : uint8_t { kBool, kI8, kU8, kI16, kU16, kI32, kU32, kI64, kU64, kF32, kF64 };
int WireBytes(Wire);

enum class OptionForm : uint8_t { kScalar, kVector, kString };

struct OptionValue {
  uint16_t slot = 0;
  OptionForm form = OptionForm::kScalar;
  Wire wire = Wire::kI32;
  int64_t integer = 0;  // scalars of integer types and bool
  double real = 0;      // scalars of float types
  std::string bytes;    // a vector's elements, little-endian; a string's characters

  friend bool operator==(const OptionValue&, const OptionValue&) = default;
};

struct OptionsTable {
  OptionsType type = OptionsType::NONE;
  std::vector<OptionValue> values;  // ascending slots

  const OptionValue* Find(int slot) const;
  friend bool operator==(const OptionsTable&, const OptionsTable&) = default;
};

// Fields that are absent get the default. The first value that does not fit its field is kept as the status.
class OptionsReader {
 public:
  // Expects a table of `type`; without any table every field gets its default; another table is an error.
  OptionsReader(const OptionsTable& table, OptionsType type);

  bool present() const { return present_; }
  const Status& status() const { return status_; }

  template <class T>
  void Int(int slot, const char* name, T& field, int64_t fallback = 0, Wire wire = Wire::kI32) {
    field = static_cast<T>(Integer(slot, name, wire, fallback, std::numeric_limits<T>::min(),
                                   ClampToInt64(std::numeric_limits<T>::max())));
  }
  void Bool(int slot, const char* name, bool& field, bool fallback = false) {
    field = Integer(slot, name, Wire::kBool, fallback, 0, 1) != 0;
  }
  template <class T>
  void Float(int slot, const char* name, T& field, double fallback = 0) {
    field = static_cast<T>(Real(slot, name, fallback));
  }
  // Numbers of the field's enum are the wire's; a value that the schema does not name is an error.
  template <class E>
  void Enum(int slot, const char* name, E& field, E fallback, Wire wire = Wire::kI8) {
    field = static_cast<E>(EnumCode(slot, name, wire, static_cast<int64_t>(fallback)));
  }
  // A TensorType code as a DType.
  void Type(int slot, const char* name, DType& field, DType fallback);
  void Ints(int slot, const char* name, std::vector<int64_t>& field, Wire wire = Wire::kI32);
  void Floats(int slot, const char* name, std::vector<float>& field);
  void String(int slot, const char* name, std::string& field);
  // A vector of ubyte.
  void Bytes(int slot, const char* name, std::string& field);

 private:
  template <class T>
  static constexpr int64_t ClampToInt64(T v) {
    if constexpr (std::is_same_v<T, uint64_t>)
      return std::numeric_limits<int64_t>::max();
    else
      return static_cast<int64_t>(v);
  }
  const OptionValue* Find(int slot, const char* name, OptionForm form, Wire wire);
  int64_t Integer(int slot, const char* name, Wire wire, int64_t fallback, int64_t min, int64_t max);
  int64_t EnumCode(int slot, const char* name, Wire wire, int64_t fallback);
  double Real(int slot, const char* name, double fallback);
  void Fail(const char* name, std::string_view why);

  const OptionsTable& table_;
  OptionsType type_;
  bool present_ = false;
  Status status_;
};

// Scalars equal to their default are left out, as FlatBuffers do; vectors and strings are always written.
// A slot, name, wire type or default that contradicts the schema is our bug: CHECK.
class OptionsWriter {
 public:
  explicit OptionsWriter(OptionsType type) { table_.type = type; }
  // The table, or the first field whose value the wire cannot hold.
  Result<OptionsTable> Finish() &&;

  template <class T>
  void Int(int slot, const char* name, const T& field, int64_t fallback = 0, Wire wire = Wire::kI32) {
    Integer(slot, name, static_cast<int64_t>(field), fallback, wire);
  }
  void Bool(int slot, const char* name, bool field, bool fallback = false) {
    Integer(slot, name, field, fallback, Wire::kBool);
  }
  template <class T>
  void Float(int slot, const char* name, const T& field, double fallback = 0) {
    Real(slot, name, static_cast<double>(field), fallback);
  }
  template <class E>
  void Enum(int slot, const char* name, const E& field, E fallback, Wire wire = Wire::kI8) {
    Integer(slot, name, static_cast<int64_t>(field), static_cast<int64_t>(fallback), wire);
  }
  void Type(int slot, const char* name, DType field, DType fallback);
  void Ints(int slot, const char* name, const std::vector<int64_t>& field, Wire wire = Wire::kI32);
  void Floats(int slot, const char* name, const std::vector<float>& field);
  void String(int slot, const char* name, const std::string& field);
  void Bytes(int slot, const char* name, const std::string& field);

 private:
  void Integer(int slot, const char* name, int64_t value, int64_t fallback, Wire wire);
  void Real(int slot, const char* name, double value, double fallback);
  OptionValue& Add(int slot, OptionForm form, Wire wire);

  OptionsTable table_;
  Status status_;
};

// For tests of ops: what a mapping says, against the schema.
class OptionsChecker {
 public:
  explicit OptionsChecker(OptionsType type) : type_(type) {}
  // The first contradiction.
  const Status& status() const { return status_; }
  // Names of the schema's fields (but deprecated ones) that the mapping did not visit.
  std::vector<std::string> Unvisited() const;

  template <class T>
  void Int(int slot, const char* name, const T&, int64_t fallback = 0, Wire wire = Wire::kI32) {
    Visit(slot, name, OptionForm::kScalar, wire, static_cast<double>(fallback));
  }
  void Bool(int slot, const char* name, bool, bool fallback = false) {
    Visit(slot, name, OptionForm::kScalar, Wire::kBool, fallback);
  }
  template <class T>
  void Float(int slot, const char* name, const T&, double fallback = 0) {
    Visit(slot, name, OptionForm::kScalar, Wire::kF32, fallback);
  }
  template <class E>
  void Enum(int slot, const char* name, const E&, E fallback, Wire wire = Wire::kI8) {
    Visit(slot, name, OptionForm::kScalar, wire, static_cast<double>(fallback));
  }
  void Type(int slot, const char* name, DType, DType fallback);
  void Ints(int slot, const char* name, const std::vector<int64_t>&, Wire wire = Wire::kI32) {
    Visit(slot, name, OptionForm::kVector, wire, 0);
  }
  void Floats(int slot, const char* name, const std::vector<float>&) {
    Visit(slot, name, OptionForm::kVector, Wire::kF32, 0);
  }
  void String(int slot, const char* name, const std::string&) { Visit(slot, name, OptionForm::kString, Wire::kU8, 0); }
  void Bytes(int slot, const char* name, const std::string&) { Visit(slot, name, OptionForm::kVector, Wire::kU8, 0); }

 private:
  void Visit(int slot, const char* name, OptionForm form, Wire wire, double fallback);

  OptionsType type_;
  Status status_;
  std::vector<int> visited_;
};

}  // namespace slipway::tflite
