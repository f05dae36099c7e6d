#include "cli/golden.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/file.h"
#include "cli/any_model.h"
#include "cli/feeds.h"
#include "formats/npz/npz.h"

namespace slipway::cli {

static std::string Folder(const std::string& saved_model) {
  return JoinPath(saved_model, "assets.extra/slipway_golden");
}

std::vector<std::string> GoldenSignatures(const std::string& saved_model) {
  std::vector<std::string> keys;
  auto names = ListDirectory(Folder(saved_model));
  if (!names.ok()) return keys;
  constexpr std::string_view suffix = ".inputs.npz";
  for (const std::string& name : *names)
    if (name.ends_with(suffix)) keys.push_back(name.substr(0, name.size() - suffix.size()));
  return keys;
}

static Result<GoldenResult> Differ(const std::string& signature, const std::string& name, const Tensor& got,
                                   const Tensor& want) {
  GoldenResult r{.signature = signature, .output = name};
  if (got.dtype() != want.dtype() || !(got.shape() == want.shape()))
    return BadInput("golden record of '", signature, "': output '", name, "' is ", got.dtype(), got.shape(),
                    ", expected ", want.dtype(), want.shape());
  if (got.dtype() == DType::kString) {
    r.exact = true;
    for (size_t i = 0; i < want.strings().size(); ++i) r.max_abs += got.strings()[i] != want.strings()[i];
    return r;
  }
  std::vector<double> a = got.AsDoubles(), b = want.AsDoubles();
  r.exact = !IsFloat(want.dtype());
  for (size_t i = 0; i < a.size(); ++i) {
    if (r.exact)
      r.max_abs += a[i] != b[i];
    else if (std::isnan(a[i]) != std::isnan(b[i]))
      r.max_abs = std::numeric_limits<double>::infinity();
    else if (a[i] != b[i] && !std::isnan(a[i]))
      r.max_abs = std::max(r.max_abs, std::abs(a[i] - b[i]));
  }
  return r;
}

Result<std::vector<GoldenResult>> ReplayGolden(const std::string& saved_model, const std::string& signature,
                                               interpreter::Interpreter& interpreter) {
  std::string prefix = JoinPath(Folder(saved_model), signature);
  ASSIGN_OR_RETURN(NamedTensors inputs, npz::ReadNpz(prefix + ".inputs.npz"));
  ASSIGN_OR_RETURN(NamedTensors outputs, npz::ReadNpz(prefix + ".outputs.npz"));
  ASSIGN_OR_RETURN(interpreter::Runner * runner, FindRunner(interpreter, signature));
  RETURN_IF_ERROR_AT(Feed(*runner, inputs), StrCat("golden record of '", signature, "'"));
  RETURN_IF_ERROR(runner->Invoke());
  std::vector<GoldenResult> results;
  for (const auto& [name, want] : outputs) {
    int i = runner->FindOutput(name);
    if (i < 0) return BadInput("golden record of '", signature, "': the model has no output '", name, "'");
    ASSIGN_OR_RETURN(Tensor got, runner->GetOutput(i));
    ASSIGN_OR_RETURN(GoldenResult r, Differ(signature, name, got, want));
    results.push_back(r);
  }
  return results;
}

}  // namespace slipway::cli
