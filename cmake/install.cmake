# cmake --install: the interpreter as a package. C programs get libslipway_tflite_c.so (also as libtensorflowlite_c.so) with its
# headers, C++ programs the static libraries behind interpreter/interpreter.h; find_package(slipway) and pkg-config know both.
include_guard(GLOBAL)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Libraries of the interpreter, in link order, found from what `interpreter` links to.
function(slipway_collect_libraries target list)
  if(NOT TARGET ${target} OR target IN_LIST ${list})
    return()
  endif()
  get_target_property(type ${target} TYPE)
  get_target_property(imported ${target} IMPORTED)
  if(imported)
    return()
  endif()
  set(found ${${list}} ${target})
  get_target_property(links ${target} INTERFACE_LINK_LIBRARIES)
  foreach(link IN LISTS links)
    if(link)
      slipway_collect_libraries(${link} found)
    endif()
  endforeach()
  set(${list} ${found} PARENT_SCOPE)
endfunction()

set(SLIPWAY_INSTALLED "")
slipway_collect_libraries(interpreter SLIPWAY_INSTALLED)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/slipway)
target_compile_features(interpreter INTERFACE cxx_std_20)
set_target_properties(slipway_tflite_c PROPERTIES EXPORT_NAME tflite_c)
install(TARGETS ${SLIPWAY_INSTALLED} EXPORT slipway ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/slipway COMPONENT runtime)
install(TARGETS slipway_tflite_c EXPORT slipway LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
install(FILES ${PROJECT_BINARY_DIR}/lib/libtensorflowlite_c.so DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
install(EXPORT slipway NAMESPACE slipway:: FILE slipwayTargets.cmake DESTINATION ${package} COMPONENT runtime)

foreach(folder base ops formats/tflite interpreter)
  get_filename_component(parent ${CMAKE_INSTALL_INCLUDEDIR}/slipway/${folder} DIRECTORY)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder} DESTINATION ${parent} COMPONENT runtime
    FILES_MATCHING PATTERN "*.h" PATTERN "kept_*.def" PATTERN "*_for_test.h" EXCLUDE PATTERN "*_template.h" EXCLUDE PATTERN "c_api" EXCLUDE)
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/interpreter/c_api/include/ ${PROJECT_BINARY_DIR}/generated/c_api/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT runtime FILES_MATCHING PATTERN "*.h")

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/package/slipwayConfig.cmake CONTENT [[
# Targets: slipway::interpreter (C++, interpreter/interpreter.h) and slipway::tflite_c (TensorFlow Lite's C API).
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/slipwayTargets.cmake)
]] @ONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/slipwayConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/slipwayConfig.cmake ${PROJECT_BINARY_DIR}/package/slipwayConfigVersion.cmake
  DESTINATION ${package} COMPONENT runtime)

# The prefix is where the .pc file lies, so a package may be moved.
set(libraries "")
foreach(library IN LISTS SLIPWAY_INSTALLED)
  string(APPEND libraries " -l${library}")
endforeach()
set(outside "")
if(SLIPWAY_XNNPACK)
  set(outside " ${XNNPACK_LIBRARY} -ldl")
endif()
foreach(name slipway slipway_tflite_c)
  set(CONTENT_LIBS "-L\${libdir} -lslipway_tflite_c")
  set(CONTENT_CFLAGS "-I\${includedir}")
  set(CONTENT_DESCRIPTION "TensorFlow Lite's C API on Slipway's interpreter")
  if(name STREQUAL slipway)
    set(CONTENT_LIBS "-L\${libdir}/slipway -Wl,--start-group${libraries} -Wl,--end-group${outside} -pthread")
    set(CONTENT_CFLAGS "-I\${includedir}/slipway -std=c++20")
    set(CONTENT_DESCRIPTION "Slipway's interpreter for .tflite models, C++")
  endif()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/package/${name}.pc CONTENT
"prefix=\${pcfiledir}/../..
libdir=\${prefix}/@CMAKE_INSTALL_LIBDIR@
includedir=\${prefix}/@CMAKE_INSTALL_INCLUDEDIR@

Name: @name@
Description: @CONTENT_DESCRIPTION@
Version: @PROJECT_VERSION@
Libs: @CONTENT_LIBS@
Cflags: @CONTENT_CFLAGS@
" @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT runtime)
endforeach()
