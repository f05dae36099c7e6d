#pragma once
// Damage that is always the same: mutation k of a seed.

#include <cstdint>
#include <string>
#include <vector>

namespace slipway::fuzz {

// One to four of: a cut, a flipped bit, a byte or word of an extreme value, bytes removed, repeated, or taken from
// another seed.
std::string Mutate(const std::vector<std::string>& seeds, size_t seed, uint64_t k);

}  // namespace slipway::fuzz
