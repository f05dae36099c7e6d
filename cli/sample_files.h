#pragma once
// Samples that lie in many files or records: images of a folder, tf.Examples of TFRecord files.

#include <functional>
#include <string>
#include <vector>

#include "cli/sample_images.h"
#include "ir/graph.h"

namespace slipway::cli {

// Files below `path` (or itself) whose names say that they are images (.jpg, .jpeg, .png), sorted.
std::vector<std::string> ImageFilesIn(const std::string& path);
// Files below `path` (or itself) whose names hold "tfrecord", sorted.
std::vector<std::string> RecordFilesIn(const std::string& path);

// At most `most` records, spread over the files.
Result<std::vector<std::string>> ReadRecords(const std::vector<std::string>& files, int64_t most);

// What one argument of a signature gets.
struct Argument {
  std::string signature, name;
  TensorType type;
  bool alone = false;  // the signature has no other
};

// From an image file: its pixels, or the file's bytes where the model decodes by itself.
Result<Tensor> FromImage(const std::string& bytes, const Argument&, const PixelScale&);
// From a serialized tf.Example: the feature of the argument's name: numbers, bytes of elements, or an encoded image;
// the record itself where the model parses by itself; for a lone argument the only feature that fits.
Result<Tensor> FromExample(const std::string& record, const Argument&, const PixelScale&);

}  // namespace slipway::cli
