#pragma once
// Which input pixels each output pixel of a (transposed) convolution sees, as one or more phases: sets of output pixels
// on a grid that read the same taps at the same offsets. A convolution has one phase; a transposed one has a phase for
// each residue of the output's position modulo the stride.

#include <vector>

#include "ops/convolution.h"

namespace slipway::interpreter {

// A tap reads input pixel (row * in_step_h + h, column * in_step_w + w) for grid position (row, column).
struct WindowTap {
  int64_t h = 0, w = 0;
  int64_t filter_h = 0, filter_w = 0;  // the filter element
};

// Taps [first, first + count) read neighbouring pixels of one input row.
struct WindowRun {
  int64_t first = 0, count = 0;
};

struct WindowPhase {
  int64_t rows = 0, columns = 0;           // the grid, per image
  int64_t out_h = 0, out_w = 0;            // output pixel of grid position (0, 0)
  int64_t out_step_h = 1, out_step_w = 1;  // output pixels from grid position to grid position; 1 where there is one
  int64_t in_step_h = 1, in_step_w = 1;    // input pixels from grid position to grid position
  std::vector<WindowTap> taps;
  std::vector<WindowRun> runs;  // the taps, in order
};

struct Windows {
  int64_t batch = 0;
  int64_t in_h = 0, in_w = 0, in_c = 0;     // what is read
  int64_t out_h = 0, out_w = 0, out_c = 0;  // what is written
  int64_t groups = 1;
  std::vector<WindowPhase> phases;
  // No division where there is one group: they are asked for in loops.
  int64_t group_in() const { return groups == 1 ? in_c : in_c / groups; }
  int64_t group_out() const { return groups == 1 ? out_c : out_c / groups; }
};

// Of a convolution.
Windows ConvWindows(const ops::ConvGeometry& g);
// Of the transposed convolution of geometry g (told from the forward convolution).
Windows TransposeConvWindows(const ops::ConvGeometry& g, int64_t groups);

// Where the weights that a phase needs lie in the filter, one row per output channel of the group:
// [group_out][taps][group_in]. The filter is that of Conv2D, or of TransposeConv when `transposed`, in `layout`.
std::vector<int64_t> PhaseWeights(const Windows& w, const WindowPhase& phase, int64_t group, const Shape& filter,
                                  ops::FilterLayout layout, bool transposed);

// Hands the elements of one window, channels of `group`, to copy(input offset, n, at) and to fill(n, at) where the
// window lies outside; `at` counts elements from the begin of the window.
template <class Copy, class Fill>
void ForWindowElements(const Windows& w, const WindowPhase& phase, int64_t image, int64_t row, int64_t column,
                       int64_t group, Copy&& copy, Fill&& fill) {
  const int64_t channels = w.group_in(), offset = group * channels;
  for (const WindowRun& run : phase.runs) {
    const WindowTap& tap = phase.taps[static_cast<size_t>(run.first)];
    int64_t h = row * phase.in_step_h + tap.h, x = column * phase.in_step_w + tap.w, at = run.first * channels;
    if (h < 0 || h >= w.in_h || x >= w.in_w || x + run.count <= 0) {
      fill(run.count * channels, at);
      continue;
    }
    int64_t before = x < 0 ? -x : 0;
    int64_t inside = (x + run.count < w.in_w ? x + run.count : w.in_w) - (x + before);
    int64_t after = run.count - before - inside;
    if (before) fill(before * channels, at);
    copy(((image * w.in_h + h) * w.in_w + x + before) * w.in_c + offset, inside * channels, at + before * channels);
    if (after) fill(after * channels, at + (before + inside) * channels);
  }
}

}  // namespace slipway::interpreter
