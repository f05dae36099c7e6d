// Bodies of REST predict requests, read for every signature of the serving tests' model.
#include "serving/fake_servable.h"
#include "serving/json_request.h"
#include "tests/fuzz/target.h"

namespace slipway::fuzz {

void Run_json(std::string_view bytes) {
  static serving::FakeServable& model = *new serving::FakeServable;
  serving::JsonRequest request;
  if (!request.Parse(bytes).ok()) return;
  for (const serving::Signature& s : model.signatures()) {
    serving::JsonForm form;
    std::map<std::string, Tensor> tensors;
    (void)request.ReadTensors(s, &form, &tensors).ok();
  }
}

std::vector<std::string> Seeds_json() {
  return {R"({"instances": [1.0, 2, 5e0]})",
          R"({"instances": [[1.0], [2.0]]})",
          R"({"signature_name": "two", "instances": [{"a": [1, 2.5], "b": 3}, {"a": [0, 1], "b": -4}]})",
          R"({"inputs": {"a": [[1, 2]], "b": [3]}})",
          R"({"inputs": [[true, false]]})",
          R"({"instances": [{"b64": "aGVsbG8="}, {"b64": ""}]})",
          R"({"instances": ["text", "\u00e9\ud83d\ude00"]})",
          R"({"instances": [[NaN, Infinity], [-Infinity, 1e400]]})",
          R"({"instances": [[[[1,2],[3,4]],[[5,6],[7,8]]]], "signature_name": ""})",
          R"({"instances": [{"x": [127, -128]}, {"x": [18446744073709551615, 9223372036854775807]}]})"};
}

}  // namespace slipway::fuzz
