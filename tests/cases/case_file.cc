#include "tests/cases/case_file.h"

#include <algorithm>

#include "formats/tflite/string_tensor.h"
#include "ops/intermediates.h"
#include "ops/states.h"
#include "ops/tables/tflite.h"

namespace slipway::cases {

static Result<uint32_t> AddConstant(tflite::Model& m, const Tensor& t) {
  if (t.dtype() != DType::kString)
    return tflite::AddBuffer(m, Buffer::Copy(t.data(), DTypeBytes(t.dtype(), static_cast<size_t>(t.elements()))));
  ASSIGN_OR_RETURN(std::string bytes, tflite::PackStrings(t.strings()));
  return tflite::AddBuffer(m, Buffer::Copy(bytes.data(), bytes.size()));
}

Result<tflite::Model> FileOf(const ops::Case& c, const std::vector<Tensor>& operands,
                             const std::vector<TensorType>& types) {
  ops::TfliteTypes form_types{.outputs = types};
  for (const Tensor& t : operands) form_types.inputs.push_back(t.type());
  ASSIGN_OR_RETURN(ops::TfliteForm form, ops::OpToTflite(c.op, form_types));
  tflite::Model m;
  tflite::AddBuffer(m, Buffer::Copy("", 0));
  m.subgraphs.resize(1);
  tflite::Subgraph& g = m.subgraphs[0];
  tflite::Operator op;
  op.opcode_index = form.code == tflite::Builtin::CUSTOM
                        ? tflite::AddCustomOperatorCode(m, form.custom_name, form.version)
                        : tflite::AddOperatorCode(m, form.code, form.version);
  tflite::SetOptions(op, form.options);
  op.custom_options = form.custom_options;
  for (size_t i = 0; i < operands.size(); ++i) {
    op.inputs.push_back(operands[i].valid() ? static_cast<int32_t>(g.tensors.size()) : tflite::kOptionalTensor);
    if (!operands[i].valid()) continue;
    tflite::TensorInfo t{.name = StrCat("operand", i)};
    RETURN_IF_ERROR(tflite::SetType(t, operands[i].type()));
    if (c.inputs[i].constant) {
      ASSIGN_OR_RETURN(t.buffer, AddConstant(m, operands[i]));
    } else if (std::span<const int> s = ops::StatesOf(c.op);
               std::find(s.begin(), s.end(), static_cast<int>(i)) != s.end()) {
      t.is_variable = true;
    } else {
      g.inputs.push_back(op.inputs.back());
    }
    g.tensors.push_back(std::move(t));
  }
  for (const TensorType& type : ops::IntermediatesOf(c.op)) {
    op.intermediates.push_back(static_cast<int32_t>(g.tensors.size()));
    tflite::TensorInfo t{.name = StrCat("intermediate", op.intermediates.size() - 1)};
    RETURN_IF_ERROR(tflite::SetType(t, type));
    g.tensors.push_back(std::move(t));
  }
  for (const TensorType& type : types) {
    op.outputs.push_back(static_cast<int32_t>(g.tensors.size()));
    tflite::TensorInfo t{.name = StrCat("result", op.outputs.size() - 1)};
    RETURN_IF_ERROR(tflite::SetType(t, type));
    g.tensors.push_back(std::move(t));
  }
  g.outputs = op.outputs;
  g.operators.push_back(std::move(op));
  return m;
}

}  // namespace slipway::cases
