#pragma once
// The sorted string table of LevelDB, as TensorFlow's bundle index uses it: bytewise order, blocks plain or (read only)
// compressed by Snappy. The layout is in FORMAT.md. Tables are small (one entry per tensor), so both directions work on
// whole files in memory.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace slipway::bundle {

struct TableEntry {
  std::string key, value;
};

// All entries in key order. Every checksum, offset, count and the key order is checked; damage is kBadInput, a
// block compressed by another method than Snappy kUnsupported.
Result<std::vector<TableEntry>> ReadTable(std::string_view file);

// Builds a table from keys in strictly increasing order (a CHECK). Not thread safe.
class TableBuilder {
 public:
  // Data blocks are closed once they are this large.
  explicit TableBuilder(size_t block_bytes = 262144) : block_bytes_(block_bytes) {}
  void Add(std::string_view key, std::string_view value);
  // The whole file; the builder is spent.
  std::string Finish();

 private:
  // One block: entries with shared prefixes, restart points, count.
  class Block {
   public:
    explicit Block(int restart_interval) : restart_interval_(restart_interval) {}
    void Add(std::string_view key, std::string_view value);
    bool empty() const { return entries_.empty(); }
    size_t size() const { return entries_.size() + 4 * restarts_.size() + 4; }
    std::string Finish();  // and starts anew

   private:
    int restart_interval_, since_restart_ = 0;
    std::string entries_, last_key_;
    std::vector<uint32_t> restarts_{0};
  };

  std::string WriteBlock(Block& block);  // returns its encoded handle
  void CloseDataBlock();

  size_t block_bytes_;
  std::string file_, last_key_;
  bool any_ = false;
  Block data_{16}, index_{1};
  std::string pending_handle_;  // of a closed block that waits for its separator
};

}  // namespace slipway::bundle
