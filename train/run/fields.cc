#include "train/run/fields.h"

namespace slipway::train {

void ReadInitializer(MapReader& m, const char* name, nn::Initializer* value) {
  const ConfigNode* node = m.Find(name);
  NamedNode named;
  if (!node || !ReadNamed(m.errors(), *node, m.PathOf(name), "an initializer by name", &named)) return;
  auto found = nn::InitializerByName(named.name);
  if (!found)
    return m.Error(
        name, StrCat("there is no initializer '", named.name, "'; known: ", StrJoin(nn::InitializerNames(), ", ")));
  MapReader own(m.errors(), named.arguments, StrCat(m.PathOf(name), ".", named.name));
  using Kind = nn::InitializerKind;
  if (found->kind == Kind::kConstant) found->value = own.Number("value", found->value);
  if (found->kind == Kind::kRandomUniform) {
    found->low = own.Number("minval", found->low);
    found->high = own.Number("maxval", found->high);
  }
  if (found->kind == Kind::kRandomNormal || found->kind == Kind::kTruncatedNormal) {
    found->mean = own.Number("mean", found->mean);
    found->stddev = own.Number("stddev", found->stddev);
  }
  if (found->kind == Kind::kOrthogonal || found->kind == Kind::kIdentity) found->gain = own.Number("gain", found->gain);
  if (own.Has("seed")) found->seed = static_cast<uint64_t>(own.Int("seed", 0, 0));
  own.Finish();
  *value = *found;
}

void ReadRegularizer(MapReader& m, const char* name, nn::Regularizer* value) {
  const ConfigNode* node = m.Find(name);
  NamedNode named;
  if (!node || !ReadNamed(m.errors(), *node, m.PathOf(name), "a regularizer by name", &named)) return;
  auto found = nn::RegularizerByName(named.name);
  if (!found) return m.Error(name, StrCat("there is no regularizer '", named.name, "'; known: L1, L2, L1L2"));
  MapReader own(m.errors(), named.arguments, StrCat(m.PathOf(name), ".", named.name));
  ReadFields(own, *found);
  own.Finish();
  *value = *found;
}

}  // namespace slipway::train
