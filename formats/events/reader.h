#pragma once
// Reads an event file record by record, as far as Slipway shows what is in it. One thread at a time.

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "base/tensor.h"
#include "formats/tfrecord/record.h"

namespace slipway::events {

struct SummaryValue {
  std::string tag;
  std::string plugin;   // "scalars", "histograms", ...; also for the older forms that carry no metadata; "" if unknown
  std::string content;  // the plugin's own bytes
  Tensor value;         // not valid() for older images, histograms and audio, and for types that we do not hold
};

// One event; which of the parts is there depends on the event.
struct Event {
  double wall_time = 0;  // seconds since 1970
  int64_t step = 0;
  std::string file_version;  // of the first event
  std::vector<SummaryValue> summaries;
  std::string graph_def;                       // serialized
  std::string meta_graph_def;                  // serialized
  std::string run_metadata_tag, run_metadata;  // the latter serialized
};

class Reader {
 public:
  static Result<Reader> Open(const std::string& path);
  // The next event; false at the end. Damage, also a file that was cut while it was written, is kBadInput.
  Result<bool> Next(Event* event);

 private:
  Reader(std::string path, tfrecord::Reader records) : path_(std::move(path)), records_(std::move(records)) {}
  std::string path_;
  tfrecord::Reader records_;
};

}  // namespace slipway::events
