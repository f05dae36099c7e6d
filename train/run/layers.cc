// Layers from configuration nodes: class and argument names are Keras'.
#include "train/nn/convolution.h"
#include "train/nn/core.h"
#include "train/nn/normalization.h"
#include "train/nn/pooling.h"
#include "train/run/config.h"
#include "train/yaml/reader.h"

namespace slipway::train {

namespace {

using nn::LayerPtr;

constexpr const char* kPaddings[] = {"same", "valid"};

ops::Padding ReadPadding(MapReader& m) {
  return m.Word("padding", 1, kPaddings) == 0 ? ops::Padding::kSame : ops::Padding::kValid;
}

LayerPtr MakeDense(MapReader& m, std::string name) {
  nn::Dense::Options o;
  o.units = m.Int("units", 0, 1);
  if (!m.Has("units")) m.Error("units", "is missing: the number of outputs");
  o.activation = m.String("activation", "linear");
  o.use_bias = m.Bool("use_bias", true);
  return std::make_shared<nn::Dense>(o, name);
}

LayerPtr MakeConv2D(MapReader& m, std::string name) {
  nn::Conv2D::Options o;
  o.filters = m.Int("filters", 0, 1);
  if (!m.Has("filters")) m.Error("filters", "is missing: the number of output channels");
  o.kernel_size = m.Ints("kernel_size", {});
  if (!m.Has("kernel_size")) m.Error("kernel_size", "is missing");
  o.strides = m.Ints("strides", {1, 1});
  o.padding = ReadPadding(m);
  o.dilation_rate = m.Ints("dilation_rate", {1, 1});
  o.groups = m.Int("groups", 1, 1);
  o.activation = m.String("activation", "linear");
  o.use_bias = m.Bool("use_bias", true);
  return std::make_shared<nn::Conv2D>(o, name);
}

LayerPtr MakeDepthwise(MapReader& m, std::string name) {
  nn::DepthwiseConv2D::Options o;
  o.kernel_size = m.Ints("kernel_size", {});
  if (!m.Has("kernel_size")) m.Error("kernel_size", "is missing");
  o.strides = m.Ints("strides", {1, 1});
  o.padding = ReadPadding(m);
  o.depth_multiplier = m.Int("depth_multiplier", 1, 1);
  o.dilation_rate = m.Ints("dilation_rate", {1, 1});
  o.activation = m.String("activation", "linear");
  o.use_bias = m.Bool("use_bias", true);
  return std::make_shared<nn::DepthwiseConv2D>(o, name);
}

LayerPtr MakeBatchNormalization(MapReader& m, std::string name) {
  nn::BatchNormalization::Options o;
  o.momentum = m.Number("momentum", 0.99);
  o.epsilon = m.Number("epsilon", 1e-3);
  o.center = m.Bool("center", true);
  o.scale = m.Bool("scale", true);
  return std::make_shared<nn::BatchNormalization>(o, name);
}

nn::PoolingOptions ReadPooling(MapReader& m) {
  nn::PoolingOptions o;
  o.pool_size = m.Ints("pool_size", {2, 2});
  o.strides = m.Ints("strides", {});
  o.padding = ReadPadding(m);
  return o;
}

LayerPtr MakeReLU(MapReader& m, std::string name) {
  nn::ReLU::Options o;
  o.max_value = m.Number("max_value", -1);
  o.negative_slope = m.Number("negative_slope", 0);
  o.threshold = m.Number("threshold", 0);
  return std::make_shared<nn::ReLU>(o, name);
}

LayerPtr MakeActivation(MapReader& m, std::string name) {
  return std::make_shared<nn::Activation>(m.String("activation", "linear"), name);
}

LayerPtr MakeDropout(MapReader& m, std::string name) {
  double rate = m.Number("rate", 0.5);
  if (!(rate >= 0 && rate < 1)) m.Error("rate", "must be at least 0 and below 1");
  return std::make_shared<nn::Dropout>(rate >= 0 && rate < 1 ? rate : 0.5, name);
}

LayerPtr MakePadding(MapReader& m, std::string name) {
  int64_t p = m.Int("padding", 1, 0);
  return std::make_shared<nn::ZeroPadding2D>(nn::ZeroPadding2D::Options{p, p, p, p}, name);
}

struct Row {
  const char* name;
  LayerPtr (*make)(MapReader&, std::string name);
};
const Row kRows[] = {
    {"Activation", MakeActivation},
    {"AveragePooling2D",
     [](MapReader& m, std::string n) -> LayerPtr { return std::make_shared<nn::AveragePooling2D>(ReadPooling(m), n); }},
    {"BatchNormalization", MakeBatchNormalization},
    {"Conv2D", MakeConv2D},
    {"Dense", MakeDense},
    {"DepthwiseConv2D", MakeDepthwise},
    {"Dropout", MakeDropout},
    {"Flatten", [](MapReader&, std::string n) -> LayerPtr { return std::make_shared<nn::Flatten>(n); }},
    {"GlobalAveragePooling2D",
     [](MapReader& m, std::string n) -> LayerPtr {
       return std::make_shared<nn::GlobalAveragePooling2D>(m.Bool("keepdims", false), n);
     }},
    {"GlobalMaxPooling2D",
     [](MapReader& m, std::string n) -> LayerPtr {
       return std::make_shared<nn::GlobalMaxPooling2D>(m.Bool("keepdims", false), n);
     }},
    {"LeakyReLU",
     [](MapReader& m, std::string n) -> LayerPtr {
       return std::make_shared<nn::LeakyReLU>(m.Number("negative_slope", 0.3), n);
     }},
    {"MaxPooling2D",
     [](MapReader& m, std::string n) -> LayerPtr { return std::make_shared<nn::MaxPooling2D>(ReadPooling(m), n); }},
    {"ReLU", MakeReLU},
    {"Reshape",
     [](MapReader& m, std::string n) -> LayerPtr {
       return std::make_shared<nn::ReshapeLayer>(m.Ints("target_shape", {-1}), n);
     }},
    {"Softmax", [](MapReader&, std::string n) -> LayerPtr { return std::make_shared<nn::SoftmaxLayer>(n); }},
    {"ZeroPadding2D", MakePadding},
};

}  // namespace

nn::LayerPtr MakeLayer(ConfigErrors& errors, const std::string& where, const ConfigNode& node) {
  NamedNode named;
  if (!ReadNamed(errors, node, where, "a layer: its class name, or {Class: {arguments}}", &named)) return nullptr;
  std::vector<std::string> names;
  for (const Row& row : kRows) {
    names.push_back(row.name);
    if (named.name != row.name) continue;
    MapReader m(errors, named.arguments, StrCat(where, ".", named.name));
    std::string name = m.String("name", "");
    LayerPtr layer = row.make(m, name);
    m.Finish();
    return layer;
  }
  std::string nearest = NearestWord(named.name, names);
  errors.Add(
      named.line, where,
      StrCat("there is no layer '", named.name, "'", nearest.empty() ? "" : StrCat(" (did you mean ", nearest, "?)"),
             "; known: ", StrJoin(names, ", ")));
  return nullptr;
}

}  // namespace slipway::train
