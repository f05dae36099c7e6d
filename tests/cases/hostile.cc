#include "tests/cases/hostile.h"

#include <cstring>
#include <limits>

#include "tests/cases/one_op.h"

namespace slipway::cases {

namespace {

using interpreter::Backend;
using interpreter::Interpreter;
using interpreter::Runner;

constexpr int64_t kInts[] = {-1,
                             0,
                             1,
                             2,
                             -2,
                             3,
                             7,
                             8,
                             9,
                             100,
                             INT32_MAX,
                             INT32_MIN,
                             INT64_MAX,
                             INT64_MIN,
                             int64_t{1} << 16,
                             int64_t{1} << 31,
                             int64_t{1} << 33,
                             int64_t{1} << 62,
                             -(int64_t{1} << 40),
                             127,
                             128,
                             255,
                             256,
                             INT16_MAX,
                             INT16_MIN,
                             INT32_MAX - 1};
constexpr double kReals[] = {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity(),
                             std::numeric_limits<float>::max(),
                             std::numeric_limits<float>::lowest(),
                             std::numeric_limits<float>::denorm_min(),
                             0,
                             -0.0,
                             1,
                             -1,
                             1e10,
                             -1e10,
                             2147483648.0,
                             -2147483649.0,
                             9.3e18,
                             1e-10,
                             0.5,
                             1e300};

template <class T>
T Extreme(unsigned k) {
  if constexpr (std::is_same_v<T, bool>)
    return k % 2 == 0;
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(kInts[k % std::size(kInts)]);
  else if constexpr (std::is_same_v<T, double>)
    return kReals[k % std::size(kReals)];
  else
    return static_cast<T>(static_cast<float>(kReals[k % std::size(kReals)]));
}

unsigned NumExtremes(DType t) {
  if (t == DType::kBool || t == DType::kString) return 2;
  return static_cast<unsigned>(IsInteger(t) ? std::size(kInts) : std::size(kReals));
}

// Memory of exactly these bytes, so that sanitizers see what lies beyond them.
struct Exact {
  explicit Exact(size_t bytes) : data(std::aligned_alloc(16, (bytes + 15) / 16 * 16 + (bytes == 0) * 16)) {}
  Exact(Exact&& other) noexcept : data(std::exchange(other.data, nullptr)) {}
  ~Exact() { std::free(data); }
  void* data;
};

}  // namespace

void PutExtreme(Tensor& t, int64_t i, unsigned k) {
  if (t.dtype() == DType::kString) {
    t.strings()[static_cast<size_t>(i)] = std::string(k % 5 * 7, static_cast<char>(k));
    return;
  }
  char* elements = static_cast<char*>(t.data());
  auto put = [&](auto v) { std::memcpy(elements + static_cast<size_t>(i) * sizeof v, &v, sizeof v); };
  if (VisitFixedDType(t.dtype(), [&](auto tag) { put(Extreme<decltype(tag)>(k)); })) return;
  if (t.dtype() == DType::kC64) put(std::complex<float>(Extreme<float>(k), Extreme<float>(k / 3)));
  if (t.dtype() == DType::kC128) put(std::complex<double>(Extreme<double>(k), Extreme<double>(k / 3)));
}

std::vector<Tensor> HostileFills(const TensorType& type) {
  std::vector<Tensor> fills;
  for (unsigned k = 0; k < NumExtremes(type.dtype); ++k) {
    Tensor t(type);
    for (int64_t i = 0; i < t.elements(); ++i) PutExtreme(t, i, k);
    fills.push_back(std::move(t));
  }
  return fills;
}

bool CanBeHostile(const ops::Case& c) { return c.error.empty() && ResultTypes(c, OperandsOf(c)).ok(); }

HostileModel::HostileModel(const ops::Case& c, const std::vector<Tensor>& operands, const std::vector<bool>& constant)
    : name_(c.name) {
  for (size_t i = 0; i < operands.size(); ++i)
    if (operands[i].valid() && !constant[i] && !IsState(c, i)) inputs_.push_back(static_cast<int>(i));
  std::vector<TensorType> results = *ResultTypes(c, OperandsOf(c));
  auto model = interpreter::Model::FromModule(OneOpModule(c, operands, constant, results));
  if (!model.ok()) {
    refused_ = model.status().message();
    return;
  }
  static const auto& pool = *new std::shared_ptr<ThreadPool>(std::make_shared<ThreadPool>(1));
  auto add = [&](const char* name, Backend backend, bool exact) {
    auto made = Interpreter::Create(
        *model, {.pool = pool, .backend = backend, .exact = exact, .max_arena_bytes = kHostileMemory});
    Engine engine{name, nullptr, made.ok() ? "" : made.status().message()};
    if (made.ok()) engine.interpreter = std::move(*made);
    engines_.push_back(std::move(engine));
  };
  add("reference", Backend::kReference, false);
  add("kernel", Backend::kKernel, false);
  add("kernel, exact", Backend::kKernel, true);
  add("auto", Backend::kAuto, false);
}

HostileModel::~HostileModel() = default;

std::string HostileModel::CheckRefusal(const Engine& engine, const Status& status) const {
  const std::string& text = status.message();
  for (const std::string& name : {name_, std::string("operand"), std::string("result")})
    if (text.find("'" + name) != std::string::npos) return "";
  return StrCat(engine.name, ": the refusal names neither op nor tensor: ", text);
}

std::string HostileModel::Run(const std::vector<Tensor>& operands) {
  gave_values_ = refused_.empty();
  for (Engine& engine : engines_)
    if (std::string wrong = RunOne(engine, operands); !wrong.empty()) return wrong;
  return "";
}

std::string HostileModel::RunOne(Engine& engine, const std::vector<Tensor>& operands) {
  auto refuse = [&](const Status& status) {
    gave_values_ = false;
    return CheckRefusal(engine, status);
  };
  if (!engine.interpreter) {
    gave_values_ = false;
    return engine.refusal.find("operand") != std::string::npos ? "" : StrCat(engine.name, ": ", engine.refusal);
  }
  Runner& runner = engine.interpreter->main();
  std::vector<Exact> memory;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const Tensor& value = operands[static_cast<size_t>(inputs_[i])];
    int k = static_cast<int>(i);
    if (Status s = runner.ResizeInput(k, value.shape()); !s.ok()) return refuse(s);
    if (value.dtype() == DType::kString) {
      if (Status s = runner.SetInput(k, value); !s.ok()) return refuse(s);
      continue;
    }
    size_t bytes = *interpreter::MemoryBytes(value.type());
    memory.emplace_back(bytes);
    if (bytes) std::memcpy(memory.back().data, value.data(), bytes);
    if (Status s = runner.UseInputBuffer(k, memory.back().data, bytes); !s.ok()) return refuse(s);
  }
  if (Status s = runner.Prepare(); !s.ok()) return refuse(s);
  for (int k = 0; k < runner.num_outputs(); ++k) {
    const TensorType& type = runner.output_type(k);
    if (type.dtype == DType::kString || !type.shape.IsStatic()) continue;
    size_t bytes = *interpreter::MemoryBytes(type);
    memory.emplace_back(bytes);
    if (Status s = runner.UseOutputBuffer(k, memory.back().data, bytes); !s.ok() && s.kind() != ErrorKind::kUnsupported)
      return refuse(s);
  }
  Status status = runner.Invoke();
  std::string wrong = status.ok() ? "" : refuse(status);
  for (int k = 0; k < runner.num_outputs() && status.ok(); ++k)
    if (auto value = runner.GetOutput(k); !value.ok()) wrong = StrCat(engine.name, ": ", value.status().message());
  for (int k = 0; k < runner.num_outputs(); ++k) (void)runner.UseOutputBuffer(k, nullptr, 0).ok();
  for (int k = 0; k < runner.num_inputs(); ++k) (void)runner.UseInputBuffer(k, nullptr, 0).ok();
  return wrong;
}

}  // namespace slipway::cases
