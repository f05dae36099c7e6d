#include "serving/rest_path.h"

#include <gtest/gtest.h>

namespace slipway::serving {
namespace {

using Kind = VersionChoice::Kind;

RestPath Path(const std::string& method, const std::string& path) {
  RestPath to;
  RpcStatus s = ParseRestPath(method, path, &to);
  EXPECT_TRUE(s.ok()) << s.message;
  return to;
}

std::string ErrorOf(const std::string& method, const std::string& path) {
  RestPath to;
  RpcStatus s = ParseRestPath(method, path, &to);
  EXPECT_EQ(s.code, RpcCode::kInvalidArgument) << path;
  return s.message;
}

TEST(RestPath, Predict) {
  RestPath to = Path("POST", "/v1/models/m:predict");
  EXPECT_EQ(to.model, "m");
  EXPECT_EQ(to.verb, "predict");
  EXPECT_EQ(to.version.kind, Kind::kLatest);
  to = Path("POST", "/V1/Models/half%5Fplus%5ftwo/Versions/00123:classify");
  EXPECT_EQ(to.model, "half_plus_two");
  EXPECT_EQ(to.verb, "classify");
  EXPECT_EQ(to.version.kind, Kind::kVersion);
  EXPECT_EQ(to.version.version, 123);
  to = Path("POST", "/v1/models/m/LABELS/St%61ble:regress");
  EXPECT_EQ(to.version.kind, Kind::kLabel);
  EXPECT_EQ(to.version.label, "Stable");
}

TEST(RestPath, StatusAndMetadata) {
  EXPECT_EQ(Path("GET", "/v1/models/m").verb, "");
  EXPECT_EQ(Path("GET", "/v1/models/metadata").model, "metadata");
  EXPECT_EQ(Path("GET", "/v1/models/m/metadata").verb, "metadata");
  RestPath to = Path("GET", "/v1/models/m/versions/7/metadata");
  EXPECT_EQ(to.verb, "metadata");
  EXPECT_EQ(to.version.version, 7);
  EXPECT_EQ(Path("GET", "/v1/models/m/labels/metadata").version.label, "metadata");
  EXPECT_EQ(Path("GET", "/v1/models/..%2F..%2Fetc").model, "../../etc");
}

TEST(RestPath, Malformed) {
  for (auto [method, path] : {std::pair<const char*, const char*>{"GET", "/v1/models/m:predict"},
                              {"POST", "/v1/models/m"},
                              {"POST", "/v1/models/m:explode"},
                              {"POST", "/v1/models/m:Predict"},
                              {"POST", "/v1/models/m/foo:predict"},
                              {"POST", "/v1/models/m/versions/1/labels/a:predict"},
                              {"POST", "/v1/models/m/versions/abc:predict"},
                              {"POST", "/v1/models/m/versions/-1:predict"},
                              {"POST", "/v1/models/m/versions/:predict"},
                              {"POST", "/v1/models/m/labels/:predict"},
                              {"POST", "/v1/models/:predict"},
                              {"POST", "/v1/models"},
                              {"GET", "/v1/models/"},
                              {"GET", "/v1/models/m/"},
                              {"GET", "/v1/models/m/Metadata"},
                              {"GET", "/v1/models/m/metadata/metadata"},
                              {"GET", "/v1/other"},
                              {"GET", "/v1/"},
                              {"PUT", "/v1/models/m"}})
    EXPECT_EQ(ErrorOf(method, path), StrCat("Malformed request: ", method, " ", path));
}

TEST(RestPath, OtherErrors) {
  EXPECT_EQ(ErrorOf("GET", "/v1/models"), "Missing model name in request.");
  EXPECT_EQ(ErrorOf("POST", "/v1/models/m/versions/99999999999999999999:predict"),
            "Failed to convert version: 99999999999999999999 to numeric.");
}

TEST(RestPath, ApiPaths) {
  EXPECT_TRUE(IsApiPath("/v1/"));
  EXPECT_TRUE(IsApiPath("/V1/x"));
  for (const char* path : {"", "/", "/v1", "/v1x", "/v2/models/m", "v1/models"}) EXPECT_FALSE(IsApiPath(path)) << path;
}

TEST(RestPath, PercentDecoding) {
  EXPECT_EQ(PercentDecoded("a%2Fb%2f%41"), "a/b/A");
  EXPECT_EQ(PercentDecoded("%zz%G1%"), "%zz%G1%");
  EXPECT_EQ(PercentDecoded("%4"), "%4");
  EXPECT_EQ(PercentDecoded("a%00b"), std::string("a\0b", 3));
}

}  // namespace
}  // namespace slipway::serving
