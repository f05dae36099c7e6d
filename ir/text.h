#pragma once
// The text form of graphs and modules: what goldens, dumps and bug reports speak. Parsing what was printed gives an
// equal module. One node per line:
//
//   variable "conv/kernel" f32[3,3,1,16] trainable
//   table "labels" string[2]("cat","dog") i64[2](0,1)
//   table "filled_later" string i64
//   graph "serving_default"(%x "pixels": f32[?,8,8,1]) {
//     %c = const "conv/bias" f32[2](0,1)
//     %y "conv" : f32[?,8,8,2] = Conv2D{padding=SAME}(%x, %w, %c) @"conv/Conv2D"
//     %a "a": f32[2], %b "b": f32[2] = Split{num=2}(%axis, %z) @"split"
//     return %y
//   }
//   signature "serving_default" graph=0 inputs("pixels"=0) outputs("y"=0)
//

#include <string>
#include <string_view>

#include "ir/graph.h"

namespace slipway::ir {

struct PrintOptions {
  int64_t largest_constant = -1;  // constants with more elements print as "..." (not parsable); -1: all in full
};

std::string ToString(const Graph&, const PrintOptions& = {});
std::string ToString(const Module&, const PrintOptions& = {});

// Errors name the line.
Result<Module> ParseModule(std::string_view text);
// A text with exactly one graph.
Result<std::unique_ptr<Graph>> ParseGraph(std::string_view text);

}  // namespace slipway::ir
