# slipway_library(NAME [DEPS lib...] [EXTERNAL target...] [EXCEPTIONS | UNWINDS] [NO_TESTS] [SOURCES file...])
#
# One folder, one library: every *.cc of the folder (or SOURCES) but *_test.cc, which become the test binary NAME_test with
# the ctest label NAME (NO_TESTS: another library of the folder takes them). Libraries are built without RTTI and
# exceptions unless EXCEPTIONS is given (outside libraries that throw) or UNWINDS (no RTTI, but where memory runs out below
# a call of the API, locks are released and memory is freed on the way to it: interpreter/out_of_memory.h); headers are found from the top folder only, so an
# #include says which layer it uses.
include_guard(GLOBAL)
include(CheckCXXCompilerFlag)

# The standard library's headers are most of what a small file costs; presets of clang read them once. One file each for
# libraries, for code with exceptions, and for tests.
if(SLIPWAY_PCH)
  file(WRITE ${PROJECT_BINARY_DIR}/pch/empty.cc "")
  set(standard_headers <algorithm> <array> <atomic> <chrono> <cmath> <cstring> <functional> <limits> <map> <memory>
    <mutex> <optional> <set> <span> <sstream> <string> <string_view> <unordered_map> <utility> <variant> <vector>)
  foreach(kind plain exceptions test)
    add_library(slipway_pch_${kind} OBJECT ${PROJECT_BINARY_DIR}/pch/empty.cc)
    target_compile_options(slipway_pch_${kind} PRIVATE $<$<STREQUAL:${kind},plain>:-fno-exceptions> $<$<STREQUAL:${kind},plain>:-fno-rtti>)
    target_precompile_headers(slipway_pch_${kind} PRIVATE ${standard_headers})
  endforeach()
  target_precompile_headers(slipway_pch_test PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
  target_compile_options(slipway_pch_test PRIVATE -fPIE)  # as executables are compiled
endif()

set(SLIPWAY_WARNINGS -Wall -Wextra -Wno-missing-field-initializers)

function(slipway_compile_options target exceptions)
  target_compile_options(${target} PRIVATE ${SLIPWAY_WARNINGS})
  if(NOT exceptions)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti>)
  endif()
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>
    $<INSTALL_INTERFACE:include/slipway>)
  if(SLIPWAY_PCH)
    get_target_property(type ${target} TYPE)
    if(target MATCHES "_test$")
      target_precompile_headers(${target} REUSE_FROM slipway_pch_test)
    elseif(type STREQUAL STATIC_LIBRARY AND exceptions)
      target_precompile_headers(${target} REUSE_FROM slipway_pch_exceptions)
    elseif(type STREQUAL STATIC_LIBRARY)
      target_precompile_headers(${target} REUSE_FROM slipway_pch_plain)
    endif()
  endif()
endfunction()

function(slipway_library name)
  cmake_parse_arguments(ARG "EXCEPTIONS;UNWINDS;NO_TESTS" "" "DEPS;EXTERNAL;SOURCES;TEST_DEPS" ${ARGN})
  if(NOT ARG_SOURCES)
    file(GLOB ARG_SOURCES CONFIGURE_DEPENDS *.cc)
    list(FILTER ARG_SOURCES EXCLUDE REGEX "_test\\.cc$")
  endif()
  slipway_isa_sources(ARG_SOURCES)
  if(NOT ARG_SOURCES)
    return()
  endif()
  add_library(${name} STATIC ${ARG_SOURCES})
  if(ARG_UNWINDS)
    slipway_compile_options(${name} TRUE)
    target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
    set_target_properties(${name} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  else()
    slipway_compile_options(${name} ${ARG_EXCEPTIONS})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_DEPS} ${ARG_EXTERNAL})
  file(GLOB tests CONFIGURE_DEPENDS *_test.cc)
  if(tests AND SLIPWAY_BUILD_TESTS AND NOT ARG_NO_TESTS)
    slipway_test(${name}_test LABEL ${name} SOURCES ${tests} DEPS ${name} ${ARG_TEST_DEPS})
  endif()
endfunction()

# slipway_test(NAME LABEL label SOURCES file... DEPS lib...): a GoogleTest binary, one ctest entry per test binary.
function(slipway_test name)
  cmake_parse_arguments(ARG "" "LABEL" "SOURCES;DEPS;ARGS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  slipway_compile_options(${name} TRUE)
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)  # compiled far longer than run
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE SLIPWAY_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${name} COMMAND ${name} --gtest_brief=1 ${ARG_ARGS} WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABEL}" TIMEOUT 600)
endfunction()

# slipway_batch(LIBRARY ALONE folder... OWN name...): compiles the small facet files of a library several at a time: most of their
# cost is the headers they share. Each file may have a function called by one of the names after OWN. The facets of ops/FOLDER
# for each FOLDER after ALONE say other names that others say too, and stay apart. The dev preset compiles every file by
# itself, so that each includes what it uses.
option(SLIPWAY_BATCH "Compile op facets in batches" ON)
# Code in front of each file of a batch, by which a name in it becomes the file's own.
function(slipway_own_names result)
  set(code "#define SLIPWAY_JOIN_(a, b) a##_##b\n#define SLIPWAY_JOIN(a, b) SLIPWAY_JOIN_(a, b)\n")
  foreach(name IN LISTS ARGN)
    string(APPEND code "#define ${name} SLIPWAY_JOIN(${name}, SLIPWAY_BATCH_FILE)\n")
  endforeach()
  set(${result} "${code}" PARENT_SCOPE)
endfunction()

function(slipway_batch library)
  cmake_parse_arguments(ARG "" "" "ALONE;OWN" ${ARGN})
  if(NOT SLIPWAY_BATCH)
    return()
  endif()
  slipway_own_names(own ${ARG_OWN})
  set_target_properties(${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8
    UNITY_BUILD_UNIQUE_ID SLIPWAY_BATCH_FILE UNITY_BUILD_CODE_BEFORE_INCLUDE "${own}")
  get_target_property(files ${library} SOURCES)
  list(JOIN ARG_ALONE "|" alone)
  foreach(file IN LISTS files)
    if(NOT file MATCHES "/ops/[a-z0-9_]+/[a-z0-9_]+\\.cc$" OR file MATCHES "/ops/(${alone}|tables)/")
      set_source_files_properties(${file} TARGET_DIRECTORY ${library} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()

# slipway_batch_protos(LIBRARY file...): the same for files made by protoc, each of which calls two of its tables the same.
function(slipway_batch_protos library)
  get_target_property(files ${library} SOURCES)
  list(REMOVE_ITEM files ${ARGN})
  set_source_files_properties(${files} TARGET_DIRECTORY ${library} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  slipway_own_names(own schemas file_default_instances)
  # Protobuf's own header has a `schemas`, too, and is read first.
  set_target_properties(${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 7 UNITY_BUILD_UNIQUE_ID SLIPWAY_BATCH_FILE
    UNITY_BUILD_CODE_BEFORE_INCLUDE "#include <google/protobuf/generated_message_reflection.h>\n${own}")
endfunction()
