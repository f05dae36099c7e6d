#pragma once
// Where memory runs out: our own blocks (interpreter/memory.h) say so in a Status; the standard library throws. Nothing
// of the interpreter throws or catches but the calls of its API, which turn what is thrown into a Status here. Without
// exceptions (cmake/selective.cmake) the process ends instead.

#include <new>
#include <stdexcept>

#include "base/status.h"

namespace slipway::interpreter {

// f(), a Status or Result, or kMachine where memory ran out on the way.
template <class F>
auto OrOutOfMemory(const F& f) -> decltype(f()) {
#ifdef __cpp_exceptions
  try {
    return f();
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {  // a container asked for more than there can be
  }
  return MachineError("out of memory");
#else
  return f();
#endif
}

}  // namespace slipway::interpreter
