# Toolchain: 64-bit ARM Linux by Debian's cross compiler; tests run under qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Flatbuffers is headers alone, and those of the build machine serve; they must not bring its other headers along.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/host_headers)
file(CREATE_LINK /usr/include/flatbuffers ${CMAKE_BINARY_DIR}/host_headers/flatbuffers SYMBOLIC)
include_directories(SYSTEM ${CMAKE_BINARY_DIR}/host_headers)
