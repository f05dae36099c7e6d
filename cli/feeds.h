#pragma once
// Feeding runners from files, and showing what comes out.

#include <string>
#include <utility>
#include <vector>

#include "interpreter/interpreter.h"

namespace slipway::cli {

using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

// Sets every input of the runner from arrays of its names. A missing or unknown name, a wrong dtype or shape is an
// error that says what was expected. A lone array under another name feeds a lone input.
Status Feed(interpreter::Runner&, const NamedTensors&);
// By their names; out_I where output I has the name of one before it.
Result<NamedTensors> Outputs(interpreter::Runner&);

// `name=FILE.npy`, repeated.
Result<NamedTensors> ReadNamedFiles(const std::vector<std::string>& assignments);

// "f32[2,10]" and the first elements, for people.
std::string Show(const std::string& name, const Tensor&, int64_t most = 20);

}  // namespace slipway::cli
