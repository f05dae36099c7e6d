#include "interpreter/convolution/windows.h"

#include <algorithm>

namespace slipway::interpreter {

namespace {

// Joins taps that read neighbouring pixels; with groups the channels in between keep them apart.
void FindRuns(bool join, WindowPhase* phase) {
  for (size_t i = 0; i < phase->taps.size(); ++i) {
    const WindowTap& tap = phase->taps[i];
    if (join && !phase->runs.empty()) {
      WindowRun& last = phase->runs.back();
      const WindowTap& before = phase->taps[i - 1];
      if (before.h == tap.h && before.w + 1 == tap.w) {
        ++last.count;
        continue;
      }
    }
    phase->runs.push_back({static_cast<int64_t>(i), 1});
  }
}

}  // namespace

Windows ConvWindows(const ops::ConvGeometry& g) {
  Windows w{g.batch, g.in_h, g.in_w, g.in_c, g.out_h, g.out_w, g.out_c, g.groups(), {}};
  WindowPhase phase;
  phase.rows = g.out_h;
  phase.columns = g.out_w;
  phase.in_step_h = g.stride_h;
  phase.in_step_w = g.stride_w;
  for (int64_t kh = 0; kh < g.filter_h; ++kh)
    for (int64_t kw = 0; kw < g.filter_w; ++kw)
      phase.taps.push_back({kh * g.dilation_h - g.pad_top, kw * g.dilation_w - g.pad_left, kh, kw});
  FindRuns(w.groups == 1, &phase);
  w.phases.push_back(std::move(phase));
  return w;
}

Windows TransposeConvWindows(const ops::ConvGeometry& g, int64_t groups) {
  Windows w{g.batch, g.out_h, g.out_w, g.out_c, g.in_h, g.in_w, g.in_c, groups, {}};
  auto count = [](int64_t size, int64_t begin, int64_t stride) { return (size - begin + stride - 1) / stride; };
  for (int64_t first_h = 0; first_h < std::min(g.stride_h, g.in_h); ++first_h)
    for (int64_t first_w = 0; first_w < std::min(g.stride_w, g.in_w); ++first_w) {
      WindowPhase phase;
      phase.out_h = first_h;
      phase.out_w = first_w;
      phase.rows = count(g.in_h, first_h, g.stride_h);
      phase.columns = count(g.in_w, first_w, g.stride_w);
      phase.out_step_h = phase.rows == 1 ? 1 : g.stride_h;
      phase.out_step_w = phase.columns == 1 ? 1 : g.stride_w;
      for (int64_t kh = 0; kh < g.filter_h; ++kh)
        for (int64_t kw = 0; kw < g.filter_w; ++kw) {
          int64_t h = phase.out_h + g.pad_top - kh * g.dilation_h, x = phase.out_w + g.pad_left - kw * g.dilation_w;
          if (h % g.stride_h == 0 && x % g.stride_w == 0)
            phase.taps.push_back({h / g.stride_h, x / g.stride_w, kh, kw});
        }
      FindRuns(groups == 1, &phase);
      w.phases.push_back(std::move(phase));
    }
  return w;
}

std::vector<int64_t> PhaseWeights(const Windows& w, const WindowPhase& phase, int64_t group, const Shape& f,
                                  ops::FilterLayout layout, bool transposed) {
  std::vector<int64_t> offsets;
  offsets.reserve(static_cast<size_t>(w.group_out() * w.group_in()) * phase.taps.size());
  bool tf = layout == ops::FilterLayout::kTf;
  for (int64_t o = 0; o < w.group_out(); ++o)
    for (const WindowTap& tap : phase.taps)
      for (int64_t i = 0; i < w.group_in(); ++i) {
        // A convolution's filter counts output channels over all groups, a transposed one's input channels.
        int64_t out = transposed ? o : group * w.group_out() + o, in = transposed ? group * w.group_in() + i : i;
        offsets.push_back(!tf          ? ((out * f[1] + tap.filter_h) * f[2] + tap.filter_w) * f[3] + in
                          : transposed ? ((tap.filter_h * f[1] + tap.filter_w) * f[2] + out) * f[3] + in
                                       : ((tap.filter_h * f[1] + tap.filter_w) * f[2] + in) * f[3] + out);
      }
  return offsets;
}

}  // namespace slipway::interpreter
