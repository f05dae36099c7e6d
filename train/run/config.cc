#include "train/run/config.h"

#include "base/file.h"
#include "train/nn/functional.h"
#include "train/run/fields.h"

namespace slipway::train {

namespace {

std::string UnknownName(const char* what, std::string_view name, const std::vector<std::string>& known) {
  const std::string nearest = NearestWord(name, known);
  return StrCat("there is no ", what, " '", name, "'",
                nearest.empty() ? StrCat("; known: ", StrJoin(known, ", ")) : StrCat(" (did you mean ", nearest, "?)"));
}

void ReadData(ConfigErrors& errors, const ConfigNode& node, TrainConfig* c) {
  MapReader m(errors, node, "data");
  c->data_file = JoinPath(DirName(c->path), m.String("file", ""));
  if (!m.Has("file")) m.Error("file", "is missing: a CSV file, relative to this one");
  c->csv.header = m.Bool("header", false);
  std::string separator = m.String("separator", ",");
  if (separator.size() == 1)
    c->csv.separator = separator[0];
  else
    m.Error("separator", "must be one character");
  c->holdout = m.Number("holdout", 0.2);
  if (!(c->holdout > 0 && c->holdout < 1)) m.Error("holdout", "must lie between 0 and 1");
  data::CsvFeature feature, label;
  if (const ConfigNode* f = m.Require("features", "name, columns and shape of what the model gets")) {
    MapReader r(errors, *f, "data.features");
    feature.name = r.String("name", "features");
    feature.columns = r.Strings("columns", {});
    feature.dtype = r.Type("dtype", DType::kF32);
    feature.shape = r.ShapeOf("shape", Shape{static_cast<int64_t>(feature.columns.size())});
    c->raw_dtype = r.Type("raw_dtype", DType::kU8);
    if (feature.columns.empty()) r.Error("columns", "is missing: column names, numbers or ranges like 0-63");
    if (feature.dtype != DType::kF32 && feature.dtype != DType::kI64) r.Error("dtype", "must be float32 or int64");
    r.Finish();
  }
  if (const ConfigNode* l = m.Require("label", "the column of the class number")) {
    MapReader r(errors, *l, "data.label");
    label.name = r.String("name", "label");
    label.columns = r.Strings("column", {});
    label.dtype = r.Type("dtype", DType::kI64);
    if (label.columns.size() != 1) r.Error("column", "must be one column");
    r.Finish();
  }
  label.shape = Shape{};
  c->csv.features = {feature, label};
  m.Finish();
}

void ReadPreprocess(ConfigErrors& errors, const ConfigNode& node, TrainConfig* c) {
  if (node.kind != ConfigNode::Kind::kList)
    return errors.Add(node.line, "preprocess", "must be a list of steps: cast, rescale, reshape");
  for (size_t i = 0; i < node.items.size(); ++i) {
    std::string where = StrCat("preprocess.", i);
    const ConfigNode& item = node.items[i];
    if (item.kind != ConfigNode::Kind::kMap || item.entries.size() != 1) {
      errors.Add(item.line, where, "must be one step with its argument, such as 'rescale: {scale: 0.0625}'");
      continue;
    }
    const auto& [name, argument] = item.entries[0];
    PreprocessStep step{};
    if (name == "cast") {
      step.kind = PreprocessStep::Kind::kCast;
      std::string word;
      if (!ReadString(errors, argument, where, &word)) continue;
      step.dtype = DTypeFromConfig(word);
      if (step.dtype == DType::kInvalid) errors.Add(argument.line, where, StrCat("there is no type '", word, "'"));
    } else if (name == "rescale") {
      step.kind = PreprocessStep::Kind::kRescale;
      MapReader m(errors, argument, StrCat(where, ".rescale"));
      step.scale = m.Number("scale", 1);
      step.offset = m.Number("offset", 0);
      m.Finish();
    } else if (name == "reshape") {
      step.kind = PreprocessStep::Kind::kReshape;
      ConfigNode holder{.kind = ConfigNode::Kind::kMap, .line = item.line, .entries = {{"reshape", argument}}};
      MapReader m(errors, holder, where);
      step.shape = m.Ints("reshape", {});
    } else {
      std::string nearest = NearestWord(name, {"cast", "rescale", "reshape"});
      errors.Add(
          item.line, where,
          StrCat("there is no step '", name, "'", nearest.empty() ? "" : StrCat(" (did you mean ", nearest, "?)"),
                 "; known: cast, rescale, reshape"));
      continue;
    }
    c->preprocess.push_back(std::move(step));
  }
}

void ReadModel(ConfigErrors& errors, const ConfigNode& node, TrainConfig* c) {
  MapReader m(errors, node, "model");
  std::string name = m.String("name", "model");
  std::vector<nn::Model::Node> nodes;
  std::map<std::string, int> named = {{"input", nn::Model::kInput}};
  if (const ConfigNode* list = m.Require("layers", "the list of layers")) {
    for (size_t i = 0; i < list->items.size(); ++i) {
      const std::string where = StrCat("model.layers.", i);
      ConfiguredLayer layer = MakeLayer(errors, where, list->items[i]);
      if (!layer.layer) continue;
      std::vector<int> inputs;
      for (const std::string& input : layer.inputs) {
        auto found = named.find(input);
        if (found == named.end())
          errors.Add(list->items[i].line, where, StrCat("reads '", input, "', and no layer before it has this name"));
        else
          inputs.push_back(found->second);
      }
      if (layer.inputs.empty()) inputs = {static_cast<int>(nodes.size()) - 1};
      named[layer.layer->name()] = static_cast<int>(nodes.size());
      nodes.push_back({layer.layer, inputs});
    }
    if (list->items.empty()) errors.Add(list->line, "model.layers", "is empty");
  }
  m.Finish();
  if (errors.ok()) c->model = std::make_shared<nn::Model>(std::move(nodes), name, "Sequential");
}

void ReadLoss(ConfigErrors& errors, const ConfigNode& node, TrainConfig* c) {
  NamedNode named;
  if (!ReadNamed(errors, node, "loss", "a loss: its class name, or {Class: {arguments}}", &named)) return;
  auto loss = LossByName(named.name);
  if (!loss) {
    return errors.Add(named.line, "loss", UnknownName("loss", named.name, LossNames()));
  }
  c->loss = *loss;
  MapReader m(errors, named.arguments, StrCat("loss.", named.name));
  static constexpr const char* kReductions[] = {"sum_over_batch_size", "mean_with_sample_weight", "sum"};
  c->reduction = static_cast<Reduction>(m.Word("reduction", 0, kReductions));
  std::visit([&](auto& loss) { ReadFields(m, loss); }, c->loss);
  if (Status s = CheckLoss(c->loss); !s.ok()) errors.Add(named.line, "loss", s.message());
  m.Finish();
}

// A number, or {CosineDecay: {...}} with Keras' arguments.
void ReadLearningRate(MapReader& optimizer, OptimizerOptions* o) {
  const ConfigNode* node = optimizer.Find("learning_rate");
  if (!node) return;
  double number;
  if (node->kind == ConfigNode::Kind::kScalar) {
    if (ReadNumber(optimizer.errors(), *node, optimizer.PathOf("learning_rate"), &number)) o->learning_rate = number;
    return;
  }
  NamedNode named;
  if (!ReadNamed(optimizer.errors(), *node, optimizer.PathOf("learning_rate"), "a number or a schedule", &named))
    return;
  MapReader m(optimizer.errors(), named.arguments, StrCat(optimizer.PathOf("learning_rate"), ".", named.name));
  if (auto schedule = ScheduleByName(named.name)) {
    std::visit(
        [&]<class T>(T& schedule) {
          if constexpr (!std::is_same_v<T, double>) ReadFields(m, schedule);
        },
        *schedule);
    o->learning_rate = *schedule;
  } else {
    optimizer.errors().Add(named.line, optimizer.PathOf("learning_rate"),
                           UnknownName("schedule", named.name, ScheduleNames()));
  }
  m.Finish();
}

void ReadOptimizer(ConfigErrors& errors, const ConfigNode& node, TrainConfig* c) {
  NamedNode named;
  if (!ReadNamed(errors, node, "optimizer", "an optimizer: its class name, or {Class: {arguments}}", &named)) return;
  auto options = OptimizerByName(named.name);
  if (!options) {
    return errors.Add(named.line, "optimizer", UnknownName("optimizer", named.name, OptimizerNames()));
  }
  MapReader m(errors, named.arguments, StrCat("optimizer.", named.name));
  ReadLearningRate(m, &*options);
  options->weight_decay = m.Number("weight_decay", options->weight_decay);
  options->clipnorm = m.Number("clipnorm", 0);
  options->global_clipnorm = m.Number("global_clipnorm", 0);
  options->clipvalue = m.Number("clipvalue", 0);
  options->use_ema = m.Bool("use_ema", false);
  options->ema_momentum = m.Number("ema_momentum", options->ema_momentum);
  options->ema_overwrite_frequency = m.Int("ema_overwrite_frequency", 0, 0);
  options->gradient_accumulation_steps = m.Int("gradient_accumulation_steps", 1, 1);
  std::visit([&](auto& rule) { ReadFields(m, rule); }, options->rule);
  m.Finish();
  Status s = CheckOptimizer(*options);
  if (!s.ok()) errors.Add(named.line, "optimizer", s.message());
  c->optimizer = *options;
}

void ReadSignatures(ConfigErrors& errors, const ConfigNode& node, TrainConfig* c) {
  if (node.kind != ConfigNode::Kind::kMap)
    return errors.Add(node.line, "signatures", "must map keys to {input: tensor, example or raw}");
  static constexpr const char* kInputs[] = {"tensor", "example", "raw"};
  for (const auto& [key, value] : node.entries) {
    MapReader m(errors, value, StrCat("signatures.", key));
    ExportSignature s{.key = key};
    s.input = static_cast<SignatureInput>(m.Word("input", 0, kInputs));
    s.argument = m.String("argument", s.input == SignatureInput::kTensor    ? c->csv.features[0].name
                                      : s.input == SignatureInput::kExample ? "examples"
                                                                            : "bytes");
    m.Finish();
    c->signatures.push_back(std::move(s));
  }
}

void ReadCallbacks(ConfigErrors& errors, const ConfigNode& node, TrainConfig* c) {
  MapReader m(errors, node, "callbacks");
  auto read = [&](const char* name, auto& options) {
    if (const ConfigNode* own = m.Find(name)) {
      MapReader r(errors, *own, StrCat("callbacks.", name));
      ReadFields(r, options);
      r.Finish();
    }
  };
  auto read_optional = [&](const char* name, auto& options) {
    if (m.Has(name)) read(name, options.emplace());
  };
  CallbackConfig& callbacks = c->callbacks;
  read_optional("EarlyStopping", callbacks.early_stopping);
  read_optional("ReduceLROnPlateau", callbacks.reduce_on_plateau);
  read_optional("CSVLogger", callbacks.csv_logger);
  if (callbacks.csv_logger) callbacks.csv_logger->filename = JoinPath(DirName(c->path), callbacks.csv_logger->filename);
  read("ModelCheckpoint", callbacks.checkpoint);
  m.Finish();
}

// {0: 1, 1: 4.5}
void ReadClassWeights(ConfigErrors& errors, const ConfigNode& node, TrainConfig* c) {
  if (node.kind != ConfigNode::Kind::kMap)
    return errors.Add(node.line, "class_weight", "must map class numbers to weights: {0: 1, 1: 4.5}");
  for (const auto& [key, value] : node.entries) {
    const ConfigNode number{.kind = ConfigNode::Kind::kScalar, .line = node.line, .text = key};
    int64_t label = 0;
    double weight = 0;
    if (ReadInt(errors, number, "class_weight", &label) &&
        ReadNumber(errors, value, StrCat("class_weight.", key), &weight))
      c->class_weight[label] = weight;
  }
}

// A list of names and of {Class: {arguments}}; accuracy if there is none.
void ReadMetrics(ConfigErrors& errors, const ConfigNode* node, TrainConfig* c) {
  if (!node) {
    c->metrics = {Metric{}};
    return;
  }
  const std::vector<ConfigNode> one = {*node};
  for (const ConfigNode& item : node->kind == ConfigNode::Kind::kList ? node->items : one) {
    NamedNode named;
    if (!ReadNamed(errors, item, "metrics", "a metric: its class name, or {Class: {arguments}}", &named)) continue;
    auto metric = MetricByName(named.name);
    if (!metric) {
      errors.Add(named.line, "metrics", UnknownName("metric", named.name, MetricNames()));
      continue;
    }
    MapReader m(errors, named.arguments, StrCat("metrics.", named.name));
    metric->name = m.String("name", metric->name);
    std::visit([&](auto& rule) { ReadFields(m, rule); }, metric->rule);
    m.Finish();
    if (Status s = CheckMetric(*metric); !s.ok()) errors.Add(named.line, "metrics", s.message());
    c->metrics.push_back(*metric);
  }
}

void ReadRoot(ConfigErrors& errors, const ConfigNode& root, TrainConfig* c) {
  MapReader m(errors, root, "");
  c->csv.features.resize(2);
  if (const ConfigNode* n = m.Require("data", "file, features and label")) ReadData(errors, *n, c);
  if (const ConfigNode* n = m.Find("preprocess")) ReadPreprocess(errors, *n, c);
  if (const ConfigNode* n = m.Require("model", "the layers")) ReadModel(errors, *n, c);
  if (const ConfigNode* n = m.Require("loss", "a loss by Keras' class name")) ReadLoss(errors, *n, c);
  if (const ConfigNode* n = m.Find("optimizer")) ReadOptimizer(errors, *n, c);
  ReadMetrics(errors, m.Find("metrics"), c);
  c->epochs = m.Int("epochs", 1, 1);
  c->batch_size = m.Int("batch_size", 32, 1);
  c->seed = static_cast<uint64_t>(m.Int("seed", 0, 0));
  if (const ConfigNode* n = m.Find("class_weight")) ReadClassWeights(errors, *n, c);
  if (const ConfigNode* n = m.Find("callbacks")) ReadCallbacks(errors, *n, c);
  if (const ConfigNode* n = m.Find("signatures"))
    ReadSignatures(errors, *n, c);
  else
    c->signatures = {{"serving_default", SignatureInput::kTensor, c->csv.features[0].name}};
  auto path = [&](const char* key) {
    std::string p = m.String(key, "");
    return p.empty() ? p : JoinPath(DirName(c->path), p);
  };
  c->log_dir = path("log_dir");
  c->checkpoint_dir = path("checkpoint_dir");
  c->export_dir = path("export_dir");
  m.Finish();
}

}  // namespace

Result<TrainConfig> ReadTrainConfig(const std::string& path, const std::vector<std::string>& set) {
  ASSIGN_OR_RETURN(ConfigNode root, ReadYaml(path));
  for (const std::string& assignment : set)
    RETURN_IF_ERROR_AT(SetValue(root, assignment), StrCat("--set ", assignment));
  TrainConfig config;
  config.path = path;
  ConfigErrors errors(path);
  ReadRoot(errors, root, &config);
  RETURN_IF_ERROR(errors.status());
  return config;
}

Value Preprocess(const std::vector<PreprocessStep>& steps, Value x) {
  for (const PreprocessStep& step : steps) {
    switch (step.kind) {
      case PreprocessStep::Kind::kCast:
        x = nn::Cast(x, step.dtype);
        break;
      case PreprocessStep::Kind::kRescale:
        if (step.scale != 1) x = nn::Mul(x, nn::Scalar(step.scale));
        if (step.offset != 0) x = nn::Add(x, nn::Scalar(step.offset));
        break;
      case PreprocessStep::Kind::kReshape: {
        std::vector<int64_t> dims = {-1};
        dims.insert(dims.end(), step.shape.begin(), step.shape.end());
        x = nn::Reshape(x, dims);
      }
    }
  }
  return x;
}

}  // namespace slipway::train
