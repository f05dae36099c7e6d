#pragma once
// What an op's reference compiles for (see ops/reference.h): `using ReferenceTypes = RealTypes;`.

namespace slipway::ops {

struct RealTypes {};    // float dtypes
struct NumberTypes {};  // also integers and bool
struct AnyTypes {};     // also strings

}  // namespace slipway::ops
