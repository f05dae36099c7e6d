#include "cli/input_layers.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "base/file.h"
#include "base/random.h"

namespace slipway::cli {

namespace {

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

Result<double> Number(const std::string& text) {
  double value = 0;
  auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return UsageError("'", text, "' is no number");
  return value;
}

struct Layer {
  std::optional<Shape> shape;
  std::optional<std::pair<double, double>> range;
  std::string file;
};

// Adds what the flags say, by input.
class LayerReader {
 public:
  LayerReader(const interpreter::Runner& runner, std::vector<Layer>& layers) : runner_(runner), layers_(layers) {}

  Status Shapes(const InputLayers& flags) {
    std::vector<std::string> names = Split(flags.names, ','), shapes = Split(flags.shapes, ':');
    if (shapes.size() != names.size())
      return UsageError("--input_layer names ", names.size(), " inputs, --input_layer_shape has ", shapes.size());
    for (size_t i = 0; i < names.size(); ++i) {
      ASSIGN_OR_RETURN(Layer * layer, Find(names[i]));
      std::vector<int64_t> dims;
      for (const std::string& part : Split(shapes[i], ',')) {
        ASSIGN_OR_RETURN(double dim, Number(part));
        dims.push_back(static_cast<int64_t>(dim));
      }
      ASSIGN_OR_RETURN(layer->shape, Shape::FromDims(dims));
      if (!layer->shape->IsStatic()) return UsageError("input '", names[i], "' cannot have the shape ", shapes[i]);
    }
    return OkStatus();
  }

  Status Ranges(const std::string& text) {
    for (const std::string& entry : Split(text, ':')) {
      std::vector<std::string> parts = Split(entry, ',');
      if (parts.size() != 3) return UsageError("'", entry, "' is not NAME,LOW,HIGH");
      ASSIGN_OR_RETURN(Layer * layer, Find(parts[0]));
      ASSIGN_OR_RETURN(double low, Number(parts[1]));
      ASSIGN_OR_RETURN(double high, Number(parts[2]));
      layer->range = {low, high};
    }
    return OkStatus();
  }

  Status Files(const std::string& text) {
    for (const std::string& entry : Split(text, ',')) {
      size_t colon = entry.find(':');
      if (colon == std::string::npos) return UsageError("'", entry, "' is not NAME:FILE");
      ASSIGN_OR_RETURN(Layer * layer, Find(entry.substr(0, colon)));
      layer->file = entry.substr(colon + 1);
    }
    return OkStatus();
  }

 private:
  Result<Layer*> Find(const std::string& name) {
    int i = runner_.FindInput(name);
    std::vector<std::string> names;
    for (int k = 0; k < runner_.num_inputs(); ++k) names.push_back(StrCat("'", runner_.input_name(k), "'"));
    if (i < 0) return UsageError("the model has no input '", name, "'; there are ", StrJoin(names, ", "));
    return &layers_[static_cast<size_t>(i)];
  }

  const interpreter::Runner& runner_;
  std::vector<Layer>& layers_;
};

void Fill(Tensor& t, const Layer& layer) {
  RandomStream random(1);
  VisitFixedDType(t.dtype(), [&](auto tag) {
    using T = decltype(tag);
    for (T& v : t.as<T>()) {
      double drawn =
          layer.range ? layer.range->first + random.Uniform() * (layer.range->second - layer.range->first) : 0;
      if constexpr (std::is_same_v<T, bool>)
        v = random.Word() & 1;
      else if constexpr (std::is_integral_v<T>)
        v = layer.range ? static_cast<T>(drawn) : DTypeSize(t.dtype()) == 1 ? static_cast<T>(random.Word()) : T(0);
      else
        v = T(static_cast<float>(layer.range ? drawn : random.Uniform()));
    }
  });
}

}  // namespace

Status FeedRandom(interpreter::Runner& runner, const InputLayers& flags) {
  std::vector<Layer> layers(static_cast<size_t>(runner.num_inputs()));
  LayerReader reader(runner, layers);
  if (!flags.shapes.empty()) RETURN_IF_ERROR_AT(reader.Shapes(flags), "--input_layer_shape");
  RETURN_IF_ERROR_AT(reader.Ranges(flags.value_ranges), "--input_layer_value_range");
  RETURN_IF_ERROR_AT(reader.Files(flags.value_files), "--input_layer_value_files");
  for (int i = 0; i < runner.num_inputs(); ++i) {
    const Layer& layer = layers[static_cast<size_t>(i)];
    const TensorType& declared = runner.declared_input_type(i);
    Shape shape = layer.shape ? *layer.shape : declared.shape.has_rank() ? declared.shape : Shape{};
    for (int d = 0; d < shape.rank(); ++d) shape[d] = shape[d] < 0 ? 1 : shape[d];
    Tensor t(TensorType(declared.dtype, shape, declared.quant));
    if (layer.file.empty()) {
      Fill(t, layer);
    } else {
      ASSIGN_OR_RETURN(std::string bytes, ReadFile(layer.file));
      if (declared.dtype == DType::kString || bytes.size() != t.bytes())
        return BadInput("'", layer.file, "' has ", bytes.size(), " bytes, input '", runner.input_name(i), "' is ",
                        t.type());
      if (!bytes.empty()) std::memcpy(t.data(), bytes.data(), bytes.size());
    }
    RETURN_IF_ERROR(runner.SetInput(i, t));
  }
  return OkStatus();
}

}  // namespace slipway::cli
