#include "serving/servable.h"

namespace slipway::serving {

namespace {

const Argument* Find(const std::vector<Argument>& arguments, std::string_view name) {
  for (const Argument& a : arguments)
    if (a.name == name) return &a;
  return nullptr;
}

}  // namespace

const Argument* Signature::FindInput(std::string_view name) const { return Find(inputs, name); }
const Argument* Signature::FindOutput(std::string_view name) const { return Find(outputs, name); }

const Signature* Servable::FindSignature(std::string_view key) const {
  for (const Signature& s : signatures_)
    if (s.key == key) return &s;
  return nullptr;
}

}  // namespace slipway::serving
