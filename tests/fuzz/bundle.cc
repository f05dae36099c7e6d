// Bundles. Input: one byte, then with 0 the index file as it is (the data file stays), with 1 the index's entries
// (key length, key, value length, value), which get right checksums so that damage reaches what is behind them.
#include "formats/bundle/checkpoint_state.h"
#include "formats/bundle/reader.h"
#include "formats/bundle/table.h"
#include "formats/bundle/writer.h"
#include "tests/fuzz/target.h"

namespace slipway::fuzz {

namespace {

std::string Prefix() { return JoinPath(Folder(), "bundle"); }

const std::vector<bundle::TableEntry>& Entries() {
  static const auto& entries = *new std::vector<bundle::TableEntry>([] {
    Result<bundle::Writer> writer = bundle::Writer::Create(Prefix());
    CHECK(writer.ok());
    CHECK(writer->Add("dense/kernel", Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6})).ok());
    CHECK(writer->Add("names", Tensor::Of<std::string>({2}, {"a", "long enough to be kept elsewhere"})).ok());
    CHECK(writer->Add("step", Tensor::Scalar<int64_t>(7)).ok());
    CHECK(writer->Finish().ok());
    Result<std::string> index = ReadFile(bundle::IndexPath(Prefix()));
    CHECK(index.ok());
    Result<std::vector<bundle::TableEntry>> table = bundle::ReadTable(*index);
    CHECK(table.ok());
    return std::move(*table);
  }());
  return entries;
}

std::string Pack(const std::vector<bundle::TableEntry>& entries) {
  std::string out(1, 1);
  for (const bundle::TableEntry& e : entries) {
    for (const std::string* s : {&e.key, &e.value}) {
      out.push_back(static_cast<char>(s->size()));
      out += *s;
    }
  }
  return out;
}

std::string Take(std::string_view& rest) {
  if (rest.empty()) return "";
  size_t n = std::min<size_t>(static_cast<unsigned char>(rest[0]), rest.size() - 1);
  std::string s(rest.substr(1, n));
  rest.remove_prefix(1 + n);
  return s;
}

std::string IndexOf(std::string_view packed) {
  std::map<std::string, std::string> entries;
  while (!packed.empty()) {
    std::string key = Take(packed);
    entries[key] = Take(packed);
  }
  bundle::TableBuilder builder;
  for (const auto& [key, value] : entries) builder.Add(key, value);
  return builder.Finish();
}

}  // namespace

void Run_bundle(std::string_view bytes) {
  if (bytes.empty()) return;
  Entries();
  FileWith("bundle.index", bytes[0] == 1 ? IndexOf(bytes.substr(1)) : bytes.substr(1));
  Result<bundle::Reader> reader = bundle::Reader::Open(Prefix());
  if (!reader.ok()) return;
  (void)reader->VerifyAll().ok();
  for (const std::string& key : reader->Keys()) (void)reader->Read(key).ok();
}

std::vector<std::string> Seeds_bundle() {
  std::vector<bundle::TableEntry> entries = Entries();
  return {Pack(entries), std::string(1, 0) + *ReadFile(bundle::IndexPath(Prefix()))};
}

}  // namespace slipway::fuzz
