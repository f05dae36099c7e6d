// ToTflite of every op, in the order of ops.def.
#include "formats/tflite/litert_types.h"
#include "ops/graph_use.h"
#include "ops/states.h"
#include "ops/tables/custom_options.h"
#include "ops/tables/tflite_codes.h"

namespace slipway::ops {

namespace {

template <class T>
concept NamesToTflite = requires(const T& op, const TfliteTypes& types) {
  ToTflite(op, types);
};
template <class T>
concept HasToTflite = requires(const T& op, const TfliteTypes& types) {
  { ToTflite(op, types) } -> std::same_as<Result<TfliteForm>>;
};

constexpr int kUnary[] = {
#define UNARY(kind, tflite, ...) codes::tflite,
#include "ops/unary/kinds.def"
#undef UNARY
};
constexpr int kBinary[] = {
#define BINARY(kind, tflite, ...) codes::tflite,
#include "ops/binary/kinds.def"
#undef BINARY
};
constexpr int kCompare[] = {
#define COMPARE(kind, tflite, ...) codes::tflite,
#include "ops/compare/kinds.def"
#undef COMPARE
};
constexpr int kReduce[] = {
#define REDUCE(kind, tflite, ...) codes::tflite,
#include "ops/reduce/kinds.def"
#undef REDUCE
};

int CodeOf(const Unary& op) { return kUnary[static_cast<int>(op.kind)]; }
int CodeOf(const Binary& op) { return kBinary[static_cast<int>(op.kind)]; }
int CodeOf(const Compare& op) { return kCompare[static_cast<int>(op.kind)]; }
int CodeOf(const Reduce& op) { return kReduce[static_cast<int>(op.kind)]; }

struct Row {
  int (*code)(const void*);
  Result<TfliteForm> (*write)(const void*, const TfliteTypes&);
  const char* custom_name;  // T::kCustomName: a custom operator that others know; nullptr: none
};

template <class T, int code>
constexpr Row MakeRow() {
  static_assert(!NamesToTflite<T> || HasToTflite<T>, "ToTflite is declared with another signature");
  Row row{};
  if constexpr (code == codes::FAMILY)
    row.code = [](const void* op) { return CodeOf(*static_cast<const T*>(op)); };
  else
    row.code = [](const void*) { return code; };
  if constexpr (requires { T::kCustomName; }) row.custom_name = T::kCustomName;
  if constexpr (HasToTflite<T>)
    row.write = [](const void* op, const TfliteTypes& types) { return ToTflite(*static_cast<const T*>(op), types); };
  return row;
}

constexpr Row kRows[] = {
#define OP(T, tflite, tf) MakeRow<T, codes::tflite>(),
#include "ops/ops.def"
#undef OP
};

const Row& RowOf(const Op& op) { return kRows[op.info().index]; }

}  // namespace

Result<TfliteForm> OpToTflite(const Op& op, const TfliteTypes& types) {
  const Row& row = RowOf(op);
  if (row.code(op.data()) >= 0 || row.custom_name) {
    if (!row.write) return Unsupported(op.name(), " has no .tflite form");
    Result<TfliteForm> form = row.write(op.data(), types);
    if (!form.ok()) return std::move(form).status().At(op.name());
    return form;
  }
  if (op.info().stateful) return Unsupported(op.name(), " has no .tflite form");
  return CustomForm(op);
}

bool CanBeCustom(const Op& op) { return !op.info().stateful && GraphsOf(op).empty() && StatesOf(op).empty(); }

TfliteForm CustomForm(const Op& op) { return MakeCustomForm(StrCat(kCustomPrefix, op.name()), WriteCustomOptions(op)); }

// What older releases than the newest refuse although they know the operator's version.
static std::string WhyOlderCannot(int litert_minor, Builtin op, const TfliteTypes& types) {
  const DType data = types.in(static_cast<size_t>(tflite::DataOperand(op)));
  if (data != DType::kInvalid && !tflite::LiteRtRanAlready(op, data, litert_minor))
    return StrCat(tflite::BuiltinName(op), " for ", data);
  if (litert_minor < 2 && op == Builtin::QUANTIZE && types.in(0) == DType::kI8 && types.out(0) == DType::kI16)
    return "QUANTIZE from i8 to i16";
  if (litert_minor < 2 && op == Builtin::BATCH_MATMUL && types.in(0) == DType::kI16 && types.in(1) == DType::kI8)
    return "BATCH_MATMUL of i16 and i8";
  if (litert_minor < 2 && op == Builtin::FULLY_CONNECTED && types.in(0) == DType::kI16 && types.in(1) == DType::kI16)
    return "FULLY_CONNECTED of i16 and i16";
  if (litert_minor < 2 && op == Builtin::EMBEDDING_LOOKUP && types.out(0) == DType::kF16)
    return "EMBEDDING_LOOKUP that gives f16";
  if (litert_minor < 3 && op == Builtin::CONV_2D && types.in(2) == DType::kInvalid) {
    const Shape &x = types.inputs[0].shape, &filter = types.inputs[1].shape;
    if (x.rank() == 4 && filter.rank() == 4 && x[3] != filter[3]) return "CONV_2D in groups without a bias";
  }
  return "";
}

std::string WhyCannotRun(const tflite::TargetRuntime& runtime, const TfliteForm& form, const TfliteTypes& types) {
  const Builtin op = form.code;
  if (runtime.slipway || op == Builtin::CUSTOM) return "";
  auto lacks = [&](const auto&... what) { return StrCat(RuntimeName(runtime), " has no ", what...); };
  if (!tflite::KnowsVersion(runtime, op, form.version))
    return lacks(tflite::BuiltinName(op), " of version ", form.version);
  if (std::string what = WhyOlderCannot(runtime.litert_minor, op, types); !what.empty()) return lacks(what);
  size_t operand = static_cast<size_t>(tflite::DataOperand(op));
  if (operand >= types.inputs.size() || !types.inputs[operand].quant.empty()) return "";
  if (op == Builtin::BATCH_MATMUL && types.in(0) == DType::kI8 && types.out(0) == DType::kI32) return "";
  std::vector<DType> data = {types.in(operand)};
  if (op == Builtin::CAST) data.push_back(types.out(0));
  for (DType d : data)
    if (!tflite::LiteRtRuns(op, d)) return lacks(tflite::BuiltinName(op), " for ", d);
  return "";
}

bool HasTfliteBuiltin(const Op& op) { return RowOf(op).code(op.data()) >= 0 && RowOf(op).write; }

std::string TfliteFormName(const Op& op) {
  int code = RowOf(op).code(op.data());
  if (code >= 0) return HasTfliteBuiltin(op) ? tflite::BuiltinName(static_cast<Builtin>(code)) : "-";
  if (RowOf(op).custom_name) return StrCat("custom ", RowOf(op).custom_name);
  return op.info().stateful ? "-" : StrCat("custom ", kCustomPrefix, op.name());
}

}  // namespace slipway::ops
