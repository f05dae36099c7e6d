#include "formats/tflite/flexbuffer.h"

#include <bit>
#include <cstring>
#include <limits>

#include "flatbuffers/flexbuffers.h"

namespace slipway::tflite {

namespace {

// Types of the wire; a packed type is type << 2 | log2(width).
enum Type : int {
  kNull = 0,
  kInt = 1,
  kUInt = 2,
  kFloat = 3,
  kKey = 4,
  kString = 5,
  kIndirectInt = 6,
  kIndirectUInt = 7,
  kIndirectFloat = 8,
  kMap = 9,
  kVector = 10,
  kVectorInt = 11,
  kVectorUInt = 12,
  kVectorFloat = 13,
  kVectorKey = 14,
  kVectorString = 15,
  kVectorInt2 = 16,  // then UInt2, Float2, Int3 ... Float4
  kVectorFloat4 = 24,
  kBlob = 25,
  kBool = 26,
  kVectorBool = 36,
};

// A value at its place: scalars lie there, everything else lies `offset` bytes before it.
struct Reference {
  size_t at = 0;
  size_t parent_width = 1;  // of what lies at `at`
  int type = kNull;
  size_t width = 1;  // of the elements behind an offset
};

struct Elements {
  size_t begin = 0, count = 0, width = 1;
  int type = kNull;     // of every element, unless types are stored
  size_t types_at = 0;  // one packed type per element; 0: none stored
};

class Parser {
 public:
  explicit Parser(std::string_view bytes) : bytes_(bytes), budget_(1024 + 16 * bytes.size()) {}
  Result<FlexMap> Parse();

 private:
  Status Broken(std::string_view what) const { return BadInput("a FlexBuffer is broken: ", what); }
  bool Inside(size_t at, size_t size) const { return size <= bytes_.size() && at <= bytes_.size() - size; }
  // Vectors may share parts, so what is copied is limited.
  bool Take(size_t bytes) {
    if (bytes > budget_) return false;
    budget_ -= bytes;
    return true;
  }
  Result<uint64_t> Unsigned(size_t at, size_t width) const;
  Result<int64_t> Integer(size_t at, size_t width, bool is_signed) const;
  Result<double> Real(size_t at, size_t width) const;
  Result<size_t> Target(size_t at, size_t width) const;
  Result<Elements> Counted(size_t target, size_t width, int type, size_t element_width) const;
  Result<std::string> Key(size_t at);
  Result<std::string> Text(const Reference&);
  Result<Elements> VectorAt(const Reference&) const;
  Result<Reference> Element(const Elements&, size_t index) const;
  Result<FlexValue> Scalar(const Reference&);
  Result<FlexValue> Vector(const Reference&);
  Result<FlexValue> Value(const Reference&);

  std::string_view bytes_;
  size_t budget_;
};

bool IsWidth(uint64_t width) { return width == 1 || width == 2 || width == 4 || width == 8; }
bool IsScalar(int type) { return (type >= kNull && type <= kFloat) || type == kBool; }
bool IsIndirect(int type) { return type >= kIndirectInt && type <= kIndirectFloat; }
bool IsFixedVector(int type) { return type >= kVectorInt2 && type <= kVectorFloat4; }

Reference Packed(size_t at, size_t parent_width, uint8_t packed) {
  return {at, parent_width, packed >> 2, size_t{1} << (packed & 3)};
}

Result<uint64_t> Parser::Unsigned(size_t at, size_t width) const {
  if (!IsWidth(width) || !Inside(at, width)) return Broken("a number lies outside");
  uint64_t v = 0;
  std::memcpy(&v, bytes_.data() + at, width);
  return v;
}

Result<int64_t> Parser::Integer(size_t at, size_t width, bool is_signed) const {
  ASSIGN_OR_RETURN(uint64_t v, Unsigned(at, width));
  if (is_signed) {
    int shift = 64 - static_cast<int>(width) * 8;
    return static_cast<int64_t>(v << shift) >> shift;
  }
  if (v > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    return Unsupported("the integer ", v, " in a FlexBuffer is too large");
  return static_cast<int64_t>(v);
}

Result<double> Parser::Real(size_t at, size_t width) const {
  if (width != 4 && width != 8) return Broken("a float is neither 4 nor 8 bytes wide");
  ASSIGN_OR_RETURN(uint64_t bits, Unsigned(at, width));
  if (width == 8) return std::bit_cast<double>(bits);
  return double{std::bit_cast<float>(static_cast<uint32_t>(bits))};
}

Result<size_t> Parser::Target(size_t at, size_t width) const {
  ASSIGN_OR_RETURN(uint64_t offset, Unsigned(at, width));
  if (offset > at) return Broken("an offset points before the start");
  return at - static_cast<size_t>(offset);
}

Result<Elements> Parser::Counted(size_t target, size_t width, int type, size_t element_width) const {
  if (target < width) return Broken("a size lies before the start");
  ASSIGN_OR_RETURN(uint64_t count, Unsigned(target - width, width));
  if (count > bytes_.size() || !Inside(target, static_cast<size_t>(count) * element_width))
    return Broken("a vector ends outside");
  return Elements{target, static_cast<size_t>(count), element_width, type, 0};
}

Result<std::string> Parser::Key(size_t at) {
  size_t end = at < bytes_.size() ? bytes_.find('\0', at) : std::string_view::npos;
  if (end == std::string_view::npos) return Broken("a key has no end");
  if (!Take(end - at)) return Broken("its keys are shared too often");
  return std::string(bytes_.substr(at, end - at));
}

Result<std::string> Parser::Text(const Reference& r) {
  ASSIGN_OR_RETURN(size_t target, Target(r.at, r.parent_width));
  if (r.type == kKey) return Key(target);
  ASSIGN_OR_RETURN(Elements text, Counted(target, r.width, kUInt, 1));
  if (!Take(text.count)) return Broken("its strings are shared too often");
  return std::string(bytes_.substr(text.begin, text.count));
}

Result<Elements> Parser::VectorAt(const Reference& r) const {
  ASSIGN_OR_RETURN(size_t target, Target(r.at, r.parent_width));
  if (IsFixedVector(r.type)) {
    size_t count = static_cast<size_t>((r.type - kVectorInt2) / 3 + 2);
    if (!Inside(target, count * r.width)) return Broken("a vector ends outside");
    return Elements{target, count, r.width, kInt + (r.type - kVectorInt2) % 3, 0};
  }
  int type = r.type == kVectorString ? kString : r.type == kVectorBool ? kBool : r.type - kVectorInt + kInt;
  ASSIGN_OR_RETURN(Elements v, Counted(target, r.width, type, r.width));
  if (r.type == kVector || r.type == kMap) {
    v.types_at = v.begin + v.count * v.width;
    if (!Inside(v.types_at, v.count)) return Broken("the types of a vector lie outside");
  }
  return v;
}

Result<Reference> Parser::Element(const Elements& v, size_t index) const {
  size_t at = v.begin + index * v.width;
  if (v.types_at != 0) return Packed(at, v.width, static_cast<uint8_t>(bytes_[v.types_at + index]));
  return Reference{at, v.width, v.type, v.type == kString ? size_t{1} : v.width};
}

Result<FlexValue> Parser::Scalar(const Reference& r) {
  size_t at = r.at, width = r.parent_width;
  int type = r.type;
  if (IsIndirect(type)) {
    ASSIGN_OR_RETURN(at, Target(r.at, r.parent_width));
    width = r.width;
    type = type - kIndirectInt + kInt;
  }
  if (type == kNull) return FlexValue();
  if (type == kFloat) {
    ASSIGN_OR_RETURN(double v, Real(at, width));
    return FlexValue::Float(v);
  }
  ASSIGN_OR_RETURN(int64_t v, Integer(at, width, type == kInt));
  return type == kBool ? FlexValue::Bool(v != 0) : FlexValue::Int(v);
}

Result<FlexValue> Parser::Vector(const Reference& r) {
  ASSIGN_OR_RETURN(Elements v, VectorAt(r));
  if (!Take(v.count * sizeof(int64_t))) return Broken("its vectors are shared too often");
  FlexValue out = FlexValue::Ints({});
  for (size_t i = 0; i < v.count; ++i) {
    ASSIGN_OR_RETURN(Reference element, Element(v, i));
    bool is_text = element.type == kString || element.type == kKey;
    if (!is_text && !IsScalar(element.type) && !IsIndirect(element.type))
      return Unsupported("a FlexBuffer has a vector inside of a vector");
    if (is_text) {
      if (!out.integers.empty() || !out.reals.empty()) return Unsupported("a FlexBuffer has a vector of mixed kinds");
      if (!Take(sizeof(std::string))) return Broken("its vectors are shared too often");
      out.kind = FlexValue::Kind::kStrings;
      ASSIGN_OR_RETURN(std::string text, Text(element));
      out.texts.push_back(std::move(text));
      continue;
    }
    ASSIGN_OR_RETURN(FlexValue number, Scalar(element));
    if (!out.texts.empty() || number.kind == FlexValue::Kind::kNull)
      return Unsupported("a FlexBuffer has a vector of mixed kinds");
    if (number.kind == FlexValue::Kind::kFloat && out.kind == FlexValue::Kind::kInts)
      out = FlexValue::Floats(std::vector<double>(out.integers.begin(), out.integers.end()));
    if (out.kind == FlexValue::Kind::kFloats)
      out.reals.push_back(number.kind == FlexValue::Kind::kFloat ? number.real : static_cast<double>(number.integer));
    else
      out.integers.push_back(number.integer);
  }
  return out;
}

Result<FlexValue> Parser::Value(const Reference& r) {
  if (IsScalar(r.type) || IsIndirect(r.type)) return Scalar(r);
  if (r.type == kString || r.type == kKey || r.type == kBlob) {
    ASSIGN_OR_RETURN(std::string text, Text(r));
    return FlexValue::String(std::move(text));
  }
  if (r.type == kMap) return Unsupported("a FlexBuffer has a map inside of a map");
  if ((r.type >= kVector && r.type <= kVectorFloat4) || r.type == kVectorBool) return Vector(r);
  return Broken("it has a value of unknown type");
}

Result<FlexMap> Parser::Parse() {
  // The last three fields: the root, its packed type, its width.
  if (bytes_.size() < 3) return Broken("it is too short");
  size_t width = static_cast<uint8_t>(bytes_.back());
  if (!IsWidth(width) || bytes_.size() < 2 + width) return Broken("its root has no width");
  Reference root = Packed(bytes_.size() - 2 - width, width, static_cast<uint8_t>(bytes_[bytes_.size() - 2]));
  if (root.type != kMap) return Unsupported("a FlexBuffer of options is no map");
  ASSIGN_OR_RETURN(Elements values, VectorAt(root));

  // In front of a map's size: the offset of its keys and the width of those.
  size_t w = root.width;
  if (values.begin < 3 * w) return Broken("a map has no keys");
  ASSIGN_OR_RETURN(size_t keys_at, Target(values.begin - 3 * w, w));
  ASSIGN_OR_RETURN(uint64_t key_width, Unsigned(values.begin - 2 * w, w));
  if (!IsWidth(key_width)) return Broken("its keys have no width");
  ASSIGN_OR_RETURN(Elements keys,
                   Counted(keys_at, static_cast<size_t>(key_width), kKey, static_cast<size_t>(key_width)));
  if (keys.count != values.count) return Broken("it has more or fewer keys than values");

  FlexMap out;
  for (size_t i = 0; i < values.count; ++i) {
    ASSIGN_OR_RETURN(size_t key_at, Target(keys.begin + i * keys.width, keys.width));
    ASSIGN_OR_RETURN(std::string key, Key(key_at));
    ASSIGN_OR_RETURN(Reference reference, Element(values, i));
    ASSIGN_OR_RETURN_AT(FlexValue value, Value(reference), StrCat("'", key, "'"));
    out.insert_or_assign(std::move(key), std::move(value));
  }
  return out;
}

}  // namespace

FlexValue FlexValue::Bool(bool v) {
  FlexValue out;
  out.kind = Kind::kBool;
  out.integer = v;
  return out;
}

FlexValue FlexValue::Int(int64_t v) {
  FlexValue out;
  out.kind = Kind::kInt;
  out.integer = v;
  return out;
}

FlexValue FlexValue::Float(double v) {
  FlexValue out;
  out.kind = Kind::kFloat;
  out.real = v;
  return out;
}

FlexValue FlexValue::String(std::string v) {
  FlexValue out;
  out.kind = Kind::kString;
  out.text = std::move(v);
  return out;
}

FlexValue FlexValue::Ints(std::vector<int64_t> v) {
  FlexValue out;
  out.kind = Kind::kInts;
  out.integers = std::move(v);
  return out;
}

FlexValue FlexValue::Floats(std::vector<double> v) {
  FlexValue out;
  out.kind = Kind::kFloats;
  out.reals = std::move(v);
  return out;
}

FlexValue FlexValue::Strings(std::vector<std::string> v) {
  FlexValue out;
  out.kind = Kind::kStrings;
  out.texts = std::move(v);
  return out;
}

Result<FlexMap> ReadFlexMap(std::string_view bytes) {
  if (bytes.empty()) return FlexMap();
  return Parser(bytes).Parse();
}

std::string WriteFlexMap(const FlexMap& map) {
  flexbuffers::Builder builder;
  size_t start = builder.StartMap();
  for (const auto& [key, value] : map) {
    builder.Key(key);
    switch (value.kind) {
      case FlexValue::Kind::kNull:
        builder.Null();
        break;
      case FlexValue::Kind::kBool:
        builder.Bool(value.integer != 0);
        break;
      case FlexValue::Kind::kInt:
        builder.Int(value.integer);
        break;
      case FlexValue::Kind::kFloat:
        builder.Double(value.real);
        break;
      case FlexValue::Kind::kString:
        builder.String(value.text);
        break;
      case FlexValue::Kind::kInts:
        builder.Vector(value.integers.data(), value.integers.size());
        break;
      case FlexValue::Kind::kFloats:
        builder.Vector(value.reals.data(), value.reals.size());
        break;
      case FlexValue::Kind::kStrings:
        builder.Vector([&builder, &texts = value.texts] {
          for (const std::string& text : texts) builder.String(text);
        });
        break;
    }
  }
  builder.EndMap(start);
  builder.Finish();
  const std::vector<uint8_t>& bytes = builder.GetBuffer();
  return std::string(bytes.begin(), bytes.end());
}

}  // namespace slipway::tflite
