#pragma once
// Kernels: how an op runs. `Result<Kernel> Prepare(const OP&, PrepareContext&)` is the facet of ops/NAME/kernel.cc.
//
// Prepare runs once per plan with static operand shapes: it validates, chooses the path, folds shapes and constant
// operands into a state, sizes scratch. Eval runs per invoke: it trusts the state, checks only what depends on data,
// allocates nothing and returns a Code (with a sentence about the data: EvalContext::Fail). A state is immutable and
// shared by threads; per-invoke memory is scratch.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/fixed_text.h"
#include "base/shared.h"
#include "base/tensor.h"
#include "base/thread_pool.h"
#include "ops/infer.h"
#include "ops/op.h"

namespace slipway::interpreter {

// Trouble that only the data can cause.
enum class Code : uint8_t {
  kOk,
  kIndexOutOfRange,  // gather, scatter, embedding
  kBadValue,         // an operand's content has no meaning for the op
  kBadShape,         // a data-dependent shape does not fit
  kOutOfMemory,
  kCancelled,
};
const char* CodeText(Code);
// What the kernel said, or else CodeText.
std::string_view FailureText(Code, const FixedText& message);

// What Eval sees. Pointers are bound once; operands that are absent are nullptr.
class EvalContext {
 public:
  template <class T>
  const T* In(int i) const {
    return static_cast<const T*>(in_[i]);
  }
  template <class T>
  T* Out(int i) const {
    return static_cast<T*>(out_[i]);
  }
  // String tensors are arrays of std::string in row-major order.
  const std::string* InStrings(int i) const { return In<std::string>(i); }
  std::string* OutStrings(int i) const { return Out<std::string>(i); }
  std::byte* scratch() const { return scratch_; }
  ThreadPool& pool() const { return *pool_; }
  // A module variable's elements, in place.
  template <class T>
  T* Variable(int id) const {
    return static_cast<T*>(variables_[id]);
  }
  // Gives result i, whose shape Infer left open, its shape; its memory is there afterwards (Out must be called again).
  Code Resize(int i, const Shape& shape) { return resize_(this, i, shape); }
  // Says why this call fails and returns `code`: return c.Fail(Code::kIndexOutOfRange, "index ", i, " is not in [0, ",
  // n, ")"). The executor puts the layer's name and the op in front. Allocates nothing; not for several threads at
  // once.
  template <class... A>
  Code Fail(Code code, const A&... parts) {
    if (message_) {
      message_->Clear();
      message_->Append(parts...);
    }
    return code;
  }

  const void* const* in_ = nullptr;
  void* const* out_ = nullptr;
  std::byte* scratch_ = nullptr;
  ThreadPool* pool_ = nullptr;
  void* const* variables_ = nullptr;
  Code (*resize_)(EvalContext*, int, const Shape&) = nullptr;
  void* owner_ = nullptr;         // for resize_
  FixedText* message_ = nullptr;  // for Fail
};

struct Kernel {
  Code (*eval)(const void* state, EvalContext&) = nullptr;
  std::shared_ptr<const void> state;
  size_t scratch_bytes = 0;  // 64-byte aligned scratch per invoke
  int in_place = -1;         // result 0 may use the memory of this operand, when that is not needed afterwards
  uint32_t unread = 0;       // bit i: operand i is a constant of which Prepare took all that eval needs
  std::string path;          // which way was chosen ("avx512", "portable", "depthwise 3x3"): shown by profiles
};

// MakeKernel(State{...}, [](const State& s, EvalContext& c) { ...; return Code::kOk; });
template <class State, class F>
Kernel MakeKernel(State state, F) {
  static_assert(std::is_empty_v<F>, "the eval function may not capture: put it into the state");
  Kernel k;
  k.state = MakeShared(std::move(state));
  k.eval = [](const void* s, EvalContext& c) -> Code { return F{}(*static_cast<const State*>(s), c); };
  return k;
}

// What Prepare sees: operand types with static shapes, constant operands' elements, result types (a shape may be open
// where it depends on data).
class PrepareContext {
 public:
  virtual int num_inputs() const = 0;
  virtual bool Has(int i) const = 0;
  virtual const TensorType& in(int i) const = 0;
  // nullptr unless operand i is constant. The elements live as long as the plan, or as Prepare runs where the kernel
  // says that operand i is unread.
  virtual const Tensor* constant(int i) const = 0;
  virtual int num_outputs() const = 0;
  virtual const TensorType& out(int i) const = 0;
  virtual int num_threads() const = 0;
  // Integer results bit for bit as TFLite's reference kernels (else within one step).
  virtual bool exact() const = 0;

  const Shape& in_shape(int i) const { return in(i).shape; }
  const Shape& out_shape(int i) const { return out(i).shape; }

 protected:
  ~PrepareContext() = default;
};

// An ordered choice of kernels: the first set that takes a node runs it. A set answers with an empty Kernel (eval null)
// when the node is not for it, and with an error when nobody can run it.
struct KernelSet {
  const char* name;
  Result<Kernel> (*prepare)(const ops::Op&, PrepareContext&);
};

// Our portable and vectorised kernels (tables/kernel.cc).
const KernelSet& OwnKernels();
// References as kernels: slow, obvious (tables/reference_kernel.cc).
const KernelSet& ReferenceKernels();

// The usual refusal: "Softmax has no kernel for i32".
Status NoKernelFor(const char* op, const PrepareContext&);

}  // namespace slipway::interpreter
