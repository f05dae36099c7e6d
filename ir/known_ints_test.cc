#include "ir/known_ints.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "ops/reshape/reshape.h"

namespace slipway::ir {
namespace {

std::string Text(const std::optional<PartialInts>& known) {
  if (!known) return "nothing";
  std::vector<std::string> parts;
  for (const auto& i : *known) parts.push_back(i ? StrCat(*i) : "?");
  return StrJoin(parts, ",");
}

ValueId Named(const Graph& g, std::string_view name) {
  for (int i = 0; i < g.num_values(); ++i)
    if (g.value(static_cast<ValueId>(i)).name == name) return static_cast<ValueId>(i);
  return ValueId::kNone;
}

TEST(KnownIntsTest, FollowsShapeArithmetic) {
  Result<std::unique_ptr<Graph>> parsed = ParseGraph(R"(graph "g"(%x "x": f32[?,8,4], %n "n": i32[]) {
  %0 = const "i0" i32[1](0)
  %1 = const "i1" i32[1](1)
  %2 = const "one" i32[1](1)
  %3 = const "two" i32[1](2)
  %21 = const "index" i32[2](1,2)
  %22 = const "axis" i32[](0)
  %s "shape": i32[3] = ShapeOf(%x) @"shape"
  %b "batch": i32[] = StridedSlice{shrink_axis_mask=1}(%s, %0, %1, %2) @"batch"
  %h "height": i32[] = StridedSlice{shrink_axis_mask=1}(%s, %1, %3, %2) @"height"
  %p "packed": i32[3] = Pack(%b, %h, %n) @"packed"
  %t "tail": i32[2] = Gather(%s, %21) @"tail"
  %e "elements": i32[] = Reduce{kind=Prod}(%t, %22) @"elements"
  %q "quotient": i32[] = Binary{kind=FloorDiv}(%e, %h) @"quotient"
  %j "joined": i32[4] = Concat(%t, %t) @"joined"
  return %p, %q, %j
}
)");
  ASSERT_TRUE(parsed.ok()) << parsed.status().message();
  Graph& g = **parsed;
  EXPECT_EQ(Text(KnownInts(g, Named(g, "shape"))), "?,8,4");
  EXPECT_EQ(Text(KnownInts(g, Named(g, "batch"))), "?");
  EXPECT_EQ(Text(KnownInts(g, Named(g, "packed"))), "?,8,?");
  EXPECT_EQ(Text(KnownInts(g, Named(g, "tail"))), "8,4");
  EXPECT_EQ(Text(KnownInts(g, Named(g, "quotient"))), "4");
  EXPECT_EQ(Text(KnownInts(g, Named(g, "joined"))), "8,4,8,4");
  EXPECT_EQ(Text(KnownInts(g, Named(g, "x"))), "nothing");
  EXPECT_EQ(Text(KnownInts(g, Named(g, "n"))), "nothing");

  ValueId operands[] = {Named(g, "x"), Named(g, "packed")};
  std::vector<TensorType> types = RefinedTypes(g, ops::Reshape{}, operands);
  ASSERT_EQ(types.size(), 1u);
  EXPECT_EQ(ToString(types[0]), "f32[?,8,?]");
}

}  // namespace
}  // namespace slipway::ir
