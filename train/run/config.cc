#include "train/run/config.h"

#include "base/file.h"
#include "train/nn/functional.h"
#include "train/yaml/reader.h"

namespace slipway::train {

namespace {

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
  std::vector<nn::LayerPtr> layers;
  if (const ConfigNode* list = m.Require("layers", "the list of layers")) {
    for (size_t i = 0; i < list->items.size(); ++i)
      if (nn::LayerPtr layer = MakeLayer(errors, StrCat("model.layers.", i), list->items[i])) layers.push_back(layer);
    if (list->items.empty()) errors.Add(list->line, "model.layers", "is empty");
  }
  m.Finish();
  if (errors.ok()) c->model = std::make_shared<nn::Sequential>(std::move(layers), name);
}

void ReadLoss(ConfigErrors& errors, const ConfigNode& node, TrainConfig* c) {
  NamedNode named;
  if (!ReadNamed(errors, node, "loss", "a loss: its class name, or {Class: {arguments}}", &named)) return;
  auto loss = LossByName(named.name);
  if (!loss) {
    std::string nearest = NearestWord(named.name, LossNames());
    return errors.Add(
        named.line, "loss",
        StrCat("there is no loss '", named.name, "'", nearest.empty() ? "" : StrCat(" (did you mean ", nearest, "?)")));
  }
  c->loss = *loss;
  MapReader m(errors, named.arguments, StrCat("loss.", named.name));
  if (auto* huber = std::get_if<Huber>(&c->loss)) huber->delta = m.Number("delta", 1);
  if (auto* binary = std::get_if<BinaryCrossentropy>(&c->loss)) {
    binary->from_logits = m.Bool("from_logits", false);
    binary->label_smoothing = m.Number("label_smoothing", 0);
  }
  if (auto* categorical = std::get_if<CategoricalCrossentropy>(&c->loss)) {
    categorical->from_logits = m.Bool("from_logits", false);
    categorical->label_smoothing = m.Number("label_smoothing", 0);
  }
  if (auto* sparse = std::get_if<SparseCategoricalCrossentropy>(&c->loss))
    sparse->from_logits = m.Bool("from_logits", false);
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
  double initial = m.Number("initial_learning_rate", 0.001);
  int64_t steps = m.Int("decay_steps", 1000, 1);
  if (named.name == "ExponentialDecay")
    o->learning_rate = ExponentialDecay{.initial_learning_rate = initial,
                                        .decay_steps = steps,
                                        .decay_rate = m.Number("decay_rate", 0.96),
                                        .staircase = m.Bool("staircase", false)};
  else if (named.name == "CosineDecay")
    o->learning_rate =
        CosineDecay{.initial_learning_rate = initial, .decay_steps = steps, .alpha = m.Number("alpha", 0)};
  else
    optimizer.errors().Add(
        named.line, optimizer.PathOf("learning_rate"),
        StrCat("there is no schedule '", named.name, "' here; known: ExponentialDecay, CosineDecay"));
  m.Finish();
}

void ReadOptimizer(ConfigErrors& errors, const ConfigNode& node, TrainConfig* c) {
  NamedNode named;
  if (!ReadNamed(errors, node, "optimizer", "an optimizer: its class name, or {Class: {arguments}}", &named)) return;
  auto options = OptimizerByName(named.name);
  if (!options) {
    std::string nearest = NearestWord(named.name, OptimizerNames());
    return errors.Add(named.line, "optimizer",
                      StrCat("there is no optimizer '", named.name, "'",
                             nearest.empty() ? "" : StrCat(" (did you mean ", nearest, "?)")));
  }
  MapReader m(errors, named.arguments, StrCat("optimizer.", named.name));
  ReadLearningRate(m, &*options);
  options->weight_decay = m.Number("weight_decay", options->weight_decay);
  options->clipnorm = m.Number("clipnorm", 0);
  options->global_clipnorm = m.Number("global_clipnorm", 0);
  options->clipvalue = m.Number("clipvalue", 0);
  if (auto* sgd = std::get_if<Sgd>(&options->rule)) {
    sgd->momentum = m.Number("momentum", 0);
    sgd->nesterov = m.Bool("nesterov", false);
  }
  if (auto* adam = std::get_if<Adam>(&options->rule)) {
    adam->beta_1 = m.Number("beta_1", 0.9);
    adam->beta_2 = m.Number("beta_2", 0.999);
    adam->epsilon = m.Number("epsilon", 1e-7);
    adam->amsgrad = m.Bool("amsgrad", false);
  }
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
  if (const ConfigNode* stop = m.Find("EarlyStopping")) {
    MapReader r(errors, *stop, "callbacks.EarlyStopping");
    c->callbacks.early_stopping = true;
    c->callbacks.monitor = r.String("monitor", "val_loss");
    c->callbacks.patience = r.Int("patience", 0, 0);
    c->callbacks.restore_best_weights = r.Bool("restore_best_weights", false);
    r.Finish();
  }
  m.Finish();
}

void ReadRoot(ConfigErrors& errors, const ConfigNode& root, TrainConfig* c) {
  MapReader m(errors, root, "");
  c->csv.features.resize(2);
  if (const ConfigNode* n = m.Require("data", "file, features and label")) ReadData(errors, *n, c);
  if (const ConfigNode* n = m.Find("preprocess")) ReadPreprocess(errors, *n, c);
  if (const ConfigNode* n = m.Require("model", "the layers")) ReadModel(errors, *n, c);
  if (const ConfigNode* n = m.Require("loss", "a loss by Keras' class name")) ReadLoss(errors, *n, c);
  if (const ConfigNode* n = m.Find("optimizer")) ReadOptimizer(errors, *n, c);
  for (const std::string& name : m.Strings("metrics", {"accuracy"})) {
    if (auto metric = MetricByName(name))
      c->metrics.push_back(*metric);
    else
      m.Error("metrics", StrCat("there is no metric '", name, "'; known: ", StrJoin(MetricNames(), ", ")));
  }
  c->epochs = m.Int("epochs", 1, 1);
  c->batch_size = m.Int("batch_size", 32, 1);
  c->seed = static_cast<uint64_t>(m.Int("seed", 0, 0));
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
