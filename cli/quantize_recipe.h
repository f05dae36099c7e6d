#pragma once
// Recipes as files, YAML or JSON: docs/quantization.md.

#include <string>

#include "quantize/recipe.h"

namespace slipway::cli {

// Everything wrong is reported at once, with file, line and key, and the nearest word for a misspelt one. `defaults`
// fills what the file leaves open; `mode_given` says that its mode was the user's and wins.
Result<quantize::Recipe> ReadRecipe(const std::string& path, quantize::Recipe defaults, bool mode_given);

// The text of a file that gives this recipe. `comments`: of the rules, or empty.
std::string RecipeText(const quantize::Recipe&, const std::vector<std::string>& comments = {});

// "float32", "int8", ...: kInvalid for what no input or output can be.
DType IoTypeFromName(const std::string& name);

}  // namespace slipway::cli
