// FlexBuffer maps, the options of custom operators. What is read can be written and reads back equal.
#include "formats/tflite/flexbuffer.h"

#include "tests/fuzz/target.h"

namespace slipway::fuzz {

void Run_flexbuffer(std::string_view bytes) {
  Result<tflite::FlexMap> map = tflite::ReadFlexMap(bytes);
  if (!map.ok()) return;
  Result<tflite::FlexMap> again = tflite::ReadFlexMap(tflite::WriteFlexMap(*map));
  CHECK(again.ok() && again->size() == map->size());
}

std::vector<std::string> Seeds_flexbuffer() {
  using tflite::FlexValue;
  tflite::FlexMap map;
  map["bool"] = FlexValue::Bool(true);
  map["int"] = FlexValue::Int(-5);
  map["long"] = FlexValue::Int(int64_t{1} << 40);
  map["float"] = FlexValue::Float(0.5);
  map["string"] = FlexValue::String("text");
  map["ints"] = FlexValue::Ints({1, 2, 1000});
  map["floats"] = FlexValue::Floats({1.5, -2});
  map["strings"] = FlexValue::Strings({"a", "bc", ""});
  return {tflite::WriteFlexMap(map), tflite::WriteFlexMap({{"one", FlexValue::Ints({})}}), tflite::WriteFlexMap({})};
}

}  // namespace slipway::fuzz
