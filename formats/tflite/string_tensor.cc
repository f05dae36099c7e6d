#include "formats/tflite/string_tensor.h"

#include <cstring>
#include <limits>

#include "base/wire.h"

namespace slipway::tflite {

namespace {

int64_t Int32At(std::string_view buffer, size_t index) {
  int32_t v;
  std::memcpy(&v, buffer.data() + index * sizeof v, sizeof v);
  return v;
}

}  // namespace

Result<std::string> PackStrings(std::span<const std::string> strings) {
  uint64_t offset = (strings.size() + 2) * sizeof(int32_t), total = offset;
  for (const std::string& s : strings) total += s.size();
  if (total > static_cast<uint64_t>(std::numeric_limits<int32_t>::max()))
    return Unsupported("a string tensor of ", total, " bytes; a .tflite file holds at most 2 GB in one");
  std::string out;
  out.reserve(total);
  AppendLittleEndian(out, static_cast<int32_t>(strings.size()));
  for (const std::string& s : strings) {
    AppendLittleEndian(out, static_cast<int32_t>(offset));
    offset += s.size();
  }
  AppendLittleEndian(out, static_cast<int32_t>(offset));
  for (const std::string& s : strings) out += s;
  return out;
}

Result<int64_t> CountStrings(std::string_view buffer) {
  if (buffer.size() < sizeof(int32_t)) return BadInput("a string buffer of ", buffer.size(), " bytes has no count");
  int64_t count = Int32At(buffer, 0), size = static_cast<int64_t>(buffer.size());
  if (count < 0 || (count + 2) * 4 > size)
    return BadInput("a string buffer of ", size, " bytes cannot hold ", count, " strings");
  int64_t last = (count + 2) * 4;
  for (int64_t i = 0; i <= count; ++i) {
    int64_t offset = Int32At(buffer, static_cast<size_t>(i + 1));
    if (offset < last || offset > size)
      return BadInput("offset ", i, " of a string buffer is ", offset, ", outside of ", last, " to ", size);
    last = offset;
  }
  return count;
}

Result<std::vector<std::string>> UnpackStrings(std::string_view buffer) {
  ASSIGN_OR_RETURN(int64_t count, CountStrings(buffer));
  std::vector<std::string> out(static_cast<size_t>(count));
  for (size_t i = 0; i < out.size(); ++i) {
    size_t begin = static_cast<size_t>(Int32At(buffer, i + 1)), end = static_cast<size_t>(Int32At(buffer, i + 2));
    out[i].assign(buffer.data() + begin, end - begin);
  }
  return out;
}

}  // namespace slipway::tflite
