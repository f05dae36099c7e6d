#pragma once
// What schema.fbs says about option tables, from its embedded reflection. Built once, read from any thread.

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "formats/tflite/options.h"

namespace slipway::tflite {

struct OptionField {
  std::string_view name;
  uint16_t slot = 0;
  OptionForm form = OptionForm::kScalar;
  Wire wire = Wire::kI32;
  double fallback = 0;                        // the schema's default of a scalar
  std::vector<std::string_view> enum_values;  // names in the order of their numbers, which count from 0; else empty
  bool deprecated = false;
  bool names_subgraph = false;  // the value (or each element) is the index of a subgraph
};

struct OptionSchema {
  std::string_view name;
  std::vector<OptionField> fields;  // fields[slot]
};

// nullptr for NONE and for codes that the schema does not know.
const OptionSchema* FindOptionSchema(OptionsType);
// "Conv2DOptions", "NONE"; "unknown options" otherwise.
std::string_view OptionsTypeName(OptionsType);

// Is `name` in this slot of the table, stored like this, with this default (scalars)? The message says what differs.
Status CheckOption(OptionsType, int slot, std::string_view name, OptionForm, Wire, double fallback = 0);
// Does a table obey the schema: known type, ascending known slots, right form and wire, whole elements?
Status CheckOptions(const OptionsTable&);

// "padding=VALID stride_w=2 squeeze_dims=[1,2]": the fields present, for messages and inspection.
std::string DescribeOptions(const OptionsTable&);

}  // namespace slipway::tflite
