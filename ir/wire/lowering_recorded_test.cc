// Lowerings that the other tests do not ask about: one node, and what TensorFlow 2.21 makes of it. NextAfter is not
// here, as Bitcast has no reference: the conformance run asks it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "base/file.h"
#include "ir/evaluate.h"
#include "ir/wire/tf_import.h"

namespace slipway::wire {
namespace {

// x: float input; i: int32 input; F, I, L: constants of float, int32 and int64.
struct Operand {
  char kind;
  std::vector<int64_t> dims;
  std::vector<double> values;
};

struct Recorded {
  const char *op, *attrs;
  std::vector<Operand> operands;
  int output;
  std::vector<double> want;
};

const Recorded kRecorded[] = {
    {"TanhGrad", "", {{'x', {3}, {0.25, 0.5, -0.75}}, {'x', {3}, {1, -2, 3}}}, 0, {0.9375, -1.5, 1.3125}},
    {"SigmoidGrad", "", {{'x', {3}, {0.25, 0.5, -0.75}}, {'x', {3}, {1, -2, 3}}}, 0, {0.1875, -0.5, -3.9375}},
    {"SqrtGrad", "", {{'x', {3}, {0.5, 2, 3}}, {'x', {3}, {1, -2, 3}}}, 0, {1, -0.5, 0.5}},
    {"RsqrtGrad", "", {{'x', {3}, {0.5, 2, 3}}, {'x', {3}, {1, -2, 3}}}, 0, {-0.0625, 8, -40.5}},
    {"ReciprocalGrad", "", {{'x', {3}, {0.25, 0.5, -0.75}}, {'x', {3}, {1, -2, 3}}}, 0, {-0.0625, 0.5, -1.6875}},
    {"ReluGrad", "", {{'x', {4}, {1, 2, 3, 4}}, {'x', {4}, {-1, 0.5, 7, 2}}}, 0, {0, 2, 3, 4}},
    {"Relu6Grad", "", {{'x', {4}, {1, 2, 3, 4}}, {'x', {4}, {-1, 0.5, 7, 2}}}, 0, {0, 2, 0, 4}},
    {"LeakyReluGrad",
     "attr { key: 'alpha' value { f: 0.25 } } ",
     {{'x', {4}, {1, 2, 3, 4}}, {'x', {4}, {-1, 0.5, 7, 2}}},
     0,
     {0.25, 2, 3, 4}},
    {"SoftplusGrad",
     "",
     {{'x', {4}, {1, 2, 3, 4}}, {'x', {4}, {-1, 0.5, 7, 2}}},
     0,
     {0.26894143, 1.2449187, 2.997267, 3.5231881}},
    {"EluGrad", "", {{'x', {3}, {1, 2, 3}}, {'x', {3}, {-0.5, 0.5, 2}}}, 0, {0.5, 2, 3}},
    {"Cumprod",
     "",
     {{'x', {2, 5}, {1, 2, -3, 0.5, 4, 0.5, 0.5, 2, 1, 3}}, {'I', {}, {1}}},
     0,
     {1, 2, -6, -3, -12, 0.5, 0.25, 0.5, 0.5, 1.5}},
    {"CumulativeLogsumexp",
     "",
     {{'x', {3, 2}, {1, 2, -3, 0, -INFINITY, 4}}, {'I', {}, {0}}},
     0,
     {1, 2, 1.01815, 2.1269281, 1.01815, 4.1429315}},
    {"Cumprod",
     "attr { key: 'exclusive' value { b: true } } ",
     {{'x', {2, 5}, {1, 2, -3, 0.5, 4, 0.5, 0.5, 2, 1, 3}}, {'I', {}, {1}}},
     0,
     {1, 1, 2, -6, -3, 1, 0.5, 0.25, 0.5, 0.5}},
    {"CumulativeLogsumexp",
     "attr { key: 'exclusive' value { b: true } } ",
     {{'x', {3, 2}, {1, 2, -3, 0, -INFINITY, 4}}, {'I', {}, {0}}},
     0,
     {-INFINITY, -INFINITY, 1, 2, 1.01815, 2.1269281}},
    {"Cumprod",
     "attr { key: 'reverse' value { b: true } } ",
     {{'x', {2, 5}, {1, 2, -3, 0.5, 4, 0.5, 0.5, 2, 1, 3}}, {'I', {}, {1}}},
     0,
     {-12, -12, -6, 2, 4, 1.5, 3, 6, 3, 3}},
    {"CumulativeLogsumexp",
     "attr { key: 'reverse' value { b: true } } ",
     {{'x', {3, 2}, {1, 2, -3, 0, -INFINITY, 4}}, {'I', {}, {0}}},
     0,
     {1.01815, 4.1429315, -3, 4.0181499, -INFINITY, 4}},
    {"Cumprod",
     "attr { key: 'exclusive' value { b: true } } attr { key: 'reverse' value { b: true } } ",
     {{'x', {2, 5}, {1, 2, -3, 0.5, 4, 0.5, 0.5, 2, 1, 3}}, {'I', {}, {1}}},
     0,
     {-12, -6, 2, 4, 1, 3, 6, 3, 3, 1}},
    {"CumulativeLogsumexp",
     "attr { key: 'exclusive' value { b: true } } attr { key: 'reverse' value { b: true } } ",
     {{'x', {3, 2}, {1, 2, -3, 0, -INFINITY, 4}}, {'I', {}, {0}}},
     0,
     {-3, 4.0181499, -INFINITY, 4, -INFINITY, -INFINITY}},
    {"CumulativeLogsumexp",
     "",
     {{'x', {4}, {-INFINITY, -INFINITY, 1, INFINITY}}, {'I', {}, {-1}}},
     0,
     {-INFINITY, -INFINITY, 1, INFINITY}},
    {"Roll", "", {{'x', {2, 3}, {1, 2, 3, 4, 5, 6}}, {'I', {2}, {1, -4}}, {'I', {2}, {1, 0}}}, 0, {3, 1, 2, 6, 4, 5}},
    {"Roll", "", {{'x', {2, 3}, {1, 2, 3, 4, 5, 6}}, {'I', {2}, {-1, 2}}, {'I', {2}, {1, -1}}}, 0, {3, 1, 2, 6, 4, 5}},
    {"DynamicPartition",
     "attr { key: 'num_partitions' value { i: 2 } } ",
     {{'x', {3, 2}, {1, 2, 3, 4, 5, 6}}, {'i', {3}, {1, 0, 1}}},
     1,
     {1, 2, 5, 6}},
    {"DenseBincount", "", {{'i', {5}, {3, 1, 1, 7, 0}}, {'I', {}, {5}}, {'F', {0}, {}}}, 0, {1, 2, 0, 1, 0}},
    {"DenseBincount",
     "",
     {{'i', {5}, {3, 1, 1, 7, 0}}, {'I', {}, {5}}, {'F', {5}, {1, 2, 0.5, 9, 4}}},
     0,
     {4, 2.5, 0, 1, 0}},
    {"DenseBincount",
     "",
     {{'i', {2, 3}, {1, 1, 0, 2, 2, 9}}, {'I', {}, {4}}, {'F', {0}, {}}},
     0,
     {1, 2, 0, 0, 0, 0, 2, 0}},
    {"DenseBincount",
     "attr { key: 'binary_output' value { b: true } } ",
     {{'i', {2, 3}, {1, 1, 0, 2, 2, 9}}, {'I', {}, {4}}, {'F', {0}, {}}},
     0,
     {1, 1, 0, 0, 0, 0, 1, 0}},
    {"HistogramFixedWidth",
     "",
     {{'x', {7}, {-9, -2, -1.5, 0, 0.25, 2, 9}}, {'F', {2}, {-2, 2}}, {'I', {}, {4}}},
     0,
     {3, 0, 2, 2}},
    {"InTopKV2",
     "",
     {{'x', {5, 4}, {1, 5, 3, 3, 2, 2, 2, 1, 1, INFINITY, 0, 0, 1, 2, 3, 4, 1, 2, 3, 4}},
      {'i', {5}, {2, 1, 0, 9, 2}},
      {'I', {}, {2}}},
     0,
     {1, 1, 0, 0, 1}},
    {"LowerBound",
     "",
     {{'F', {2, 4}, {-1, 0, 0, 2, 1, 2, 3, 4}}, {'x', {2, 3}, {0, -5, 2, 4.5, 1, 2.5}}},
     0,
     {1, 0, 3, 4, 0, 2}},
    {"UpperBound",
     "",
     {{'F', {2, 4}, {-1, 0, 0, 2, 1, 2, 3, 4}}, {'x', {2, 3}, {0, -5, 2, 4.5, 1, 2.5}}},
     0,
     {3, 0, 4, 4, 1, 2}},
    {"MatrixBandPart",
     "",
     {{'x', {3, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}, {'I', {}, {1}}, {'I', {}, {0}}},
     0,
     {1, 0, 0, 0, 5, 6, 0, 0, 0, 10, 11, 0}},
    {"MatrixBandPart",
     "",
     {{'x', {3, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}, {'I', {}, {-1}}, {'I', {}, {1}}},
     0,
     {1, 2, 0, 0, 5, 6, 7, 0, 9, 10, 11, 12}},
    {"MatrixBandPart",
     "",
     {{'x', {3, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}, {'I', {}, {0}}, {'I', {}, {-1}}},
     0,
     {1, 2, 3, 4, 0, 6, 7, 8, 0, 0, 11, 12}},
    {"MatrixBandPart",
     "",
     {{'x', {3, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}, {'I', {}, {2}}, {'I', {}, {2}}},
     0,
     {1, 2, 3, 0, 5, 6, 7, 8, 9, 10, 11, 12}},
    {"Cross", "", {{'x', {2, 3}, {1, 2, 3, 0, -1, 4}}, {'x', {2, 3}, {3, -2, 1, 2, 2, 5}}}, 0, {8, 8, -8, -13, 8, 2}},
    {"SparseReorder", "", {{'L', {3, 2}, {2, 1, 0, 3, 1, 0}}, {'x', {3}, {1, 2, 3}}, {'L', {2}, {3, 4}}}, 1, {2, 3, 1}},
    {"SparseTensorDenseMatMul",
     "attr { key: 'adjoint_a' value { b: false } } attr { key: 'adjoint_b' value { b: false } } ",
     {{'L', {3, 2}, {0, 1, 2, 0, 2, 2}}, {'x', {3}, {2, 3, -1}}, {'L', {2}, {3, 3}}, {'x', {3, 2}, {1, 2, 3, 4, 5, 6}}},
     0,
     {6, 8, 0, 0, -2, 0}},
    {"SparseTensorDenseMatMul",
     "attr { key: 'adjoint_a' value { b: true } } attr { key: 'adjoint_b' value { b: false } } ",
     {{'L', {3, 2}, {0, 1, 2, 0, 2, 2}}, {'x', {3}, {2, 3, -1}}, {'L', {2}, {3, 3}}, {'x', {3, 2}, {1, 2, 3, 4, 5, 6}}},
     0,
     {15, 18, 2, 4, -5, -6}},
    {"SparseTensorDenseMatMul",
     "attr { key: 'adjoint_a' value { b: false } } attr { key: 'adjoint_b' value { b: true } } ",
     {{'L', {2, 2}, {0, 1, 2, 0}}, {'x', {2}, {2, 3}}, {'L', {2}, {3, 2}}, {'x', {3, 2}, {1, 2, 3, 4, 5, 6}}},
     0,
     {4, 8, 12, 0, 0, 0, 3, 9, 15}},
    {"RGBToHSV",
     "",
     {{'x', {1, 1, 4, 3}, {0.5, 0.75, 0.25, 0.5, 0.5, 0.5, 0.75, 0.25, 0.5, 0.5, 0, 0.5}}},
     0,
     {0.25, 0.66666669, 0.75, 0, 0, 0.5, 0.91666669, 0.66666669, 0.75, 0.83333331, 1, 0.5}},
    {"HSVToRGB",
     "",
     {{'x', {1, 1, 4, 3}, {0.5, 0.75, 0.25, 0.5, 0.5, 0.5, 0.75, 0.25, 0.5, 0.5, 0, 0.5}}},
     0,
     {0.0625, 0.25, 0.25, 0.25, 0.5, 0.5, 0.4375, 0.375, 0.5, 0.5, 0.5, 0.5}},
    {"AdjustHue",
     "",
     {{'x', {1, 1, 4, 3}, {0.5, 0.75, 0.25, 0.5, 0.5, 0.5, 0.75, 0.25, 0.5, 0.5, 0, 0.5}}, {'F', {}, {0.25}}},
     0,
     {0.25, 0.75, 0.75, 0.5, 0.5, 0.5, 0.75, 0.75, 0.25, 0.5, 0.25, 0}},
    {"AdjustSaturation",
     "",
     {{'x', {1, 1, 4, 3}, {0.5, 0.75, 0.25, 0.5, 0.5, 0.5, 0.75, 0.25, 0.5, 0.5, 0, 0.5}}, {'F', {}, {1.5}}},
     0,
     {0.375, 0.75, 0, 0.5, 0.5, 0.5, 0.75, 0, 0.375, 0.5, 0, 0.5}},
    {"AdjustContrastv2",
     "",
     {{'x', {1, 2, 2, 3}, {0.875, -1.375, 1, 0.5, -2.875, 0.375, -1.5, -0.5, -1.25, 1.125, -0.375, -2}},
      {'F', {}, {0.5}}},
     0,
     {0.5625, -1.328125, 0.265625, 0.375, -2.078125, -0.046875, -0.625, -0.890625, -0.859375, 0.6875, -0.828125,
      -1.234375}},
    {"ExtractImagePatches",
     "attr { key: 'ksizes' value { list { i: 1 i: 2 i: 2 i: 1 } } } attr { key: 'strides' value { list { i: 1 i: 2 i: "
     "1 i: 1 } } } attr { key: 'rates' value { list { i: 1 i: 1 i: 1 i: 1 } } } attr { key: 'padding' value { s: "
     "'SAME' } } ",
     {{'x', {1, 4, 3, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}}},
     0,
     {0,  1,  2,  3,  6,  7,  8,  9,  2,  3,  4,  5,  8,  9,  10, 11, 4,  5,  0, 0, 10, 11, 0, 0,
      12, 13, 14, 15, 18, 19, 20, 21, 14, 15, 16, 17, 20, 21, 22, 23, 16, 17, 0, 0, 22, 23, 0, 0}},
    {"ExtractImagePatches",
     "attr { key: 'ksizes' value { list { i: 1 i: 2 i: 2 i: 1 } } } attr { key: 'strides' value { list { i: 1 i: 1 i: "
     "1 i: 1 } } } attr { key: 'rates' value { list { i: 1 i: 2 i: 2 i: 1 } } } attr { key: 'padding' value { s: "
     "'VALID' } } ",
     {{'x', {1, 4, 4, 1}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}}},
     0,
     {0, 2, 8, 10, 1, 3, 9, 11, 4, 6, 12, 14, 5, 7, 13, 15}},
    {"Dilation2D",
     "attr { key: 'strides' value { list { i: 1 i: 1 i: 1 i: 1 } } } attr { key: 'rates' value { list { i: 1 i: 1 i: 1 "
     "i: 1 } } } attr { key: 'padding' value { s: 'SAME' } } ",
     {{'x',
       {1, 3, 3, 2},
       {0.25, 1.625, -1.125, -1.625, -0.625, 2.625, 2.875, 1, 2.375, 2.125, -0.75, -2.5, 0.875, 0.375, -0.875, -1.625,
        -0.5, -0.125}},
      {'F', {2, 2, 2}, {-1.375, -1.25, -0.25, 2.125, 0.5, -1.25, -1.375, -0.25}}},
     0,
     {3.375, 1.875, 2.875, 4.75, -0.25, 1.375, 2.125, 4.25, 1, 0.875, 0, -1.375, -0.5, 0.5, -0.75, 2, -1.875, -1.375}},
    {"Dilation2D",
     "attr { key: 'strides' value { list { i: 1 i: 1 i: 1 i: 1 } } } attr { key: 'rates' value { list { i: 1 i: 2 i: 1 "
     "i: 1 } } } attr { key: 'padding' value { s: 'VALID' } } ",
     {{'x', {1, 4, 3, 1}, {-1.75, -1.75, 0.125, -2.5, -0.125, -0.875, 1.25, 1.5, 1.125, 1.125, -0.75, 1}},
      {'F', {2, 2, 1}, {-1, 0.375, -1, -0.375}}},
     0,
     {1.125, 0.75, 0.25, 0.625}},
    {"CropAndResize",
     "attr { key: 'method' value { s: 'bilinear' } } attr { key: 'extrapolation_value' value { f: -1.5 } } ",
     {{'x', {2, 4, 3, 1}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}},
      {'x', {3, 4}, {0, 0, 1, 1, 0.1, 0.80000001, 0.60000002, 0.2, -0.5, 0.25, 0.5, 1.5}},
      {'I', {3}, {0, 1, 1}},
      {'I', {2}, {2, 3}}},
     0,
     {0, 1, 2, 9, 10, 11, 14.5, 13.9, 13.299999, 19, 18.4, 17.799999, -1.5, -1.5, -1.5, 17, 18.25, -1.5}},
    {"CropAndResize",
     "attr { key: 'method' value { s: 'nearest' } } attr { key: 'extrapolation_value' value { f: -1.5 } } ",
     {{'x', {2, 4, 3, 1}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}},
      {'x', {3, 4}, {0, 0, 1, 1, 0.1, 0.80000001, 0.60000002, 0.2, -0.5, 0.25, 0.5, 1.5}},
      {'I', {3}, {0, 1, 1}},
      {'I', {2}, {2, 3}}},
     0,
     {0, 1, 2, 9, 10, 11, 14, 13, 12, 20, 19, 18, -1.5, -1.5, -1.5, 19, 20, -1.5}},
    {"CropAndResize",
     "",
     {{'x', {1, 4, 3, 1}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
      {'x', {1, 4}, {0, 0, 1, 1}},
      {'I', {1}, {0}},
      {'I', {2}, {1, 1}}},
     0,
     {5.5}},
    {"MaxPoolWithArgmax",
     "attr { key: 'ksize' value { list { i: 1 i: 2 i: 2 i: 1 } } } attr { key: 'strides' value { list { i: 1 i: 1 i: 2 "
     "i: 1 } } } attr { key: 'padding' value { s: 'SAME' } } ",
     {{'x', {1, 3, 4, 2}, {-2.625, -1.5,   2.875, -1.625, 1.125,  0.875, 1.375, -0.125, 0.625, -2.625, -2.625, -1.75,
                           -2.125, -2.375, -2.25, 0.375,  -1.875, 2.75,  1.125, 0.25,   1.25,  -1.375, 2.5,    2}}},
     1,
     {2, 1, 6, 5, 18, 17, 22, 23, 18, 17, 22, 23}},
    {"MaxPoolWithArgmax",
     "attr { key: 'ksize' value { list { i: 1 i: 2 i: 2 i: 1 } } } attr { key: 'strides' value { list { i: 1 i: 1 i: 2 "
     "i: 1 } } } attr { key: 'padding' value { s: 'VALID' } } ",
     {{'x', {1, 3, 4, 2}, {-2.625, -1.5,   2.875, -1.625, 1.125,  0.875, 1.375, -0.125, 0.625, -2.625, -2.625, -1.75,
                           -2.125, -2.375, -2.25, 0.375,  -1.875, 2.75,  1.125, 0.25,   1.25,  -1.375, 2.5,    2}}},
     1,
     {2, 1, 6, 5, 18, 17, 22, 23}},
    {"ResizeBicubic",
     "attr { key: 'half_pixel_centers' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {5, 3}}},
     0,
     {1.1798451, 0.80419469, 1.7448909, 1.2320555, 1.3849913, 0.74343485, 1.1903033, 1.8125, -0.59812206, 0.49526358,
      -0.76094753, 0.34386092, 0.0374052, -2.5232124, 1.1253276}},
    {"ResizeBicubic",
     "",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {5, 3}}},
     0,
     {1.375, 0.40430269, 1.7751138, 1.2131405, 1.9885933, 0.38130027, 0.85386157, 1.5782721, -0.4535988, 0.47610548,
      -1.4684044, 0.17296115, 0.30752203, -2.791657, 0.43163776}},
    {"ResizeBicubic",
     "attr { key: 'align_corners' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {5, 3}}},
     0,
     {1.375, 0.84375, 1.5, 1.2460938, 1.777832, 0.17578125, 1, 1.90625, -0.75, 0.65234375, -0.14257812, 0.1015625,
      0.375, -2.390625, 1.375}},
    {"ResizeArea",
     "",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {5, 3}}},
     0,
     {1, 0.93750006, 1.6249998, 1.125, 1.1666666, 0.95833308, 1.375, 1.6249998, -0.37500003, 0.3333331, -0.70833379,
      0.25000018, -0.18749999, -1.8749995, 0.56249994}},
    {"ResizeArea",
     "attr { key: 'align_corners' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {5, 3}}},
     0,
     {0.875, 1.2916667, 1.5, 0.875, 1.2916667, 1.5, 1.5, 1.3333334, -0.75, 1.5, 1.3333334, -0.75, -0.375, -1.875,
      1.375}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'lanczos1' } } attr { key: 'antialias' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {5, 3}},
      {'F', {2}, {1.6666666, 0.75}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.345, 0.29463264, 1.7499998, 1.248077, 0.86554921, 1.2115381, 1.0300001, 2.1501107, -3.8743019e-07, 0.54538453,
      -0.61114573, -0.17307651, 0.33000007, -1.8383693, -0.24999917}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'lanczos3' } } attr { key: 'antialias' value { b: false } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {5, 3}},
      {'F', {2}, {1.6666666, 0.75}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.6485326, -0.41654456, 2.2226574, 1.3469726, 1.3168175, 1.2048335, 0.81195825, 2.5021579, -0.28361896,
      0.57956326, -0.43968177, -0.3497625, 0.58233923, -2.8569198, 0.062793016}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'lanczos5' } } attr { key: 'antialias' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {5, 3}},
      {'F', {2}, {1.6666666, 0.75}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.0619459, 0.035453171, 2.1014118, 1.1851453, 1.6670233, 1.2377931, 1.088181, 2.2172537, -0.21350259, 0.67614424,
      -0.51996529, -0.48446876, 0.44015497, -2.6361518, -0.0024883747}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'gaussian' } } attr { key: 'antialias' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {5, 3}},
      {'F', {2}, {1.6666666, 0.75}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.1112373, 0.73915154, 1.5683725, 1.1704984, 1.1189468, 1.0417329, 1.1158617, 1.3089235, 0.2395927, 0.48989859,
      -0.20675443, -0.14814927, 0.039585382, -1.3482575, -0.30518067}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'box' } } attr { key: 'antialias' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {5, 3}},
      {'F', {2}, {1.6666666, 0.75}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.375, -0.125, 1.75, 1.375, -0.125, 1.75, 1, 2.5, 0, 0.375, -1.875, -0.25, 0.375, -1.875, -0.25}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'triangle' } } attr { key: 'antialias' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {5, 3}},
      {'F', {2}, {1.6666666, 0.75}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.1875, 0.59090912, 1.75, 1.1874999, 1.109091, 1.0499998, 1.1875, 1.8863636, -2.3841858e-07, 0.53124982,
      -0.24772775, -0.14999983, 0.09375, -1.6704545, -0.24999946}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'keyscubic' } } attr { key: 'antialias' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {5, 3}},
      {'F', {2}, {1.6666666, 0.75}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.2181296, 0.37179461, 1.9597647, 1.2285852, 1.2256024, 1.1521052, 1.1456521, 2.0769231, -0.090307295, 0.5745374,
      -0.43384126, -0.24527061, 0.20461428, -2.1996863, -0.2056154}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'mitchellcubic' } } attr { key: 'antialias' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {5, 3}},
      {'F', {2}, {1.6666666, 0.75}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.1420106, 0.57820487, 1.7745311, 1.2033646, 1.2028842, 1.0930173, 1.1555823, 1.6477547, 0.088385284, 0.53564101,
      -0.30857095, -0.20579046, 0.094394118, -1.7931736, -0.26321721}},
    {"ResizeBicubic",
     "attr { key: 'half_pixel_centers' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {2, 6}}},
     0,
     {1.3734274, 0.83871841, 0.59209216, 1.6933337, 1.4794977, 0.97415751, 0.58243114, -0.18307215, -1.1498865,
      -1.5057873, -0.19697291, 1.075745}},
    {"ResizeBicubic",
     "",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {2, 6}}},
     0,
     {1.375, 0.11058238, 0.40430269, 2, 1.7751138, 1.4444444, 0.65234375, 0.72566128, 0.11544526, -0.6796875,
      -0.21280372, 0.18836799}},
    {"ResizeBicubic",
     "attr { key: 'align_corners' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {2, 6}}},
     0,
     {1.375, 0.22822535, 0.11736117, 1.637551, 2.0352082, 1.5, 0.375, -1.0010244, -2.1692388, -2.2412446, -0.61259067,
      1.375}},
    {"ResizeArea",
     "",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {2, 6}}},
     0,
     {1.25, 1, 0.74999994, 1.5833335, 1.1666666, 0.74999982, 0.58333337, 0.083333313, -0.41666663, -1.0000001,
      -0.16666642, 0.66666651}},
    {"ResizeArea",
     "attr { key: 'align_corners' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {2, 6}}},
     0,
     {1.1875, 1.1875, 1.1874999, 1.3125, 1.3749998, 0.37500009, 0.375, -0.37500015, -1.875, -1.875, -1.8749995,
      1.3750002}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'lanczos1' } } attr { key: 'antialias' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {2, 6}},
      {'F', {2}, {0.66666669, 1.5}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.2596153, 1.1442306, 0.68269235, 1.4288462, 1.4538462, 0.80769217, 0.56730771, 0.348077, -0.52884609,
      -0.95961535, -0.70961553, 0.72115374}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'lanczos3' } } attr { key: 'antialias' value { b: false } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {2, 6}},
      {'F', {2}, {0.66666669, 1.5}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.5197011, 1.0465312, 0.63281161, 1.6196383, 1.743618, 0.95128411, 0.66814566, 0.16489278, -0.90156382,
      -1.7835507, -0.67051011, 0.84168589}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'lanczos5' } } attr { key: 'antialias' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {2, 6}},
      {'F', {2}, {0.66666669, 1.5}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.4338163, 1.1491339, 1.1546379, 1.8386104, 1.4140244, 0.54225588, 0.55998313, 0.50253159, -0.14170349,
      -1.2188709, -0.5653466, 0.44966015}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'gaussian' } } attr { key: 'antialias' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {2, 6}},
      {'F', {2}, {0.66666669, 1.5}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.1798414, 1.0560865, 0.89349246, 1.1631376, 1.121129, 0.73771542, 0.62183851, 0.37373725, -0.13808103,
      -0.51459634, -0.28400213, 0.4265697}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'box' } } attr { key: 'antialias' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {2, 6}},
      {'F', {2}, {0.66666669, 1.5}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.25, 1.25, 0.75000006, 1.5833334, 1.5833334, 0.75, 0.58333337, 0.58333337, -0.41666663, -1, -1, 0.66666669}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'triangle' } } attr { key: 'antialias' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {2, 6}},
      {'F', {2}, {0.66666669, 1.5}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.2343751, 1.1093751, 0.85937512, 1.3072917, 1.2395835, 0.65625012, 0.60937506, 0.32812506, -0.23437513,
      -0.67187518, -0.4010419, 0.578125}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'keyscubic' } } attr { key: 'antialias' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {2, 6}},
      {'F', {2}, {0.66666669, 1.5}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.300414, 1.1620703, 0.96910119, 1.5268489, 1.3833984, 0.62740773, 0.66469568, 0.37963533, -0.23876424,
      -0.92403072, -0.56397623, 0.54113162}},
    {"ScaleAndTranslate",
     "attr { key: 'kernel_type' value { s: 'mitchellcubic' } } attr { key: 'antialias' value { b: true } } ",
     {{'x', {1, 3, 4, 1}, {1.375, -0.125, 2, 1.5, 1, 2.5, 0.75, -0.75, 0.375, -1.875, -1.875, 1.375}},
      {'I', {2}, {2, 6}},
      {'F', {2}, {0.66666669, 1.5}},
      {'F', {2}, {0, 0.25}}},
     0,
     {1.2487282, 1.1184323, 0.9623667, 1.3518389, 1.2420177, 0.67394322, 0.65302777, 0.38395163, -0.16679852,
      -0.70629078, -0.41229931, 0.46028286}},
    {"Lgamma",
     "",
     {{'x', {11}, {-2.5, -0.25, -1, 0.25, 1, 2, 10, 100, 1e+10, INFINITY, -INFINITY}}},
     0,
     {-0.056243714, 1.5895753, INFINITY, 1.2880225, 0, 0, 12.801827, 359.13422, 2.202585e+11, INFINITY, INFINITY}},
    {"Digamma",
     "",
     {{'x', {7}, {-2.5, -0.25, 0.25, 1, 2, 10, 100}}},
     0,
     {1.1031568, 2.914139, -4.2274542, -0.57721591, 0.42278421, 2.2517526, 4.600162}},
    {"Erfinv",
     "",
     {{'x', {8}, {-1, -0.99900001, -0.5, 0, 0.25, 0.94999999, 1, 2}}},
     0,
     {-INFINITY, -2.3267562, -0.47693631, 0, 0.22531205, 1.3859041, INFINITY, NAN}},
    {"Ndtri",
     "",
     {{'x', {6}, {0, 0.015625, 0.25, 0.5, 0.875, 1}}},
     0,
     {-INFINITY, -2.1538746, -0.6744898, 0, 1.1503495, INFINITY}},
    {"BesselI0e",
     "",
     {{'x', {8}, {-20, -3, -0.25, 0, 0.5, 8, 9, 50}}},
     0,
     {0.089780301, 0.24300039, 0.79101729, 1, 0.64503539, 0.1434318, 0.13495952, 0.056561619}},
    {"QuantizeAndDequantizeV4",
     "attr { key: 'range_given' value { b: true } } attr { key: 'num_bits' value { i: 4 } } ",
     {{'x', {9}, {1.75, 2.875, 2.125, 0.25, -2.5, -0.125, 2.625, 1.75, -0.125}}, {'F', {}, {-1.5}}, {'F', {}, {2.5}}},
     0,
     {1.7857144, 2.5, 2.1428571, 0.35714287, -2.5, 0, 2.5, 1.7857144, 0}},
    {"QuantizeAndDequantizeV4",
     "attr { key: 'range_given' value { b: true } } attr { key: 'signed_input' value { b: false } } ",
     {{'x', {9}, {-0.25, -1.75, -1.875, -2.5, 2.375, 0.875, -2.125, -0.5, -2.75}}, {'F', {}, {-1.5}}, {'F', {}, {2.5}}},
     0,
     {0, 0, 0, 0, 2.3725491, 0.87254906, 0, 0, 0}},
    {"QuantizeAndDequantizeV4",
     "attr { key: 'range_given' value { b: true } } attr { key: 'num_bits' value { i: 3 } } attr { key: 'narrow_range' "
     "value { b: true } } attr { key: 'round_mode' value { s: 'HALF_UP' } } ",
     {{'x', {9}, {-1.75, 1.375, 0.875, -0.125, -1.375, 0.875, 2.75, -0.375, -2.625}},
      {'F', {}, {-1.5}},
      {'F', {}, {2.5}}},
     0,
     {-1.6666666, 1.6666666, 0.83333331, 0, -1.6666666, 0.83333331, 2.5, 0, -2.5}},
    {"TensorScatterMax",
     "",
     {{'x', {2, 2}, {1, 2, 3, 4}}, {'I', {3, 2}, {1, 0, 0, 1, 1, 0}}, {'x', {3}, {5, -6, -7}}},
     0,
     {1, 2, 5, 4}},
    {"TensorScatterMax", "", {{'x', {2, 2}, {1, 2, 3, 4}}, {'I', {1, 1}, {1}}, {'x', {1, 2}, {2, 9}}}, 0, {1, 2, 3, 9}},
    {"TensorScatterMin",
     "",
     {{'x', {2, 2}, {1, 2, 3, 4}}, {'I', {3, 2}, {1, 0, 0, 1, 1, 0}}, {'x', {3}, {5, -6, -7}}},
     0,
     {1, -6, -7, 4}},
    {"TensorScatterMin", "", {{'x', {2, 2}, {1, 2, 3, 4}}, {'I', {1, 1}, {1}}, {'x', {1, 2}, {2, 9}}}, 0, {1, 2, 2, 4}},
};

Tensor TensorOf(const Operand& o) {
  Shape shape = *Shape::FromDims(o.dims);
  std::vector<float> floats(o.values.begin(), o.values.end());
  if (o.kind == 'x' || o.kind == 'F') return Tensor::Of<float>(shape, std::span<const float>(floats));
  std::vector<int64_t> ints(o.values.begin(), o.values.end());
  return Tensor::Vector(ints, o.kind == 'L' ? DType::kI64 : DType::kI32).Reshaped(shape);
}

std::string NodeOf(const Operand& o, const std::string& name) {
  bool floats = o.kind == 'x' || o.kind == 'F', input = o.kind == 'x' || o.kind == 'i';
  std::string type = floats ? "DT_FLOAT" : o.kind == 'L' ? "DT_INT64" : "DT_INT32", shape, values;
  for (int64_t d : o.dims) StrAppend(shape, "dim { size: ", d, " } ");
  for (double v : o.values)
    if (floats)
      StrAppend(values, "float_val: ", v, " ");
    else
      StrAppend(values, o.kind == 'L' ? "int64_val: " : "int_val: ", static_cast<int64_t>(v), " ");
  std::string attr =
      input ? StrCat("key: 'shape' value { shape { ", shape, "} }")
            : StrCat("key: 'value' value { tensor { dtype: ", type, " tensor_shape { ", shape, "} ", values, "} }");
  return StrCat("node { name: '", name, "' op: '", input ? "Placeholder" : "Const",
                "' attr { key: 'dtype' value { type: ", type, " } } attr { ", attr, " } }\n");
}

Result<ir::Module> Import(const std::string& graph) {
  std::string path = StrCat(testing::TempDir(), "/recorded_", getpid(), ".pbtxt");
  RETURN_IF_ERROR(WriteFileAtomically(path, graph));
  Result<ir::Module> m = ImportGraphDef(path);
  std::filesystem::remove(path);
  return m;
}

Result<std::vector<double>> Evaluate(const std::string& graph, const std::vector<Tensor>& inputs) {
  ASSIGN_OR_RETURN(ir::Module m, Import(graph));
  ASSIGN_OR_RETURN(std::vector<Tensor> outputs, ir::EvaluateTensors(*m.graphs[0], inputs));
  return outputs[0].AsDoubles();
}

void ExpectNear(const Result<std::vector<double>>& got, const std::vector<double>& want) {
  ASSERT_TRUE(got.ok()) << got.status().message();
  ASSERT_EQ(got->size(), want.size());
  double range = 1;
  for (double v : want)
    if (std::isfinite(v)) range = std::max(range, std::fabs(v));
  for (size_t i = 0; i < want.size(); ++i) {
    if (std::isnan(want[i]))
      EXPECT_TRUE(std::isnan((*got)[i])) << "element " << i << " is " << (*got)[i];
    else if (std::isinf(want[i]))
      EXPECT_EQ((*got)[i], want[i]) << "element " << i;
    else
      EXPECT_NEAR((*got)[i], want[i], 4e-6 * range) << "element " << i;
  }
}

TEST(RecordedLowerings, GiveWhatTensorFlowGives) {
  for (const Recorded& c : kRecorded) {
    SCOPED_TRACE(StrCat(c.op, " ", c.attrs));
    std::string text, inputs;
    std::vector<Tensor> tensors;
    for (size_t i = 0; i < c.operands.size(); ++i) {
      std::string name = StrCat("operand_", i);
      StrAppend(text, NodeOf(c.operands[i], name));
      StrAppend(inputs, "input: '", name, "' ");
      if (c.operands[i].kind == 'x' || c.operands[i].kind == 'i') tensors.push_back(TensorOf(c.operands[i]));
    }
    StrAppend(text, "node { name: 'y' op: '", c.op, "' ", inputs, c.attrs, "}\n");
    StrAppend(text, "node { name: 'out' op: 'Identity' input: 'y:", c.output, "' }\nversions { producer: 100 }\n");
    ExpectNear(Evaluate(text, tensors), c.want);
  }
}

std::string Graph(const std::vector<Operand>& operands, const std::string& nodes) {
  std::string text;
  for (size_t i = 0; i < operands.size(); ++i) StrAppend(text, NodeOf(operands[i], StrCat("x", i)));
  return StrCat(text, nodes, "versions { producer: 100 }\n");
}

TEST(RecordedLowerings, TheLastRowWithANumberIsStitchedIn) {
  std::string graph = Graph({{'i', {2}, {}}, {'i', {1, 2}, {}}, {'x', {2, 2}, {}}, {'x', {1, 2, 2}, {}}},
                            "node { name: 'y' op: 'DynamicStitch' input: 'x0' input: 'x1' input: 'x2' input: 'x3' "
                            "attr { key: 'N' value { i: 2 } } }\n");
  std::vector<int64_t> first = {2, 0}, second = {1, 2};
  ExpectNear(Evaluate(graph, {Tensor::Vector(first), Tensor::Vector(second).Reshaped({1, 2}),
                              Tensor::Of<float>({2, 2}, {1, 2, 3, 4}), Tensor::Of<float>({1, 2, 2}, {5, 6, 7, 8})}),
             {3, 4, 5, 6, 7, 8});
}

TEST(RecordedLowerings, BitsAreTurned) {
  std::vector<int64_t> x = {0, 1, 200};
  auto of = [&](const std::string& type) {
    std::string graph = Graph({{'i', {3}, {}}},
                              StrCat("node { name: 'c' op: 'Cast' input: 'x0' attr { key: 'DstT' value { type: ", type,
                                     " } } }\nnode { name: 'b' op: 'Invert' input: 'c' }\n"
                                     "node { name: 'y' op: 'Cast' input: 'b' attr { key: 'DstT' value "
                                     "{ type: DT_INT32 } } }\n"));
    return Evaluate(graph, {Tensor::Vector(x)});
  };
  ExpectNear(of("DT_UINT8"), {255, 254, 55});
  ExpectNear(of("DT_INT32"), {-1, -2, -201});
}

// What is done to the complex numbers x0 + i x1, and a real result of it.
Result<std::vector<double>> OfComplex(const std::string& nodes) {
  std::vector<double> re = {1, -2, 3, 0.5}, im = {0.5, 1, -1, 2};
  std::vector<Operand> operands = {{'x', {4}, re}, {'x', {4}, im}};
  return Evaluate(Graph(operands, StrCat("node { name: 'c' op: 'Complex' input: 'x0' input: 'x1' }\n", nodes)),
                  {TensorOf(operands[0]), TensorOf(operands[1])});
}

TEST(RecordedLowerings, ComplexNumbers) {
  auto part = [](const std::string& op, const std::string& of) {
    return OfComplex(
        StrCat("node { name: 'f' op: '", op, "' input: 'c' }\nnode { name: 'y' op: '", of, "' input: 'f' }\n"));
  };
  ExpectNear(part("FFT", "Real"), {2.5, -3, 5.5, -1});
  ExpectNear(part("FFT", "Imag"), {2.5, 4, -3.5, -1});
  ExpectNear(part("IFFT", "Real"), {0.625, -0.25, 1.375, -0.75});
  ExpectNear(part("IFFT", "Imag"), {0.625, -0.25, -0.875, 1});
  ExpectNear(part("Conj", "Imag"), {-0.5, -1, 1, -2});
  ExpectNear(part("Exp", "Real"), {2.3855166, 0.07312196, 10.852262, -0.68610954});
  ExpectNear(part("Exp", "Imag"), {1.3032137, 0.11388071, -16.901396, 1.4991780});
  ExpectNear(OfComplex("node { name: 'y' op: 'Angle' input: 'c' }\n"), {0.46364760, 2.6779451, -0.32175055, 1.3258177});
}

TEST(RecordedLowerings, InverseRealTransform) {
  auto of = [](int n) {
    return OfComplex(StrCat(NodeOf({'I', {1}, {static_cast<double>(n)}}, "n"),
                            "node { name: 'y' op: 'IRFFT' input: 'c' input: 'n' }\n"));
  };
  ExpectNear(of(6), {0.58333337, -0.75, -0.49401695, 1.75, 0.66068363, -0.74999994});
  ExpectNear(of(4), {0, -1, 2, 0});
  ExpectNear(of(9), {0.44444445, -0.47803885, -0.40602463, -0.27378908, 0.38014662, 1.5876393, 0.49601132, -0.89014161,
                     0.13975249});
}

TEST(RecordedLowerings, RaggedRowsAreFilledUp) {
  Operand values = {'x', {5}, {1, 2, 3, 4, 5}}, missing = {'F', {}, {-1}};
  auto of = [&](const Operand& shape, const std::vector<Operand>& partition, const std::string& kinds) {
    std::vector<Operand> operands = {shape, values, missing};
    operands.insert(operands.end(), partition.begin(), partition.end());
    std::string inputs;
    for (size_t i = 0; i < operands.size(); ++i) StrAppend(inputs, "input: 'x", i, "' ");
    return Evaluate(Graph(operands, StrCat("node { name: 'y' op: 'RaggedTensorToTensor' ", inputs,
                                           "attr { key: 'row_partition_types' value { list { ", kinds, " } } } }\n")),
                    {TensorOf(values)});
  };
  Operand splits = {'L', {4}, {0, 2, 2, 5}}, rows = {'L', {}, {3}}, ids = {'L', {5}, {0, 0, 2, 2, 2}};
  std::vector<double> full = {1, 2, -1, -1, -1, -1, 3, 4, 5};
  ExpectNear(of({'L', {2}, {-1, -1}}, {splits}, "s: 'ROW_SPLITS'"), full);
  ExpectNear(of({'L', {}, {-1}}, {rows, ids}, "s: 'FIRST_DIM_SIZE' s: 'VALUE_ROWIDS'"), full);
  ExpectNear(of({'L', {2}, {-1, 2}}, {splits}, "s: 'ROW_SPLITS'"), {1, 2, -1, -1, 3, 4});
  EXPECT_THAT(std::string(of({'L', {}, {-1}}, {splits, splits}, "s: 'ROW_SPLITS' s: 'ROW_SPLITS'").status().message()),
              testing::HasSubstr("only one ragged dimension"));
}

TEST(RecordedLowerings, RaggedRowsAreCounted) {
  Operand values = {'i', {6}, {1, 0, 1, 3, 9, 3}}, splits = {'L', {4}, {0, 3, 3, 6}}, size = {'I', {}, {4}};
  auto of = [&](const Operand& weights, const std::string& attrs) {
    return Evaluate(
        Graph({splits, values, size, weights},
              StrCat("node { name: 'y' op: 'RaggedBincount' input: 'x0' input: 'x1' input: 'x2' input: 'x3' ", attrs,
                     "}\n")),
        {TensorOf(values)});
  };
  ExpectNear(of({'F', {0}, {}}, ""), {1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2});
  ExpectNear(of({'F', {6}, {0.5, 1, 2, 3, 4, 5}}, ""), {1, 2.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8});
  ExpectNear(of({'F', {0}, {}}, "attr { key: 'binary_output' value { b: true } } "),
             {1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
}

// x through the codes of a type of their own and back: QuantizeV2, Dequantize.
struct ThroughCodes {
  const char *mode, *type, *more;
  std::vector<double> want;
};
const ThroughCodes kThroughCodes[] = {
    {"MIN_COMBINED",
     "DT_QINT8",
     "",
     {-1, -1, -0.26274508, 0.003921628, 0.003921628, 0.3176471, 1.6980393, 2.4980395, 3}},
    {"MIN_COMBINED",
     "DT_QUINT8",
     "",
     {-1, -1, -0.26274508, 0.003921628, 0.003921628, 0.3176471, 1.6980393, 2.4980395, 3}},
    {"MIN_FIRST",
     "DT_QINT8",
     "",
     {-1.0039216, -1.0039216, -0.26666665, 0, 0, 0.31372553, 1.6941178, 2.4941177, 2.9960785}},
    {"MIN_FIRST",
     "DT_QUINT8",
     "",
     {-1.0039216, -1.0039216, -0.26666671, 0, 0, 0.31372547, 1.6941177, 2.4941177, 2.9960785}},
    {"SCALED", "DT_QINT8", "", {-3.023622, -1.2992126, -0.25984251, 0, 0, 0.30708662, 1.7007874, 2.503937, 3}},
    {"SCALED",
     "DT_QINT8",
     "attr { key: 'narrow_range' value { b: true } } ",
     {-3, -1.2992126, -0.25984251, 0, 0, 0.30708662, 1.7007874, 2.503937, 3}},
    {"SCALED", "DT_QUINT8", "", {0, 0, 0, 0, 0, 0.30588236, 1.7058824, 2.5058825, 3}},
    {"SCALED",
     "DT_QUINT8",
     "attr { key: 'round_mode' value { s: 'HALF_TO_EVEN' } } ",
     {0, 0, 0, 0, 0, 0.30588236, 1.6941177, 2.4941177, 3}},
};

TEST(RecordedLowerings, QuantizedTypesAreCodes) {
  for (const ThroughCodes& c : kThroughCodes) {
    SCOPED_TRACE(StrCat(c.mode, " ", c.type, " ", c.more));
    std::string attrs = StrCat("attr { key: 'T' value { type: ", c.type, " } } attr { key: 'mode' value { s: '", c.mode,
                               "' } } ", c.more);
    std::string graph =
        Graph({{'x', {9}, {}}, {'F', {}, {-1}}, {'F', {}, {3}}},
              StrCat("node { name: 'q' op: 'QuantizeV2' input: 'x0' input: 'x1' input: 'x2' ", attrs,
                     "}\nnode { name: 'y' op: 'Dequantize' input: 'q' input: 'q:1' input: 'q:2' ", attrs, "}\n"));
    std::vector<float> x = {-5, -1.3f, -0.26f, 0, 0.004f, 0.31f, 1.7f, 2.5f, 9};
    ExpectNear(Evaluate(graph, {Tensor::Of<float>({9}, x)}), c.want);
  }
}

// As tools wrote weights: constants of codes.
TEST(RecordedLowerings, WeightsOfQuantizedTypesAreRead) {
  std::string graph =
      Graph({{'F', {}, {-1}}, {'F', {}, {3}}},
            "node { name: 'w' op: 'Const' attr { key: 'dtype' value { type: DT_QUINT8 } } attr { key: "
            "'value' value { tensor { dtype: DT_QUINT8 tensor_shape { dim { size: 3 } } int_val: 0 int_val: "
            "64 int_val: 255 } } } }\nnode { name: 'y' op: 'Dequantize' input: 'w' input: 'x0' input: 'x1' "
            "attr { key: 'T' value { type: DT_QUINT8 } } attr { key: 'mode' value { s: 'MIN_FIRST' } } }\n");
  ExpectNear(Evaluate(graph, {}), {-1.0039216, 0, 2.9960785});
}

TEST(RecordedLowerings, WhatIsNotKnownIsRefusedInASentence) {
  auto why = [](const std::vector<Operand>& operands, const std::string& node) {
    return std::string(Import(Graph(operands, StrCat("node { name: 'layer' ", node, " }\n"))).status().message());
  };
  using testing::HasSubstr;
  EXPECT_THAT(why({{'x', {2, -1}, {}}, {'I', {}, {1}}}, "op: 'Cumprod' input: 'x0' input: 'x1'"),
              testing::AllOf(HasSubstr("'layer'"), HasSubstr("unknown length"), HasSubstr("--input_shapes")));
  EXPECT_THAT(why({{'x', {2, 3}, {}}, {'I', {}, {2}}}, "op: 'Cumprod' input: 'x0' input: 'x1'"), HasSubstr("axis 2"));
  EXPECT_THAT(why({{'x', {1, -1, 4, 1}, {}}, {'I', {2}, {2, 2}}}, "op: 'ResizeBicubic' input: 'x0' input: 'x1'"),
              HasSubstr("height, width and channels must be known"));
  EXPECT_THAT(why({{'x', {1, 3, 4, 1}, {}}, {'I', {2}, {0, 2}}}, "op: 'ResizeArea' input: 'x0' input: 'x1'"),
              HasSubstr("expected a positive number"));
  EXPECT_THAT(why({{'x', {1, 3, 4, 1}, {}}, {'i', {2}, {}}}, "op: 'ResizeArea' input: 'x0' input: 'x1'"),
              HasSubstr("'size' is computed"));
  EXPECT_THAT(why({{'x', {2, 4}, {}}}, "op: 'RGBToHSV' input: 'x0'"), HasSubstr("expected 3 channels"));
  EXPECT_THAT(
      why({{'x', {1, 2, 2, 1}, {}}, {'F', {3, 3, 1}, std::vector<double>(9, 0)}},
          "op: 'Dilation2D' input: 'x0' input: 'x1' attr { key: 'strides' value { list { i: 1 i: 1 i: 1 i: 1 } } } "
          "attr { key: 'rates' value { list { i: 1 i: 1 i: 1 i: 1 } } } attr { key: 'padding' value { s: 'VALID' } }"),
      HasSubstr("the window is larger than the image"));
  EXPECT_THAT(why({{'x', {4}, {}}}, "op: 'Conj' input: 'x0'"), HasSubstr("Conj of f32"));
}

}  // namespace
}  // namespace slipway::wire
