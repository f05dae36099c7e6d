#include "cli/feeds.h"

#include <cstdio>

#include "formats/npz/npz.h"
#include "ops/text.h"

namespace slipway::cli {

static const Tensor* Find(const NamedTensors& tensors, std::string_view name) {
  for (const auto& [key, tensor] : tensors)
    if (key == name) return &tensor;
  return nullptr;
}

Status Feed(interpreter::Runner& runner, const NamedTensors& tensors) {
  std::vector<std::string> expected;
  for (int i = 0; i < runner.num_inputs(); ++i)
    expected.push_back(StrCat(runner.input_name(i), ": ", runner.declared_input_type(i)));
  bool alone = runner.num_inputs() == 1 && tensors.size() == 1;
  for (const auto& [name, tensor] : tensors)
    if (!alone && runner.FindInput(name) < 0)
      return UsageError("there is no input '", name, "'; expected ", StrJoin(expected, ", "));
  for (int i = 0; i < runner.num_inputs(); ++i) {
    const Tensor* value = alone ? &tensors[0].second : Find(tensors, runner.input_name(i));
    if (!value)
      return UsageError("input '", runner.input_name(i), "' is missing; expected ", StrJoin(expected, ", "),
                        "; give --input ", runner.input_name(i), "=FILE.npy or --inputs FILE.npz");
    const TensorType& type = runner.declared_input_type(i);
    bool rank_fits = !type.shape.has_rank() || value->shape().rank() == type.shape.rank();
    if (value->dtype() != type.dtype || !rank_fits)
      return UsageError("input '", runner.input_name(i), "' is ", value->dtype(), value->shape(), ", expected ",
                        type.dtype, type.shape);
    RETURN_IF_ERROR(runner.SetInput(i, *value));
  }
  return OkStatus();
}

Result<NamedTensors> Outputs(interpreter::Runner& runner) {
  NamedTensors out;
  for (int i = 0; i < runner.num_outputs(); ++i) {
    ASSIGN_OR_RETURN(Tensor t, runner.GetOutput(i));
    bool taken = Find(out, runner.output_name(i));
    out.emplace_back(taken ? StrCat("out_", i) : runner.output_name(i), std::move(t));
  }
  return out;
}

Result<NamedTensors> ReadNamedFiles(const std::vector<std::string>& assignments) {
  NamedTensors tensors;
  for (const std::string& a : assignments) {
    size_t eq = a.find('=');
    if (eq == std::string::npos) return UsageError("--input takes NAME=FILE.npy, got '", a, "'");
    ASSIGN_OR_RETURN(Tensor t, npz::ReadNpy(a.substr(eq + 1)));
    tensors.emplace_back(a.substr(0, eq), std::move(t));
  }
  return tensors;
}

std::string Show(const std::string& name, const Tensor& t, int64_t most) {
  std::string out = StrCat(name, "  ", t.dtype(), t.shape(), "  ");
  int64_t n = t.elements();
  std::vector<double> numbers;
  bool strings = t.dtype() == DType::kString;
  if (!strings) numbers = t.AsDoubles();
  for (int64_t i = 0; i < n && i < most; ++i) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", strings ? 0.0 : numbers[static_cast<size_t>(i)]);
    StrAppend(out, i ? " " : "", strings ? ops::QuoteText(t.strings()[static_cast<size_t>(i)]) : std::string(text));
  }
  if (n > most) StrAppend(out, " ... (", n, " elements)");
  return out;
}

}  // namespace slipway::cli
