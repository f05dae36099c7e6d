// TensorFlow's form of every op: who reads a TF op, and how an op of ours is written. Part of ops_tf.
#include "ir/wire/tf.h"

#include <algorithm>

#include "ops/ops.h"

namespace slipway::wire {

namespace {

// What stands in ops.def for an op without a name of its own.
constexpr const char* NONE = nullptr;
constexpr const char* FAMILY = nullptr;

using Values = Result<std::vector<ir::ValueId>>;
using ReadFunction = Values (*)(const TfNode&, TfImporter&);
using WriteFunction = Status (*)(const void*, TfExporter&);

template <class T>
concept NamesFromTf = requires {
  &T::FromTf;
};
template <class T>
concept HasFromTf = requires(const TfNode& node, TfImporter& in) {
  { T::FromTf(node, in) } -> std::same_as<Values>;
};
template <class T>
concept NamesToTf = requires(const T& op, TfExporter& out) {
  ToTf(op, out);
};
template <class T>
concept HasToTf = requires(const T& op, TfExporter& out) {
  { ToTf(op, out) } -> std::same_as<Status>;
};

template <class T>
constexpr ReadFunction ReaderOf() {
  static_assert(!NamesFromTf<T> || HasFromTf<T>, "FromTf is declared with another signature");
  if constexpr (HasFromTf<T>)
    return T::FromTf;
  else
    return nullptr;
}

template <class T>
constexpr WriteFunction WriterOf() {
  static_assert(!NamesToTf<T> || HasToTf<T>, "ToTf is declared with another signature");
  if constexpr (HasToTf<T>)
    return [](const void* op, TfExporter& out) { return ToTf(*static_cast<const T*>(op), out); };
  else
    return nullptr;
}

struct Reader {
  const char* name;
  ReadFunction read;
};

constexpr Reader kReaders[] = {
#define OP(T, tflite, tf) {tf, ReaderOf<ops::T>()},
#include "ops/ops.def"
#undef OP
#define UNARY(kind, tflite, tf, ...) {tf, ReaderOf<ops::Unary>()},
#include "ops/unary/kinds.def"
#undef UNARY
#define BINARY(kind, tflite, tf, ...) {tf, ReaderOf<ops::Binary>()},
#include "ops/binary/kinds.def"
#undef BINARY
#define COMPARE(kind, tflite, tf, ...) {tf, ReaderOf<ops::Compare>()},
#include "ops/compare/kinds.def"
#undef COMPARE
#define REDUCE(kind, tflite, tf, ...) {tf, ReaderOf<ops::Reduce>()},
#include "ops/reduce/kinds.def"
#undef REDUCE
#define TF_NAME(tf, T) {tf, ReaderOf<ops::T>()},
#include "ops/tf_names.def"
#undef TF_NAME
};

constexpr WriteFunction kWriters[] = {
#define OP(T, tflite, tf) WriterOf<ops::T>(),
#include "ops/ops.def"
#undef OP
};

constexpr const char* kPrimaryNames[] = {
#define OP(T, tflite, tf) tf,
#include "ops/ops.def"
#undef OP
};

constexpr const char* kUnaryNames[] = {
#define UNARY(kind, tflite, tf, ...) tf,
#include "ops/unary/kinds.def"
#undef UNARY
};
constexpr const char* kBinaryNames[] = {
#define BINARY(kind, tflite, tf, ...) tf,
#include "ops/binary/kinds.def"
#undef BINARY
};
constexpr const char* kCompareNames[] = {
#define COMPARE(kind, tflite, tf, ...) tf,
#include "ops/compare/kinds.def"
#undef COMPARE
};
constexpr const char* kReduceNames[] = {
#define REDUCE(kind, tflite, tf, ...) tf,
#include "ops/reduce/kinds.def"
#undef REDUCE
};

// The readers by name; the first row of a name counts.
const std::vector<Reader>& SortedReaders() {
  static const auto& sorted = *new std::vector<Reader>([] {
    std::vector<Reader> rows;
    for (const Reader& r : kReaders)
      if (r.name && *r.name && r.read) rows.push_back(r);
    std::stable_sort(rows.begin(), rows.end(), [](const Reader& a, const Reader& b) {
      return std::string_view(a.name) < std::string_view(b.name);
    });
    return rows;
  }());
  return sorted;
}

ReadFunction FindReader(std::string_view name) {
  const auto& rows = SortedReaders();
  auto it =
      std::lower_bound(rows.begin(), rows.end(), name, [](const Reader& r, std::string_view n) { return r.name < n; });
  return it != rows.end() && name == it->name ? it->read : nullptr;
}

const char* NameOf(const ops::Op& op) {
  if (const auto* unary = op.As<ops::Unary>()) return kUnaryNames[static_cast<int>(unary->kind)];
  if (const auto* binary = op.As<ops::Binary>()) return kBinaryNames[static_cast<int>(binary->kind)];
  if (const auto* compare = op.As<ops::Compare>()) return kCompareNames[static_cast<int>(compare->kind)];
  if (const auto* reduce = op.As<ops::Reduce>()) return kReduceNames[static_cast<int>(reduce->kind)];
  return kPrimaryNames[op.info().index];
}

}  // namespace

// Codes whose ranges are tensors beside them, as tools of 2016 wrote into graphs.
static bool IsOldQuantization(std::string_view op) {
  return op.starts_with("Quantized") || op.starts_with("Requanti") || op == "QuantizeDownAndShrinkRange";
}

bool HasTfReader(std::string_view tf_op) { return FindReader(tf_op) != nullptr; }

Values OpFromTf(const TfNode& node, TfImporter& in) {
  ReadFunction read = FindReader(node.op);
  if (!read && IsOldQuantization(node.op))
    return Unsupported(node.op,
                       " computes on the codes of TensorFlow's old 8-bit quantization, which is not imported; "
                       "convert the float model with --quantize int8 instead");
  if (!read) return Unsupported("there is no operator for ", node.op);
  return read(node, in);
}

bool HasTfForm(const ops::Op& op) { return kWriters[op.info().index] != nullptr; }

Status OpToTf(const ops::Op& op, TfExporter& out) {
  WriteFunction write = kWriters[op.info().index];
  if (!write) return Unsupported(op.name(), " has no TensorFlow form");
  return write(op.data(), out);
}

const char* TfNameOf(const ops::Op& op) {
  const char* name = NameOf(op);
  return name && *name ? name : "-";
}

}  // namespace slipway::wire
