// A server whose port somebody else holds says so and ends with exit code 4.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "base/file.h"

namespace slipway {
namespace {

// A port of the loopback address that is taken as long as this lives.
class TakenPort {
 public:
  TakenPort() {
    fd_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{.sin_family = AF_INET, .sin_port = 0};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* raw = reinterpret_cast<sockaddr*>(&address);
    bool ok = bind(fd_, raw, size) == 0 && listen(fd_, 1) == 0 && getsockname(fd_, raw, &size) == 0;
    port_ = ok ? ntohs(address.sin_port) : 0;
  }
  ~TakenPort() { close(fd_); }
  int port() const { return port_; }

 private:
  int fd_, port_;
};

TEST(Serve, ATakenPortIsOneSentenceAndExitCode4) {
  TakenPort taken;
  ASSERT_GT(taken.port(), 0);
  std::string models = StrCat(::testing::TempDir(), "/no_models", getpid());
  ASSERT_TRUE(MakeDirectories(models).ok());
  for (const char* flag : {"--port", "--rest_api_port"}) {
    std::string other = std::string(flag) == "--port" ? "--rest_api_port=0" : "--port=0";
    std::string command =
        StrCat("timeout 60 ", SLIPWAY_BINARY, " serve --bind_address 127.0.0.1 --model_name m --model_base_path ",
               models, " ", other, " ", flag, "=", taken.port(), " 2>&1");
    FILE* pipe = popen(command.c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string output;
    char buffer[4096];
    while (size_t n = fread(buffer, 1, sizeof buffer, pipe)) output.append(buffer, n);
    int status = pclose(pipe);
    EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 4) << output;
    EXPECT_THAT(output, ::testing::HasSubstr(StrCat(taken.port())));
  }
  ASSERT_TRUE(RemoveTree(models).ok());
}

}  // namespace
}  // namespace slipway
