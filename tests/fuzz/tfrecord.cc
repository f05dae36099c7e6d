// TFRecord files. Input: one byte that says the compression, then the file.
#include "formats/tfrecord/record.h"
#include "tests/fuzz/target.h"

namespace slipway::fuzz {

using tfrecord::Compression;

void Run_tfrecord(std::string_view bytes) {
  if (bytes.empty()) return;
  constexpr Compression kAll[] = {Compression::kNone, Compression::kGzip, Compression::kZlib};
  Compression compression = kAll[static_cast<unsigned char>(bytes[0]) % 3];
  Result<tfrecord::Reader> reader = tfrecord::Reader::Open(FileWith("records", bytes.substr(1)), compression);
  if (!reader.ok()) return;
  uint64_t second = 0;
  for (std::string_view record;;) {
    Result<bool> more = reader->Next(&record);
    if (!more.ok() || !*more) break;
    if (second == 0) second = reader->offset();
  }
  (void)reader->Seek(second).ok();
}

std::vector<std::string> Seeds_tfrecord() {
  std::vector<std::string> seeds;
  for (Compression c : {Compression::kNone, Compression::kGzip, Compression::kZlib}) {
    std::string path = JoinPath(Folder(), "seed.tfrecord");
    Result<tfrecord::Writer> writer = tfrecord::Writer::Create(path, c);
    CHECK(writer.ok());
    for (const char* record : {"one", "", "a longer record, a longer record, a longer record"})
      CHECK(writer->Append(record).ok());
    CHECK(writer->Finish().ok());
    seeds.push_back(std::string(1, static_cast<char>(seeds.size())) + *ReadFile(path));
  }
  return seeds;
}

}  // namespace slipway::fuzz
