// Layers from configuration nodes: class and argument names are Keras'.
#include "train/nn/convolution.h"
#include "train/nn/core.h"
#include "train/nn/image_layers.h"
#include "train/nn/merging.h"
#include "train/nn/normalization.h"
#include "train/nn/pooling.h"
#include "train/nn/recurrent.h"
#include "train/nn/sequence_layers.h"
#include "train/run/config.h"
#include "train/run/fields.h"

namespace slipway::train {

namespace {

using nn::LayerPtr;

// A layer whose Options name their arguments.
template <class T>
LayerPtr Make(MapReader& m, std::string name) {
  typename T::Options options;
  ReadFields(m, options);
  return std::make_shared<T>(std::move(options), std::move(name));
}
// A layer without arguments.
template <class T>
LayerPtr MakePlain(MapReader&, std::string name) {
  return std::make_shared<T>(std::move(name));
}

template <nn::Merge kMerge>
LayerPtr MakeMerge(MapReader&, std::string name) {
  return std::make_shared<nn::MergeLayer>(kMerge, std::move(name));
}

LayerPtr MakePadding(MapReader& m, std::string name) {
  std::vector<int64_t> p = m.Ints("padding", {1});
  if (p.size() == 1) p.push_back(p[0]);
  if (p.size() != 2) m.Error("padding", "must be one number or two");
  p.resize(2);
  return std::make_shared<nn::ZeroPadding2D>(nn::ZeroPadding2D::Options{p[0], p[0], p[1], p[1]}, std::move(name));
}

template <int kAxes>
LayerPtr MakeSpatialDropout(MapReader& m, std::string name) {
  nn::SpatialDropout::Options options;
  ReadFields(m, options);
  return std::make_shared<nn::SpatialDropout>(StrCat("SpatialDropout", kAxes, "D"), options, std::move(name));
}

template <nn::RecurrentCell kCell>
LayerPtr MakeRecurrent(MapReader& m, std::string name) {
  nn::RecurrentOptions options{.cell = kCell};
  ReadFields(m, options);
  return std::make_shared<nn::Recurrent>(options, std::move(name));
}

LayerPtr MakeBidirectional(MapReader& m, std::string name) {
  auto merge = nn::BidirectionalMerge::kConcat;
  ReadField(m, "merge_mode", merge);
  nn::RecurrentOptions options;
  NamedNode layer;
  const ConfigNode* node = m.Require("layer", "LSTM, GRU or SimpleRNN with its arguments");
  if (!node || !ReadNamed(m.errors(), *node, m.PathOf("layer"), "a recurrent layer", &layer)) return nullptr;
  if (layer.name == "GRU")
    options.cell = nn::RecurrentCell::kGru;
  else if (layer.name == "SimpleRNN")
    options.cell = nn::RecurrentCell::kSimple;
  else if (layer.name != "LSTM")
    m.Error("layer", StrCat("is '", layer.name, "', expected LSTM, GRU or SimpleRNN"));
  MapReader own(m.errors(), layer.arguments, StrCat(m.PathOf("layer"), ".", layer.name));
  ReadFields(own, options);
  own.Finish();
  return std::make_shared<nn::Bidirectional>(options, merge, std::move(name));
}

struct Row {
  const char* name;
  LayerPtr (*make)(MapReader&, std::string name);
};
const Row kRows[] = {
    {"Activation", Make<nn::Activation>},
    {"Add", MakeMerge<nn::Merge::kAdd>},
    {"Average", MakeMerge<nn::Merge::kAverage>},
    {"AveragePooling1D", Make<nn::AveragePooling1D>},
    {"AveragePooling2D", Make<nn::AveragePooling2D>},
    {"BatchNormalization", Make<nn::BatchNormalization>},
    {"Bidirectional", MakeBidirectional},
    {"Concatenate", Make<nn::Concatenate>},
    {"Conv1D", Make<nn::Conv1D>},
    {"Conv2D", Make<nn::Conv2D>},
    {"Conv2DTranspose", Make<nn::Conv2DTranspose>},
    {"Cropping2D", Make<nn::Cropping2D>},
    {"Dense", Make<nn::Dense>},
    {"DepthwiseConv2D", Make<nn::DepthwiseConv2D>},
    {"Dropout", Make<nn::Dropout>},
    {"ELU", Make<nn::ELU>},
    {"Embedding", Make<nn::Embedding>},
    {"Flatten", MakePlain<nn::Flatten>},
    {"GRU", MakeRecurrent<nn::RecurrentCell::kGru>},
    {"GlobalAveragePooling1D", Make<nn::GlobalAveragePooling1D>},
    {"GlobalAveragePooling2D", Make<nn::GlobalAveragePooling2D>},
    {"GlobalMaxPooling1D", Make<nn::GlobalMaxPooling1D>},
    {"GlobalMaxPooling2D", Make<nn::GlobalMaxPooling2D>},
    {"GroupNormalization", Make<nn::GroupNormalization>},
    {"LSTM", MakeRecurrent<nn::RecurrentCell::kLstm>},
    {"LayerNormalization", Make<nn::LayerNormalization>},
    {"LeakyReLU", Make<nn::LeakyReLU>},
    {"MaxPooling1D", Make<nn::MaxPooling1D>},
    {"MaxPooling2D", Make<nn::MaxPooling2D>},
    {"Maximum", MakeMerge<nn::Merge::kMaximum>},
    {"Minimum", MakeMerge<nn::Merge::kMinimum>},
    {"MultiHeadAttention", Make<nn::MultiHeadAttention>},
    {"Multiply", MakeMerge<nn::Merge::kMultiply>},
    {"PReLU", Make<nn::PReLU>},
    {"Permute", Make<nn::Permute>},
    {"RMSNormalization", Make<nn::RMSNormalization>},
    {"ReLU", Make<nn::ReLU>},
    {"RepeatVector", Make<nn::RepeatVector>},
    {"Rescaling", Make<nn::Rescaling>},
    {"Reshape", Make<nn::ReshapeLayer>},
    {"SeparableConv2D", Make<nn::SeparableConv2D>},
    {"SimpleRNN", MakeRecurrent<nn::RecurrentCell::kSimple>},
    {"Softmax", MakePlain<nn::SoftmaxLayer>},
    {"SpatialDropout1D", MakeSpatialDropout<1>},
    {"SpatialDropout2D", MakeSpatialDropout<2>},
    {"Subtract", MakeMerge<nn::Merge::kSubtract>},
    {"UpSampling2D", Make<nn::UpSampling2D>},
    {"ZeroPadding2D", MakePadding},
};

}  // namespace

ConfiguredLayer MakeLayer(ConfigErrors& errors, const std::string& where, const ConfigNode& node) {
  NamedNode named;
  if (!ReadNamed(errors, node, where, "a layer: its class name, or {Class: {arguments}}", &named)) return {};
  std::vector<std::string> names;
  for (const Row& row : kRows) {
    names.push_back(row.name);
    if (named.name != row.name) continue;
    MapReader m(errors, named.arguments, StrCat(where, ".", named.name));
    std::string name = m.String("name", "");
    ConfiguredLayer layer{row.make(m, name), m.Strings("inputs", {})};
    m.Finish();
    return layer;
  }
  std::string nearest = NearestWord(named.name, names);
  errors.Add(
      named.line, where,
      StrCat("there is no layer '", named.name, "'", nearest.empty() ? "" : StrCat(" (did you mean ", nearest, "?)"),
             "; known: ", StrJoin(names, ", ")));
  return {};
}

}  // namespace slipway::train
