#pragma once
// Reads what a struct's Fields names out of a configuration: one place for the arguments of layers, losses, metrics,
// optimizers and callbacks.

#include "ops/attributes.h"
#include "train/nn/initializers.h"
#include "train/nn/regularizer.h"
#include "train/yaml/reader.h"

namespace slipway::train {

// "glorot_uniform" or {Constant: {value: 0.1}}.
void ReadInitializer(MapReader& m, const char* name, nn::Initializer* value);
// "l2" or {L2: {l2: 0.001}}.
void ReadRegularizer(MapReader& m, const char* name, nn::Regularizer* value);

template <class T>
void ReadField(MapReader& m, const char* name, T& value) {
  if constexpr (std::is_same_v<T, nn::Initializer>)
    ReadInitializer(m, name, &value);
  else if constexpr (std::is_same_v<T, nn::Regularizer>)
    ReadRegularizer(m, name, &value);
  else if constexpr (std::is_same_v<T, ops::Padding>) {
    static constexpr const char* kPaddings[] = {"same", "valid"};
    value = static_cast<T>(m.Word(name, static_cast<int>(value), kPaddings));
  } else if constexpr (std::is_enum_v<T>)
    value = static_cast<T>(m.Word(name, static_cast<int>(value), EnumNames(value)));
  else if constexpr (std::is_same_v<T, bool>)
    value = m.Bool(name, value);
  else if constexpr (std::is_same_v<T, int64_t>)
    value = m.Int(name, value);
  else if constexpr (std::is_same_v<T, std::string>)
    value = m.String(name, value);
  else if constexpr (std::is_same_v<T, std::optional<double>>)
    value = m.Has(name) ? std::optional(m.Number(name, 0)) : std::nullopt;
  else if constexpr (std::is_same_v<T, std::optional<int64_t>>)
    value = m.Has(name) ? std::optional(m.Int(name, 0)) : std::nullopt;
  else if constexpr (std::is_same_v<T, std::vector<double>>)
    value = m.Numbers(name, value);
  else if constexpr (std::is_same_v<T, std::vector<int64_t>>)
    value = m.Ints(name, value);
  else
    value = m.Number(name, value);
}

template <class T>
void ReadFields(MapReader& m, T& t) {
  if constexpr (requires { T::kRequired; })
    for (const char* name : T::kRequired)
      if (!m.Has(name)) m.Error(name, "is missing");
  T::Fields(t, [&](const char* name, auto& value) { ReadField(m, name, value); });
}

}  // namespace slipway::train
