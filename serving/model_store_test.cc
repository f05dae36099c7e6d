#include "serving/model_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "base/file.h"
#include "serving/fake_servable.h"

namespace slipway::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Kind = VersionPolicy::Kind;

// Base paths with versions whose file "model" says what loading them gives: "good", or an error.
class ModelStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = testing::TempDir() + "/store_" + std::to_string(getpid()) + "_" + std::to_string(counter_++);
    ASSERT_TRUE(MakeDirectories(root_ + "/m").ok());
  }
  void TearDown() override {
    gate_ = true;
    store_.reset();
    ASSERT_TRUE(RemoveTree(root_).ok());
  }

  std::string Directory(const std::string& version) const { return root_ + "/m/" + version; }
  void Put(const std::string& version, const std::string& content = "good") {
    ASSERT_TRUE(MakeDirectories(root_ + "/stage").ok());
    ASSERT_TRUE(WriteFileAtomically(root_ + "/stage/model", content).ok());
    ASSERT_TRUE(Rename(root_ + "/stage", Directory(version)).ok());
  }
  void Remove(const std::string& version) { ASSERT_TRUE(RemoveTree(Directory(version)).ok()); }

  ModelConfig Config(VersionPolicy policy = {}) const {
    return {.name = "m", .base_path = root_ + "/m", .policy = policy};
  }
  void Start(StoreOptions options = {}, VersionPolicy policy = {}) {
    options.poll_seconds = 0.02;
    store_ = std::make_unique<ModelStore>(options, [this](const std::string& d) { return Load(d); });
    store_->SetModels({Config(policy)});
  }

  Result<std::shared_ptr<Servable>> Load(const std::string& directory) {
    ++loads_;
    while (!gate_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSIGN_OR_RETURN(std::string content, ReadFile(directory + "/model"));
    if (content != "good") return BadInput("the model is ", content);
    return std::shared_ptr<Servable>(std::make_shared<FakeServable>());
  }

  std::vector<int64_t> Available() const {
    std::vector<int64_t> found;
    for (const VersionStatus& v : Statuses())
      if (v.state == VersionState::kAvailable) found.push_back(v.version);
    return found;
  }
  std::vector<VersionStatus> Statuses(const std::string& name = "m") const {
    std::vector<VersionStatus> versions;
    (void)store_->StatusOf(name, {}, &versions);
    return versions;
  }
  VersionState StateOf(int64_t version) const {
    for (const VersionStatus& v : Statuses())
      if (v.version == version) return v.state;
    return VersionState::kStart;
  }
  int64_t Latest() const {
    ServedVersion served;
    return store_->Find("m", {}, &served).ok() ? served.version : -1;
  }
  // Waits for what must come.
  void Await(const std::function<bool()>& happens, const char* what) {
    auto end = Call::Clock::now() + std::chrono::seconds(20);
    while (!happens()) {
      ASSERT_LT(Call::Clock::now(), end) << what;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  void AwaitAvailable(const std::vector<int64_t>& versions) {
    Await([&] { return Available() == versions; }, "the versions that should be available");
  }
  static void LetTimePass() { std::this_thread::sleep_for(std::chrono::milliseconds(150)); }

  std::string root_;
  std::atomic<int> loads_{0};
  std::atomic<bool> gate_{true};
  std::unique_ptr<ModelStore> store_;
  static inline int counter_ = 0;
};

TEST_F(ModelStoreTest, ServesTheNewestVersion) {
  Put("1");
  Put("0002");
  Start();
  AwaitAvailable({2});
  EXPECT_EQ(Latest(), 2);
  EXPECT_TRUE(store_->Ready());
  EXPECT_TRUE(store_->Settled());
  ServedVersion served;
  RpcStatus s = store_->Find("m", {.kind = VersionChoice::Kind::kVersion, .version = 1}, &served);
  EXPECT_EQ(s.code, RpcCode::kNotFound);
  EXPECT_EQ(s.message, "Servable not found for request: Specific(m, 1)");
  EXPECT_EQ(store_->Find("nope", {}, &served).message, "Servable not found for request: Latest(nope)");
  std::vector<VersionStatus> versions;
  EXPECT_EQ(store_->StatusOf("m", {.kind = VersionChoice::Kind::kVersion, .version = 5}, &versions).message,
            "Could not find version 5 of model m");
  EXPECT_EQ(store_->StatusOf("nope", {}, &versions).message, "Could not find any versions of model nope");
}

TEST_F(ModelStoreTest, NothingThereYet) {
  Start();
  Await([&] { return store_->Settled(); }, "settled");
  EXPECT_FALSE(store_->Ready());
  EXPECT_EQ(Latest(), -1);
  Put("1");
  AwaitAvailable({1});
  EXPECT_TRUE(store_->Ready());
}

TEST_F(ModelStoreTest, ANewVersionReplacesTheOldOneWithoutAGap) {
  Put("1");
  Start();
  AwaitAvailable({1});
  gate_ = false;
  Put("2");
  Await([&] { return StateOf(2) == VersionState::kLoading; }, "version 2 loading");
  EXPECT_EQ(Latest(), 1);
  std::atomic<bool> stop{false}, gap{false};
  std::thread client([&] {
    while (!stop)
      if (Latest() < 0) gap = true;
  });
  gate_ = true;
  AwaitAvailable({2});
  stop = true;
  client.join();
  EXPECT_FALSE(gap);
  Await([&] { return StateOf(1) == VersionState::kEnd; }, "version 1 ended");
}

TEST_F(ModelStoreTest, RequestsInFlightKeepTheirVersion) {
  Put("1");
  Start();
  AwaitAvailable({1});
  ServedVersion served;
  ASSERT_TRUE(store_->Find("m", {}, &served).ok());
  std::weak_ptr<Servable> old = served.model;
  Put("2");
  AwaitAvailable({2});
  LetTimePass();
  EXPECT_EQ(StateOf(1), VersionState::kUnloading);
  EXPECT_FALSE(old.expired());
  served = {};
  Await([&] { return StateOf(1) == VersionState::kEnd; }, "version 1 ended");
  EXPECT_TRUE(old.expired());
}

TEST_F(ModelStoreTest, AFailingVersionNeverDisplacesAWorkingOne) {
  Put("1");
  Start({.max_load_retries = 0});
  AwaitAvailable({1});
  Put("2", "damaged");
  Await([&] { return StateOf(2) == VersionState::kEnd; }, "version 2 failed");
  LetTimePass();
  EXPECT_EQ(loads_, 2);
  EXPECT_THAT(Available(), ElementsAre(1));
  EXPECT_EQ(Statuses()[0].error.code, RpcCode::kInvalidArgument);
  EXPECT_EQ(Statuses()[0].error.message, "the model is damaged");
  EXPECT_TRUE(store_->Ready());
}

TEST_F(ModelStoreTest, RetriesAfterTheInterval) {
  Put("1", "damaged");
  Start({.max_load_retries = 3, .retry_seconds = 0.03});
  Await([&] { return loads_ == 4; }, "all retries");
  Await([&] { return StateOf(1) == VersionState::kEnd; }, "given up");
  LetTimePass();
  EXPECT_EQ(loads_, 4);
}

TEST_F(ModelStoreTest, WaitingForARetryIsLoadingWithTheError) {
  Put("1", "damaged");
  Start({.max_load_retries = 3, .retry_seconds = 1000});
  Await([&] { return loads_ == 1 && !Statuses().empty() && !Statuses()[0].error.ok(); }, "the first failure");
  EXPECT_EQ(StateOf(1), VersionState::kLoading);
  EXPECT_TRUE(store_->Settled());
  EXPECT_FALSE(store_->Ready());
}

TEST_F(ModelStoreTest, AVersionIsTriedAgainWhenItsFilesChange) {
  Put("1");
  Put("2", "half a copy");
  Start({.max_load_retries = 0, .retry_seconds = 1000});
  Await([&] { return StateOf(2) == VersionState::kEnd; }, "version 2 failed");
  EXPECT_EQ(Latest(), -1);
  ASSERT_TRUE(WriteFileAtomically(Directory("2") + "/model", "good").ok());
  AwaitAvailable({2});
}

TEST_F(ModelStoreTest, RollsBackWhenTheNewestIsRemoved) {
  Put("1");
  Put("2");
  Start();
  AwaitAvailable({2});
  Remove("2");
  AwaitAvailable({1});
  Await([&] { return StateOf(2) == VersionState::kEnd; }, "version 2 ended");
  Put("2");
  AwaitAvailable({2});
}

TEST_F(ModelStoreTest, OlderVersionsAreNotLoaded) {
  Put("5");
  Start();
  AwaitAvailable({5});
  Put("3");
  LetTimePass();
  EXPECT_EQ(loads_, 1);
}

TEST_F(ModelStoreTest, PoliciesAndTheirChange) {
  Put("1");
  Put("2");
  Put("3");
  Start({}, {.num_versions = 2});
  AwaitAvailable({3, 2});
  store_->SetModels({Config({.kind = Kind::kSpecific, .specific = {1}})});
  AwaitAvailable({1});
  store_->SetModels({Config({.kind = Kind::kAll})});
  AwaitAvailable({3, 2, 1});
}

TEST_F(ModelStoreTest, Labels) {
  Put("1");
  Put("2");
  Start({}, {.kind = Kind::kAll});
  AwaitAvailable({2, 1});
  ServedVersion served;
  auto find = [&](const std::string& label) {
    return store_->Find("m", {.kind = VersionChoice::Kind::kLabel, .label = label}, &served);
  };
  EXPECT_EQ(find("stable").code, RpcCode::kUnavailable);
  ModelConfig config = Config({.kind = Kind::kAll});
  config.labels = {{"stable", 1}, {"gone", 9}};
  store_->SetModels({config});
  ASSERT_TRUE(find("stable").ok());
  EXPECT_EQ(served.version, 1);
  EXPECT_EQ(find("Stable").code, RpcCode::kInvalidArgument);
  EXPECT_EQ(find("Stable").message, "Unrecognized servable version label: Stable");
  EXPECT_EQ(find("gone").message, "Servable not found for request: Specific(m, 9)");
}

TEST_F(ModelStoreTest, RemovedModelsStopAnswering) {
  Put("1");
  Start();
  AwaitAvailable({1});
  store_->SetModels({});
  EXPECT_EQ(Latest(), -1);
  Await([&] { return StateOf(1) == VersionState::kEnd; }, "version 1 ended");
  EXPECT_TRUE(store_->Ready());  // of no models
  store_->SetModels({Config()});
  AwaitAvailable({1});
}

TEST_F(ModelStoreTest, AnotherBasePathIsLoadedBeforeTheOldOneGoes) {
  Put("1");
  Start();
  AwaitAvailable({1});
  ServedVersion before, after;
  ASSERT_TRUE(store_->Find("m", {}, &before).ok());
  ASSERT_TRUE(MakeDirectories(root_ + "/other/1").ok());
  ASSERT_TRUE(WriteFileAtomically(root_ + "/other/1/model", "good").ok());
  ModelConfig config = Config();
  config.base_path = root_ + "/other";
  store_->SetModels({config});
  Await([&] { return store_->Find("m", {}, &after).ok() && after.model != before.model; }, "the other path's model");
}

TEST_F(ModelStoreTest, AnUnreadableBasePathChangesNothing) {
  Put("1");
  Start();
  AwaitAvailable({1});
  ASSERT_TRUE(Rename(root_ + "/m", root_ + "/away").ok());
  LetTimePass();
  EXPECT_THAT(Available(), ElementsAre(1));
  ASSERT_TRUE(Rename(root_ + "/away", root_ + "/m").ok());
}

TEST_F(ModelStoreTest, StopDoesNotHang) {
  Put("1");
  gate_ = false;
  Start();
  Await([&] { return store_->Loading(); }, "loading");
  std::thread stopper([&] { store_->Stop(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  gate_ = true;
  stopper.join();
}

TEST_F(ModelStoreTest, ManyReadersDuringSwaps) {
  Put("1");
  Start();
  AwaitAvailable({1});
  std::atomic<bool> stop{false};
  std::atomic<int> missing{0};
  std::vector<std::thread> clients;
  for (int i = 0; i < 4; ++i)
    clients.emplace_back([&] {
      while (!stop) {
        ServedVersion served;
        if (!store_->Find("m", {}, &served).ok()) ++missing;
        Call call;
        PredictOutputs outputs;
        EXPECT_TRUE(Predict(*served.model, {.tensors = {{"x", Tensor::Scalar(1.0f)}}}, call, &outputs).ok());
      }
    });
  for (int v = 2; v < 7; ++v) {
    Put(std::to_string(v));
    AwaitAvailable({v});
  }
  stop = true;
  for (std::thread& t : clients) t.join();
  EXPECT_EQ(missing, 0);
}

TEST_F(ModelStoreTest, ReloadWaitsForNewModelsAndReplacesTheSet) {
  Put("1");
  Start();
  AwaitAvailable({1});
  ModelConfig other = {.name = "other", .base_path = root_ + "/m"};
  Call call;
  ASSERT_TRUE(store_->Reload({other}, call).ok());
  ServedVersion served;
  EXPECT_TRUE(store_->Find("other", {}, &served).ok());
  Await([&] { return !store_->Find("m", {}, &served).ok(); }, "the end of the model that was left out");
  Await([&] { return StateOf(1) == VersionState::kEnd; }, "its state");
}

TEST_F(ModelStoreTest, ReloadSaysWhyANewModelDoesNotCome) {
  Put("1");
  Start();
  AwaitAvailable({1});
  ASSERT_TRUE(MakeDirectories(root_ + "/broken/3").ok());
  ASSERT_TRUE(WriteFileAtomically(root_ + "/broken/3/model", "torn").ok());
  ASSERT_TRUE(MakeDirectories(root_ + "/empty").ok());
  Call call;
  RpcStatus s = store_->Reload({Config(), {.name = "broken", .base_path = root_ + "/broken"}}, call);
  EXPECT_EQ(s.code, RpcCode::kUnknown);
  EXPECT_EQ(s.message, "model 'broken' did not become available: version 3: the model is torn");
  s = store_->Reload({Config(), {.name = "empty", .base_path = root_ + "/empty"}}, call);
  EXPECT_EQ(s.code, RpcCode::kNotFound);
  EXPECT_THAT(s.message, HasSubstr("model 'empty' has no version under"));
  EXPECT_EQ(Latest(), 1);
}

TEST_F(ModelStoreTest, ReloadEndsWithItsCall) {
  Put("1");
  Start();
  AwaitAvailable({1});
  gate_ = false;
  Call call(Call::Clock::now());
  call.Cancel();
  EXPECT_EQ(store_->Reload({Config(), {.name = "late", .base_path = root_ + "/m"}}, call).code,
            RpcCode::kDeadlineExceeded);
}

TEST_F(ModelStoreTest, ReloadMovesLabelsOnlyToWhatAnswers) {
  Put("1");
  Put("2");
  Start({}, {.kind = Kind::kAll});
  AwaitAvailable({2, 1});
  auto reload = [&](std::map<std::string, int64_t> labels) {
    ModelConfig config = Config({.kind = Kind::kAll});
    config.labels = std::move(labels);
    Call call;
    return store_->Reload({config}, call);
  };
  auto version_of = [&](const std::string& label) {
    ServedVersion served;
    return store_->Find("m", {.kind = VersionChoice::Kind::kLabel, .label = label}, &served).ok() ? served.version : -1;
  };
  for (int64_t v : {1, 2, 1}) {
    ASSERT_TRUE(reload({{"live", v}}).ok());
    EXPECT_EQ(version_of("live"), v);
  }
  RpcStatus s = reload({{"live", 2}, {"next", 9}});
  EXPECT_EQ(s.code, RpcCode::kFailedPrecondition);
  EXPECT_EQ(s.message,
            "Request to assign label to version 9 of model m, which is not currently available for inference");
  EXPECT_EQ(version_of("live"), 1);
  ASSERT_TRUE(reload({}).ok());
  EXPECT_EQ(version_of("live"), -1);
}

TEST_F(ModelStoreTest, NewLabelsMayWaitForTheirVersion) {
  Put("1");
  Start({.labels_for_unavailable = true});
  AwaitAvailable({1});
  auto reload = [&](int64_t version) {
    ModelConfig config = Config();
    config.labels = {{"live", version}};
    Call call;
    return store_->Reload({config}, call);
  };
  EXPECT_TRUE(reload(5).ok());
  EXPECT_TRUE(reload(1).ok());
  EXPECT_EQ(reload(5).code, RpcCode::kFailedPrecondition) << "a label that is there moves only to what answers";
}

}  // namespace
}  // namespace slipway::serving
