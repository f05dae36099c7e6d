#include "ops/state_case.h"
#include "ops/svdf/svdf.h"

namespace slipway::ops {

namespace {

Quantization Scale(float scale, int64_t zero_point = 0) { return {{scale}, {zero_point}, 0}; }

CaseInput Codes(Shape shape, float scale, DType dtype, double lo, double hi) {
  CaseInput in = ConstOf(RandQuant(shape, scale, 0, dtype));
  in.lo = lo;
  in.hi = hi;
  return in;
}

void AddFloat(std::vector<Case>* cases) {
  auto add = [&](const char* name, Svdf op, int64_t batch, int64_t input, int64_t filters, int64_t memory, bool bias) {
    cases->push_back({.name = name,
                      .op = op,
                      .inputs = {Rand({batch, input}), ConstRand({filters, input}), ConstRand({filters, memory}),
                                 bias ? ConstRand({filters / op.rank}) : Absent(), State({batch, memory * filters})},
                      .gradient = false});
  };
  add("svdf_one_rank", {.rank = 1}, 2, 3, 4, 10, true);
  add("svdf_two_ranks", {.rank = 2}, 1, 7, 8, 3, false);
  add("svdf_relu", {.rank = 1, .activation = Activation::kRelu}, 3, 16, 33, 1, true);
  add("svdf_tanh", {.rank = 3, .activation = Activation::kTanh}, 1, 40, 96, 8, true);
  add("svdf_no_batch", {.rank = 1}, 0, 4, 4, 2, true);
}

void AddHybrid(std::vector<Case>* cases) {
  for (DType dtype : {DType::kI8, DType::kU8})
    for (bool asymmetric : {false, true}) {
      auto codes = [&](Shape shape, float scale) {
        return dtype == DType::kI8 ? Codes(shape, scale, dtype, -127, 128) : Codes(shape, scale, dtype, 0, 256);
      };
      // u8 holds the bytes of i8, of which the reference knows nothing.
      cases->push_back(
          {.name = StrCat("svdf_hybrid_", DTypeName(dtype), asymmetric ? "_asymmetric" : ""),
           .op = Svdf{.rank = 2, .activation = Activation::kRelu, .asymmetric_quantize_inputs = asymmetric},
           .inputs = {Rand({2, 12}), codes({6, 12}, 0.01f), codes({6, 5}, 0.008f), ConstRand({3}), State({2, 30})},
           .gradient = false});
    }
}

void AddCodes(std::vector<Case>* cases) {
  for (DType dtype : {DType::kI16, DType::kI8}) {
    bool words = dtype == DType::kI16;
    CaseInput bias = Codes({4}, 0.001f, DType::kI32, -3000, 3000);
    cases->push_back(
        {.name = StrCat("svdf_i8_state_", DTypeName(dtype)),
         .op = Svdf{.rank = 2, .activation = Activation::kRelu},
         .inputs = {RandQuant({2, 19}, 0.05f, 3), Codes({8, 19}, 0.01f, DType::kI8, -127, 128),
                    words ? Codes({8, 6}, 1e-4f, dtype, -8000, 8000) : Codes({8, 6}, 0.01f, dtype, -127, 128), bias,
                    State({2, 48}, dtype, words ? Scale(1e-3f) : Scale(0.1f, 4))},
         .gradient = false,
         .out_quant = {Scale(0.05f, -5)}});
  }
  // What LiteRT's reference kernel gives.
  (*cases)[cases->size() - 2].expected = {Tensor::Of<int8_t>({2, 4}, {-47, -47, -35, -128, -105, -38, -40, 79})};
}

}  // namespace

std::vector<Case> Cases(const Svdf*) {
  std::vector<Case> cases;
  AddFloat(&cases);
  AddHybrid(&cases);
  AddCodes(&cases);
  auto refuse = [&](const char* name, Svdf op, std::vector<CaseInput> inputs, const char* error) {
    cases.push_back({.name = name, .op = op, .inputs = std::move(inputs), .error = error});
  };
  refuse("svdf_c1", {.rank = 1}, {Rand({2, 3}), Rand({4, 3}), Rand({4, 2}), Rand({4})}, "expected 5 operands");
  refuse("svdf_c1_rank", {.rank = 3}, {Rand({2, 3}), Rand({4, 3}), Rand({4, 2}), Rand({4}), State({2, 8})},
         "rank 3 does not divide 4 filters");
  refuse("svdf_c1_no_rank", {}, {Rand({2, 3}), Rand({4, 3}), Rand({4, 2}), Rand({4}), State({2, 8})},
         "rank 0 does not divide");
  refuse("svdf_c2", {.rank = 1}, {Rand({2, 5}), Rand({4, 3}), Rand({4, 2}), Rand({4}), State({2, 8})},
         "expected [4,5]");
  refuse("svdf_c2_vector", {.rank = 1}, {Rand({3}), Rand({4, 3}), Rand({4, 2}), Rand({4}), State({2, 8})},
         "expected rank 2");
  refuse("svdf_c2_time", {.rank = 1}, {Rand({2, 3}), Rand({4, 3}), Rand({3, 2}), Rand({4}), State({2, 8})},
         "expected [4,2]");
  refuse("svdf_c2_memory", {.rank = 1}, {Rand({2, 3}), Rand({4, 3}), Rand({4, 0}), Rand({4}), State({2, 0})},
         "no memory");
  refuse("svdf_c2_bias", {.rank = 2}, {Rand({2, 3}), Rand({4, 3}), Rand({4, 2}), Rand({4}), State({2, 8})},
         "expected [2]");
  refuse("svdf_c2_state", {.rank = 1}, {Rand({2, 3}), Rand({4, 3}), Rand({4, 2}), Rand({4}), State({1, 8})},
         "expected [2,8]");
  refuse("svdf_c3", {.rank = 1},
         {Rand({2, 3}, -1, 1, DType::kF64), Rand({4, 3}), Rand({4, 2}), Rand({4}), State({2, 8})},
         "no kernel combines");
  refuse("svdf_c3_state", {.rank = 1},
         {Rand({2, 3}), Rand({4, 3}), Rand({4, 2}), Rand({4}), State({2, 8}, DType::kI16)}, "expected f32");
  for (const char* name : {"svdf_hybrid_i8", "svdf_i8_state_i16"}) AddComputedWeights(name, &cases);
  return cases;
}

}  // namespace slipway::ops
