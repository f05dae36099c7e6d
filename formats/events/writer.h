#pragma once
// Writes an event file, which TensorBoard shows: scalars, histograms, text, images, graph, hyperparameters.
//
// Every event reaches the kernel before its call returns, so that nothing is lost when the program is killed and
// TensorBoard sees it at once. The same tag may get one value per step. Steps and tags are the caller's; several
// writers may share a directory (a run), each has its own file. Not thread safe. Errors are kMachine.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/status.h"
#include "base/tensor.h"
#include "formats/events/histogram.h"
#include "formats/events/hparams.h"

namespace slipway::events {

// Seconds since 1970.
double WallTime();

class Writer {
 public:
  // Makes `directory` and in it events.out.tfevents.SECONDS.HOST.PID.N.v2, with its first event.
  static Result<Writer> Create(const std::string& directory, std::function<double()> clock = WallTime);

  Status AddScalar(std::string_view tag, int64_t step, float value);
  Status AddHistogram(std::string_view tag, int64_t step, std::span<const float> values, int buckets = kDefaultBuckets);
  Status AddText(std::string_view tag, int64_t step, std::string_view text);
  // Pictures of one size, each the bytes of a PNG file.
  Status AddImages(std::string_view tag, int64_t step, int width, int height, std::span<const std::string> pngs);
  // Any tensor under any plugin; `content` is the plugin's own.
  Status AddTensor(std::string_view tag, int64_t step, const Tensor& tensor, std::string_view plugin,
                   std::string_view content = {});

  // A serialized GraphDef.
  Status AddGraph(std::string_view graph_def);
  // A serialized RunMetadata, shown beside the graph under `tag`.
  Status AddRunMetadata(std::string_view tag, int64_t step, std::string_view run_metadata);

  // Hyperparameters: the experiment once in the top directory, start and end in each run's own.
  Status AddExperiment(const Experiment& experiment);
  Status AddSessionStart(const SessionStart& start);
  Status AddSessionEnd(SessionOutcome outcome, double end_time);

  const std::string& path() const { return file_.path(); }

 private:
  Writer(AppendFile file, std::function<double()> clock) : file_(std::move(file)), clock_(std::move(clock)) {}
  Status WriteRecord(std::string_view event);

  AppendFile file_;
  std::function<double()> clock_;
};

}  // namespace slipway::events
