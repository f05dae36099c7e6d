# One source, one object per instruction set: a file whose name ends in _avx2 or _avx512 is compiled for it and chosen at
# run time by base/cpu.h; elsewhere than on x86-64 such files are left out (their entry points are guarded by the macro).
include_guard(GLOBAL)

set(SLIPWAY_AVX2_FLAGS -mavx2 -mfma -mf16c)
# g++ 12 takes the intrinsics' undefined registers for uninitialized variables (GCC bug 105593).
set(SLIPWAY_AVX512_FLAGS $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> -mavx512f -mavx512bw -mavx512vl -mavx512dq -mavx512vnni -mfma -mf16c -mprefer-vector-width=512)

function(slipway_isa_sources)
  foreach(file IN LISTS ARGN)
    if(file MATCHES "_avx2\\.cc$")
      set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${SLIPWAY_AVX2_FLAGS}" SKIP_PRECOMPILE_HEADERS ON)
    elseif(file MATCHES "_avx512\\.cc$")
      set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${SLIPWAY_AVX512_FLAGS}" SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
endfunction()
