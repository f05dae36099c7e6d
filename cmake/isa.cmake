# One source, one object per instruction set: a file whose name ends in _avx2, _avx512, _avx512bf16,
# _amx, _amxbf16, _neon or _neondot is compiled for it and chosen at
# run time by base/cpu.h. On other processors it is left out (its entry points are declared for that processor alone).
include_guard(GLOBAL)

set(SLIPWAY_AVX2_FLAGS -mavx2 -mfma -mf16c)
# g++ 12 takes the intrinsics' undefined registers for uninitialized variables (GCC bug 105593).
set(SLIPWAY_AVX512_FLAGS $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> -mavx512f -mavx512bw -mavx512vl -mavx512dq -mavx512vnni -mfma -mf16c -mprefer-vector-width=512)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(SLIPWAY_OTHER_ISAS "_(neon|neondot)\\.cc$")
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(SLIPWAY_OTHER_ISAS "_(avx2|avx512|avx512bf16|amx|amxbf16)\\.cc$")
else()
  set(SLIPWAY_OTHER_ISAS "_(avx2|avx512|avx512bf16|amx|amxbf16|neon|neondot)\\.cc$")
endif()

# Drops the files of other processors from a list and gives the rest their flags.
macro(slipway_isa_sources list)
  list(FILTER ${list} EXCLUDE REGEX "${SLIPWAY_OTHER_ISAS}")
  foreach(file IN LISTS ${list})
    if(file MATCHES "_avx2\\.cc$")
      set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${SLIPWAY_AVX2_FLAGS}" SKIP_PRECOMPILE_HEADERS ON)
    elseif(file MATCHES "_avx512\\.cc$")
      set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${SLIPWAY_AVX512_FLAGS}" SKIP_PRECOMPILE_HEADERS ON)
    elseif(file MATCHES "_avx512bf16\\.cc$")
      set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${SLIPWAY_AVX512_FLAGS};-mavx512bf16" SKIP_PRECOMPILE_HEADERS ON)
    elseif(file MATCHES "_amxbf16\\.cc$")
      set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${SLIPWAY_AVX512_FLAGS};-mamx-tile;-mamx-bf16" SKIP_PRECOMPILE_HEADERS ON)
    elseif(file MATCHES "_amx\\.cc$")
      set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${SLIPWAY_AVX512_FLAGS};-mamx-tile;-mamx-int8" SKIP_PRECOMPILE_HEADERS ON)
    elseif(file MATCHES "_portable\\.cc$")
      # A loop becomes vectors and a remainder, and both must round alike.
      set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS -ffp-contract=off)
    elseif(file MATCHES "_neondot\\.cc$")
      set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS -march=armv8.2-a+dotprod)
    endif()
  endforeach()
endmacro()
