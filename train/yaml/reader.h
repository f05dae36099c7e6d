#pragma once
// Typed reading of a ConfigNode tree. Errors are collected, so that a user sees all of them at once; after an error a
// getter returns its default and reading goes on.
//
//   ConfigErrors errors("digits.yaml");
//   MapReader m(errors, root, "");
//   int64_t epochs = m.Int("epochs", 10, 1);
//   m.Finish();                                   // unknown keys are errors: "digits.yaml:7: unknown key 'epocs' ..."
//   RETURN_IF_ERROR(errors.status());

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/shape.h"
#include "train/yaml/document.h"

namespace slipway::train {

class ConfigErrors {
 public:
  explicit ConfigErrors(std::string file) : file_(std::move(file)) {}
  // "FILE:LINE: WHERE: message"; `where` (a dotted path) may be empty.
  void Add(int line, std::string_view where, std::string_view message);
  bool ok() const { return messages_.empty(); }
  // One line per error; kUsage.
  Status status() const;
  const std::string& file() const { return file_; }

 private:
  std::string file_;
  std::vector<std::string> messages_;
};

class MapReader {
 public:
  // `node` must be a map (or null: an empty one); anything else is an error. `where` names it in messages.
  MapReader(ConfigErrors& errors, const ConfigNode& node, std::string where);

  // The value or nullptr; from then on `key` is a known key.
  const ConfigNode* Find(std::string_view key);
  // Find, where absence is an error that says what is expected.
  const ConfigNode* Require(std::string_view key, std::string_view expected);
  bool Has(std::string_view key) { return Find(key) != nullptr; }

  std::string String(std::string_view key, std::string missing);
  int64_t Int(std::string_view key, int64_t missing, int64_t least = std::numeric_limits<int64_t>::min(),
              int64_t most = std::numeric_limits<int64_t>::max());
  double Number(std::string_view key, double missing);
  bool Bool(std::string_view key, bool missing);
  // float32, int64, uint8, string, ... as TensorFlow names them, or our own short names.
  DType Type(std::string_view key, DType missing);
  // One of `words`, as its index.
  int Word(std::string_view key, int missing, std::span<const char* const> words);
  // [8, 8, 1]; one number counts as a list of one. -1 where `unknown_allowed`.
  std::vector<int64_t> Ints(std::string_view key, std::vector<int64_t> missing);
  std::vector<double> Numbers(std::string_view key, std::vector<double> missing);
  std::vector<std::string> Strings(std::string_view key, std::vector<std::string> missing);
  Shape ShapeOf(std::string_view key, Shape missing);

  void Error(std::string_view key, std::string_view message);
  // Reports keys that nobody asked for, with the nearest known one.
  void Finish();

  ConfigErrors& errors() { return errors_; }
  const ConfigNode& node() const { return node_; }
  // "where.key"
  std::string PathOf(std::string_view key) const;

 private:
  ConfigErrors& errors_;
  const ConfigNode& node_;
  std::string where_;
  std::vector<std::string> known_;
};

// The scalar's value; false (and an error) if it is none.
bool ReadInt(ConfigErrors&, const ConfigNode&, std::string_view where, int64_t* value);
bool ReadNumber(ConfigErrors&, const ConfigNode&, std::string_view where, double* value);
bool ReadBool(ConfigErrors&, const ConfigNode&, std::string_view where, bool* value);
bool ReadString(ConfigErrors&, const ConfigNode&, std::string_view where, std::string* value);

// "Name" or {Name: {...}}: a thing with arguments, as layers, losses and optimizers are written. `arguments` is a null
// node for the short form.
struct NamedNode {
  std::string name;
  ConfigNode arguments;
  int line = 0;
};
bool ReadNamed(ConfigErrors&, const ConfigNode&, std::string_view where, std::string_view expected, NamedNode* named);

// "float32" and "f32" are DType::kF32; kInvalid if there is no such type.
DType DTypeFromConfig(std::string_view word);

}  // namespace slipway::train
