#include "tests/fuzz/mutate.h"

#include <cstring>

#include "base/random.h"

namespace slipway::fuzz {

namespace {

constexpr int64_t kExtremes[] = {0,
                                 1,
                                 2,
                                 7,
                                 16,
                                 127,
                                 128,
                                 255,
                                 256,
                                 65535,
                                 65536,
                                 INT32_MAX,
                                 int64_t{INT32_MAX} + 1,
                                 UINT32_MAX,
                                 int64_t{1} << 40,
                                 INT64_MAX,
                                 INT64_MIN,
                                 -1,
                                 -2,
                                 -128};

// A place in s, or before its end.
size_t Place(RandomStream& r, const std::string& s) { return static_cast<size_t>(r.Below(s.size())); }

void PutExtreme(RandomStream& r, std::string& s) {
  int64_t v = kExtremes[r.Below(std::size(kExtremes))];
  size_t bytes = size_t{1} << r.Below(4);
  if (s.size() < bytes) return;
  std::memcpy(s.data() + r.Below(s.size() - bytes + 1), &v, bytes);
}

// Text is full of numbers: one of them becomes an extreme.
void PutNumber(RandomStream& r, std::string& s) {
  size_t at = s.find_first_of("0123456789", Place(r, s));
  if (at == std::string::npos) return PutExtreme(r, s);
  size_t end = s.find_first_not_of("0123456789", at);
  s.replace(at, (end == std::string::npos ? s.size() : end) - at,
            std::to_string(kExtremes[r.Below(std::size(kExtremes))]));
}

void Splice(RandomStream& r, const std::string& other, std::string& s) {
  if (other.empty()) return;
  size_t from = Place(r, other), n = 1 + r.Below(std::min<size_t>(other.size() - from, 64));
  size_t at = Place(r, s);
  s.replace(at, std::min<size_t>(r.Below(n + 1), s.size() - at), other, from, n);
}

void MutateOnce(RandomStream& r, const std::string& other, std::string& s) {
  if (s.empty()) return;
  switch (r.Below(8)) {
    case 0:
      return s.resize(Place(r, s));
    case 1:
    case 2:
      s[Place(r, s)] ^= static_cast<char>(1 << r.Below(8));
      return;
    case 3:
      return PutExtreme(r, s);
    case 4:
      return PutNumber(r, s);
    case 5: {
      size_t at = Place(r, s);
      s.erase(at, 1 + r.Below(16));
      return;
    }
    case 6: {
      size_t at = Place(r, s), n = 1 + r.Below(std::min<size_t>(s.size() - at, 64));
      s.insert(at, s.substr(at, n));
      return;
    }
    default:
      return Splice(r, other, s);
  }
}

}  // namespace

std::string Mutate(const std::vector<std::string>& seeds, size_t seed, uint64_t k) {
  RandomStream r(StreamKey(k, "mutation"), uint64_t{seed} << 20);
  std::string s = seeds[seed];
  const std::string& other = seeds[r.Below(seeds.size())];
  for (uint64_t n = 1 + r.Below(4); n > 0; --n) MutateOnce(r, other, s);
  return s;
}

}  // namespace slipway::fuzz
