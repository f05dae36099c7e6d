#pragma once
// The .tflite form of ops: a builtin operator with its options, one to one with the struct.
//
// ops/NAME/tflite.cc (library ops_tflite, linked by the interpreter and by ir/wire) maps each field once:
//
//   void Options(auto& v, auto& op) { v.Float(0, "beta", op.beta); }
//   Status Softmax::FromTflite(const TfliteOperator& in, Softmax* op) {
//     return ReadOptions(in, OptionsType::SoftmaxOptions, *op, [](auto& v, auto& o) { Options(v, o); });
//   }
//   Result<TfliteForm> ToTflite(const Softmax& op, const TfliteTypes& types) {
//     return MakeForm(Builtin::SOFTMAX, version, OptionsType::SoftmaxOptions, op, [](auto& v, auto& o) { Options(v, o);
//     });
//   }
//
// A custom operator that others know too: the struct says `static constexpr const char* kCustomName`, ToTflite gives
// its form, and a row of ops/custom_names.def reads it.
//
// Operands keep TFLite's order. A form's version is the lowest that expresses the op and its types (facts: the table in
// formats/tflite/FORMAT.md). ops/tables/tflite_test.cc proves each mapping against the schema.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/tensor.h"
#include "formats/tflite/builtin.h"
#include "formats/tflite/options.h"
#include "formats/tflite/target_runtime.h"
#include "ops/op.h"

namespace slipway::ops {

using tflite::Builtin;
using tflite::OptionsType;

// An operator as read from a file. Types of absent operands have dtype kInvalid.
struct TfliteOperator {
  Builtin code = Builtin::ADD;
  int version = 1;
  std::string_view custom_name;
  const tflite::OptionsTable* options = nullptr;    // of the union BuiltinOptions
  const tflite::OptionsTable* options_2 = nullptr;  // of the union BuiltinOptions2
  std::string_view custom_options;                  // FlexBuffer bytes
  std::vector<TensorType> inputs, outputs;
  std::vector<char> variables;  // is operand i a variable tensor? empty: none is
  int narrow_bits = 0;          // of result 0, where the file's type has fewer than its dtype here; 0: it has not
  std::vector<Builtin> body;    // the operators of the subgraph that its options name as what it computes with
  bool IsVariable(size_t i) const { return i < variables.size() && variables[i]; }
};

struct TfliteTypes {
  std::vector<TensorType> inputs, outputs;  // dtype kInvalid: absent
  DType in(size_t i) const { return i < inputs.size() ? inputs[i].dtype : DType::kInvalid; }
  DType out(size_t i) const { return i < outputs.size() ? outputs[i].dtype : DType::kInvalid; }
};

// An operator as it will be written.
struct TfliteForm {
  Builtin code = Builtin::ADD;
  int version = 1;
  tflite::OptionsTable options;
  std::string custom_name;
  std::string custom_options;
};

template <class Op, class Mapping>
Status ReadOptions(const TfliteOperator& in, OptionsType type, Op& op, Mapping mapping) {
  static const tflite::OptionsTable none;
  const tflite::OptionsTable* table = static_cast<int>(type) >= 256 ? in.options_2 : in.options;
  tflite::OptionsReader reader(table ? *table : none, type);
  mapping(reader, op);
  return reader.status();
}

template <class Op, class Mapping>
Result<TfliteForm> MakeForm(Builtin code, int version, OptionsType type, const Op& op, Mapping mapping) {
  tflite::OptionsWriter writer(type);
  mapping(writer, op);
  ASSIGN_OR_RETURN(tflite::OptionsTable options, std::move(writer).Finish());
  return TfliteForm{.code = code, .version = version, .options = std::move(options)};
}

// The dtype that an operator's version follows: TFLite's converter gives 16-bit codes the versions of 8-bit ones.
inline DType VersionType(const TfliteTypes& types, size_t operand) {
  DType t = types.in(operand);
  return t == DType::kI16 && !types.inputs[operand].quant.empty() ? DType::kI8 : t;
}

// The option quantized_bias_type of layers: the type of the bias of 16-bit activations, and of their sums where there
// is none. F32 is its default.
inline DType QuantizedBiasType(const TfliteTypes& types, size_t data, size_t bias) {
  if (types.in(data) != DType::kI16) return DType::kF32;
  bool has_bias = bias < types.inputs.size() && types.in(bias) != DType::kInvalid;
  return has_bias ? types.in(bias) : DType::kI64;
}

inline TfliteForm MakeCustomForm(std::string name, std::string options) {
  return TfliteForm{.code = Builtin::CUSTOM, .custom_name = std::move(name), .custom_options = std::move(options)};
}
// An operator whose builtin has no options.
inline Result<TfliteForm> MakeForm(Builtin code, int version) { return TfliteForm{.code = code, .version = version}; }

// File -> op, by builtin code (tables/from_tflite.cc). Unsupported builtins and customs are errors that name them.
Result<Op> OpFromTflite(const TfliteOperator&);
// Op -> file (tables/to_tflite.cc). Ops without a builtin become custom operators "SlipwayNAME" whose options are a
// FlexBuffer map of their fields.
Result<TfliteForm> OpToTflite(const Op&, const TfliteTypes&);
// Why the runtime would not run the form on operands of these types; "": it runs it.
std::string WhyCannotRun(const tflite::TargetRuntime&, const TfliteForm&, const TfliteTypes&);
// "CONV_2D", "custom SlipwayParseExample": for tables and messages.
std::string TfliteFormName(const Op&);
bool HasTfliteBuiltin(const Op&);

}  // namespace slipway::ops
