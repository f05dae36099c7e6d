// Images: colours, contrast, patches, dilation and crops.
#include <cmath>
#include <limits>

#include "ir/wire/lower/builder.h"
#include "ir/wire/lower/lower.h"
#include "ir/wire/tf_window.h"
#include "ops/concat/concat.h"
#include "ops/max_pool_with_argmax/max_pool_with_argmax.h"
#include "ops/strided_slice/strided_slice.h"

namespace slipway::wire {

namespace {

using B = ops::BinaryKind;
using C = ops::CompareKind;
using R = ops::ReduceKind;
using U = ops::UnaryKind;
using ir::ValueId;
using Values = Result<std::vector<ValueId>>;

Status CheckImages(const Shape& x) {
  if (!x.has_rank()) return Unsupported("images of unknown rank");
  if (x.rank() < 1 || (x.back() >= 0 && x.back() != 3)) return BadInput("images of shape ", x, ", expected 3 channels");
  return OkStatus();
}

struct Hsv {
  ValueId h, s, v;
};

// The channels of RGB images, each with a last axis of 1.
Hsv ToHsv(LoweringBuilder& b, ValueId x) {
  int axis = b.type(x).shape.rank() - 1;
  ValueId red = b.Between(x, axis, 0, 1), green = b.Between(x, axis, 1, 2), blue = b.Between(x, axis, 2, 3);
  ValueId v = b.Reduce(R::kMax, x, {axis}, true), zero = b.Scalar(x, 0);
  ValueId span = b.Binary(B::kSub, {v, b.Reduce(R::kMin, x, {axis}, true)});
  ValueId s = b.Select({b.Compare(C::kGreater, {v, zero}), b.Binary(B::kDiv, {span, v}), zero});
  auto sixth = [&](ValueId from, ValueId to, double offset) {
    ValueId part = b.Binary(B::kDiv, {b.Binary(B::kSub, {to, from}), b.Binary(B::kMul, {span, b.Scalar(x, 6)})});
    return offset == 0 ? part : b.Binary(B::kAdd, {part, b.Scalar(x, offset)});
  };
  ValueId from_red = sixth(blue, green, 0);
  from_red = b.Select({b.Compare(C::kLess, {from_red, zero}), b.Binary(B::kAdd, {from_red, b.Scalar(x, 1)}), from_red});
  ValueId other = b.Select({b.Compare(C::kEqual, {green, v}), sixth(red, blue, 2.0 / 6), sixth(green, red, 4.0 / 6)});
  ValueId h = b.Select({b.Compare(C::kEqual, {red, v}), from_red, other});
  return {b.Select({b.Compare(C::kGreater, {span, zero}), h, zero}), s, v};
}

ValueId Clamp01(LoweringBuilder& b, ValueId x) {
  return b.Binary(B::kMinimum, {b.Binary(B::kMaximum, {x, b.Scalar(x, 0)}), b.Scalar(x, 1)});
}

ValueId ToRgb(LoweringBuilder& b, const Hsv& x) {
  int axis = b.ok() ? b.type(x.h).shape.rank() - 1 : 0;
  ValueId sixths = b.Binary(B::kMul, {x.h, b.Scalar(x.h, 6)}), one = b.Scalar(x.h, 1);
  auto distance = [&](double from) { return b.Unary(U::kAbs, b.Binary(B::kSub, {sixths, b.Scalar(x.h, from)})); };
  ValueId parts[] = {Clamp01(b, b.Binary(B::kSub, {distance(3), one})),
                     Clamp01(b, b.Binary(B::kSub, {b.Scalar(x.h, 2), distance(2)})),
                     Clamp01(b, b.Binary(B::kSub, {b.Scalar(x.h, 2), distance(4)}))};
  std::vector<ValueId> channels;
  ValueId white = b.Binary(B::kSub, {one, x.s});
  for (ValueId part : parts)
    channels.push_back(b.Binary(B::kMul, {b.Binary(B::kAdd, {white, b.Binary(B::kMul, {x.s, part})}), x.v}));
  return b.Add(ops::Concat{.axis = axis}, channels);
}

Hsv ChannelsOf(LoweringBuilder& b, ValueId x) {
  int axis = b.type(x).shape.rank() - 1;
  return {b.Between(x, axis, 0, 1), b.Between(x, axis, 1, 2), b.Between(x, axis, 2, 3)};
}

// The windows of padded NHWC images, one element of each at a time.
struct Taps {
  int64_t filter_h, filter_w, stride_h, stride_w, rate_h, rate_w;
  int64_t out_h, out_w;
  ValueId padded;
};

Result<std::vector<int64_t>> FourInts(const TfNode& node, const char* attr) {
  ASSIGN_OR_RETURN(std::vector<int64_t> v, node.Ints(attr));
  if (v.size() != 4 || v[0] != 1 || v[3] != 1) return BadInput("attribute '", attr, "' is not [1, height, width, 1]");
  if (v[1] < 1 || v[2] < 1 || v[1] > 1 << 16 || v[2] > 1 << 16)
    return BadInput("attribute '", attr, "' is not positive");
  return v;
}

Result<Taps> MakeTaps(const TfNode& node, LoweringBuilder& b, ValueId x, int64_t filter_h, int64_t filter_w,
                      double outside) {
  const Shape shape = b.type(x).shape;
  if (!shape.has_rank() || shape.rank() != 4 || shape[1] < 0 || shape[2] < 0)
    return Unsupported("images of shape ", shape, "; height and width must be known, fix them by --input_shapes");
  ASSIGN_OR_RETURN(std::vector<int64_t> strides, FourInts(node, "strides"));
  ASSIGN_OR_RETURN(std::vector<int64_t> rates, FourInts(node, "rates"));
  ASSIGN_OR_RETURN(std::string padding, node.String("padding", "VALID"));
  if (padding != "SAME" && padding != "VALID") return Unsupported("padding ", padding);
  Taps t{filter_h, filter_w, strides[1], strides[2], rates[1], rates[2], 0, 0, x};
  for (int axis : {1, 2}) {
    int64_t reach = ((axis == 1 ? filter_h : filter_w) - 1) * rates[static_cast<size_t>(axis)] + 1;
    int64_t stride = strides[static_cast<size_t>(axis)], in = shape[axis];
    int64_t out = padding == "SAME" ? (in + stride - 1) / stride : (in - reach) / stride + 1;
    if (out < 1 || (padding == "VALID" && in < reach)) return BadInput("the window is larger than the image");
    (axis == 1 ? t.out_h : t.out_w) = out;
    int64_t missing = padding == "SAME" ? std::max<int64_t>(0, (out - 1) * stride + reach - in) : 0;
    t.padded = b.PadAxis(t.padded, axis, missing / 2, missing - missing / 2, outside);
  }
  return t;
}

ValueId Tap(LoweringBuilder& b, const Taps& t, int64_t h, int64_t w) {
  int64_t top = h * t.rate_h, left = w * t.rate_w;
  ops::StridedSlice slice{.begin_mask = 9, .end_mask = 9};
  return b.Add(slice, {t.padded, b.Ints({0, top, left, 0}),
                       b.Ints({0, top + (t.out_h - 1) * t.stride_h + 1, left + (t.out_w - 1) * t.stride_w + 1, 0}),
                       b.Ints({1, t.stride_h, t.stride_w, 1})});
}

}  // namespace

Values LowerRgbToHsv(const TfNode&, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 1));
  const Shape shape = in.type(in.input(0)).shape;
  RETURN_IF_ERROR(CheckImages(shape));
  LoweringBuilder b(in);
  Hsv x = ToHsv(b, in.input(0));
  return b.Done({b.Add(ops::Concat{.axis = shape.rank() - 1}, {x.h, x.s, x.v})});
}

Values LowerHsvToRgb(const TfNode&, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 1));
  RETURN_IF_ERROR(CheckImages(in.type(in.input(0)).shape));
  LoweringBuilder b(in);
  return b.Done({ToRgb(b, ChannelsOf(b, in.input(0)))});
}

Values LowerAdjustHue(const TfNode&, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 2));
  RETURN_IF_ERROR(CheckImages(in.type(in.input(0)).shape));
  LoweringBuilder b(in);
  Hsv x = ToHsv(b, in.input(0));
  x.h = b.Binary(B::kFloorMod, {b.Binary(B::kAdd, {x.h, in.input(1)}), b.Scalar(in.input(0), 1)});
  return b.Done({ToRgb(b, x)});
}

Values LowerAdjustSaturation(const TfNode&, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 2));
  RETURN_IF_ERROR(CheckImages(in.type(in.input(0)).shape));
  LoweringBuilder b(in);
  Hsv x = ToHsv(b, in.input(0));
  x.s = Clamp01(b, b.Binary(B::kMul, {x.s, in.input(1)}));
  return b.Done({ToRgb(b, x)});
}

// Distances from each channel's mean, stretched.
Values LowerAdjustContrast(const TfNode&, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 2));
  const Shape x = in.type(in.input(0)).shape;
  if (!x.has_rank()) return Unsupported("images of unknown rank");
  if (x.rank() < 3) return BadInput("images of shape ", x, ", expected rank 3 at least");
  LoweringBuilder b(in);
  ValueId mean = b.Reduce(R::kMean, in.input(0), {x.rank() - 3, x.rank() - 2}, true);
  ValueId away = b.Binary(B::kMul, {b.Binary(B::kSub, {in.input(0), mean}), in.input(1)});
  return b.Done({b.Binary(B::kAdd, {away, mean})});
}

// All elements of a window one after another along the channels.
Values LowerExtractImagePatches(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 1));
  ASSIGN_OR_RETURN(std::vector<int64_t> sizes, FourInts(node, "ksizes"));
  LoweringBuilder b(in);
  ASSIGN_OR_RETURN(Taps t, MakeTaps(node, b, in.input(0), sizes[1], sizes[2], 0));
  if (t.filter_h * t.filter_w > 1024) return Unsupported("patches of ", t.filter_h, " x ", t.filter_w, " pixels");
  std::vector<ValueId> taps;
  for (int64_t h = 0; h < t.filter_h; ++h)
    for (int64_t w = 0; w < t.filter_w; ++w) taps.push_back(Tap(b, t, h, w));
  return b.Done({b.Add(ops::Concat{.axis = 3}, taps)});
}

// The largest of the elements of a window, each raised by the filter.
Values LowerDilation2D(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 2));
  const Shape filter = in.type(in.input(1)).shape;
  if (!filter.IsStatic() || filter.rank() != 3) return Unsupported("a filter of shape ", filter);
  if (filter[0] * filter[1] > 1024) return Unsupported("a filter of ", filter[0], " x ", filter[1], " pixels");
  LoweringBuilder b(in);
  ASSIGN_OR_RETURN(Taps t, MakeTaps(node, b, in.input(0), filter[0], filter[1], std::numeric_limits<float>::lowest()));
  ValueId rows = b.Reshape(in.input(1), {filter[0] * filter[1], filter[2]}), y = ValueId::kNone;
  for (int64_t i = 0; i < filter[0] * filter[1]; ++i) {
    ValueId tap = Tap(b, t, i / filter[1], i % filter[1]);
    ValueId raised = b.Binary(B::kAdd, {tap, b.Between(rows, 0, i, i + 1)});
    y = y == ValueId::kNone ? raised : b.Binary(B::kMaximum, {y, raised});
  }
  return b.Done({y});
}

namespace {

// Where the pixels of the crops lie along one axis of the images, [boxes, size]; which of them lie inside.
struct Places {
  ValueId at, inside;
};

Places CropPlaces(LoweringBuilder& b, ValueId boxes, int64_t first, int64_t size, int64_t length) {
  ValueId from = b.Between(boxes, 1, first, first + 1), to = b.Between(boxes, 1, first + 2, first + 3);
  ValueId last = b.Scalar(boxes, static_cast<double>(length - 1));
  Places p{};
  if (size == 1) {
    p.at = b.Binary(B::kMul, {b.Binary(B::kMul, {b.Binary(B::kAdd, {from, to}), b.Scalar(boxes, 0.5)}), last});
  } else {
    std::vector<double> steps;
    for (int64_t i = 0; i < size; ++i) steps.push_back(static_cast<double>(i));
    ValueId step =
        b.Binary(B::kMul, {b.Binary(B::kSub, {to, from}),
                           b.Scalar(boxes, static_cast<double>(length - 1) / static_cast<double>(size - 1))});
    p.at = b.Binary(B::kAdd, {b.Binary(B::kMul, {from, last}), b.Binary(B::kMul, {b.Floats(steps, {1, size}), step})});
  }
  p.inside = b.Binary(B::kLogicalAnd, {b.Compare(C::kGreaterEqual, {p.at, b.Scalar(boxes, 0)}),
                                       b.Compare(C::kLessEqual, {p.at, last})});
  p.at = b.Binary(B::kMinimum, {b.Binary(B::kMaximum, {p.at, b.Scalar(boxes, 0)}), last});
  return p;
}

}  // namespace

// Boxes [y1, x1, y2, x2] of images, in parts of their sides, brought to one size.
Values LowerCropAndResize(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 4));
  ASSIGN_OR_RETURN(std::string method, node.String("method", "bilinear"));
  ASSIGN_OR_RETURN(float outside, node.Float("extrapolation_value", 0));
  const Shape x = in.type(in.input(0)).shape;
  ASSIGN_OR_RETURN(std::vector<int64_t> size, ConstantInts(in, 3, "crop_size", 2));
  if (!x.has_rank() || x.rank() != 4 || x[1] < 1 || x[2] < 1 || x[3] < 1)
    return Unsupported("images of shape ", x, "; height, width and channels must be known, fix them by --input_shapes");
  int64_t crop_h = size[0], crop_w = size[1];
  if (crop_h < 1 || crop_w < 1) return BadInput("crop_size is [", crop_h, ", ", crop_w, "], expected positive numbers");
  LoweringBuilder b(in);
  ValueId pixels = b.Reshape(b.Cast(in.input(0), DType::kF32), {-1, x[3]}), boxes = in.input(1);
  Places rows = CropPlaces(b, boxes, 0, crop_h, x[1]), columns = CropPlaces(b, boxes, 1, crop_w, x[2]);
  ValueId image = b.Binary(B::kMul, {b.Reshape(in.input(2), {-1, 1, 1}), b.Int(x[1])});
  auto pixel = [&](ValueId row, ValueId column) {
    ValueId r = b.Cast(b.Reshape(row, {-1, crop_h, 1}), DType::kI32);
    ValueId c = b.Cast(b.Reshape(column, {-1, 1, crop_w}), DType::kI32);
    ValueId line = b.Binary(B::kMul, {b.Binary(B::kAdd, {image, r}), b.Int(x[2])});
    return b.Gather(pixels, b.Binary(B::kAdd, {line, c}));
  };
  ValueId y = ValueId::kNone;
  if (method == "nearest") {
    ValueId half = b.Scalar(boxes, 0.5);
    auto nearest = [&](ValueId at) { return b.Unary(U::kFloor, b.Binary(B::kAdd, {at, half})); };
    ValueId row = nearest(rows.at), column = nearest(columns.at);
    y = pixel(row, column);
  } else if (method == "bilinear") {
    ValueId top = b.Unary(U::kFloor, rows.at), bottom = b.Unary(U::kCeil, rows.at);
    ValueId left = b.Unary(U::kFloor, columns.at), right = b.Unary(U::kCeil, columns.at);
    ValueId down = b.Reshape(b.Binary(B::kSub, {rows.at, top}), {-1, crop_h, 1, 1});
    ValueId along = b.Reshape(b.Binary(B::kSub, {columns.at, left}), {-1, 1, crop_w, 1});
    auto between = [&](ValueId from, ValueId to, ValueId part) {
      return b.Binary(B::kAdd, {from, b.Binary(B::kMul, {b.Binary(B::kSub, {to, from}), part})});
    };
    auto line = [&](ValueId row) {
      ValueId from = pixel(row, left), to = pixel(row, right);
      return between(from, to, along);
    };
    ValueId upper = line(top), lower = line(bottom);
    y = between(upper, lower, down);
  } else {
    return Unsupported("method ", method, ", only bilinear and nearest");
  }
  ValueId inside = b.Binary(
      B::kLogicalAnd, {b.Reshape(rows.inside, {-1, crop_h, 1, 1}), b.Reshape(columns.inside, {-1, 1, crop_w, 1})});
  return b.Done({b.Select({inside, y, b.Scalar(y, outside)})});
}

// The op of ours says where in its window the largest element is; TensorFlow, where in the image (or the batch).
Values LowerMaxPoolWithArgmax(const TfNode& node, TfImporter& in) {
  RETURN_IF_ERROR(CheckInputs(in, 1));
  ASSIGN_OR_RETURN(TfWindow window, ReadTfWindow(node));
  ASSIGN_OR_RETURN(bool with_batch, node.Bool("include_batch_in_index", false));
  DType type = DType::kI64;
  if (node.Has("Targmax")) {
    ASSIGN_OR_RETURN(type, node.Type("Targmax"));
  }
  const Shape x = in.type(in.input(0)).shape;
  if (!x.has_rank() || x.rank() != 4 || x[1] < 0 || x[2] < 0 || x[3] < 0)
    return Unsupported("images of shape ", x, "; height, width and channels must be known, fix them by --input_shapes");
  if (with_batch) return Unsupported("indices that count the batch");
  ops::MaxPoolWithArgmax op{.filter_h = window.filter_h,
                            .filter_w = window.filter_w,
                            .stride_h = window.stride_h,
                            .stride_w = window.stride_w,
                            .padding = window.padding,
                            .index_type = DType::kI32};
  ASSIGN_OR_RETURN(std::vector<ValueId> pooled, in.Add(op, {in.input(0)}, ""));
  LoweringBuilder b(in);
  const Shape y = in.type(pooled[1]).shape;
  // The first row (column) of each window, negative in the padding.
  auto starts = [&](int axis, int64_t filter, int64_t stride) {
    int64_t missing =
        op.padding == ops::Padding::kSame ? std::max<int64_t>(0, (y[axis] - 1) * stride + filter - x[axis]) : 0;
    std::vector<int64_t> at;
    for (int64_t i = 0; i < y[axis]; ++i) at.push_back(i * stride - missing / 2);
    return b.Ints(at);
  };
  ValueId width = b.Int(op.filter_w);
  ValueId row = b.Binary(B::kAdd, {b.Binary(B::kFloorDiv, {pooled[1], width}),
                                   b.Reshape(starts(1, op.filter_h, op.stride_h), {-1, 1, 1})});
  ValueId column = b.Binary(
      B::kAdd, {b.Binary(B::kFloorMod, {pooled[1], width}), b.Reshape(starts(2, op.filter_w, op.stride_w), {-1, 1})});
  ValueId at = b.Binary(B::kAdd, {b.Binary(B::kMul, {row, b.Int(x[2])}), column});
  ValueId index = b.Binary(B::kAdd, {b.Binary(B::kMul, {at, b.Int(x[3])}), b.Indices(b.Int(x[3]))});
  return b.Done({pooled[0], b.Cast(index, type)});
}

}  // namespace slipway::wire
