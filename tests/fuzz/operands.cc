// Clean models of one op each (every case of every op) and a module with branches, a loop, a variable and a table, on
// the elements, shapes and constants that the input says.
//
// Two bytes choose the case; then per operand one byte of flags and what these announce; then one byte per element:
// below 64 an extreme of its type, else the element stays. Where the input ends, all stays.
#include <optional>

#include "formats/tflite/write.h"
#include "ir/text.h"
#include "ir/wire/tflite_export.h"
#include "tests/cases/case_values.h"
#include "tests/cases/hostile.h"
#include "tests/fuzz/control_flow.h"
#include "tests/fuzz/stopper.h"
#include "tests/fuzz/target.h"

namespace slipway::fuzz {

namespace {

constexpr uint8_t kChangesConstness = 1, kChangesShape = 2, kExtreme = 64;

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  bool done() const { return at_ >= bytes_.size(); }
  uint8_t Byte() { return done() ? 0 : static_cast<uint8_t>(bytes_[at_++]); }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
};

const std::vector<const ops::Case*>& Usable() {
  static const auto& usable = *new std::vector<const ops::Case*>([] {
    std::vector<const ops::Case*> list;
    for (const ops::Case& c : cases::All())
      if (cases::CanBeHostile(c)) list.push_back(&c);
    return list;
  }());
  return usable;
}

// Small, for a run is to be short; a dimension may be a large one where another is 0.
Shape ShapeFrom(Reader& r, const Shape& old) {
  uint8_t how = r.Byte();
  std::vector<int64_t> dims(old.begin(), old.end());
  if (how % 4 == 0) dims.assign(how / 4 % 9, 1);
  for (int64_t& d : dims)
    if (uint8_t b = r.Byte(); b < 128) d = b < 120 ? b % 12 : int64_t{1} << (b % 8 * 5 + 5);
  Result<Shape> shape = Shape::FromDims(dims);
  return shape.ok() && interpreter::MemoryBytes(TensorType(DType::kC128, *shape)).value_or(SIZE_MAX) < 1 << 18 ? *shape
                                                                                                               : old;
}

Tensor OperandFrom(Reader& r, const Tensor& clean, bool* constant) {
  if (r.done()) return clean;
  uint8_t flags = r.Byte();
  if (flags & kChangesConstness) *constant = !*constant && clean.dtype() != DType::kString;
  Tensor t = clean.Clone();
  bool fixed = clean.dtype() == DType::kI4 || clean.type().quant.per_channel();
  if (flags & kChangesShape && !fixed) {
    t = Tensor(TensorType(clean.dtype(), ShapeFrom(r, clean.shape()), clean.type().quant));
  }
  for (int64_t i = 0; i < t.elements() && clean.dtype() != DType::kI4 && !r.done(); ++i)
    if (uint8_t b = r.Byte(); b < kExtreme) cases::PutExtreme(t, i, b);
  return t;
}

// "c", "i", "x", "k": which branch, where the loop starts, what it carries, what the table is asked for.
void RunControlFlow(Reader& r) {
  static const auto& model = *new std::shared_ptr<const interpreter::Model>([] {
    static const std::string& bytes =
        *new std::string(tflite::Write(wire::ExportTflite(ir::ParseModule(kControlFlow).value()).value()).value());
    return interpreter::Model::Load(nullptr, bytes).value();
  }());
  auto made = interpreter::Interpreter::Create(model, {.max_arena_bytes = cases::kHostileMemory});
  CHECK(made.ok());
  interpreter::Runner& runner = **(*made)->SignatureRunner("serving_default");
  Stopper stopper(**made);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < runner.num_inputs(); ++i) {
      bool constant = false;
      Tensor clean(runner.declared_input_type(i));
      (void)runner.SetInput(i, OperandFrom(r, clean, &constant)).ok();
    }
    (void)runner.Invoke().ok();
  }
}

}  // namespace

void Run_operands(std::string_view bytes) {
  Reader r(bytes);
  size_t k = r.Byte();
  k = (k << 8 | r.Byte()) % (Usable().size() + 8);
  if (k >= Usable().size()) return RunControlFlow(r);
  const ops::Case& c = *Usable()[k];
  std::vector<Tensor> operands = cases::OperandsOf(c);
  std::vector<bool> constant;
  for (size_t i = 0; i < operands.size(); ++i) {
    bool known = c.inputs[i].constant;
    if (operands[i].valid() && !cases::IsState(c, i)) operands[i] = OperandFrom(r, operands[i], &known);
    constant.push_back(known);
  }
  cases::HostileModel model(c, operands, constant);
  for (int round = 0; round < 2; ++round)
    if (std::string wrong = model.Run(operands); !wrong.empty()) CheckFailed(c.name.c_str(), 0, wrong.c_str());
}

// Each case with each operand's flags.
std::vector<std::string> Seeds_operands() {
  std::vector<std::string> seeds;
  for (size_t k = 0; k < Usable().size() + 1; ++k) {
    std::string start = {static_cast<char>(k >> 8), static_cast<char>(k)};
    seeds.push_back(start + std::string("\xff\xff\xff\xff", 4));
    for (char flags : {'\0', '\1', '\2', '\3'})
      seeds.push_back(start + std::string(8, flags) + std::string(4, static_cast<char>(k % kExtreme)));
  }
  return seeds;
}

}  // namespace slipway::fuzz
