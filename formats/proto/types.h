#pragma once
// Element types and shapes between TensorFlow's protos and ours. Pure functions, thread safe.

#include "base/dtype.h"
#include "base/shape.h"
#include "base/status.h"

namespace tensorflow {
enum DataType : int;
class TensorShapeProto;
}  // namespace tensorflow

namespace slipway::proto {

// kInvalid for types that we do not hold (quantized, float8 and other packed types). Reference types map as their base.
DType DTypeFromProto(tensorflow::DataType type);
tensorflow::DataType DTypeToProto(DType dtype);
// "DT_FLOAT"; "DataType 99" for a number without a name.
std::string DataTypeName(tensorflow::DataType type);

// Any size below 0 is an unknown dimension. Refuses what Shape::FromDims refuses.
Result<Shape> ShapeFromProto(const tensorflow::TensorShapeProto& proto);
void ShapeToProto(const Shape& shape, tensorflow::TensorShapeProto* proto);

}  // namespace slipway::proto
