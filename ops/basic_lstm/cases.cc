#include "ops/basic_lstm/basic_lstm.h"
#include "ops/state_case.h"

namespace slipway::ops {

static std::vector<CaseInput> Codes(int64_t batch, int64_t input, int64_t units) {
  auto scale = [](float s, int64_t zero) { return Quantization{{s}, {zero}, 0}; };
  CaseInput bias = ConstOf(Rand({4 * units}, -20000, 20000, DType::kI32));
  bias.type.quant = scale(0.0078125f * 0.02f, 0);
  return {RandQuant({batch, input}, 0.0078125f, 128, DType::kU8),
          State({batch, units}, DType::kU8, scale(0.0078125f, 128)),
          ConstOf(RandQuant({4 * units, input + units}, 0.02f, 120, DType::kU8)), bias,
          State({batch, units}, DType::kI16, scale(0x1p-11f, 0))};
}

std::vector<Case> Cases(const BasicLstm*) {
  std::vector<Case> cases;
  auto add = [&](const char* name, int64_t batch, int64_t input, int64_t units) {
    cases.push_back({.name = name,
                     .op = BasicLstm{},
                     .inputs = {Rand({batch, input}), State({batch, units}), ConstRand({4 * units, input + units}),
                                ConstRand({4 * units}), State({batch, units})},
                     .gradient = false});
  };
  add("basic_lstm_one", 1, 2, 3);
  add("basic_lstm_rows", 3, 7, 33);
  add("basic_lstm_no_batch", 0, 2, 3);
  for (int64_t batch : {1, 3})
    cases.push_back(
        {.name = StrCat("basic_lstm_u8_", batch),
         .op = BasicLstm{},
         .inputs = Codes(batch, 5, 20),
         .gradient = false,
         .out_quant = {
             {{0.0078125f}, {128}, 0}, {{0x1p-11f}, {0}, 0}, {{0.0078125f}, {128}, 0}, {{0x1p-12f}, {0}, 0}}});
  // What LiteRT gives.
  cases[3].expected = {
      Tensor::Of<uint8_t>(
          {1, 20}, {129, 128, 225, 128, 128, 128, 128, 128, 128, 129, 187, 128, 128, 127, 130, 41, 128, 128, 128, 128}),
      Tensor::Of<int16_t>(
          {1, 20}, {670, -111, 2028, -6, 1, -1953, -1947, -15, -7, 14, 1378, 42, 1, -2017, 1619, -2043, -1, 3, -1, 6}),
      Tensor::Of<uint8_t>({1, 25}, {6, 42, 12, 163, 99, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
      Tensor::Of<int16_t>(
          {1, 80}, {7109,   -11710, 19032,  -24028, -32768, 12374,  12438,  -20147, -23228, -20346, 32767, -15401,
                    -32768, 17130,  5432,   25002,  -32768, -27702, -32768, -23702, 1661,   -27309, 31053, -29341,
                    11005,  -32768, -12948, -26792, -7701,  15775,  3343,   6116,   32767,  -32768, 32767, -32768,
                    -32768, 16822,  -25646, 28790,  21615,  -21432, -21606, -1547,  -32768, 11760,  -8996, 32767,
                    6565,   -32768, -28279, -32768, 13361,  -32768, -32768, -5862,  -11731, -32768, 3308,  -32768,
                    -14626, -16260, 24950,  -32768, -26460, -32768, -32768, -32768, -9263,  8776,   5266,  -14694,
                    -15195, -19219, -15194, 8600,   15885,  -32768, 12785,  -26599})};
  cases.push_back(
      {.name = "basic_lstm_ordinary_states",
       .op = BasicLstm{.keeps_states = false},
       .inputs = {Given(Tensor::Of<float>({1, 2}, {0.5f, -1})), Given(Tensor::Of<float>({1, 2}, {0.25f, -0.5f})),
                  Const(Tensor::Of<float>({8, 4},
                                          {0.1f,  -0.2f, 0.3f,  0.4f, 0.5f,  -0.6f, 0.7f,  -0.8f, 0.9f, 0.1f, -0.2f,
                                           0.3f,  -0.4f, 0.5f,  0.6f, -0.7f, 0.8f,  -0.9f, 0.1f,  0.2f, 0.3f, 0.4f,
                                           -0.5f, 0.6f,  -0.7f, 0.8f, 0.9f,  -0.1f, 0.2f,  -0.3f, 0.4f, 0.5f})),
                  Const(Tensor::Of<float>({8}, {-0.5f, -0.375f, -0.25f, -0.125f, 0, 0.125f, 0.25f, 0.375f})),
                  Given(Tensor::Of<float>({1, 2}, {1, -2}))},
       .expected = {Tensor::Of<float>({1, 2}, {0.217727989f, -0.486047447f}),
                    Tensor::Of<float>({1, 2}, {0.732344151f, -0.964347541f}),
                    Tensor::Of<float>({1, 4}, {0.5f, -1, 0.25f, -0.5f}),
                    Tensor::Of<float>({1, 8}, {-0.375f, 1.04999995f, -0.100000024f, -0.324999988f, 1.2249999f,
                                               -0.550000072f, -0.625f, 0.625f})},
       .gradient = false});
  auto refuse = [&](const char* name, size_t i, CaseInput with, const char* error) {
    std::vector<CaseInput> in = {Rand({2, 3}), State({2, 4}), Rand({16, 7}), Rand({16}), State({2, 4})};
    if (i < in.size())
      in[i] = std::move(with);
    else
      in.pop_back();
    cases.push_back({.name = name, .op = BasicLstm{}, .inputs = std::move(in), .error = error});
  };
  refuse("basic_lstm_c1", 5, {}, "expected 5 operands");
  refuse("basic_lstm_c2", 0, Rand({2, 5}), "operand 2 has shape [16,7], expected [16,9]");
  refuse("basic_lstm_c2_rank", 0, Rand({2, 1, 3}), "operand 0 has shape [2,1,3]");
  refuse("basic_lstm_c2_state", 4, State({2, 5}), "operand 4 has shape [2,5], expected [2,4]");
  refuse("basic_lstm_c2_bias", 3, Rand({4}), "operand 3 has shape [4], expected [16]");
  refuse("basic_lstm_c3", 0, Rand({2, 3}, -1, 1, DType::kF64), "expected f32 or u8");
  refuse("basic_lstm_c3_bias", 3, ConstInts({1, 2}), "operand 3 is i32, expected f32");
  return cases;
}

}  // namespace slipway::ops
