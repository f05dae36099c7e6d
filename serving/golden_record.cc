#include "serving/golden_record.h"

#include <algorithm>
#include <cmath>

#include "base/file.h"
#include "formats/npz/npz.h"

namespace slipway::serving {

namespace {

constexpr double kTolerance = 1e-4;

const Tensor* Find(const std::vector<npz::NamedTensor>& tensors, const std::string& name) {
  for (const auto& [key, t] : tensors)
    if (key == name) return &t;
  return nullptr;
}

bool Agrees(const Tensor& got, const Tensor& want) {
  if (got.dtype() != want.dtype() || !(got.shape() == want.shape())) return false;
  if (!IsFloat(want.dtype())) return Identical(got, want);
  std::vector<double> a = got.AsDoubles(), b = want.AsDoubles();
  for (size_t i = 0; i < a.size(); ++i) {
    bool same = a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]));
    if (!same && !(std::abs(a[i] - b[i]) <= kTolerance * std::max(1.0, std::abs(b[i])))) return false;
  }
  return true;
}

Status Replay(const Signature& s, const std::vector<npz::NamedTensor>& inputs,
              const std::vector<npz::NamedTensor>& wanted, Servable& model) {
  std::vector<Tensor> operands;
  for (const Argument& a : s.inputs) {
    const Tensor* t = Find(inputs, a.name);
    if (!t) return BadInput("it records no input '", a.name, "'");
    operands.push_back(*t);
  }
  Call call;
  ASSIGN_OR_RETURN(std::vector<Tensor> results, model.Run(s, operands, call));
  for (size_t i = 0; i < s.outputs.size(); ++i) {
    const Tensor* want = Find(wanted, s.outputs[i].name);
    if (!want) return BadInput("it records no output '", s.outputs[i].name, "'");
    if (!Agrees(results[i], *want))
      return BadInput("output '", s.outputs[i].name, "' is not what the trained model gave for the recorded input");
  }
  return OkStatus();
}

}  // namespace

Status ReplayGoldenRecords(const std::string& directory, Servable& model) {
  for (const Signature& s : model.signatures()) {
    std::string prefix = JoinPath(directory, StrCat("assets.extra/slipway_golden/", s.key));
    if (!s.unsupported.empty() || !FileExists(prefix + ".inputs.npz")) continue;
    std::string where = StrCat("golden record of signature '", s.key, "'");
    ASSIGN_OR_RETURN_AT(auto inputs, npz::ReadNpz(prefix + ".inputs.npz"), where);
    ASSIGN_OR_RETURN_AT(auto wanted, npz::ReadNpz(prefix + ".outputs.npz"), where);
    RETURN_IF_ERROR_AT(Replay(s, inputs, wanted, model), where);
  }
  return OkStatus();
}

}  // namespace slipway::serving
