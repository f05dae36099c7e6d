#include "converter/pipeline.h"

#include "converter/passes/passes.h"
#include "ir/calls.h"

namespace slipway::converter {

namespace {

constexpr ir::Rule kClean[] = {
    {"remove_identity", RemoveIdentity},
    {"fold_constants", FoldConstants},
    {"resolve_shapes", ResolveShapes},
    {"merge_movements", MergeMovements},
    {"recognise_clamp", RecogniseClamp},
    {"recognise_gelu", RecogniseGelu},
    {"recognise_l2_norm", RecogniseL2Norm},
    {"recognise_prelu", RecognisePrelu},
    {"fold_fake_quant_range", FoldFakeQuantRange},
};

// Matrix products first, so that what follows them is fused into them; then each rule makes room for the next.
constexpr ir::Rule kFuse[] = {
    {"make_fully_connected", MakeFullyConnected},
    {"fuse_dilation", FuseDilation},
    {"fuse_pad", FusePad},
    {"fuse_batch_norm", FuseBatchNorm},
    {"move_channels_before_reshape", MoveChannelsBeforeReshape},
    {"fuse_scale", FuseScale},
    {"fuse_bias", FuseBias},
    {"fuse_input_scale", FuseInputScale},
    {"fuse_input_offset", FuseInputOffset},
    {"recognise_hard_swish", RecogniseHardSwish},
    {"fold_constants", FoldConstants},
    {"remove_identity", RemoveIdentity},
};

constexpr ir::Rule kLower[] = {
    {"lower_batch_norm", LowerBatchNorm},
    {"lower_fake_quant", LowerFakeQuant},
    {"lower_math", LowerMath},
    {"fold_constants", FoldConstants},
    {"move_activation_before_reshape", MoveActivationBeforeReshape},
    {"fuse_activation", FuseActivation},
};

constexpr ir::Rule kTflite[] = {
    {"convert_filter_layout", ConvertFilterLayout},
    {"add_missing_bias", AddMissingBias},
    {"narrow_indices", NarrowIndices},
    {"simplify_subscript", SimplifySubscript},
    {"spread_operands", SpreadOperands},
    {"split_reverse", SplitReverse},
    {"fold_constants", FoldConstants},
    {"share_equal", ShareEqual},
};

constexpr ir::Rule kTensorFlow[] = {
    {"restore_filter_layout", RestoreFilterLayout},
    {"fold_constants", FoldConstants},
};

}  // namespace

std::vector<ir::Rule> AllRules() {
  std::vector<ir::Rule> all;
  for (std::span<const ir::Rule> rules :
       {std::span<const ir::Rule>(kClean), std::span<const ir::Rule>(kFuse), std::span<const ir::Rule>(kLower),
        std::span<const ir::Rule>(kTflite), std::span<const ir::Rule>(kTensorFlow)})
    all.insert(all.end(), rules.begin(), rules.end());
  return all;
}

Status Simplify(ir::Module& m, ir::RewriteStats* stats, const ir::RewriteOptions& options) {
  auto run = [&](const char* name, const ir::ModuleRule& rule) { return ir::RunRule(m, name, rule, stats, options); };
  RETURN_IF_ERROR(
      run("freeze_variables", [](ir::Module& all, ir::RewriteStats*) { return FreezeVariables(all); }).status());
  RETURN_IF_ERROR(ir::RunRules(m, kClean, stats, options));
  ASSIGN_OR_RETURN(int captured,
                   run("capture_constants", [](ir::Module& all, ir::RewriteStats*) { return CaptureConstants(all); }));
  if (captured) RETURN_IF_ERROR(ir::RunRules(m, kClean, stats, options));
  ASSIGN_OR_RETURN(int recurrent, run("fuse_recurrent", [](ir::Module& all, ir::RewriteStats* now) {
                     return FuseRecurrent(all, &now->declined);
                   }));
  if (recurrent) {
    ir::RemoveUnreachedGraphs(m);
    RETURN_IF_ERROR(ir::RunRules(m, kClean, stats, options));
  }
  RETURN_IF_ERROR(ir::RunRules(m, kFuse, stats, options));
  return ir::RunRules(m, kLower, stats, options);
}

Status MakeLegal(ir::Module& m, ir::RewriteStats* stats, const ir::RewriteOptions& options) {
  return ir::RunRules(m, kTflite, stats, options);
}

Status MakeTensorFlow(ir::Module& m, ir::RewriteStats* stats, const ir::RewriteOptions& options) {
  return ir::RunRules(m, kTensorFlow, stats, options);
}

}  // namespace slipway::converter
