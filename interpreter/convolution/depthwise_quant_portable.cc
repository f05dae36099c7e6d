#include "interpreter/convolution/depthwise_quant_template.h"

namespace slipway::interpreter {

const DepthwiseQuantTiles kDepthwiseQuantPortable = {DepthwiseSums<int8_t>, DepthwiseSums<uint8_t>,
                                                     DepthwiseSums<int16_t>};

}  // namespace slipway::interpreter
