#pragma once
// Objects behind std::shared_ptr whose owner is one piece of code for all types. std::make_shared compiles one for
// each, which is most of what a small object costs.

#include <memory>
#include <utility>

namespace slipway {

std::shared_ptr<void> OwnedBy(void* object, void (*free)(void*));

template <class T>
std::shared_ptr<void> MakeShared(T value) {
  return OwnedBy(new T(std::move(value)), [](void* object) { delete static_cast<T*>(object); });
}

}  // namespace slipway
