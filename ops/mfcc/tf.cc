#include "ir/wire/tf.h"
#include "ops/mfcc/mfcc.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Mfcc::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  Mfcc op;
  ASSIGN_OR_RETURN(op.upper_frequency_limit, node.Float("upper_frequency_limit", 4000));
  ASSIGN_OR_RETURN(op.lower_frequency_limit, node.Float("lower_frequency_limit", 20));
  ASSIGN_OR_RETURN(op.filterbank_channel_count, node.Int("filterbank_channel_count", 40));
  ASSIGN_OR_RETURN(op.dct_coefficient_count, node.Int("dct_coefficient_count", 13));
  return in.Add(op, {in.input(0), in.input(1)});
}

Status ToTf(const Mfcc& op, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("Mfcc", {out.input(0), out.input(1)},
                            {{"upper_frequency_limit", op.upper_frequency_limit},
                             {"lower_frequency_limit", op.lower_frequency_limit},
                             {"filterbank_channel_count", op.filterbank_channel_count},
                             {"dct_coefficient_count", op.dct_coefficient_count}},
                            {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
