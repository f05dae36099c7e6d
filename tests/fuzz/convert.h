#pragma once
// What a file of TensorFlow's goes through: import, rewrites, the .tflite file.

#include <string>

namespace slipway::fuzz {

void ConvertFile(const std::string& path);

// A SavedModel of a convolution, batch norm, pooling, a dense layer, a variable and string input, serialized
// (saved_model.pb); its variables lie in Folder().
std::string SavedModelBytes();
// Where SavedModelBytes came from: a folder with variables, whose saved_model.pb may be replaced.
std::string SavedModelFolder();

}  // namespace slipway::fuzz
