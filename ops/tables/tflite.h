#pragma once
// The .tflite form of ops: a builtin operator with its options, one to one with the struct.
//
//   ops/NAME/tflite.cc (library ops_tflite, linked by the interpreter and by ir/wire):
//     static void Options(auto& v, auto& op) { v.Int(0, "stride_w", op.stride_w, 0); ... }     the mapping, once
//     static Status OP::FromTflite(const TfliteOperator&, OP*);                                   bytes -> struct
//     TfliteForm ToTflite(const OP&, const TfliteTypes&);                                      struct -> bytes
//
// Operands keep TFLite's order. A form's version is the lowest that expresses the op and its types (facts: tflite.md
// table in formats/tflite/FORMAT.md).

#include <string>
#include <string_view>
#include <vector>

#include "base/tensor.h"
#include "formats/tflite/options.h"
#include "ops/op.h"

namespace slipway::ops {

// An operator as read from a file.
struct TfliteOperator {
  int code = 0;  // builtin operator; 32 = CUSTOM
  int version = 1;
  std::string_view custom_name;
  tflite::OptionsReader options;
  std::string_view custom_options;  // FlexBuffer bytes
  std::vector<TensorType> inputs;   // dtype kInvalid: absent
  std::vector<TensorType> outputs;
};

struct TfliteTypes {
  std::vector<TensorType> inputs;  // dtype kInvalid: absent
  std::vector<TensorType> outputs;
};

// An operator as it will be written.
struct TfliteForm {
  int code = 0;
  int version = 1;
  tflite::OptionsTable options;
  std::string custom_name;
  std::string custom_options;
};

// File -> op, by builtin code (tables/from_tflite.cc). Unsupported builtins and customs are errors that name them.
Result<Op> OpFromTflite(const TfliteOperator&);
// Op -> file (tables/to_tflite.cc). Unsupported when the op has no .tflite form; ops without a builtin become custom
// operators "SlipwayNAME" whose options are a FlexBuffer map of their fields.
Result<TfliteForm> OpToTflite(const Op&, const TfliteTypes&);
// "CONV_2D", "custom SlipwayParseExample" or "-": for tables and messages.
std::string TfliteFormName(const Op&);
// Has this op a builtin form?
bool HasTfliteBuiltin(const Op&);

}  // namespace slipway::ops
