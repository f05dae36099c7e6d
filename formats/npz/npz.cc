#include "formats/npz/npz.h"

#include <zip.h>

#include <limits>
#include <map>
#include <set>

#include "base/file.h"
#include "formats/npz/npy.h"

namespace slipway::npz {

namespace {

constexpr std::string_view kNpy = ".npy", kLengths = "@len", kBFloat16 = "@bf16";
constexpr uint64_t kMaxDeflateRatio = 1032;

bool EndsWith(std::string_view s, std::string_view end) {
  return s.size() >= end.size() && s.substr(s.size() - end.size()) == end;
}

struct ZipError : zip_error_t {
  ZipError() { zip_error_init(this); }
  ~ZipError() { zip_error_fini(this); }
  std::string text() { return zip_error_strerror(this); }
};

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Archive = std::unique_ptr<zip_t, Discard>;
using Source = std::unique_ptr<zip_source_t, Discard>;

Result<Archive> OpenArchive(std::string_view bytes) {
  if (bytes.empty()) return BadInput("it is no .npz file: it is empty");  // libzip would take it as a new archive
  ZipError error;
  Source source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error));
  if (!source) return MachineError(error.text());
  Archive archive(zip_open_from_source(source.get(), ZIP_RDONLY, &error));
  if (!archive) return BadInput("it is no .npz file: ", error.text());
  (void)source.release();  // the archive owns it now
  return archive;
}

struct Member {
  zip_uint64_t index;
  std::string name;  // without ".npy"
  uint64_t size, packed;
};

// What is in the archive, without trusting its sizes further than the file's own size allows.
Result<std::vector<Member>> ListMembers(zip_t* archive, uint64_t file_size) {
  std::vector<Member> members;
  std::set<std::string> names;
  uint64_t packed = 0;
  auto count = static_cast<zip_uint64_t>(zip_get_num_entries(archive, 0));
  for (zip_uint64_t i = 0; i < count; ++i) {
    zip_stat_t stat;
    constexpr zip_uint64_t kNeeded = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
    if (zip_stat_index(archive, i, ZIP_FL_ENC_RAW, &stat) != 0 || (stat.valid & kNeeded) != kNeeded)
      return BadInput("entry ", i, " of the archive is damaged");
    std::string name = stat.name;
    if (EndsWith(name, "/")) continue;
    if (EndsWith(name, kNpy)) name.resize(name.size() - kNpy.size());
    if (!names.insert(name).second) return BadInput("two arrays are named '", name, "'");
    if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE)
      return Unsupported("array '", name, "' is compressed by method ", stat.comp_method);
    if (stat.comp_size > file_size - packed || stat.size / kMaxDeflateRatio > stat.comp_size)
      return BadInput("array '", name, "' is larger than the file can hold");
    packed += stat.comp_size;
    members.push_back({i, std::move(name), stat.size, stat.comp_size});
  }
  return members;
}

Result<Tensor> ReadMember(zip_t* archive, const Member& member) {
  std::unique_ptr<zip_file_t, Discard> file(zip_fopen_index(archive, member.index, 0));
  if (!file) return BadInput(zip_strerror(archive));
  auto buffer = std::make_shared<Buffer>(Buffer::Allocate(member.size));
  char* out = reinterpret_cast<char*>(buffer->mutable_data());
  // One byte more than there should be: libzip checks the archive's checksum when it meets the end.
  char beyond;
  for (uint64_t at = 0; at <= member.size;) {
    zip_int64_t n =
        at < member.size ? zip_fread(file.get(), out + at, member.size - at) : zip_fread(file.get(), &beyond, 1);
    if (n < 0) return BadInput("it is damaged: ", zip_file_strerror(file.get()));
    if (n == 0 && at == member.size) break;
    if (n == 0 || at == member.size) return BadInput("it is damaged: its size is not what the archive says");
    at += static_cast<uint64_t>(n);
  }
  return ParseArray({out, member.size}, buffer);
}

// Cuts full-width elements to their lengths, which count zero bytes at the end.
Status ApplyLengths(const Tensor& lengths, Tensor* strings) {
  if (!IsInteger(lengths.dtype()) || lengths.elements() != strings->elements())
    return BadInput("its lengths do not belong to it");
  std::vector<int64_t> sizes = lengths.AsInts();
  for (size_t i = 0; i < sizes.size(); ++i) {
    std::string& s = strings->strings()[i];
    if (sizes[i] < 0 || static_cast<uint64_t>(sizes[i]) > s.size())
      return BadInput("length ", sizes[i], " does not fit its ", s.size(), " bytes");
    s.resize(static_cast<size_t>(sizes[i]));
  }
  return OkStatus();
}

Tensor BFloat16OfBits(const Tensor& bits) { return Tensor(TensorType(DType::kBF16, bits.shape()), bits.buffer()); }

// Gives strings and bfloat16 back out of the arrays that stand for them; the arrays beside them disappear.
Result<std::vector<NamedTensor>> Interpret(std::vector<NamedTensor> arrays) {
  std::map<std::string, const Tensor*> by_name;
  for (const auto& [name, tensor] : arrays) by_name[name] = &tensor;
  auto find = [&](const std::string& name) {
    auto it = by_name.find(name);
    return it == by_name.end() ? nullptr : it->second;
  };
  auto stands_beside = [&](const std::string& name, std::string_view suffix, DType dtype) {
    if (!EndsWith(name, suffix)) return false;
    const Tensor* main = find(name.substr(0, name.size() - suffix.size()));
    return main && main->dtype() == dtype;
  };
  std::vector<NamedTensor> out;
  for (const auto& [name, array] : arrays) {
    if (stands_beside(name, kLengths, DType::kString) || stands_beside(name, kBFloat16, DType::kU16)) continue;
    Tensor tensor = array;
    if (array.dtype() == DType::kString) {
      const Tensor* lengths = find(StrCat(name, kLengths));
      if (lengths) RETURN_IF_ERROR_AT(ApplyLengths(*lengths, &tensor), StrCat("array '", name, "'"));
      if (!lengths) StripZeros(&tensor);
    } else if (array.dtype() == DType::kU16 && find(StrCat(name, kBFloat16))) {
      tensor = BFloat16OfBits(array);
    }
    out.emplace_back(name, std::move(tensor));
  }
  return out;
}

Status CheckName(const std::string& name, std::set<std::string>* names) {
  if (EndsWith(name, kLengths) || EndsWith(name, kBFloat16) || name.find('\0') != std::string::npos)
    return UsageError("'", name, "' cannot name an array of an .npz file");
  if (!names->insert(name).second) return UsageError("two arrays of the .npz file are named '", name, "'");
  return OkStatus();
}

// The arrays that an .npz holds for these tensors, as bytes.
Result<std::vector<std::pair<std::string, std::string>>> EncodeMembers(std::span<const NamedTensor> tensors) {
  std::vector<std::pair<std::string, std::string>> members;
  std::set<std::string> names;
  for (const auto& [name, tensor] : tensors) {
    RETURN_IF_ERROR(CheckName(name, &names));
    if (!tensor.valid() || tensor.dtype() == DType::kResource || tensor.dtype() == DType::kVariant)
      return Unsupported("array '", name, "': an .npz file cannot hold ", tensor.dtype());
    members.emplace_back(name, EncodeNpy(tensor));
    if (tensor.dtype() == DType::kString) {
      Tensor lengths(DType::kI64, tensor.shape());
      for (size_t i = 0; i < tensor.strings().size(); ++i)
        lengths.as<int64_t>()[i] = static_cast<int64_t>(tensor.strings()[i].size());
      members.emplace_back(StrCat(name, kLengths), EncodeNpy(lengths));
    } else if (tensor.dtype() == DType::kBF16) {
      members.emplace_back(StrCat(name, kBFloat16), EncodeNpy(Tensor::Scalar<int64_t>(1)));
    }
  }
  return members;
}

Status AddMember(zip_t* archive, const std::string& name, const std::string& bytes, Packing packing) {
  constexpr zip_uint16_t kFirstOfJanuary1980 = (1 << 5) | 1;  // no clock: equal arrays make equal files
  Source source(zip_source_buffer(archive, bytes.data(), bytes.size(), 0));
  if (!source) return MachineError(zip_strerror(archive));
  zip_int64_t index = zip_file_add(archive, StrCat(name, kNpy).c_str(), source.get(), ZIP_FL_ENC_UTF_8);
  if (index < 0) return UsageError("'", name, "' cannot name an array of an .npz file: ", zip_strerror(archive));
  (void)source.release();
  auto i = static_cast<zip_uint64_t>(index);
  if (zip_set_file_compression(archive, i, packing == Packing::kStored ? ZIP_CM_STORE : ZIP_CM_DEFLATE, 0) != 0 ||
      zip_file_set_dostime(archive, i, 0, kFirstOfJanuary1980, 0) != 0)
    return MachineError(zip_strerror(archive));
  return OkStatus();
}

Result<std::string> ReadSource(zip_source_t* source) {
  zip_stat_t stat;
  if (zip_source_stat(source, &stat) != 0 || zip_source_open(source) != 0)
    return MachineError(zip_error_strerror(zip_source_error(source)));
  std::string out(stat.size, '\0');
  uint64_t at = 0;
  while (at < out.size()) {
    zip_int64_t n = zip_source_read(source, out.data() + at, out.size() - at);
    if (n <= 0) break;
    at += static_cast<uint64_t>(n);
  }
  zip_source_close(source);
  if (at < out.size()) return MachineError(zip_error_strerror(zip_source_error(source)));
  return out;
}

Result<std::string> MakeArchive(const std::vector<std::pair<std::string, std::string>>& members, Packing packing) {
  if (members.empty()) return std::string("PK\5\6") + std::string(18, '\0');  // libzip would write no file at all
  ZipError error;
  Source source(zip_source_buffer_create(nullptr, 0, 0, &error));
  if (!source) return MachineError(error.text());
  Archive archive(zip_open_from_source(source.get(), ZIP_TRUNCATE, &error));
  if (!archive) return MachineError(error.text());
  zip_source_keep(source.get());  // once for the archive, once for us
  for (const auto& [name, bytes] : members) RETURN_IF_ERROR(AddMember(archive.get(), name, bytes, packing));
  if (zip_close(archive.get()) != 0) return MachineError(zip_strerror(archive.get()));
  (void)archive.release();
  return ReadSource(source.get());
}

Result<std::vector<NamedTensor>> ReadArchive(std::string_view bytes) {
  ASSIGN_OR_RETURN(Archive archive, OpenArchive(bytes));
  ASSIGN_OR_RETURN(std::vector<Member> members, ListMembers(archive.get(), bytes.size()));
  std::vector<NamedTensor> arrays;
  for (const Member& member : members) {
    ASSIGN_OR_RETURN_AT(Tensor tensor, ReadMember(archive.get(), member), StrCat("array '", member.name, "'"));
    arrays.emplace_back(member.name, std::move(tensor));
  }
  return Interpret(std::move(arrays));
}

}  // namespace

Result<std::vector<NamedTensor>> ReadNpz(const std::string& path) {
  ASSIGN_OR_RETURN(std::shared_ptr<const MappedFile> file, MappedFile::Open(path));
  ASSIGN_OR_RETURN_AT(std::vector<NamedTensor> arrays, ReadArchive(file->bytes()), path);
  return arrays;
}

Status WriteNpz(const std::string& path, std::span<const NamedTensor> tensors, Packing packing) {
  using Members = std::vector<std::pair<std::string, std::string>>;
  ASSIGN_OR_RETURN_AT(Members members, EncodeMembers(tensors), path);
  ASSIGN_OR_RETURN_AT(std::string archive, MakeArchive(members, packing), path);
  return WriteFileAtomically(path, archive);
}

}  // namespace slipway::npz
