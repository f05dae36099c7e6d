#include "interpreter/c_api/delegates.h"

#include <new>

#include "tensorflow/lite/delegates/xnnpack/xnnpack_delegate.h"

namespace {

struct XnnpackDelegate {
  TfLiteDelegate delegate = {};
  TfLiteXNNPackDelegateOptions options = {};
};

// Never called; its address marks our delegates.
TfLiteStatus PrepareXnnpack(TfLiteContext*, TfLiteDelegate*) { return kTfLiteOk; }

}  // namespace

namespace slipway::c_api {

bool IsXnnpackDelegate(const TfLiteOpaqueDelegate* delegate) { return delegate && delegate->Prepare == PrepareXnnpack; }

Status ApplyDelegate(const TfLiteOpaqueDelegate* delegate, int* threads) {
  if (!IsXnnpackDelegate(delegate))
    return Unsupported("the delegate cannot be applied: of delegates only XNNPACK's is known here");
  int wanted = static_cast<const XnnpackDelegate*>(delegate->data_)->options.num_threads;
  if (*threads == -1 && wanted > 0) *threads = wanted;
  return OkStatus();
}

}  // namespace slipway::c_api

extern "C" {

TfLiteXNNPackDelegateOptions TfLiteXNNPackDelegateOptionsDefault(void) {
  TfLiteXNNPackDelegateOptions options = {};
  options.flags = TFLITE_XNNPACK_DELEGATE_FLAG_QS8 | TFLITE_XNNPACK_DELEGATE_FLAG_QU8;
  return options;
}

TfLiteDelegate* TfLiteXNNPackDelegateCreate(const TfLiteXNNPackDelegateOptions* options) {
  auto* made = new (std::nothrow) XnnpackDelegate;
  if (!made) return nullptr;
  made->options = options ? *options : TfLiteXNNPackDelegateOptionsDefault();
  made->delegate.data_ = made;
  made->delegate.Prepare = PrepareXnnpack;
  return &made->delegate;
}

const TfLiteXNNPackDelegateOptions* TfLiteXNNPackDelegateGetOptions(TfLiteDelegate* delegate) {
  if (!slipway::c_api::IsXnnpackDelegate(delegate)) return nullptr;
  return &static_cast<XnnpackDelegate*>(delegate->data_)->options;
}

int TfLiteXNNPackDelegateGetFlags(TfLiteDelegate* delegate) {
  const TfLiteXNNPackDelegateOptions* options = TfLiteXNNPackDelegateGetOptions(delegate);
  return options ? static_cast<int>(options->flags) : 0;
}

void TfLiteXNNPackDelegateDelete(TfLiteDelegate* delegate) {
  if (slipway::c_api::IsXnnpackDelegate(delegate)) delete static_cast<XnnpackDelegate*>(delegate->data_);
}

}  // extern "C"
