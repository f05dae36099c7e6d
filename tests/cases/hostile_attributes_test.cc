// Every case with each attribute of its op set to extremes in turn, on the case's operands: Infer refuses it, or every
// backend gives values or a Status, in little memory and time.
#include <gtest/gtest.h>

#include <array>
#include <ctime>
#include <limits>
#include <optional>
#include <set>

#include "tests/cases/case_values.h"
#include "tests/cases/hostile.h"

namespace slipway::cases {
namespace {

constexpr double kSeconds = 5;  // of one run, on any machine, with sanitizers
constexpr int64_t kInts[] = {-1, 0, 3, 1 << 16, INT32_MAX, INT32_MIN, INT64_MAX};
constexpr double kReals[] = {0, -1, 1e30, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()};

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Sets number `index` of an op's attributes, in the order of Fields, to extreme `k` of its type.
class SetAttribute final : public ops::FieldVisitor {
 public:
  SetAttribute(size_t index, size_t k) : left_(index), k_(k) {}
  // What was set, e.g. "stride_h=2147483647"; nothing if there is no such attribute or extreme.
  const std::optional<std::string>& done() const { return done_; }
  bool has_attribute() const { return has_attribute_; }

  void Bool(const char* name, bool& v) override { Put(name, v, std::array{!v}); }
  void Int(const char* name, int64_t& v) override { Put(name, v, kInts); }
  void Float(const char* name, double& v) override { Put(name, v, kReals); }
  void Enum(const char* name, int& v, std::span<const char* const> names) override {
    std::vector<int> all;
    for (size_t i = 0; i < names.size(); ++i) all.push_back(static_cast<int>(i));
    Put(name, v, all);
  }
  void Ints(const char* name, std::vector<int64_t>& list) override {
    for (int64_t& v : list) Put(name, v, kInts);
  }
  void Floats(const char* name, std::vector<double>& list) override {
    for (double& v : list) Put(name, v, kReals);
  }
  void String(const char*, std::string&) override {}
  void Strings(const char*, std::vector<std::string>&) override {}
  void Type(const char*, DType&) override {}
  void Types(const char*, std::vector<DType>&) override {}
  void ShapeField(const char*, Shape&) override {}
  void Shapes(const char*, std::vector<Shape>&) override {}
  void TensorField(const char*, Tensor&) override {}

 private:
  template <class T, class List>
  void Put(const char* name, T& v, const List& extremes) {
    if (left_-- != 0) return;
    has_attribute_ = true;
    if (k_ >= std::size(extremes)) return;
    v = extremes[k_];
    done_ = StrCat(name, "=", v);
  }

  size_t left_, k_;
  bool has_attribute_ = false;
  std::optional<std::string> done_;
};

// Once is enough for an op, its operands' types and the attribute that is wrong.
bool IsNew(const ops::Case& c, const std::vector<Tensor>& operands, const std::string& attribute) {
  static std::set<std::string> tried;
  std::string key = StrCat(c.op.name(), " ", attribute);
  for (const Tensor& t : operands) StrAppend(key, " ", t.valid() ? DTypeName(t.dtype()) : "-");
  return tried.insert(key).second;
}

class HostileAttributes : public testing::TestWithParam<size_t> {};

TEST_P(HostileAttributes, GiveValuesOrASentence) {
  const ops::Case& clean = All()[GetParam()];
  if (!CanBeHostile(clean)) return;
  const std::vector<Tensor> operands = OperandsOf(clean);
  std::vector<bool> constant;
  for (const ops::CaseInput& in : clean.inputs) constant.push_back(in.constant);
  for (size_t index = 0, k = 0;;) {
    SetAttribute set(index, k++);
    ops::Case c = clean;
    c.op = ops::VisitFields(clean.op, set);
    if (!set.has_attribute()) break;
    if (!set.done()) {
      ++index;
      k = 0;
      continue;
    }
    if (!IsNew(c, operands, *set.done()) || !CanBeHostile(c)) continue;
    const double begin = CpuSeconds();
    EXPECT_EQ(HostileModel(c, operands, constant).Run(operands), "") << *set.done();
    EXPECT_LT(CpuSeconds() - begin, kSeconds) << *set.done();
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, HostileAttributes, testing::Range(size_t{0}, All().size()),
                         [](const auto& info) { return NameOf(info.param); });

}  // namespace
}  // namespace slipway::cases
