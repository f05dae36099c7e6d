#include "ops/lstm/lstm.h"
#include "ops/state_case.h"

namespace slipway::ops {

namespace {

Quantization Scale(float scale, int64_t zero_point = 0) { return {{scale}, {zero_point}, 0}; }

struct Layer {
  const char* name;
  int64_t batch = 2, time = 3, input = 5, cells = 4, outputs = 4;
  bool cifg = false, peephole = false, projection = false, projection_bias = false, norm = false, diagonal = false;
};

enum class Kind { kFloat, kHybrid, kCodes };

CaseInput Codes(Shape shape, float scale, DType dtype, double lo, double hi) {
  CaseInput in = ConstOf(RandQuant(shape, scale, 0, dtype));
  in.lo = lo;
  in.hi = hi;
  return in;
}

// What the operands of a layer are made of.
struct Maker {
  Kind kind;
  CaseInput Weights(Shape shape) const {
    return kind == Kind::kFloat ? ConstRand(shape) : Codes(shape, 0.008f, DType::kI8, -127, 128);
  }
  CaseInput Bias(int64_t n) const {
    return kind == Kind::kCodes ? Codes({n}, 4e-4f, DType::kI32, -1500, 1500) : ConstRand({n});
  }
  CaseInput Peephole(int64_t n) const {
    return kind == Kind::kCodes ? Codes({n}, 3e-5f, DType::kI16, -32767, 32768) : Weights({n});
  }
  CaseInput Norm(int64_t n) const {
    return kind == Kind::kCodes ? Codes({n}, 3e-5f, DType::kI16, 10000, 32767) : ConstRand({n}, 0.5, 1.5);
  }
  CaseInput NormBias(int64_t n) const {
    return kind == Kind::kCodes ? Codes({n}, 3e-8f, DType::kI32, -9000000, 9000000) : ConstRand({n});
  }
};

std::vector<CaseInput> Operands(const Lstm& op, const Layer& l, Kind kind) {
  Maker make{kind};
  const LstmOperands& o = kLstmOperands;
  std::vector<CaseInput> in(l.norm ? 24 : 20, Absent());
  auto at = [&](int i) -> CaseInput& { return in[static_cast<size_t>(i)]; };
  Shape x = op.one_step     ? Shape{l.batch, l.input}
            : op.time_major ? Shape{l.time, l.batch, l.input}
                            : Shape{l.batch, l.time, l.input};
  at(0) = kind == Kind::kCodes ? RandQuant(x, 0.02f, 3) : Rand(x);
  for (size_t g = l.cifg ? 1 : 0; g < 4; ++g) {
    at(o.input[g]) = make.Weights({l.cells, l.input});
    at(o.recurrent[g]) = l.diagonal ? ConstRand({l.cells}) : make.Weights({l.cells, l.outputs});
    at(o.bias[g]) = l.norm ? make.NormBias(l.cells) : make.Bias(l.cells);
    if (l.peephole && g != kCellGate) at(o.peephole[g]) = make.Peephole(l.cells);
    if (l.norm) at(o.norm[g]) = make.Norm(l.cells);
  }
  if (l.projection) at(o.projection) = make.Weights({l.outputs, l.cells});
  if (l.projection_bias) at(o.projection_bias) = make.Bias(l.outputs);
  bool codes = kind == Kind::kCodes;
  at(o.output_state) =
      State({l.batch, l.outputs}, codes ? DType::kI8 : DType::kF32, codes ? Scale(0.008f, 2) : Quantization{});
  at(o.cell_state) =
      State({l.batch, l.cells}, codes ? DType::kI16 : DType::kF32, codes ? Scale(0x1p-12f) : Quantization{});
  return in;
}

const Layer kLayers[] = {
    {"plain"},
    {"one_batch", 1, 9, 3, 17, 17},
    {"cifg", 2, 3, 5, 4, 4, true},
    {"peephole", 2, 4, 5, 6, 6, false, true},
    {"cifg_peephole", 1, 4, 5, 6, 6, true, true},
    {"projection", 2, 3, 7, 6, 3, false, false, true},
    {"wide_projection", 1, 3, 2, 3, 20, false, false, true, true},
    {"norm", 2, 3, 5, 8, 8, false, false, false, false, true},
    {"cifg_norm", 1, 3, 5, 16, 16, true, false, false, false, true},
    {"everything", 2, 4, 5, 8, 8, false, true, true, true, true},
    {"no_steps", 2, 0, 5, 4, 4},
    {"no_batch", 0, 3, 5, 4, 4},
};

void AddReal(std::vector<Case>* cases) {
  for (const Layer& l : kLayers)
    for (bool time_major : {false, true}) {
      Lstm op{.time_major = time_major};
      cases->push_back({.name = StrCat("lstm_", l.name, time_major ? "_time_major" : ""),
                        .op = op,
                        .inputs = Operands(op, l, Kind::kFloat),
                        .gradient = false});
      if (l.batch * l.time == 0) continue;
      op.asymmetric_quantize_inputs = time_major;
      cases->push_back({.name = StrCat("lstm_hybrid_", l.name, time_major ? "_time_major" : ""),
                        .op = op,
                        .inputs = Operands(op, l, Kind::kHybrid),
                        .gradient = false});
    }
  for (Activation a : {Activation::kNone, Activation::kRelu, Activation::kRelu6}) {
    Lstm op{.activation = a, .cell_clip = 0.3f, .proj_clip = 0.25f};
    cases->push_back({.name = StrCat("lstm_clips_", EnumNames(a)[static_cast<size_t>(a)]),
                      .op = op,
                      .inputs = Operands(op, {"", 1, 5, 5, 6, 4, false, false, true}, Kind::kFloat),
                      .gradient = false});
  }
  Lstm diagonal{.diagonal_recurrent = true};
  for (Kind kind : {Kind::kFloat, Kind::kHybrid})
    cases->push_back({.name = StrCat("lstm_diagonal", kind == Kind::kHybrid ? "_hybrid" : ""),
                      .op = diagonal,
                      .inputs = Operands(diagonal, {.name = "", .diagonal = true}, kind),
                      .gradient = false});
  Lstm step{.one_step = true};
  for (const Layer& l : {kLayers[0], kLayers[4], kLayers[9]})
    for (Kind kind : {Kind::kFloat, Kind::kHybrid})
      cases->push_back({.name = StrCat("lstm_step_", l.name, kind == Kind::kHybrid ? "_hybrid" : ""),
                        .op = step,
                        .inputs = Operands(step, l, kind),
                        .gradient = false});
}

void AddCodes(std::vector<Case>* cases) {
  for (const Layer& l : kLayers)
    for (bool time_major : {false, true}) {
      Lstm op{.time_major = time_major};
      op.cell_clip = l.cifg ? 0.5f : 0;
      op.proj_clip = l.projection_bias ? 0.4f : 0;
      double gate = l.norm ? 0.001 : 0;
      op.intermediate_scales = {gate, gate, gate, gate, static_cast<double>(0.0085f)};
      for (double& s : op.intermediate_scales) s = static_cast<double>(static_cast<float>(s));
      op.intermediate_zero_points = {0, 0, 0, 0, l.projection ? 4 : 2};
      cases->push_back({.name = StrCat("lstm_i8_", l.name, time_major ? "_time_major" : ""),
                        .op = op,
                        .inputs = Operands(op, l, Kind::kCodes),
                        .gradient = false,
                        .out_quant = {Scale(0.008f, 2)}});
    }
}

// 12 intermediates: one step, products rounded to 8 bits.
void AddByteSums(std::vector<Case>* cases) {
  const std::vector<double> scales = {0.002, 0.03, 0.02, 0.003, 0.02, 0.01, 0.001, 0.04, 0.01, 0.004, 0.02, 0.02};
  struct Kind12 {
    const char* name;
    Layer layer;
    float cell_clip, proj_clip;
  };
  const Kind12 kinds[] = {
      {"cifg", {"", 2, 1, 5, 8, 6, true, false, true, true, true}, 0, 0},
      {"clips", {"", 3, 1, 7, 6, 4, true, false, true, true, true}, 0.25f, 0.15f},
      {"ignored_operands", {"", 1, 1, 20, 9, 9, false, true, true, true, true}, 2, 0},
  };
  for (const Kind12& k : kinds) {
    Lstm op{.one_step = true, .cell_clip = k.cell_clip, .proj_clip = k.proj_clip};
    for (double s : scales) op.intermediate_scales.push_back(static_cast<double>(static_cast<float>(s)));
    op.intermediate_zero_points = {0, 1, -2, 0, 3, -4, 0, 5, 6, 0, -7, 8};
    std::vector<CaseInput> in = Operands(op, k.layer, Kind::kCodes);
    for (size_t i = 12; i < 16; ++i)
      if (!in[i].absent) in[i] = Codes({k.layer.cells}, 3e-8f, DType::kI32, -9000000, 9000000);
    in[17] = Codes({k.layer.outputs}, 2e-7f, DType::kI32, -1000000, 1000000);
    in[19] = State({k.layer.batch, k.layer.cells}, DType::kI16, Scale(0x1p-15f));
    cases->push_back({.name = StrCat("lstm_byte_sums_", k.name),
                      .op = op,
                      .inputs = std::move(in),
                      .gradient = false,
                      .out_quant = {Scale(0.008f, 2)}});
  }
}

// What LiteRT's reference kernels give.
void AddExpected(std::vector<Case>* cases) {
  auto expect = [&](const char* name, Tensor y) {
    for (Case& c : *cases)
      if (c.name == name) c.expected = {y};
  };
  expect("lstm_i8_plain", Tensor::Of<int8_t>({2, 3, 4}, {3, 0,  18, -5, -47, -44, -7,  8, 0, -2, 22, 6,
                                                         8, 79, 0,  2,  2,   7,   -12, 1, 8, 3,  30, -24}));
  expect("lstm_i8_cifg_peephole", Tensor::Of<int8_t>({1, 4, 6}, {18,  56,  55,  2,  -12, 3,  -15, 2,  2,  50, 17, -23,
                                                                 -29, -40, -29, 14, 1,   -2, -17, 24, 19, 9,  19, 55}));
  expect("lstm_i8_cifg_norm",
         Tensor::Of<int8_t>({1, 3, 16}, {-2,  -21, -9, 0,   30, 15, -21, 5,  20, -16, -11, 13, 5, 7,   -4, 1,
                                         -18, -13, -9, 13,  22, 9,  2,   17, 28, -20, -3,  16, 2, -23, -9, 11,
                                         -4,  -11, -1, -13, 29, 5,  3,   1,  24, -14, -8,  0,  8, -5,  15, 6}));
  expect("lstm_i8_everything_time_major",
         Tensor::Of<int8_t>({4, 2, 8}, {41, -48, 13,  -25, 3,  -25, -2,  10,  50, -24, 37,  -32, 5,   -12, -15, -26,
                                        24, -28, -25, -17, -6, -38, -6,  43,  45, -1,  50,  -18, -14, -2,  -45, -30,
                                        -4, -19, -50, 11,  5,  -18, 13,  50,  4,  3,   -18, -10, 12,  -28, 16,  1,
                                        11, 7,   13,  16,  14, 21,  -11, -25, 6,  18,  -36, 16,  50,  15,  50,  -42}));
  expect("lstm_byte_sums_cifg", Tensor::Of<int8_t>({2, 6}, {33, 30, 10, 2, -5, -22, 37, 14, 5, 16, 24, -1}));
  expect("lstm_byte_sums_clips", Tensor::Of<int8_t>({3, 4}, {-8, -18, -6, -9, -18, -13, -18, -18, -18, -11, -18, -16}));
  expect("lstm_i8_wide_projection",
         Tensor::Of<int8_t>(
             {1, 3, 20}, {-2,  4,  6,  15, -2,  14, 1,  -10, 10,  6,   -4,  -1,  10,  -7,  4,   -12, 2,  10, 19, 8,
                          -25, 37, 41, 25, -50, -8, 37, 22,  8,   6,   -11, -50, -19, -50, -40, -38, 34, -1, 11, 50,
                          -29, 3,  -2, 39, -23, 13, 14, -12, -26, -32, 34,  -20, -32, -50, -45, -50, 49, 22, 50, 0}));
}

void AddRefused(std::vector<Case>* cases) {
  Lstm op;
  const Layer plain = kLayers[0];
  auto refuse = [&](const char* name, const char* error, Layer l, Lstm with, auto change) {
    std::vector<CaseInput> in = Operands(with, l, Kind::kFloat);
    change(in);
    cases->push_back({.name = name, .op = with, .inputs = std::move(in), .error = error});
  };
  using In = std::vector<CaseInput>;
  refuse("lstm_c1", "expected 20 or 24 operands, got 19", plain, op, [](In& in) { in.pop_back(); });
  refuse("lstm_c1_gate", "operands of the input gate are given in part", plain, op, [](In& in) { in[5] = Absent(); });
  refuse("lstm_c1_peephole", "peephole weights are given in part", kLayers[3], op, [](In& in) { in[11] = Absent(); });
  refuse("lstm_c1_input_peephole", "operand 9, are not as those", kLayers[3], op, [](In& in) { in[9] = Absent(); });
  refuse("lstm_c1_projection", "but no projection", plain, op, [](In& in) { in[17] = ConstRand({4}); });
  refuse("lstm_c1_norm", "normalization weights are given in part", kLayers[7], op, [](In& in) { in[22] = Absent(); });
  refuse("lstm_c1_input_norm", "operand 20, are not as those", kLayers[7], op, [](In& in) { in[20] = Absent(); });
  refuse("lstm_c1_bias", "operand 13 is missing", plain, op, [](In& in) { in[13] = Absent(); });
  refuse("lstm_c2", "expected rank 3", plain, op, [](In& in) { in[0] = Rand({2, 5}); });
  refuse("lstm_c2_step", "expected rank 2", plain, {.one_step = true}, [](In& in) { in[0] = Rand({2, 3, 5}); });
  refuse("lstm_c3", "no kernel combines", plain, op, [](In& in) { in[0] = Rand({2, 3, 5}, -1, 1, DType::kF64); });
  refuse("lstm_c3_weights", "operand 6 is i8, expected f32", plain, op, [](In& in) {
    in[6] = ConstOf(RandQuant({4, 4}, 0.1f, 0));
  });
  refuse("lstm_c4", "operand 1 has shape [4,6], expected [4,5]", plain, op, [](In& in) { in[1] = ConstRand({4, 6}); });
  refuse("lstm_c4_recurrent", "operand 7 has shape [4,3], expected [4,4]", plain, op, [](In& in) {
    in[7] = ConstRand({4, 3});
  });
  refuse("lstm_c4_outputs", "3 outputs of 4 cells, but no projection", plain, op, [](In& in) {
    for (size_t i = 5; i < 9; ++i) in[i] = ConstRand({4, 3});
  });
  refuse("lstm_c4_diagonal", "expected [4,4]", plain, {.one_step = true}, [](In& in) { in[6] = ConstRand({4}); });
  refuse("lstm_c4_bias", "operand 15 has shape [5], expected [4]", plain, op, [](In& in) { in[15] = ConstRand({5}); });
  refuse("lstm_c4_projection", "operand 16 has shape [6,3], expected [3,6]", kLayers[5], op, [](In& in) {
    in[16] = ConstRand({6, 3});
  });
  refuse("lstm_c4_no_cells", "there are 0 cells", plain, op, [](In& in) {
    for (size_t i = 1; i < 9; ++i) in[i] = ConstRand({0, i < 5 ? 5 : 0});
  });
  refuse("lstm_c5", "expected 8 elements", plain, op, [](In& in) { in[18] = State({1, 4}); });
  refuse("lstm_c5_cell", "expected 8 elements", plain, op, [](In& in) { in[19] = State({9}); });
  refuse("lstm_c5_absent", "operand 19 is missing", plain, op, [](In& in) { in[19] = Absent(); });
  Lstm sums{.one_step = true, .intermediate_scales = std::vector<double>(12, 0.5)};
  sums.intermediate_zero_points.resize(12);
  for (auto [name, error, layer] :
       {std::tuple("lstm_c7_byte_sums_norm", "need normalization weights and a projection with a bias", kLayers[5]),
        {"lstm_c7_byte_sums_cell", "cell state with the scale 2^-15", kLayers[9]}})
    cases->push_back({.name = name, .op = sums, .inputs = Operands(sums, layer, Kind::kCodes), .error = error});
  sums.one_step = false;
  cases->push_back({.name = "lstm_c7_byte_sums_sequence",
                    .op = sums,
                    .inputs = Operands(sums, kLayers[9], Kind::kCodes),
                    .error = "a layer over a sequence needs 5"});
  refuse("lstm_c6", "expected at least 0", plain, {.cell_clip = -1}, [](In&) {});
}

}  // namespace

std::vector<Case> Cases(const Lstm*) {
  std::vector<Case> cases;
  AddReal(&cases);
  AddCodes(&cases);
  AddByteSums(&cases);
  AddExpected(&cases);
  AddRefused(&cases);
  for (const char* name : {"lstm_hybrid_everything", "lstm_i8_everything"}) AddComputedWeights(name, &cases);
  return cases;
}

}  // namespace slipway::ops
