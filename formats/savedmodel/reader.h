#pragma once
// Reads SavedModel directories (saved_model.pb or .pbtxt) and bare GraphDef files (.pb or .pbtxt).
//
// Node names are unique in their graph or function, function names in the graph, ids of objects in range; everything
// else is as the file says. Large constants share the memory of the parsed file. Functions are thread safe.

#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "formats/savedmodel/model.h"

namespace slipway::savedmodel {

// Has the directory a saved_model.pb or saved_model.pbtxt?
bool IsSavedModel(const std::string& directory);

// The MetaGraph whose tags are exactly `tags`. Without tags: the only one, or the one tagged "serve". kNotFound when
// there is no SavedModel or no such MetaGraph (the error lists the tag sets), kBadInput for damage.
Result<MetaGraph> ReadSavedModel(const std::string& directory, std::span<const std::string> tags = {});
// The tags of every MetaGraph, in the file's order.
Result<std::vector<std::vector<std::string>>> ReadTagSets(const std::string& directory);

// A GraphDef, text if the name ends in .pbtxt or .txt.
Result<Graph> ReadGraphDef(const std::string& path);

// The same from bytes.
Result<MetaGraph> ParseSavedModel(std::string_view bytes, bool text, std::span<const std::string> tags = {});
Result<Graph> ParseGraphDef(std::string_view bytes, bool text);

}  // namespace slipway::savedmodel
