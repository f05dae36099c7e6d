#include "train/run/run.h"

#include <algorithm>
#include <cstring>

#include "base/thread_pool.h"
#include "ops/arg_max/arg_max.h"
#include "train/callbacks.h"
#include "train/nn/functional.h"
#include "train/progress.h"
#include "train/run/config.h"
#include "train/trainer.h"

namespace slipway::train {

namespace {

struct Data {
  data::SourcePtr train, validation;
};

Result<Data> OpenData(const TrainConfig& c) {
  Result<data::SourcePtr> all = data::OpenCsv(c.data_file, c.csv);
  if (!all.ok() && all.status().kind() == ErrorKind::kNotFound)
    return NotFound("the data file '", c.data_file, "' of '", c.path,
                    "' does not exist; for the digits example run tools/fetch_digits");
  RETURN_IF_ERROR(ToStatus(Result<data::SourcePtr>(all)));
  std::vector<int64_t> labels;
  const std::vector<int64_t>* by_label = nullptr;
  if (IsInteger(c.csv.features[1].dtype)) {
    ASSIGN_OR_RETURN(labels, data::ReadInts(**all, 1));
    by_label = &labels;
  }
  ASSIGN_OR_RETURN(data::Split split, data::HoldOut((*all)->size(), c.holdout, c.seed, by_label));
  return Data{data::Subset(*all, split.train), data::Subset(*all, split.validation)};
}

// Rows of a source stacked.
Result<std::vector<Tensor>> Stack(const data::Source& source, int64_t most) {
  int64_t n = source.size(), count = most < 0 ? n : std::min(n, most);
  std::vector<Tensor> stacked;
  for (const auto& component : source.spec()) {
    Shape shape{count};
    for (int64_t d : component.type.shape) shape.push_back(d);
    stacked.emplace_back(component.type.dtype, shape);
  }
  data::Element row;
  for (int64_t i = 0; i < count; ++i) {
    RETURN_IF_ERROR(source.Read(i * n / std::max<int64_t>(count, 1), &row));
    for (size_t k = 0; k < row.size(); ++k)
      std::memcpy(static_cast<char*>(stacked[k].data()) + static_cast<size_t>(i) * row[k].bytes(), row[k].data(),
                  row[k].bytes());
  }
  return stacked;
}

// Batches {preprocessed x, y}; the preprocessing is the traced function that the export embeds.
class Pipeline {
 public:
  Pipeline(const TrainConfig& c)
      : config_(c), preprocess_("preprocess", [&c](std::span<const Value> in) {
          return std::vector<Value>{Preprocess(c.preprocess, in[0])};
        }) {}

  Result<data::StagePtr> Make(data::SourcePtr source, bool training) {
    int64_t n = source->size();
    data::StagePtr stage = data::FromSource(std::move(source));
    if (training) stage = data::Shuffle(std::move(stage), {.buffer = n, .seed = config_.seed});
    stage = data::Batch(std::move(stage), config_.batch_size);
    data::Spec spec = stage->spec();
    TensorType raw[] = {spec[0].type};
    ASSIGN_OR_RETURN_AT(Executable * made, preprocess_.Specialize(raw), "preprocess");
    spec[0].type = made->output_type(0);
    stage = data::Map(std::move(stage), spec, [this](data::Element* element) -> Status {
      std::vector<Value> x = preprocess_({Value((*element)[0])});
      ASSIGN_OR_RETURN((*element)[0], x[0].Read());
      return OkStatus();
    });
    return stage;
  }

 private:
  const TrainConfig& config_;
  Function preprocess_;
};

Result<TrainConfig> Configure(const TrainOptions& o) {
  std::vector<std::string> set = o.set;
  if (o.epochs) set.push_back(StrCat("epochs=", *o.epochs));
  if (o.batch_size) set.push_back(StrCat("batch_size=", *o.batch_size));
  if (o.seed) set.push_back(StrCat("seed=", *o.seed));
  ASSIGN_OR_RETURN(TrainConfig c, ReadTrainConfig(o.config, set));
  if (o.learning_rate) c.optimizer.learning_rate = *o.learning_rate;
  if (!o.log_dir.empty()) c.log_dir = o.log_dir;
  if (!o.checkpoint_dir.empty()) c.checkpoint_dir = o.checkpoint_dir;
  if (!o.export_dir.empty()) c.export_dir = o.export_dir;
  if (o.resume && c.checkpoint_dir.empty()) return UsageError("--resume needs --checkpoint_dir");
  c.model->SetSeed(c.seed);
  return c;
}

struct Callbacks {
  std::unique_ptr<ProgressBar> progress;
  std::unique_ptr<TensorBoard> board;
  std::unique_ptr<CsvLogger> csv;
  std::unique_ptr<ReduceLROnPlateau> plateau;
  std::unique_ptr<EarlyStopping> stopping;
  std::unique_ptr<TerminateOnNaN> nan;
  std::unique_ptr<ModelCheckpoint> checkpoint;
  std::vector<Callback*> list;
};

void MakeCallbacks(const TrainConfig& c, ProgressSink& sink, Callbacks* out) {
  auto add = [&](auto& slot, auto made) {
    slot = std::move(made);
    out->list.push_back(slot.get());
  };
  add(out->nan, std::make_unique<TerminateOnNaN>());
  add(out->progress, std::make_unique<ProgressBar>(sink));
  if (!c.log_dir.empty()) add(out->board, std::make_unique<TensorBoard>(c.log_dir));
  const CallbackConfig& own = c.callbacks;
  if (own.csv_logger) add(out->csv, std::make_unique<CsvLogger>(*own.csv_logger));
  if (own.reduce_on_plateau) add(out->plateau, std::make_unique<ReduceLROnPlateau>(*own.reduce_on_plateau));
  if (own.early_stopping) add(out->stopping, std::make_unique<EarlyStopping>(*own.early_stopping));
  if (c.checkpoint_dir.empty()) return;
  ModelCheckpointOptions checkpoint = own.checkpoint;
  checkpoint.directory = c.checkpoint_dir;
  add(out->checkpoint, std::make_unique<ModelCheckpoint>(checkpoint));
  out->checkpoint->SetCallbacks(out->list);
}

Status Resume(const TrainConfig& c, Trainer& trainer, Callbacks& callbacks, ProgressSink& sink) {
  std::vector<std::string> passed;
  Result<std::string> prefix = FindCheckpoint(c.checkpoint_dir, &passed);
  for (const std::string& sentence : passed) sink.Line(sentence);
  if (!prefix.ok()) {
    if (prefix.status().kind() != ErrorKind::kNotFound) return prefix.status();
    sink.Line(StrCat("nothing to resume in '", c.checkpoint_dir, "': starting afresh"));
    return OkStatus();
  }
  ASSIGN_OR_RETURN(auto state, ReadCheckpoint(*prefix));
  callbacks.checkpoint->SetRestoredFrom(*prefix);
  RETURN_IF_ERROR_AT(trainer.Restore(state, callbacks.list), StrCat("resuming from '", *prefix, "'"));
  sink.Line(StrCat("resumed from '", *prefix, "', epoch ", trainer.epoch() + 1));
  return OkStatus();
}

// Up to `most` rows for the golden record. Rows whose raw bytes would end in zero come last: tools that hold byte
// strings in fixed-width arrays lose those.
Result<Tensor> GoldenRows(const data::SourcePtr& source, int64_t most) {
  std::vector<int64_t> chosen, others;
  data::Element row;
  for (int64_t i = 0; i < source->size() && static_cast<int64_t>(chosen.size()) < most; ++i) {
    RETURN_IF_ERROR(source->Read(i, &row));
    bool ends_in_zero = row[0].elements() > 0 && row[0].AsDoubles().back() == 0;
    (ends_in_zero ? others : chosen).push_back(i);
  }
  if (chosen.empty())
    chosen.assign(others.begin(), others.begin() + std::min<int64_t>(most, static_cast<int64_t>(others.size())));
  ASSIGN_OR_RETURN(std::vector<Tensor> rows, Stack(*data::Subset(source, chosen), -1));
  return rows[0];
}

// i32: LiteRT's newer API has no 64-bit results.
Value ArgMaxOf(const Value& y) {
  return Apply(ops::ArgMax{.output_type = DType::kI32}, {y, Value(Tensor::Scalar<int32_t>(-1))});
}

Status Export(const TrainConfig& c, Trainer& trainer, const data::SourcePtr& validation) {
  ASSIGN_OR_RETURN(Tensor golden, GoldenRows(validation, 16));
  const data::CsvFeature& feature = c.csv.features[0];
  ExportRequest request{
      .directory = c.export_dir,
      .feature = {.name = feature.name, .dtype = feature.dtype, .shape = feature.shape, .raw_dtype = c.raw_dtype},
      .signatures = c.signatures,
      .golden = golden};
  request.serve = [&](const Value& features) {
    Value y = trainer.model()(Preprocess(c.preprocess, features));
    return std::vector<std::pair<std::string, Value>>{{"probabilities", y}, {"class", ArgMaxOf(y)}};
  };
  return ExportModel(request);
}

}  // namespace

Result<TrainReport> RunTraining(const TrainOptions& options) {
  ASSIGN_OR_RETURN(TrainConfig c, Configure(options));
  ASSIGN_OR_RETURN(Data data, OpenData(c));
  Pipeline pipeline(c);
  ASSIGN_OR_RETURN(data::StagePtr train, pipeline.Make(data.train, true));
  Pipeline validation_pipeline(c);  // its own function: a pipeline runs on one thread
  ASSIGN_OR_RETURN(data::StagePtr validation, validation_pipeline.Make(data.validation, false));
  train = data::Prefetch(std::move(train));
  int threads = options.num_threads > 0 ? options.num_threads : ThreadPool::AvailableCpus();
  TrainerOptions trainer_options{.loss = c.loss,
                                 .reduction = c.reduction,
                                 .class_weight = c.class_weight,
                                 .metrics = c.metrics,
                                 .optimizer = c.optimizer,
                                 .pool = std::make_shared<ThreadPool>(threads)};
  TensorType x = train->spec()[0].type, y = train->spec()[1].type;
  ASSIGN_OR_RETURN(std::unique_ptr<Trainer> trainer, Trainer::Create(c.model, x, y, trainer_options));
  SilentSink silent;
  TerminalSink terminal;
  ProgressSink& sink = options.quiet ? static_cast<ProgressSink&>(silent) : terminal;
  Callbacks callbacks;
  MakeCallbacks(c, sink, &callbacks);
  if (options.resume) RETURN_IF_ERROR(Resume(c, *trainer, callbacks, sink));
  ASSIGN_OR_RETURN(FitReport fit,
                   trainer->Fit(*train, validation.get(),
                                {.epochs = c.epochs, .callbacks = callbacks.list, .interrupt = options.stop}));
  TrainReport report{.epochs = fit.epochs,
                     .steps = fit.steps,
                     .seconds = fit.seconds,
                     .interrupted = fit.interrupted,
                     .metrics = fit.logs};
  if (fit.interrupted) {
    sink.Line(c.checkpoint_dir.empty()
                  ? std::string("interrupted")
                  : StrCat("interrupted; go on with --resume --checkpoint_dir ", c.checkpoint_dir));
    return report;
  }
  if (!c.export_dir.empty()) {
    RETURN_IF_ERROR(Export(c, *trainer, data.validation));
    sink.Line(StrCat("exported to '", c.export_dir, "'"));
  }
  return report;
}

Result<Split> LoadSplit(const std::string& path, SplitPart part, int64_t most) {
  ASSIGN_OR_RETURN(TrainConfig c, ReadTrainConfig(path, {}));
  ASSIGN_OR_RETURN(Data data, OpenData(c));
  ASSIGN_OR_RETURN(std::vector<Tensor> rows,
                   Stack(part == SplitPart::kTraining ? *data.train : *data.validation, most));
  std::string argument = c.csv.features[0].name;
  for (const ExportSignature& s : c.signatures)
    if (s.input == SignatureInput::kTensor) argument = s.argument;
  Split split;
  split.inputs.emplace_back(argument, rows[0]);
  split.labels = rows[1];
  return split;
}

}  // namespace slipway::train
