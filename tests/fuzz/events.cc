// Event files. Input: one byte, then with 0 a whole file, else the bytes of one Event, which get right checksums.
#include "formats/events/reader.h"
#include "formats/events/writer.h"
#include "tests/fuzz/target.h"

namespace slipway::fuzz {

void Run_events(std::string_view bytes) {
  if (bytes.empty()) return;
  std::string file(bytes.substr(1));
  if (bytes[0] != 0) {
    file.clear();
    tfrecord::AppendRecord(file, bytes.substr(1));
  }
  Result<events::Reader> reader = events::Reader::Open(FileWith("events", file));
  if (!reader.ok()) return;
  for (events::Event event;;) {
    Result<bool> more = reader->Next(&event);
    if (!more.ok() || !*more) return;
  }
}

std::vector<std::string> Seeds_events() {
  std::string folder = JoinPath(Folder(), "log");
  CHECK(RemoveTree(folder).ok());
  Result<events::Writer> writer = events::Writer::Create(folder, [] { return 1.0; });
  CHECK(writer.ok());
  CHECK(writer->AddScalar("loss", 1, 0.5f).ok());
  CHECK(writer->AddHistogram("weights", 1, std::vector<float>{-1, 0, 0, 2}).ok());
  CHECK(writer->AddText("note", 2, "text").ok());
  CHECK(writer->AddTensor("t", 3, Tensor::Of<int32_t>({2}, {1, 2}), "mine", "content").ok());
  CHECK(writer->AddGraph("graph").ok());
  CHECK(writer->AddSessionStart({.hparams = {{"rate", 0.1}, {"name", std::string("x")}}, .start_time = 1}).ok());
  std::vector<std::string> seeds = {std::string(1, 0) + *ReadFile(writer->path())};
  Result<tfrecord::Reader> records = tfrecord::Reader::Open(writer->path());
  CHECK(records.ok());
  for (std::string_view record; *records->Next(&record);) seeds.push_back(std::string(1, 1) + std::string(record));
  return seeds;
}

}  // namespace slipway::fuzz
