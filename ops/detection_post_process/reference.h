#pragma once

#include "ops/detection_post_process/detection_post_process.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const DetectionPostProcess& op, RefArgs<T>& a) {
  std::vector<float> in[3], out[4];
  for (int i = 0; i < 3; ++i)
    for (const T& v : a.In(i).v) in[i].push_back(static_cast<float>(static_cast<double>(v)));
  for (int i = 0; i < 4; ++i) out[i].resize(a.Out(i).v.size());
  FindDetections(op, {a.in_shape(0)[1], a.in_shape(0)[2], a.in_shape(1)[2]}, in[0].data(), in[1].data(), in[2].data(),
                 {out[0].data(), out[1].data(), out[2].data(), out[3].data()});
  for (int i = 0; i < 4; ++i)
    for (size_t k = 0; k < out[i].size(); ++k) a.Out(i)[static_cast<int64_t>(k)] = T(out[i][k]);
}

}  // namespace slipway::ops
