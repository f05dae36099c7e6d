#include <limits>

#include "ops/cases.h"
#include "ops/incomplete_gamma/incomplete_gamma.h"

namespace slipway::ops {

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();

template <class T>
CaseInput Vector(std::initializer_list<T> values) {
  return Given(Tensor::Of<T>({static_cast<int64_t>(values.size())}, values));
}

}  // namespace

// Values of TensorFlow, those of large numbers all computed in float64.
std::vector<Case> Cases(const IncompleteGamma*) {
  return {
      {.name = "incomplete_gamma_lower_usual_f32",
       .op = IncompleteGamma{.upper = false},
       .inputs = {Vector<float>({0.5f, 1, 2.5f, 3, 10, 10, 0.00999999978f, 100, 100, 0.00100000005f, 1.5f, 2}),
                  Vector<float>({0.25f, 1, 0.75f, 5, 4, 15, 3, 90, 110, 9.99999975e-05f, 1.25f, 40})},
       .expected = {Tensor::Of<float>(
           {12}, {0.520499825f, 0.63212049f, 0.0869301856f, 0.875347972f, 0.0081322426f, 0.930146337f, 0.999867022f,
                  0.158222482f, 0.841723382f, 0.991403103f, 0.524708986f, 1})},
       .tolerance = 1e-5},
      {.name = "incomplete_gamma_upper_usual_f32",
       .op = IncompleteGamma{.upper = true},
       .inputs = {Vector<float>({0.5f, 1, 2.5f, 3, 10, 10, 0.00999999978f, 100, 100, 0.00100000005f, 1.5f, 2}),
                  Vector<float>({0.25f, 1, 0.75f, 5, 4, 15, 3, 90, 110, 9.99999975e-05f, 1.25f, 40})},
       .expected = {Tensor::Of<float>(
           {12}, {0.479500175f, 0.36787945f, 0.913069844f, 0.124652028f, 0.991867781f, 0.0698536411f, 0.000132971312f,
                  0.841777503f, 0.158276618f, 0.00859689713f, 0.475291014f, 1.7418236e-16f})},
       .tolerance = 1e-5},
      {.name = "incomplete_gamma_lower_usual_f64",
       .op = IncompleteGamma{.upper = false},
       .inputs = {Vector<double>({0.5, 1, 2.5, 3, 10, 10, 0.01, 100, 100, 0.001, 1.5, 2}),
                  Vector<double>({0.25, 1, 0.75, 5, 4, 15, 3, 90, 110, 0.0001, 1.25, 40})},
       .expected = {Tensor::Of<double>(
           {12}, {0.52049987781304663, 0.63212055882855778, 0.086930185455604561, 0.87534798051691887,
                  0.008132242796933857, 0.93014633930059021, 0.9998670286434298, 0.15822098918642064,
                  0.84172132993991233, 0.99140311966744366, 0.52470891665697938, 0.99999999999999978})},
       .tolerance = 1e-12},
      {.name = "incomplete_gamma_upper_usual_f64",
       .op = IncompleteGamma{.upper = true},
       .inputs = {Vector<double>({0.5, 1, 2.5, 3, 10, 10, 0.01, 100, 100, 0.001, 1.5, 2}),
                  Vector<double>({0.25, 1, 0.75, 5, 4, 15, 3, 90, 110, 0.0001, 1.25, 40})},
       .expected = {Tensor::Of<double>(
           {12}, {0.47950012218695337, 0.36787944117144233, 0.9130698145443954, 0.12465201948308108,
                  0.99186775720306619, 0.069853660699409736, 0.00013297135657015595, 0.84177901081357942,
                  0.15827867006008764, 0.0085968803325563448, 0.47529108334302062, 1.7418252446695558e-16})},
       .tolerance = 1e-12},
      {.name = "incomplete_gamma_lower_edges_f32",
       .op = IncompleteGamma{.upper = false},
       .inputs = {Vector<float>({0, -1, 0, 1, 1, kInf, 1, kInf, kNan, 1, -kInf, 1, 0, kNan, -1, 1}),
                  Vector<float>({1, 1, 0, 0, -1, 1, kInf, kInf, 1, kNan, 1, -kInf, kInf, 0, 0, 100})},
       .expected = {Tensor::Of<float>({16}, {kNan, kNan, 0, 0, kNan, 0, 1, 0, kNan, kNan, kNan, kNan, kNan, 0, 0, 1})},
       .tolerance = 1e-5},
      {.name = "incomplete_gamma_upper_edges_f32",
       .op = IncompleteGamma{.upper = true},
       .inputs = {Vector<float>({0, -1, 0, 1, 1, kInf, 1, kInf, kNan, 1, -kInf, 1, 0, kNan, -1, 1}),
                  Vector<float>({1, 1, 0, 0, -1, 1, kInf, kInf, 1, kNan, 1, -kInf, kInf, 0, 0, 100})},
       .expected = {Tensor::Of<float>(
           {16}, {kNan, kNan, kNan, 1, kNan, 1, 0, 0, kNan, kNan, kNan, kNan, kNan, kNan, kNan, 0})},
       .tolerance = 1e-5},
      {.name = "incomplete_gamma_lower_edges_f64",
       .op = IncompleteGamma{.upper = false},
       .inputs = {Vector<double>({0, -1, 0, 1, 1, kInf, 1, kInf, kNan, 1, -kInf, 1, 0, kNan, -1, 1}),
                  Vector<double>({1, 1, 0, 0, -1, 1, kInf, kInf, 1, kNan, 1, -kInf, kInf, 0, 0, 100})},
       .expected = {Tensor::Of<double>({16}, {kNan, kNan, 0, 0, kNan, 0, 1, 0, kNan, kNan, kNan, kNan, kNan, 0, 0, 1})},
       .tolerance = 1e-12},
      {.name = "incomplete_gamma_upper_edges_f64",
       .op = IncompleteGamma{.upper = true},
       .inputs = {Vector<double>({0, -1, 0, 1, 1, kInf, 1, kInf, kNan, 1, -kInf, 1, 0, kNan, -1, 1}),
                  Vector<double>({1, 1, 0, 0, -1, 1, kInf, kInf, 1, kNan, 1, -kInf, kInf, 0, 0, 100})},
       .expected = {Tensor::Of<double>({16}, {kNan, kNan, kNan, 1, kNan, 1, 0, 0, kNan, kNan, kNan, kNan, kNan, kNan,
                                              kNan, 3.7200759760208177e-44})},
       .tolerance = 1e-12},
      {.name = "incomplete_gamma_lower_large_f64",
       .op = IncompleteGamma{.upper = false},
       .inputs = {Vector<double>({10000, 10000, 100000, 100000, 120000, 1e+30, 5}),
                  Vector<double>({10000, 10200, 99000, 101000, 120000, 5, 1e+30})},
       .expected = {Tensor::Of<double>({7}, {0.50132980833520524, 0.97671267786696192, 0.00075741992119504728,
                                             0.99919157848689522, 0.50038387809506879, 0, 1})},
       .tolerance = 1e-8},
      {.name = "incomplete_gamma_upper_large_f64",
       .op = IncompleteGamma{.upper = true},
       .inputs = {Vector<double>({10000, 10000, 100000, 100000, 120000, 1e+30, 5}),
                  Vector<double>({10000, 10200, 99000, 101000, 120000, 5, 1e+30})},
       .expected = {Tensor::Of<double>({7}, {0.49867019165531984, 0.023287322133038055, 0.99924258007880495,
                                             0.00080842151310477159, 0.49961611750146745, 1, 0})},
       .tolerance = 1e-8},
      {.name = "incomplete_gamma_broadcast",
       .op = IncompleteGamma{},
       .inputs = {Rand({3, 1, 5}, 0.1, 9), Rand({4, 1}, 0, 9)}},
      {.name = "incomplete_gamma_empty", .op = IncompleteGamma{}, .inputs = {Rand({0, 2}), Rand({1, 2})}},
      {.name = "incomplete_gamma_c1",
       .op = IncompleteGamma{},
       .inputs = {Rand({2}), ConstInts({1, 2})},
       .error = "a and x are f32 and i32"},
      {.name = "incomplete_gamma_c2",
       .op = IncompleteGamma{},
       .inputs = {Rand({2}), Rand({3})},
       .error = "do not broadcast"},
  };
}

}  // namespace slipway::ops
