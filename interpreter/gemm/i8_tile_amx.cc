// Products in the tile registers of AMX (Intel's Architecture Instruction Set Extensions, chapter 3): 16 rows of 64
// bytes times 16 groups of 16 columns in one instruction. A panel of B, 32 columns of groups of 4, is two such
// operands beside each other.

#include <algorithm>

#include "interpreter/gemm/codes_avx512.h"
#include "interpreter/gemm/i8_tile.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int kColumns = 32, kGroup = 4, kRows = 64;
constexpr int kTileRows = 16, kTileGroups = 16;
constexpr int kFewRows = 8;                         // vectors are as fast
constexpr int64_t kGroupBytes = kColumns * kGroup;  // of B

struct alignas(64) TileShapes {
  uint8_t palette = 1, start_row = 0;
  uint8_t reserved[14] = {};
  uint16_t row_bytes[16] = {};
  uint8_t rows[16] = {};
};
static_assert(sizeof(TileShapes) == 64);

// Registers 0 to 3 hold sums, 4 rows of A, 5 groups of B; 6 and 7 the same for the last `rest` groups of a segment, or
// 6 more rows of A where there are none. Setting them takes as long as hundreds of products, hence only where they
// change.
thread_local int shapes_set = 0;

void SetShapes(int rows, int rest) {
  const int wanted = rows << 8 | rest;
  if (shapes_set == wanted) return;
  TileShapes s;
  auto shape = [&](int tile, int tile_rows, int bytes) {
    s.rows[tile] = static_cast<uint8_t>(tile_rows);
    s.row_bytes[tile] = static_cast<uint16_t>(bytes);
  };
  for (int sums = 0; sums < 4; ++sums) shape(sums, rows, 64);
  shape(4, rows, kTileGroups * kGroup);
  shape(5, kTileGroups, 64);
  shape(6, rows, (rest ? rest : kTileGroups) * kGroup);
  if (rest) shape(7, rest, 64);
  asm volatile("" : : "r"(&s) : "memory");  // g++ 12 tells its optimizer of the first word alone
  _tile_loadconfig(&s);
  shapes_set = wanted;
}

void Release() {
  if (!shapes_set) return;
  _tile_release();
  shapes_set = 0;
}

// Bytes between rows of A, of the second band from the first, and of a panel of B.
struct Steps {
  int64_t a_row, second_band, panel;
  int rest;  // groups behind the last whole tile of a segment
};

// The sums of Bands bands of rows with Columns times 16 columns. Registers: of bands 0 and 1 for the first 16 columns
// 0 and 1, for the next 2 and 3; of a lone band 0, 2, 1, 3 for 16 columns each. OTHER: for rows of band 1, if it is A
// then A is loaded anew.
#define SLIPWAY_MULTIPLY(A, OTHER, B)                          \
  _tile_loadd(B, b, kGroupBytes);                              \
  _tile_loadd(A, a, step.a_row);                               \
  _tile_dpbusd(0, A, B);                                       \
  if constexpr (Bands == 2) {                                  \
    _tile_loadd(OTHER, a + step.second_band, step.a_row);      \
    _tile_dpbusd(1, OTHER, B);                                 \
  }                                                            \
  if constexpr (Columns >= 2) {                                \
    _tile_loadd(B, b + 64, kGroupBytes);                       \
    if constexpr (Bands == 2) {                                \
      _tile_dpbusd(3, OTHER, B);                               \
      if constexpr (A == OTHER) _tile_loadd(A, a, step.a_row); \
    }                                                          \
    _tile_dpbusd(2, A, B);                                     \
  }                                                            \
  if constexpr (Columns == 4) {                                \
    _tile_loadd(B, b + step.panel, kGroupBytes);               \
    _tile_dpbusd(1, A, B);                                     \
    _tile_loadd(B, b + step.panel + 64, kGroupBytes);          \
    _tile_dpbusd(3, A, B);                                     \
  }

// between(): vector work for the time of one step.
template <int Bands, int Columns, class Between>
void Multiply(const TileI8& t, int64_t first, const int8_t* b, const Steps& step, Between&& between) {
  static_assert(Bands * Columns <= 4);
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
  for (int64_t s = 0; s < t.num_segments; ++s) {
    const std::byte* a = t.segments[s].a + first * step.a_row;
    int64_t groups = t.segments[s].groups;
    auto next = [&] {
      groups -= kTileGroups;
      a += kTileGroups * kGroup;
      b += kTileGroups * kGroupBytes;
    };
    if (step.rest == 0) {
      for (; groups > 0; next()) {
        SLIPWAY_MULTIPLY(4, 6, 5)
        between();
      }
      continue;
    }
    for (; groups >= kTileGroups; next()) {
      SLIPWAY_MULTIPLY(4, 4, 5)
      between();
    }
    if (groups == 0) continue;
    SLIPWAY_MULTIPLY(6, 6, 7)
    between();
    b += groups * kGroupBytes;
  }
}
#undef SLIPWAY_MULTIPLY

template <int Bands, int Columns>
void StoreSums(int32_t* sums, int64_t second) {
  constexpr int64_t kStep = kColumns * sizeof(int32_t);
  _tile_stored(0, sums, kStep);
  if constexpr (Columns >= 2) _tile_stored(2, sums + 16, kStep);
  if constexpr (Bands == 2 || Columns == 4) _tile_stored(1, sums + second, kStep);
  if constexpr (Bands * Columns == 4) _tile_stored(3, sums + second + 16, kStep);
}

// Sums in memory -> codes or floats of `Rows` rows.
template <int Rows, int Vectors>
inline void MakeResults(const Results& results, const int32_t* sums, const int32_t* row_terms, int64_t row) {
  __m512i sum[Rows][Vectors], start[Vectors];
  StartOf(results.has_codes ? &results.codes : nullptr, start);
#pragma GCC unroll 8
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) {
      sum[r][v] = _mm512_add_epi32(start[v], _mm512_load_si512(sums + r * kColumns + v * 16));
      if (row_terms) sum[r][v] = _mm512_add_epi32(sum[r][v], _mm512_set1_epi32(row_terms[row + r]));
    }
  if (results.has_codes) {
    TileCodesI8 codes = results.codes;
    codes.y += row * codes.y_row;
    MakeCodes(codes, sum);
  } else {
    TileFloatsI8 floats = results.floats;
    floats.y += row * floats.y_row;
    floats.scales += row;
    MakeFloats(floats, sum);
  }
}

// Sums of some rows of one panel whose results are still to be made.
struct Pending {
  Results results;
  const int32_t* sums;
  const int32_t* row_terms;
  int64_t row, rows;

  // Of the next rows: eight, four or one.
  template <int Vectors>
  void MakeSome() {
    if (rows >= 8)
      Make<8, Vectors>();
    else if (rows >= 4)
      Make<4, Vectors>();
    else
      Make<1, Vectors>();
  }
  template <int Rows, int Vectors>
  void Make() {
    MakeResults<Rows, Vectors>(results, sums, row_terms, row);
    row += Rows;
    rows -= Rows;
    sums += Rows * kColumns;
  }
};

// The groups behind the last whole tile, which must be the same for all segments; -1 where they are not.
int RestOf(const TileI8& t) {
  int64_t rest = 0;
  for (int64_t s = 0; s < t.num_segments; ++s) {
    const int64_t own = t.segments[s].groups % kTileGroups;
    if (own && rest && own != rest) return -1;
    if (own) rest = own;
  }
  return static_cast<int>(rest);
}

// The same tile by vectors, in parts of as many rows as they take.
void RunVectors(const TileI8& whole, int64_t rows, bool half) {
  SegmentI8 segments[kMostSegmentsI8];
  const int64_t parts = (rows + kTilesI8Avx512.rows - 1) / kTilesI8Avx512.rows;
  for (int64_t part = 0; part < parts; ++part) {
    const int64_t first = rows * part / parts, n = rows * (part + 1) / parts - first;
    TileI8 t = whole;
    TileCodesI8 codes;
    TileFloatsI8 floats;
    for (int64_t s = 0; s < t.num_segments; ++s)
      segments[s] = {whole.segments[s].a + first * whole.a_row, whole.segments[s].groups};
    t.segments = segments;
    if (t.sums) t.sums += first * kColumns;
    if (t.row_terms) t.row_terms += first;
    if (t.codes) {
      codes = *t.codes;
      codes.y += first * codes.y_row;
      t.codes = &codes;
    }
    if (t.floats) {
      floats = *t.floats;
      floats.y += first * floats.y_row;
      floats.scales += first;
      t.floats = &floats;
    }
    (half ? kTilesI8Avx512.half : kTilesI8Avx512.tile)[n](t);
  }
}

// Bands of as many rows, 16 at most: where they do not divide the rows the last ones overlap.
struct RowBands {
  explicit RowBands(int64_t rows)
      : count((rows + kTileRows - 1) / kTileRows), size((rows + count - 1) / count), last(rows - size) {}
  int64_t begin(int64_t band) const { return std::min(band * size, last); }
  int64_t count, size, last;
};

// All of a product. The sums of one block of rows and columns are turned into results while the tiles multiply for the
// next: some rows after each step, for the processor looks no farther ahead than a few of them.
template <int Vectors>
class Product {
 public:
  Product(const TileI8& t, const RowBands& bands, int64_t groups, int rest)
      : t_(t),
        bands_(bands),
        panel_(groups * kGroupBytes),
        steps_(std::max<int64_t>(1, groups / kTileGroups)),
        rest_(rest),
        results_(t),
        b_(t.b),
        makes_results_(t.codes || t.floats) {}

  void Run() {
    for (int64_t panels = t_.panels; panels > 0;) {
      int64_t band = 0;
      for (; band + 2 <= bands_.count; band += 2) Block<2, Vectors>(band, 2);
      const bool two_panels = bands_.count == 1 && panels > 1;
      if (two_panels)
        Block<1, 2 * Vectors>(band, 1);
      else if (band < bands_.count)
        Block<1, Vectors>(band, 1);
      const int64_t done = two_panels ? 2 : 1;
      for (int64_t i = 0; i < done; ++i) results_.Next(kColumns);
      b_ += done * panel_;
      panels -= done;
    }
    Finish();
  }

 private:
  static constexpr int64_t kSecondPanel = kTileRows * kColumns;

  template <int Bands, int Columns>
  void Block(int64_t band, int64_t count) {
    const int64_t first = bands_.begin(band), second = bands_.begin(band + count - 1) - first;
    const Steps step{t_.a_row, second * t_.a_row, panel_, rest_};
    Multiply<Bands, Columns>(t_, first, b_, step, [this] {
      for (int64_t i = 0; i < quota_ && waiting_ > 0; ++i) MakeSome();
    });
    if (!makes_results_) return StoreSums<Bands, Columns>(t_.sums + first * kColumns, second * kColumns);
    Finish();
    int32_t* sums = own_[turn_];
    turn_ ^= 1;
    StoreSums<Bands, Columns>(sums, Bands == 2 ? second * kColumns : kSecondPanel);
    if constexpr (Columns > Vectors) {
      Results next = results_;
      next.Next(kColumns);
      pending_[waiting_++] = {next, sums + kSecondPanel, t_.row_terms, first, bands_.size};
    }
    pending_[waiting_++] = {results_, sums, t_.row_terms, first, second + bands_.size};
    quota_ = (waiting_ * (second + bands_.size) + 8 * steps_ - 1) / (8 * steps_);
  }
  void MakeSome() {
    Pending& last = pending_[waiting_ - 1];
    last.template MakeSome<Vectors>();
    if (last.rows == 0) --waiting_;
  }
  void Finish() {
    while (waiting_ > 0) MakeSome();
  }

  const TileI8& t_;
  const RowBands bands_;
  const int64_t panel_, steps_;
  const int rest_;
  Results results_;
  const int8_t* b_;
  const bool makes_results_;
  int turn_ = 0, waiting_ = 0;
  int64_t quota_ = 0;  // eights of rows for each step
  Pending pending_[2];
  alignas(64) int32_t own_[2][2 * kTileRows * kColumns];
};

void Run(const TileI8& t, int64_t rows, bool half) {
  const int rest = RestOf(t);
  if (rest < 0) return RunVectors(t, rows, half);
  const RowBands bands(rows);
  int64_t groups = 0;
  for (int64_t s = 0; s < t.num_segments; ++s) groups += t.segments[s].groups;
  SetShapes(static_cast<int>(bands.size), rest);
  if (half)
    Product<1>(t, bands, groups, rest).Run();
  else
    Product<2>(t, bands, groups, rest).Run();
}

template <int Rows, bool Half>
void Tile(const TileI8& t) {
  if constexpr (Rows <= kFewRows)
    (Half ? kTilesI8Avx512.half : kTilesI8Avx512.tile)[Rows](t);
  else
    Run(t, Rows, Half);
}

}  // namespace

#define SLIPWAY_8(first, half)                                                                                   \
  Tile<first, half>, Tile<first + 1, half>, Tile<first + 2, half>, Tile<first + 3, half>, Tile<first + 4, half>, \
      Tile<first + 5, half>, Tile<first + 6, half>, Tile<first + 7, half>
#define SLIPWAY_ROWS(half)                                                                                          \
  {                                                                                                                 \
    nullptr, SLIPWAY_8(1, half), SLIPWAY_8(9, half), SLIPWAY_8(17, half), SLIPWAY_8(25, half), SLIPWAY_8(33, half), \
        SLIPWAY_8(41, half), SLIPWAY_8(49, half), SLIPWAY_8(57, half)                                               \
  }
const TilesI8 kTilesI8Amx = {kRows, kColumns, kGroup, 1, true, SLIPWAY_ROWS(false), SLIPWAY_ROWS(true), Release};
#undef SLIPWAY_ROWS
#undef SLIPWAY_8

}  // namespace slipway::interpreter::gemm
