#include "train/nn/layer.h"

#include <cctype>

#include "base/random.h"

namespace slipway::train::nn {

Layer::Layer(std::string class_name, std::string name)
    : class_name_(std::move(class_name)), name_(name.empty() ? DefaultName(class_name_) : std::move(name)) {}

std::string Layer::DefaultName(std::string_view class_name) {
  // A capital after a small letter or digit, or before a small letter, begins a word: GlobalAveragePooling2D, ReLU.
  std::string name;
  for (size_t i = 0; i < class_name.size(); ++i) {
    auto upper = [&](size_t k) { return k < class_name.size() && std::isupper(class_name[k]); };
    auto lower = [&](size_t k) { return k < class_name.size() && std::islower(class_name[k]); };
    bool begins = i > 0 && upper(i) && (lower(i - 1) || (upper(i - 1) && lower(i + 1)));
    if (begins) name.push_back('_');
    name.push_back(static_cast<char>(std::tolower(class_name[i])));
  }
  return name;
}

Status Layer::Build(const std::vector<TensorType>&) { return OkStatus(); }

Value Layer::operator()(const Value& x, const CallContext& context) { return (*this)(std::vector<Value>{x}, context); }

Value Layer::operator()(std::vector<Value> xs, const CallContext& context) {
  std::vector<TensorType> types;
  for (const Value& x : xs) {
    if (!x.ok()) return x;
    if (x.absent()) return UsageError("layer '", name_, "': an input is absent");
    types.push_back(x.type());
  }
  NameScope scope(name_);
  if (!built_) {
    if (Status status = Build(types); !status.ok())
      return std::move(status).At(StrCat("layer '", name_, "' (", class_name_, ")"));
    built_ = true;
  }
  Value y = Call(xs, context);
  if (y.ok()) return y;
  return y.status().At(StrCat("layer '", name_, "' (", class_name_, ")"));
}

Result<VariablePtr> Layer::AddVariable(const std::string& name, const Initializer& initializer, const Shape& shape,
                                       bool trainable) {
  std::string full = StrCat(name_, "/", name);
  ASSIGN_OR_RETURN_AT(Tensor initial, Initialize(initializer, shape, StreamKey(seed_, full)), full);
  variables_.push_back(std::make_shared<Variable>(full, std::move(initial), trainable));
  return variables_.back();
}

Result<VariablePtr> Layer::AddVariable(const std::string& name, const Initializer& initializer, const Shape& shape,
                                       const Regularizer& regularizer) {
  ASSIGN_OR_RETURN(VariablePtr variable, AddVariable(name, initializer, shape));
  if (!regularizer.none()) regularized_.push_back({variable, regularizer});
  return variable;
}

std::vector<VariablePtr> Trainable(const std::vector<VariablePtr>& variables) {
  std::vector<VariablePtr> trainable;
  for (const VariablePtr& v : variables)
    if (v->trainable) trainable.push_back(v);
  return trainable;
}

}  // namespace slipway::train::nn
