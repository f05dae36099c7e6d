#pragma once
// GraphTensors: the TfLiteTensor structs of one graph, by the file's indices, and spare ones for operators'
// temporaries.
//
//  * The structs never move, so that programs may keep their addresses.
//  * data of tensors that are kTfLiteDynamic or kTfLitePersistentRo is from malloc and owned; strings lie there packed
//    as in files. Any other data is shown, not owned.
//  * What they say is brought up to date by Show and the like; nobody else changes the structs but operators and the
//    program.

#include <memory>
#include <vector>

#include "base/status.h"
#include "base/tensor.h"
#include "formats/tflite/model.h"
#include "tensorflow/lite/c/common.h"

namespace slipway::c_api {

class GraphTensors {
 public:
  // As the file declares them. `spare`: room for so many further tensors.
  GraphTensors(const tflite::Model& model, const tflite::Subgraph& graph, int spare);
  GraphTensors(const GraphTensors&) = delete;
  ~GraphTensors();

  int size() const { return size_; }
  TfLiteTensor* data() const { return tensors_.get(); }
  // nullptr if there is none.
  TfLiteTensor* at(int i) const { return i >= 0 && i < size_ ? &tensors_[static_cast<size_t>(i)] : nullptr; }
  // -1 if it is none of these.
  int IndexOf(const TfLiteTensor* t) const;
  // Further tensors without type and shape; false if there is no room.
  bool Add(int count, int* first);

  // Type, shape and memory as the file declares them.
  bool Declare(int i);
  const tflite::TensorInfo& info(int i) const { return graph_.tensors[static_cast<size_t>(i)]; }

 private:
  // An object already, which its destructor frees, when memory runs out while the tensors are declared.
  struct NotDeclared {};
  GraphTensors(const tflite::Model& model, const tflite::Subgraph& graph, int spare, NotDeclared);
  const tflite::Model& model_;
  const tflite::Subgraph& graph_;
  std::unique_ptr<TfLiteTensor[]> tensors_;
  int size_ = 0, capacity_ = 0;
};

// False without memory. Sets dims and, but for strings, bytes; the shape must be static.
bool SetShape(TfLiteTensor&, const Shape&);
// The shape that dims say. BadInput: a negative dimension, or too many.
Result<Shape> ShapeOf(const TfLiteTensor&);
// Elements that lie elsewhere; what the tensor owned is freed. Not for strings.
void ShowData(TfLiteTensor&, const void* data, TfLiteAllocationType);
// Packs them. MachineError without memory.
Status ShowStrings(TfLiteTensor&, const std::string* strings, size_t count);
// What the tensor's packed bytes hold; none where it has no data.
Result<std::vector<std::string>> StringsOf(const TfLiteTensor&);

}  // namespace slipway::c_api
