// FromTflite of every op, by builtin code.
#include <algorithm>
#include <array>

#include "ops/tables/custom_options.h"
#include "ops/tables/missing_op.h"
#include "ops/tables/tflite_codes.h"

namespace slipway::ops {

namespace {

template <class T>
concept NamesFromTflite = requires(const TfliteOperator& in, T* op) {
  T::FromTflite(in, op);
};
template <class T>
concept HasFromTflite = requires(const TfliteOperator& in, T* op) {
  { T::FromTflite(in, op) } -> std::same_as<Status>;
};

// Has it a row? The list of a selective build leaves ops out that families and further codes name.
template <class T>
constexpr bool kListed = false;
#define OP(T, tflite, tf) \
  template <>             \
  constexpr bool kListed<T> = true;
#include "ops/ops.def"
#undef OP

using Reader = Result<Op> (*)(const TfliteOperator&);

// One builtin that is two ops: `using TfliteOther = OTHER` and whether the operator is for this one.
template <class T>
concept SharesTflite = requires {
  typename T::TfliteOther;
};

template <class T>
constexpr Reader ReaderOf() {
  static_assert(!NamesFromTflite<T> || HasFromTflite<T>, "FromTflite is declared with another signature");
  if constexpr (HasFromTflite<T> && kListed<T>)
    return [](const TfliteOperator& in) -> Result<Op> {
      if constexpr (SharesTflite<T>)
        if (!T::IsTflite(in)) {
          constexpr Reader kOther = ReaderOf<typename T::TfliteOther>();
          if constexpr (kOther != nullptr)
            return kOther(in);
          else
            return MissingBuiltin(tflite::BuiltinName(in.code));
        }
      T op;
      RETURN_IF_ERROR_AT(T::FromTflite(in, &op),
                         in.code == Builtin::CUSTOM ? std::string(in.custom_name) : tflite::BuiltinName(in.code));
      return Op(std::move(op));
    };
  else
    return nullptr;
}

struct Row {
  int code;
  Reader read;
  bool shares = false;  // the builtin with another op, which may have a row, too
};

constexpr Row kRows[] = {
#define OP(T, tflite, tf) {codes::tflite, ReaderOf<T>(), SharesTflite<T>},
#include "ops/ops.def"
#undef OP
#define TFLITE(tflite, T) {codes::tflite, ReaderOf<T>()},
#include "ops/tflite_codes.def"
#undef TFLITE
#define UNARY(kind, tflite, ...) {codes::tflite, ReaderOf<Unary>()},
#include "ops/unary/kinds.def"
#undef UNARY
#define BINARY(kind, tflite, ...) {codes::tflite, ReaderOf<Binary>()},
#include "ops/binary/kinds.def"
#undef BINARY
#define COMPARE(kind, tflite, ...) {codes::tflite, ReaderOf<Compare>()},
#include "ops/compare/kinds.def"
#undef COMPARE
#define REDUCE(kind, tflite, ...) {codes::tflite, ReaderOf<Reduce>()},
#include "ops/reduce/kinds.def"
#undef REDUCE
};

constexpr bool IsReader(const Row& row) { return row.code >= 0 && row.read; }
constexpr size_t kReaderCount = static_cast<size_t>(std::count_if(std::begin(kRows), std::end(kRows), IsReader));

// By code; those first that know which operators are for others.
constexpr std::array<Row, kReaderCount> MakeReaders() {
  std::array<Row, kReaderCount> readers{};
  std::copy_if(std::begin(kRows), std::end(kRows), readers.begin(), IsReader);
  std::sort(readers.begin(), readers.end(),
            [](const Row& a, const Row& b) { return a.code != b.code ? a.code < b.code : a.shares > b.shares; });
  return readers;
}
constexpr std::array<Row, kReaderCount> kReaders = MakeReaders();

constexpr bool CodesAreUnique() {
  for (size_t i = 0; i < std::size(kRows); ++i)
    for (size_t j = 0; j < i; ++j)
      if (kRows[i].code >= 0 && kRows[i].code == kRows[j].code && kRows[i].shares == kRows[j].shares &&
          kRows[i].read != kRows[j].read)
        return false;
  return true;
}
static_assert(CodesAreUnique(), "two ops claim one builtin operator");

struct NamedReader {
  std::string_view name;
  Reader read;
};
constexpr NamedReader kNamedReaders[] = {
#define CUSTOM_NAME(name, T) {name, ReaderOf<T>()},
#include "ops/custom_names.def"
#undef CUSTOM_NAME
};

Result<Op> ReadCustom(const TfliteOperator& in) {
  std::string_view name = in.custom_name;
  for (const NamedReader& row : kNamedReaders)
    if (row.name == name && row.read) return row.read(in);
  const OpInfo* info = name.starts_with(kCustomPrefix) ? FindOp(name.substr(kCustomPrefix.size())) : nullptr;
  if (!info) return MissingCustom(name);
  Result<Op> op = ReadCustomOptions(*info, in.custom_options);
  if (!op.ok()) return std::move(op).status().At(name);
  return op;
}

}  // namespace

Result<Op> OpFromTflite(const TfliteOperator& in) {
  if (in.code == Builtin::CUSTOM) return ReadCustom(in);
  int code = static_cast<int>(in.code);
  auto row = std::lower_bound(kReaders.begin(), kReaders.end(), code, [](const Row& r, int c) { return r.code < c; });
  if (row != kReaders.end() && row->code == code) return row->read(in);
  const char* name = tflite::BuiltinName(in.code);
  if (!name) return Unsupported("builtin operator ", code, " is unknown");
  return MissingBuiltin(name);
}

}  // namespace slipway::ops
