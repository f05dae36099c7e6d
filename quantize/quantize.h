#pragma once
// Quantize: a float .tflite (or its graph) -> dynamic-range, float16, int8, int16x8, int4 weights, or a mix by recipe.

#include <algorithm>
#include <cmath>
#include <map>

#include "formats/tflite/model.h"
#include "ir/wire/tflite_export.h"
#include "quantize/calibration.h"
#include "quantize/recipe.h"
#include "quantize/trained_ranges.h"

namespace slipway::quantize {

// What a tensor is stored as, and why.
struct QuantizedTensor {
  std::string name;
  DType codes = DType::kInvalid;
  Quantization quant;
  Range seen;  // in the samples, not widened to contain 0

  bool IsConstant() const { return seen.min == seen.max; }
  bool LacksZero() const { return seen.min > 0 || seen.max < 0; }
  // Its numbers are so far from 0, which codes must hold, too, that fewer than half of the codes are left for them.
  bool IsFarFromZero() const {
    return LacksZero() && !IsConstant() && seen.max - seen.min < std::min(std::abs(seen.min), std::abs(seen.max));
  }
};

struct QuantizeReport {
  int quantized = 0;                       // weights (dynamic, float16, int4) and nodes (int8, int16x8)
  std::vector<std::string> block_weights;  // names of what ExportQuantized makes codes of
  std::vector<std::string> warnings;
  std::vector<QuantizedTensor> tensors;  // that samples reached
  // "OP 'node'" that was to compute on codes and stayed float, with what the target runtime lacks, if that is why.
  std::vector<std::string> float_nodes;
  // "OP 'node': reason" of what the target runtime lacks all the same: operators that the model had before.
  std::vector<std::string> not_in_target;
};

// A model whose samples have run: it can be quantized again and again. Safe to read from several threads.
class Quantizer {
 public:
  // `modes`: those that recipes will have. kInt8 and kInt16x8 need samples, for the other modes nothing runs. The
  // module must be legal for .tflite and float. The recipe tells how ranges follow from samples, and users' ranges.
  static Result<Quantizer> Create(ir::Module, const Recipe&, std::span<const Mode> modes, std::span<const Sample>,
                                  const CalibrateOptions&, QuantizeReport*);
  Result<ir::Module> Quantize(const Recipe&, QuantizeReport*) const;
  const ir::Module& module() const { return module_; }

 private:
  explicit Quantizer(ir::Module m) : module_(std::move(m)) {}
  Calibration CalibrationFor(DType codes, const Recipe&, std::span<const TrainedRange>, const ir::Module&) const;
  ir::Module module_;
  std::map<DType, Calibration> calibrations_;
};

// Once.
Result<ir::Module> QuantizeModule(ir::Module, const Recipe&, std::span<const Sample>, const CalibrateOptions&,
                                  QuantizeReport*);
// The file of a module that this recipe made: what a graph cannot say of its constants (block_weights.h) is stored now.
Result<tflite::Model> ExportQuantized(const ir::Module&, const Recipe&, const QuantizeReport&,
                                      const wire::TfliteExportOptions& = {});
Result<tflite::Model> Quantize(const tflite::Model&, const Recipe&, std::span<const Sample>, const CalibrateOptions&,
                               QuantizeReport*);

}  // namespace slipway::quantize
