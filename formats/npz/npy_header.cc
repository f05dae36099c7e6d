#include "formats/npz/npy_header.h"

#include <cstring>
#include <vector>

#include "base/wire.h"

namespace slipway::npz {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kAlignment = 64;

// Walks a Python literal, as far as NumPy writes them here.
class Literal {
 public:
  explicit Literal(std::string_view text) : rest_(text) {}

  bool Take(char c) {
    SkipSpace();
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool TakeWord(std::string_view word) {
    SkipSpace();
    if (rest_.substr(0, word.size()) != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool TakeString(std::string* out) {
    SkipSpace();
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"')) return false;
    size_t end = rest_.find(rest_[0], 1);
    if (end == std::string_view::npos) return false;
    *out = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return out->find('\\') == std::string::npos;
  }
  bool TakeNumber(int64_t* out) {
    SkipSpace();
    size_t digits = rest_.find_first_not_of("0123456789");
    if (digits == std::string_view::npos) digits = rest_.size();
    std::optional<int64_t> number = ParseNumber<int64_t>(rest_.substr(0, digits));
    if (!number) return false;
    *out = *number;
    rest_.remove_prefix(digits);
    (void)Take('L');  // Python 2 wrote long numbers so
    return true;
  }
  bool AtEnd() {
    SkipSpace();
    return rest_.empty();
  }

 private:
  void SkipSpace() {
    size_t at = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at);
  }
  std::string_view rest_;
};

Status ParseDescr(const std::string& descr, NpyHeader* header) {
  Status unsupported =
      Unsupported("NumPy type '", descr, "' cannot be read; bool, integers, floats, complex, S and U can");
  if (descr.size() < 3) return unsupported;
  std::optional<size_t> size = ParseNumber<size_t>(std::string_view(descr).substr(2));
  if (std::string_view("<>|=").find(descr[0]) == std::string_view::npos || !size) return unsupported;
  header->big_endian = descr[0] == '>';
  header->kind = descr[1];
  header->width = *size;
  switch (descr[1]) {
    case 'b':
      return *size == 1 ? OkStatus() : unsupported;
    case 'i':
    case 'u':
      return *size == 1 || *size == 2 || *size == 4 || *size == 8 ? OkStatus() : unsupported;
    case 'f':
      return *size == 2 || *size == 4 || *size == 8 ? OkStatus() : unsupported;
    case 'c':
      return *size == 8 || *size == 16 ? OkStatus() : unsupported;
    case 'S':
    case 'U':
      return OkStatus();
    default:
      return unsupported;
  }
}

Status ParseShape(Literal& literal, Shape* shape) {
  Status malformed = BadInput("the shape in the array's header is malformed");
  if (!literal.Take('(')) return malformed;
  std::vector<int64_t> dims;
  bool more = !literal.Take(')');
  while (more) {
    if (dims.size() == kMaxRank) return Unsupported("an array of rank above ", kMaxRank, " cannot be read");
    if (!literal.TakeNumber(&dims.emplace_back())) return malformed;
    bool comma = literal.Take(',');
    more = !literal.Take(')');
    if (more && !comma) return malformed;
  }
  ASSIGN_OR_RETURN(*shape, Shape::FromDims(dims));
  return OkStatus();
}

}  // namespace

Result<NpyHeader> ParseNpyHeader(std::string_view bytes) {
  constexpr size_t kPreamble = 8;  // magic and version
  if (bytes.size() < kPreamble || bytes.substr(0, kMagic.size()) != kMagic) return BadInput("it is no NumPy array");
  int version = bytes[6];
  if (version < 1 || version > 3) return Unsupported("NumPy array format ", version, " is not known");
  size_t length_bytes = version == 1 ? 2 : 4;
  uint32_t length = 0;
  if (bytes.size() < kPreamble + length_bytes) return BadInput("the array's header is cut");
  std::memcpy(&length, bytes.data() + kPreamble, length_bytes);
  NpyHeader header;
  header.data_offset = kPreamble + length_bytes + length;
  if (header.data_offset > bytes.size()) return BadInput("the array's header is cut");

  Literal literal(bytes.substr(kPreamble + length_bytes, length));
  Status malformed = BadInput("the array's header is malformed");
  bool descr = false, order = false, shape = false;
  if (!literal.Take('{')) return malformed;
  while (!literal.Take('}')) {
    std::string key, text;
    if (!literal.TakeString(&key) || !literal.Take(':')) return malformed;
    if (key == "descr" && !descr) {
      descr = true;
      if (!literal.TakeString(&text)) return Unsupported("a structured NumPy array cannot be read");
      RETURN_IF_ERROR(ParseDescr(text, &header));
    } else if (key == "fortran_order" && !order) {
      order = true;
      header.fortran_order = literal.TakeWord("True");
      if (!header.fortran_order && !literal.TakeWord("False")) return malformed;
    } else if (key == "shape" && !shape) {
      shape = true;
      RETURN_IF_ERROR(ParseShape(literal, &header.shape));
    } else {
      return malformed;
    }
    (void)literal.Take(',');
  }
  if (!descr || !order || !shape || !literal.AtEnd()) return malformed;
  return header;
}

std::string MakeNpyHeader(std::string_view descr, const Shape& shape) {
  std::string dict = StrCat("{'descr': '", descr, "', 'fortran_order': False, 'shape': (", StrJoin(shape.dims(), ", "),
                            shape.rank() == 1 ? ",), }" : "), }");
  size_t total = (10 + dict.size() + 1 + kAlignment - 1) / kAlignment * kAlignment;
  dict.resize(total - 10 - 1, ' ');
  dict += '\n';
  std::string out(kMagic);
  out += std::string_view("\x01\x00", 2);
  AppendLittleEndian(out, static_cast<uint16_t>(dict.size()));
  return out + dict;
}

}  // namespace slipway::npz
