#include "base/shared.h"

namespace slipway {

std::shared_ptr<void> OwnedBy(void* object, void (*free)(void*)) { return std::shared_ptr<void>(object, free); }

}  // namespace slipway
