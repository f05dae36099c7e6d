// saved_model.pb beside variables that stay as they are: read, imported and converted. Text, where the input starts
// with a line comment.
#include "base/file.h"
#include "formats/savedmodel/reader.h"
#include "tests/fuzz/convert.h"
#include "tests/fuzz/target.h"

namespace slipway::fuzz {

void Run_saved_model(std::string_view bytes) {
  SavedModelBytes();
  if (bytes.starts_with("#")) {
    (void)savedmodel::ParseSavedModel(bytes, true).ok();
    return;
  }
  FileWith("saved/saved_model.pb", bytes);
  ConvertFile(SavedModelFolder());
}

std::vector<std::string> Seeds_saved_model() {
  return {SavedModelBytes(),
          "# text\nmeta_graphs { meta_info_def { tags: 'serve' } graph_def { node { name: 'x' op: 'Placeholder' } } "
          "signature_def { key: 'serving_default' value { inputs { key: 'x' value { name: 'x:0' dtype: DT_FLOAT "
          "tensor_shape { dim { size: -1 } dim { size: 3 } } } } } } }"};
}

}  // namespace slipway::fuzz
