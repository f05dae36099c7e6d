#include <immintrin.h>

#include "interpreter/gemm/f32_tile.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int64_t kPanel = 16;

// 16 columns of C; Part: the last ones, of which there are fewer; Half: at most 8, for half the work.
struct Whole {
  using Type = __m512;
  explicit Whole(int64_t) {}
  Type Load(const float* p) const { return _mm512_loadu_ps(p); }
  void Store(float* p, Type v) const { _mm512_storeu_ps(p, v); }
  static Type All(float v) { return _mm512_set1_ps(v); }
  static Type MulAdd(Type a, Type b, Type c) { return _mm512_fmadd_ps(a, b, c); }
  // max(lo, NaN) and min(hi, NaN) return their second operand.
  static Type Clamp(Type v, Type lo, Type hi) { return _mm512_min_ps(hi, _mm512_max_ps(lo, v)); }
};

struct Part : Whole {
  explicit Part(int64_t n) : Whole(n), mask(static_cast<__mmask16>((1u << n) - 1)) {}
  Type Load(const float* p) const { return _mm512_maskz_loadu_ps(mask, p); }
  void Store(float* p, Type v) const { _mm512_mask_storeu_ps(p, mask, v); }
  __mmask16 mask;
};

struct Half {
  using Type = __m256;
  explicit Half(int64_t n) : mask(static_cast<__mmask8>((1u << n) - 1)) {}
  Type Load(const float* p) const { return _mm256_maskz_loadu_ps(mask, p); }
  void Store(float* p, Type v) const { _mm256_mask_storeu_ps(p, mask, v); }
  static Type All(float v) { return _mm256_set1_ps(v); }
  static Type MulAdd(Type a, Type b, Type c) { return _mm256_fmadd_ps(a, b, c); }
  static Type Clamp(Type v, Type lo, Type hi) { return _mm256_min_ps(hi, _mm256_max_ps(lo, v)); }
  __mmask8 mask;
};

// Rows that lie `one` elements apart, as sums that one address of the processor can name.
struct Rows8 {
  explicit Rows8(int64_t step) : one(step), three(3 * step), five(5 * step), seven(7 * step) {
    asm volatile("" : "+r"(one), "+r"(three), "+r"(five), "+r"(seven));  // or the compiler keeps a pointer per row
  }
  template <class P>
  P* Of(int r, P* a) const {
    return r == 0 ? a : r % 3 == 0 ? a + r / 3 * three : r == 5 ? a + five : r == 7 ? a + seven : a + r * one;
  }
  int64_t one, three, five, seven;
};

// What the sums begin with.
template <int Rows, int Panels, class V>
inline __attribute__((always_inline)) void Start(const TileF32& t, int64_t panel, const V& part,
                                                 typename V::Type (&sum)[Rows][Panels]) {
  if (t.accumulate) {
    const Rows8 rows(t.c_row);
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 4
      for (int p = 0; p < Panels; ++p) sum[r][p] = part.Load(rows.Of(r, t.c) + (panel + p) * kPanel);
    return;
  }
#pragma GCC unroll 4
  for (int p = 0; p < Panels; ++p) {
    const typename V::Type start = t.bias ? part.Load(t.bias + (panel + p) * kPanel) : typename V::Type{};
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r) sum[r][p] = start;
  }
}

// Panels [first, last) of C, `Panels` at a time; the sums stay in registers.
template <int Rows, int Panels, bool RowMajor, class V>
void Tiles(const TileF32& t, int64_t first, int64_t last) {
  using Vector = typename V::Type;
  const V part(t.columns - first * kPanel);
  const Rows8 a_rows(RowMajor ? t.a_row : 1);
  const Vector lo = V::All(t.lo), hi = V::All(t.hi);
  const int64_t a_k = RowMajor ? 1 : t.a_k, b_k = t.b_k, b_panel = t.b_panel;
  for (int64_t panel = first; panel < last; panel += Panels) {
    Vector sum[Rows][Panels];
    Start(t, panel, part, sum);
    for (int64_t s = 0; s < t.num_segments; ++s) {
      const float* a = t.segments[s].a;
      const float* b = t.segments[s].b + panel * b_panel;
      for (int64_t k = t.segments[s].k; k > 0; --k, a += a_k, b += b_k) {
        Vector bv[Panels];
#pragma GCC unroll 4
        for (int p = 0; p < Panels; ++p) bv[p] = part.Load(b + p * b_panel);
#pragma GCC unroll 8
        for (int r = 0; r < Rows; ++r) {
          const Vector av = V::All(*a_rows.Of(r, a));
#pragma GCC unroll 4
          for (int p = 0; p < Panels; ++p) sum[r][p] = V::MulAdd(av, bv[p], sum[r][p]);
        }
      }
    }
    const Rows8 c_rows(t.c_row);
    float* c = t.c + panel * kPanel;
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 4
      for (int p = 0; p < Panels; ++p) part.Store(c_rows.Of(r, c) + p * kPanel, V::Clamp(sum[r][p], lo, hi));
  }
}

// Short reductions go by single panels: the stores of a wide tile would hold up the next one, longest on processors
// that store 64 bytes in two parts. Asked when first run: no other processor may run what is compiled here.
bool IsShallow(const TileF32& t) {
  static const int64_t shallow = __builtin_cpu_is("intel") ? 24 : 96;
  return t.num_segments == 1 && t.segments[0].k < shallow;
}

template <int Rows, bool RowMajor>
void AllTiles(const TileF32& t) {
  const int64_t panels = t.columns / kPanel, left = t.columns - panels * kPanel;
  int64_t done = 0;
  if constexpr (Rows <= 4)
    if (panels >= 4) Tiles<Rows, 4, RowMajor, Whole>(t, 0, done = panels & ~int64_t{3});
  if (panels - done >= 2 && (Rows <= 4 || !IsShallow(t))) {
    int64_t pairs = done + ((panels - done) & ~int64_t{1});
    Tiles<Rows, 2, RowMajor, Whole>(t, done, pairs);
    done = pairs;
  }
  if (done < panels) Tiles<Rows, 1, RowMajor, Whole>(t, done, panels);
  if (left > 8)
    Tiles<Rows, 1, RowMajor, Part>(t, panels, panels + 1);
  else if (left)
    Tiles<Rows, 1, RowMajor, Half>(t, panels, panels + 1);
}

}  // namespace

#define SLIPWAY_ROWS(major)                                                                                      \
  {                                                                                                              \
    nullptr, AllTiles<1, major>, AllTiles<2, major>, AllTiles<3, major>, AllTiles<4, major>, AllTiles<5, major>, \
        AllTiles<6, major>, AllTiles<7, major>, AllTiles<8, major>                                               \
  }
const TilesF32 kTilesF32Avx512 = {8, kPanel, SLIPWAY_ROWS(true), SLIPWAY_ROWS(false)};
#undef SLIPWAY_ROWS

}  // namespace slipway::interpreter::gemm
