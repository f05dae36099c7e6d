#pragma once
// y[i] = table[x[i]] over bytes: how every function of one 8-bit code runs. y may be x.

#include <array>
#include <cstdint>

namespace slipway::interpreter {

using ByteTable = std::array<uint8_t, 256>;
using Lookup = void (*)(const ByteTable& table, const uint8_t* x, uint8_t* y, int64_t n);

// The fastest of this CPU.
Lookup BestLookup();

void LookupPortable(const ByteTable& table, const uint8_t* x, uint8_t* y, int64_t n);
#if defined(__x86_64__)
// Needs AVX-512 VBMI.
void LookupAvx512(const ByteTable& table, const uint8_t* x, uint8_t* y, int64_t n);
#endif

}  // namespace slipway::interpreter
