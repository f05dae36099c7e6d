#pragma once
// Arithmetic that adds up to a polynomial of one value.

#include <array>
#include <optional>

#include "ir/graph.h"

namespace slipway::converter {

// Coefficients of 1, x, x^2, x^3.
using Polynomial = std::array<double, 4>;

// The polynomial of x that v is, through sums, products, quotients by constants, squares, whole powers and signs of x
// and constant scalars; nothing where v is something else, or of a higher degree.
std::optional<Polynomial> PolynomialOf(const ir::Graph&, ir::ValueId v, ir::ValueId x);

}  // namespace slipway::converter
