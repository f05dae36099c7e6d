#pragma once
// The SignatureDefs of a SavedModel, exactly as its file has them; GetModelMetadata shows them to clients.

#include <span>
#include <string>

#include "serving/servable.h"

namespace slipway::serving {

// A serialized tensorflow.serving.SignatureDefMap: every signature of the MetaGraph whose tags are exactly `tags`
// (none: the only one, or the one tagged "serve"). The graph is skipped, not parsed, in binary files.
Result<std::string> ReadSignatureDefs(const std::string& directory, std::span<const std::string> tags);

// The same for a model that has no such file.
std::string DescribeSignatures(std::span<const Signature> signatures);

}  // namespace slipway::serving
