#include "formats/npz/npy.h"

#include <algorithm>
#include <cstring>

#include "base/file.h"
#include "formats/npz/npy_header.h"
#include "formats/npz/npz.h"

namespace slipway::npz {

namespace {

struct TypeRow {
  char kind;
  size_t width;
  DType dtype;
};
constexpr TypeRow kTypes[] = {
    {'b', 1, DType::kBool}, {'i', 1, DType::kI8},  {'i', 2, DType::kI16}, {'i', 4, DType::kI32},  {'i', 8, DType::kI64},
    {'u', 1, DType::kU8},   {'u', 2, DType::kU16}, {'u', 4, DType::kU32}, {'u', 8, DType::kU64},  {'f', 2, DType::kF16},
    {'f', 4, DType::kF32},  {'f', 8, DType::kF64}, {'c', 8, DType::kC64}, {'c', 16, DType::kC128}};

bool IsText(char kind) { return kind == 'S' || kind == 'U'; }

DType DTypeOfHeader(const NpyHeader& header) {
  if (IsText(header.kind)) return DType::kString;
  for (const TypeRow& row : kTypes)
    if (row.kind == header.kind && row.width == header.width) return row.dtype;
  return DType::kInvalid;
}

std::string DescrOf(DType dtype) {
  for (const TypeRow& row : kTypes)
    if (row.dtype == dtype) return StrCat(row.width == 1 ? '|' : '<', row.kind, row.width);
  CHECK(false);
}

// Calls place(from, to) for each element: `from` counts in Fortran order, `to` in C order.
template <class F>
void ForEachFortran(const Shape& shape, F&& place) {
  int64_t n = shape.Elements();
  std::vector<int64_t> index(static_cast<size_t>(shape.rank()));
  for (int64_t from = 0; from < n; ++from) {
    int64_t to = 0;
    for (int i = 0; i < shape.rank(); ++i) to = to * shape[i] + index[static_cast<size_t>(i)];
    place(from, to);
    for (int i = 0; i < shape.rank() && ++index[static_cast<size_t>(i)] == shape[i]; ++i)
      index[static_cast<size_t>(i)] = 0;
  }
}

void AppendUtf8(std::string& out, uint32_t c) {
  if (c < 0x80) {
    out.push_back(static_cast<char>(c));
    return;
  }
  int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  constexpr int kLead[] = {0, 0xc0, 0xe0, 0xf0};
  out.push_back(static_cast<char>(kLead[more] | static_cast<int>(c >> (6 * more))));
  for (int i = more - 1; i >= 0; --i) out.push_back(static_cast<char>(0x80 | ((c >> (6 * i)) & 0x3f)));
}

// UTF-32 without the zeros at its end.
Status AppendText(std::string_view utf32, bool big_endian, std::string* out) {
  std::vector<uint32_t> text(utf32.size() / 4);
  if (!text.empty()) std::memcpy(text.data(), utf32.data(), utf32.size());
  if (big_endian)
    for (uint32_t& c : text) c = __builtin_bswap32(c);
  while (!text.empty() && text.back() == 0) text.pop_back();
  for (uint32_t c : text) {
    if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) return BadInput("the text holds ", c, ", which is no character");
    AppendUtf8(*out, c);
  }
  return OkStatus();
}

Result<Tensor> ParseStrings(const NpyHeader& header, std::string_view data) {
  Tensor t(DType::kString, header.shape);
  size_t bytes = header.kind == 'U' ? 4 * header.width : header.width;
  Status status;
  auto place = [&](int64_t from, int64_t to) {
    std::string_view element = data.substr(static_cast<size_t>(from) * bytes, bytes);
    std::string& out = t.strings()[static_cast<size_t>(to)];
    if (header.kind == 'S') {
      out = element;
    } else if (Status s = AppendText(element, header.big_endian, &out); !s.ok()) {
      status = s;
    }
  };
  if (header.fortran_order) {
    ForEachFortran(header.shape, place);
  } else {
    for (int64_t i = 0; i < t.elements(); ++i) place(i, i);
  }
  if (!status.ok()) return status;
  return t;
}

// Elements of any order of bytes and dimensions.
Tensor ParseNumbers(const NpyHeader& header, const TensorType& type, std::string_view data) {
  Tensor t(type);
  size_t width = header.width, part = header.kind == 'c' ? width / 2 : width;
  char* out = static_cast<char*>(t.data());
  auto place = [&](int64_t from, int64_t to) {
    char* element = out + static_cast<size_t>(to) * width;
    std::memcpy(element, data.data() + static_cast<size_t>(from) * width, width);
    if (header.big_endian)
      for (size_t at = 0; at < width; at += part) std::reverse(element + at, element + at + part);
    if (type.dtype == DType::kBool) *element = *element != 0;
  };
  if (header.fortran_order) {
    ForEachFortran(header.shape, place);
  } else {
    for (int64_t i = 0; i < t.elements(); ++i) place(i, i);
  }
  return t;
}

std::string EncodeStrings(const Tensor& tensor) {
  size_t width = 1;
  for (const std::string& s : tensor.strings()) width = std::max(width, s.size());
  std::string out = MakeNpyHeader(StrCat("|S", width), tensor.shape());
  for (const std::string& s : tensor.strings()) {
    out += s;
    out.append(width - s.size(), '\0');
  }
  return out;
}

}  // namespace

void StripZeros(Tensor* strings) {
  for (std::string& s : strings->strings()) s.resize(s.find_last_not_of('\0') + 1);
}

Result<Tensor> ParseNpy(std::string_view bytes, std::shared_ptr<const void> owner) {
  ASSIGN_OR_RETURN(Tensor tensor, ParseArray(bytes, std::move(owner)));
  if (tensor.dtype() == DType::kString) StripZeros(&tensor);
  return tensor;
}

Result<Tensor> ParseArray(std::string_view bytes, std::shared_ptr<const void> owner) {
  ASSIGN_OR_RETURN(NpyHeader header, ParseNpyHeader(bytes));
  std::string_view data = bytes.substr(header.data_offset);
  uint64_t width = header.kind == 'U' ? 4 : 1, expected = 0;
  if (__builtin_mul_overflow(width, header.width, &width) ||
      __builtin_mul_overflow(width, static_cast<uint64_t>(header.shape.Elements()), &expected) ||
      expected != data.size())
    return BadInput("an array ", header.kind, header.width, header.shape, " does not fit its ", data.size(), " bytes");
  if (expected == 0 && header.shape.Elements() > 0) return Unsupported("strings of width 0 cannot be read");
  if (IsText(header.kind)) return ParseStrings(header, data);
  TensorType type(DTypeOfHeader(header), header.shape);
  if (type.dtype == DType::kBool || header.big_endian || (header.fortran_order && header.shape.rank() > 1))
    return ParseNumbers(header, type, data);
  bool aligned = reinterpret_cast<uintptr_t>(data.data()) % header.width == 0;
  if (owner && aligned && !data.empty()) return Tensor(type, Buffer::View(std::move(owner), data.data(), data.size()));
  return Tensor(type, Buffer::Copy(data.data(), data.size()));
}

std::string EncodeNpy(const Tensor& tensor) {
  if (tensor.dtype() == DType::kString) return EncodeStrings(tensor);
  DType dtype = tensor.dtype() == DType::kBF16 ? DType::kU16
                : tensor.dtype() == DType::kI4 ? DType::kI8
                                               : tensor.dtype();
  std::string out = MakeNpyHeader(DescrOf(dtype), tensor.shape());
  if (tensor.dtype() == DType::kI4) {
    for (int64_t v : tensor.AsInts()) out.push_back(static_cast<char>(v));
  } else {
    out.append(static_cast<const char*>(tensor.data()), DTypeBytes(dtype, static_cast<size_t>(tensor.elements())));
  }
  return out;
}

Result<Tensor> ReadNpy(const std::string& path) {
  ASSIGN_OR_RETURN(std::shared_ptr<const MappedFile> file, MappedFile::Open(path));
  ASSIGN_OR_RETURN_AT(Tensor tensor, ParseNpy(file->bytes(), file), path);
  return tensor;
}

Status WriteNpy(const std::string& path, const Tensor& tensor) {
  switch (tensor.dtype()) {
    case DType::kBF16:
    case DType::kResource:
    case DType::kVariant:
    case DType::kInvalid:
      return Unsupported(path, ": an .npy file cannot hold ", tensor.dtype());
    case DType::kString:
      for (const std::string& s : tensor.strings())
        if (!s.empty() && s.back() == '\0')
          return Unsupported(path, ": an .npy file cannot hold a string that ends in a zero byte; write an .npz");
      break;
    default:
      break;
  }
  return WriteFileAtomically(path, EncodeNpy(tensor));
}

}  // namespace slipway::npz
