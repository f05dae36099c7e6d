#pragma once
// TensorFlow's form of ops: NodeDefs in, nodes out, and back.
//
//   ops/NAME/tf.cc (library ops_tf):
//     static Result<std::vector<ir::ValueId>> OP::FromTf(const wire::TfNode&, wire::TfImporter&);   one result per TF
//     output Status ToTf(const OP&, wire::TfExporter&);
//
// One TF op may become several nodes and the other way round. TfNode and TfAttr are our own; no protobuf here.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/savedmodel/attr.h"
#include "ir/graph.h"

namespace slipway::wire {

// An AttrValue. Lists of an empty kind arrive as std::vector<int64_t>{}.
using TfAttr = savedmodel::Attr;
using TfFunction = savedmodel::FunctionAttr;

class TfNode {
 public:
  std::string name, op;
  std::map<std::string, TfAttr, std::less<>> attrs;

  // The attribute, or `missing` when it is absent. A wrong kind is an error that names node and attribute.
  Result<int64_t> Int(std::string_view attr, int64_t missing) const;
  Result<bool> Bool(std::string_view attr, bool missing) const;
  Result<float> Float(std::string_view attr, float missing) const;
  Result<std::string> String(std::string_view attr, std::string missing) const;
  Result<std::vector<int64_t>> Ints(std::string_view attr) const;  // absent: empty
  Result<std::vector<DType>> Types(std::string_view attr) const;
  Result<std::vector<Shape>> Shapes(std::string_view attr) const;
  Result<std::vector<std::string>> Strings(std::string_view attr) const;
  // Required ones.
  Result<DType> Type(std::string_view attr) const;
  Result<Tensor> TensorAttr(std::string_view attr) const;
  Result<Shape> ShapeAttr(std::string_view attr) const;
  bool Has(std::string_view attr) const { return attrs.find(attr) != attrs.end(); }

 private:
  template <class T>
  Result<T> Get(std::string_view attr, T missing) const;
  template <class T>
  Result<T> Required(std::string_view attr) const;
};

// What FromTf builds with. Data edges are resolved; control edges have become order.
class TfImporter {
 public:
  virtual int num_inputs() const = 0;
  virtual ir::ValueId input(int i) const = 0;
  virtual const TensorType& type(ir::ValueId v) const = 0;
  // The elements, if the value is a constant.
  virtual const Tensor* ConstantOf(ir::ValueId v) const = 0;
  virtual ir::ValueId Constant(Tensor t, std::string name) = 0;
  // A node with the TF node's name as origin (`suffix` for further ones).
  virtual Result<std::vector<ir::ValueId>> Add(ops::Op op, std::vector<ir::ValueId> inputs,
                                               std::string_view suffix = {}) = 0;

  // Exactly n inputs.
  Status Count(int n) const;
  // The elements of input i, an integer (an axis) that must be constant; `name` is TensorFlow's for the message.
  Result<int64_t> ConstantInt(int i, std::string_view name) const;

  // x in NCHW to NHWC and back (Transpose nodes); the usual way to end NCHW at import.
  Result<ir::ValueId> ToNhwc(ir::ValueId x);
  Result<ir::ValueId> ToNchw(ir::ValueId x);

 protected:
  ~TfImporter() = default;
};

// A reference to one output of an exported node: "node:arg:index" inside functions, "node:index" in graphs.
struct TfRef {
  std::string node, arg;
  int index = 0;
};

// What ToTf writes with. Values of the ir node map to refs of TF nodes.
class TfExporter {
 public:
  virtual int num_inputs() const = 0;
  virtual bool Has(int i) const = 0;
  virtual TfRef input(int i) const = 0;
  virtual const TensorType& in(int i) const = 0;
  virtual const Tensor* constant(int i) const = 0;
  virtual int num_outputs() const = 0;
  virtual const TensorType& out(int i) const = 0;
  // Emits a TF node; `outputs` are the OpDef's output argument names, one TfRef each (a list output of n: name it n
  // times, its index counts up). The first node emitted for an ir node takes its origin as name, further ones a suffix.
  virtual std::vector<TfRef> Emit(std::string_view op, const std::vector<TfRef>& inputs,
                                  std::map<std::string, TfAttr> attrs, const std::vector<std::string>& outputs) = 0;
  // A Const node.
  virtual TfRef Constant(const Tensor& t) = 0;
  virtual void SetOutput(int i, TfRef ref) = 0;

 protected:
  ~TfExporter() = default;
};

// Is there an op of ours that reads this TF op (tables/tf.cc)? Lowerings are asked before.
bool HasTfReader(std::string_view tf_op);
Result<std::vector<ir::ValueId>> OpFromTf(const TfNode&, TfImporter&);
// Has this op a TF form, and writing it.
bool HasTfForm(const ops::Op&);
Status OpToTf(const ops::Op&, TfExporter&);
// The primary TF name for tables, "-" if none.
const char* TfNameOf(const ops::Op&);

}  // namespace slipway::wire
