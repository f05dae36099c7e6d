#include "formats/proto/types.h"

#include <algorithm>
#include <vector>

#include "tensorflow/core/framework/tensor_shape.pb.h"
#include "tensorflow/core/framework/types.pb.h"

namespace slipway::proto {

namespace {

struct Row {
  tensorflow::DataType theirs;
  DType ours;
};
constexpr int kFirstReference = 100;
constexpr Row kRows[] = {
    {tensorflow::DT_FLOAT, DType::kF32},
    {tensorflow::DT_DOUBLE, DType::kF64},
    {tensorflow::DT_HALF, DType::kF16},
    {tensorflow::DT_BFLOAT16, DType::kBF16},
    {tensorflow::DT_INT4, DType::kI4},
    {tensorflow::DT_INT8, DType::kI8},
    {tensorflow::DT_INT16, DType::kI16},
    {tensorflow::DT_INT32, DType::kI32},
    {tensorflow::DT_INT64, DType::kI64},
    {tensorflow::DT_UINT8, DType::kU8},
    {tensorflow::DT_UINT16, DType::kU16},
    {tensorflow::DT_UINT32, DType::kU32},
    {tensorflow::DT_UINT64, DType::kU64},
    {tensorflow::DT_BOOL, DType::kBool},
    {tensorflow::DT_STRING, DType::kString},
    {tensorflow::DT_COMPLEX64, DType::kC64},
    {tensorflow::DT_COMPLEX128, DType::kC128},
    {tensorflow::DT_RESOURCE, DType::kResource},
    {tensorflow::DT_VARIANT, DType::kVariant},
    // Codes whose scale other tensors tell: read only, for nothing is written so.
    {tensorflow::DT_QINT8, DType::kI8},
    {tensorflow::DT_QUINT8, DType::kU8},
    {tensorflow::DT_QINT32, DType::kI32},
};

}  // namespace

DType DTypeFromProto(tensorflow::DataType type) {
  int base = type > kFirstReference ? type - kFirstReference : type;
  for (const Row& row : kRows)
    if (row.theirs == base) return row.ours;
  return DType::kInvalid;
}

tensorflow::DataType DTypeToProto(DType dtype) {
  for (const Row& row : kRows)
    if (row.ours == dtype) return row.theirs;
  return tensorflow::DT_INVALID;
}

std::string DataTypeName(tensorflow::DataType type) {
  const std::string& name = tensorflow::DataType_Name(type);
  return name.empty() ? StrCat("DataType ", static_cast<int>(type)) : name;
}

Result<Shape> ShapeFromProto(const tensorflow::TensorShapeProto& proto) {
  if (proto.unknown_rank()) return Shape::UnknownRank();
  std::vector<int64_t> dims;
  if (proto.dim_size() <= kMaxRank) {
    for (const auto& dim : proto.dim()) dims.push_back(std::max<int64_t>(dim.size(), kUnknownDim));
  } else {
    dims.resize(static_cast<size_t>(proto.dim_size()));
  }
  return Shape::FromDims(dims);
}

void ShapeToProto(const Shape& shape, tensorflow::TensorShapeProto* proto) {
  proto->Clear();
  if (!shape.has_rank()) return proto->set_unknown_rank(true);
  for (int64_t dim : shape) proto->add_dim()->set_size(dim);
}

}  // namespace slipway::proto
