#include "serving/model_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"

namespace slipway::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::string ErrorOf(const std::string& text) {
  auto models = ParseModelConfig(text, "models.config");
  EXPECT_FALSE(models.ok()) << text;
  return models.ok() ? "" : models.status().message();
}

TEST(ModelConfig, ReadsTextWithOrWithoutColonsAndCommas) {
  auto models = ParseModelConfig(R"(
    # two models
    model_config_list: {
      config: {
        name: "a", base_path: "/models/a", model_platform: "tensorflow",
        model_version_policy { specific { versions: 3, versions: 5 } }
        version_labels { key: "stable" value: 3 } version_labels { key: 'canary' value: 5 }
        logging_config { sampling_config { sampling_rate: 0.5 } }
      },
      config { name: "b" base_path: "/models/b" model_type: TENSORFLOW model_version_policy { latest { num_versions: 2 } } }
      config { name: "c" base_path: "/models/c" model_platform: "tensorflow" model_version_policy { all {} } }
      config { name: "d" base_path: "/models/d" model_platform: "tensorflow" }
    })",
                                 "models.config");
  ASSERT_TRUE(models.ok()) << models.status().message();
  ASSERT_EQ(models->size(), 4u);
  EXPECT_EQ((*models)[0].name, "a");
  EXPECT_EQ((*models)[0].base_path, "/models/a");
  EXPECT_EQ((*models)[0].policy.kind, VersionPolicy::Kind::kSpecific);
  EXPECT_THAT((*models)[0].policy.specific, ElementsAre(3, 5));
  EXPECT_THAT((*models)[0].labels, ElementsAre(Pair("canary", 5), Pair("stable", 3)));
  EXPECT_EQ((*models)[1].policy.num_versions, 2);
  EXPECT_EQ((*models)[2].policy.kind, VersionPolicy::Kind::kAll);
  EXPECT_EQ((*models)[3].policy, VersionPolicy());
}

TEST(ModelConfig, Errors) {
  EXPECT_THAT(
      ErrorOf("model_config_list { config { name: "),
      HasSubstr("Error parsing text-format tensorflow.serving.ModelServerConfig: 'models.config', line 1, column"));
  EXPECT_THAT(ErrorOf("nonsense: 1"), HasSubstr("nonsense"));
  EXPECT_THAT(ErrorOf(""), HasSubstr("ModelConfigList"));
  EXPECT_THAT(ErrorOf(R"(custom_model_config { type_url: "x/y" })"),
              HasSubstr("Only ModelConfigList is currently supported"));
  auto one = [](const std::string& config) { return "model_config_list { config { " + config + " } }"; };
  EXPECT_THAT(ErrorOf(one(R"(base_path: "/x" model_platform: "tensorflow")")), HasSubstr("no name"));
  EXPECT_THAT(ErrorOf(one(R"(name: "a" base_path: "some/where" model_platform: "tensorflow")")),
              HasSubstr("Expected model a to have an absolute path or URI; got base_path()=some/where"));
  EXPECT_THAT(ErrorOf(one(R"(name: "a" model_platform: "tensorflow")")), HasSubstr("absolute path"));
  EXPECT_THAT(ErrorOf(one(R"(name: "a" base_path: "/x")")),
              HasSubstr("Illegal setting neither ModelServerConfig::model_type (deprecated) nor "
                        "ModelServerConfig::model_platform, model name is a"));
  EXPECT_THAT(ErrorOf(one(R"(name: "a" base_path: "/x" model_platform: "onnx")")), HasSubstr("'onnx'"));
  EXPECT_THAT(ErrorOf(R"(model_config_list { config { name: "a" base_path: "/x" model_platform: "tensorflow" }
                                             config { name: "a" base_path: "/y" model_platform: "tensorflow" } })"),
              HasSubstr("Illegal to list model a multiple times in config list"));
}

TEST(VersionPolicy, DirectoriesThatAreVersions) {
  std::string base = testing::TempDir() + "/versions_" + std::to_string(getpid());
  for (const char* name : {"00000123", "7", "tmp", "8.partial", "v9", "12a", ".13", "-4", "99999999999999999999"})
    ASSERT_TRUE(MakeDirectories(JoinPath(base, name)).ok());
  ASSERT_TRUE(WriteFileAtomically(JoinPath(base, "42"), "a file").ok());
  auto found = ListVersions(base);
  ASSERT_TRUE(found.ok());
  EXPECT_THAT(*found, ElementsAre(Pair(7, JoinPath(base, "7")), Pair(123, JoinPath(base, "00000123"))));
  EXPECT_FALSE(ListVersions(base + "/nothing").ok());
  ASSERT_TRUE(RemoveTree(base).ok());
}

TEST(VersionPolicy, Choice) {
  using Kind = VersionPolicy::Kind;
  const std::map<int64_t, std::string> all = {{1, "1"}, {2, "2"}, {3, "3"}};
  auto chosen = [&](const VersionPolicy& policy) {
    std::vector<int64_t> versions;
    for (const auto& [v, directory] : ChooseVersions(policy, all)) versions.push_back(v);
    return versions;
  };
  EXPECT_THAT(chosen({}), ElementsAre(3));
  EXPECT_THAT(chosen({.num_versions = 0}), ElementsAre(3));
  EXPECT_THAT(chosen({.num_versions = 2}), ElementsAre(2, 3));
  EXPECT_THAT(chosen({.num_versions = 9}), ElementsAre(1, 2, 3));
  EXPECT_THAT(chosen({.kind = Kind::kAll}), ElementsAre(1, 2, 3));
  EXPECT_THAT(chosen({.kind = Kind::kSpecific, .specific = {1, 3, 8}}), ElementsAre(1, 3));
}

TEST(VersionPolicy, FingerprintSeesEveryChange) {
  std::string dir = testing::TempDir() + "/fingerprint_" + std::to_string(getpid());
  EXPECT_EQ(DirectoryFingerprint(dir), 0u);
  ASSERT_TRUE(MakeDirectories(dir + "/variables").ok());
  uint64_t empty = DirectoryFingerprint(dir);
  ASSERT_TRUE(WriteFileAtomically(dir + "/variables/data", "ab").ok());
  uint64_t first = DirectoryFingerprint(dir);
  EXPECT_NE(first, empty);
  EXPECT_EQ(DirectoryFingerprint(dir), first);
  auto append = AppendFile::Open(dir + "/variables/data");
  ASSERT_TRUE(append.ok() && append->Append("c").ok());
  uint64_t longer = DirectoryFingerprint(dir);
  EXPECT_NE(longer, first);
  namespace fs = std::filesystem;
  fs::last_write_time(dir + "/variables/data", fs::last_write_time(dir + "/variables/data") + std::chrono::seconds(1));
  EXPECT_NE(DirectoryFingerprint(dir), longer);
  ASSERT_TRUE(RemoveTree(dir).ok());
}

}  // namespace
}  // namespace slipway::serving
