#include "interpreter/convolution/depthwise_quant_template.h"

namespace slipway::interpreter {

const DepthwiseQuantTiles kDepthwiseQuantAvx512 = {DepthwiseSums<int8_t, int16_t>, DepthwiseSums<int8_t, int32_t>,
                                                   DepthwiseSums<uint8_t, int32_t>, DepthwiseSums<int16_t, int32_t>};

}  // namespace slipway::interpreter
