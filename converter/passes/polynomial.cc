#include "converter/passes/polynomial.h"

#include "converter/passes/match.h"

namespace slipway::converter {

using ir::Graph;
using ir::Node;
using ir::ValueId;
using ops::BinaryKind;
using ops::UnaryKind;

namespace {

constexpr int kMostNodes = 16;  // on the longest way to x: arithmetic may branch at each

using Maybe = std::optional<Polynomial>;

Maybe Combine(const Maybe& a, const Maybe& b, double factor) {
  if (!a || !b) return std::nullopt;
  Polynomial sum;
  for (size_t i = 0; i < sum.size(); ++i) sum[i] = (*a)[i] + factor * (*b)[i];
  return sum;
}

Maybe Product(const Maybe& a, const Maybe& b) {
  if (!a || !b) return std::nullopt;
  Polynomial product{};
  for (size_t i = 0; i < product.size(); ++i)
    for (size_t j = 0; j < product.size(); ++j) {
      const double term = (*a)[i] * (*b)[j];
      if (term == 0) continue;
      if (i + j >= product.size()) return std::nullopt;
      product[i + j] += term;
    }
  return product;
}

Maybe Power(const Maybe& base, double exponent) {
  if (exponent != 1 && exponent != 2 && exponent != 3) return std::nullopt;
  Maybe power = base;
  for (double n = 1; n < exponent; ++n) power = Product(power, base);
  return power;
}

Maybe Find(const Graph& g, ValueId v, ValueId x, int left) {
  if (v == x) return Polynomial{0, 1};
  if (auto constant = ScalarOf(g, v)) return Polynomial{*constant};
  if (left == 0) return std::nullopt;
  auto operand = [&](const Node* n, size_t i) { return Find(g, n->inputs[i], x, left - 1); };
  if (const Node* n = BinaryAt(g, v, BinaryKind::kAdd)) return Combine(operand(n, 0), operand(n, 1), 1);
  if (const Node* n = BinaryAt(g, v, BinaryKind::kSub)) return Combine(operand(n, 0), operand(n, 1), -1);
  if (const Node* n = BinaryAt(g, v, BinaryKind::kMul)) return Product(operand(n, 0), operand(n, 1));
  if (const Node* n = UnaryAt(g, v, UnaryKind::kNeg)) return Combine(Polynomial{}, operand(n, 0), -1);
  if (const Node* n = UnaryAt(g, v, UnaryKind::kSquare)) return Power(operand(n, 0), 2);
  if (const Node* n = BinaryAt(g, v, BinaryKind::kPow))
    return Power(operand(n, 0), ScalarOf(g, n->inputs[1]).value_or(0));
  if (const Node* n = BinaryAt(g, v, BinaryKind::kDiv))
    if (auto by = ScalarOf(g, n->inputs[1]); by && *by != 0) return Product(operand(n, 0), Polynomial{1 / double{*by}});
  return std::nullopt;
}

}  // namespace

std::optional<Polynomial> PolynomialOf(const Graph& g, ValueId v, ValueId x) { return Find(g, v, x, kMostNodes); }

}  // namespace slipway::converter
