// Every call to the file system fails in turn, while a model is trained, exported, converted and checkpointed: the old
// file stays whole, nothing half written is left, the user gets one sentence and exit code 4.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include "base/file.h"
#include "base/random.h"
#include "cli/commands.h"
#include "train/checkpoint.h"

namespace slipway {
namespace {

using ::testing::HasSubstr;

constexpr char kFull[] = "No space left on device";

bool Writes(FileCall call) {
  return call == FileCall::kCreate || call == FileCall::kWrite || call == FileCall::kSync ||
         call == FileCall::kRename || call == FileCall::kMakeDirectory;
}

// From call `first` on that writes, the disk is full; `halves`: the call before it moves half of its bytes.
class FullDisk {
 public:
  explicit FullDisk(int first, bool halves = false) {
    SetFileFaultForTest([this, first, halves](FileCall call, const std::string& path, size_t* bytes) {
      if (!Writes(call)) return OkStatus();
      ++calls_;
      if (halves && calls_ == first && *bytes > 1) {
        *bytes /= 2;
        return OkStatus();
      }
      return calls_ < first ? OkStatus() : MachineError("writing '", path, "': ", kFull);
    });
  }
  ~FullDisk() { SetFileFaultForTest(nullptr); }
  int calls() const { return calls_; }

 private:
  int calls_ = 0;
};

struct Outcome {
  int code;
  std::string errors;
};

Outcome Slipway(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);
  for (const cli::Command& c : cli::Commands()) {
    if (words[0] != c.name) continue;
    ::testing::internal::CaptureStderr();
    ::testing::internal::CaptureStdout();
    int code = c.run(static_cast<int>(words.size()), argv.data());
    ::testing::internal::GetCapturedStdout();
    return {code, ::testing::internal::GetCapturedStderr()};
  }
  return {-1, "no such command"};
}

using Files = std::map<std::string, std::string>;

Files Contents(const std::string& directory) {
  namespace fs = std::filesystem;
  Files files;
  if (!fs::exists(directory)) return files;
  for (const auto& e : fs::recursive_directory_iterator(directory))
    if (e.is_regular_file()) files[fs::relative(e.path(), directory).string()] = *ReadFile(e.path().string());
  return files;
}

std::vector<std::string> Names(const Files& files) {
  std::vector<std::string> names;
  for (const auto& [name, bytes] : files) names.push_back(name);
  return names;
}

constexpr char kConfig[] = R"(data:
  file: rows.csv
  features: {name: x, columns: 0-3, shape: [4], dtype: float32, raw_dtype: uint8}
  label: {column: 4}
model:
  layers:
    - Dense: {units: 2, activation: softmax}
loss: SparseCategoricalCrossentropy
optimizer: {Adam: {learning_rate: 0.01}}
epochs: 2
seed: 1
)";

class Faults : public ::testing::Test {
 protected:
  void SetUp() override {
    dir_ = StrCat(::testing::TempDir(), "/faults_", ::testing::UnitTest::GetInstance()->current_test_info()->name(),
                  getpid());
    ASSERT_TRUE(MakeDirectories(dir_).ok());
    RandomStream random(StreamKey(1, "rows"));
    std::string csv;
    for (int row = 0; row < 40; ++row) {
      int label = static_cast<int>(random.Below(2));
      for (int i = 0; i < 4; ++i) StrAppend(csv, static_cast<int>(random.Below(8)) + (i % 2 == label ? 8 : 0), ",");
      StrAppend(csv, label, "\n");
    }
    ASSERT_TRUE(WriteFileAtomically(At("rows.csv"), csv).ok());
    ASSERT_TRUE(WriteFileAtomically(At("config.yaml"), kConfig).ok());
  }
  void TearDown() override {
    SetFileFaultForTest(nullptr);
    ASSERT_TRUE(RemoveTree(dir_).ok());
  }
  std::string At(const std::string& name) const { return dir_ + "/" + name; }
  Outcome Train(std::vector<std::string> flags) {
    std::vector<std::string> words = {"train", At("config.yaml"), "--quiet"};
    words.insert(words.end(), flags.begin(), flags.end());
    return Slipway(words);
  }
  // Runs `command` with the disk full from call 1, 2, ... on until it gets through. After each failure `check` looks at
  // what is there.
  void FillTheDiskAtEveryCall(const std::function<void()>& prepare, const std::function<Outcome()>& command,
                              const std::function<void()>& check) {
    for (bool halves : {false, true}) {
      prepare();
      for (int first = 1;; ++first) {
        ASSERT_LT(first, 400);
        SCOPED_TRACE(StrCat("full from call ", first, halves ? " after half of it" : ""));
        Outcome o;
        int calls;
        {
          FullDisk full(first, halves);
          o = command();
          calls = full.calls();
        }
        if (calls < first || o.code == 0) {
          EXPECT_EQ(o.code, 0) << o.errors;
          EXPECT_GT(first, 2);
          break;
        }
        EXPECT_EQ(o.code, cli::kExitMachine) << o.errors;
        EXPECT_THAT(o.errors, HasSubstr(kFull));
        EXPECT_EQ(std::count(o.errors.begin(), o.errors.end(), '\n'), 1) << o.errors;
        check();
        if (HasFailure()) return;
      }
    }
  }
  void WriteOld(const std::string& name) { ASSERT_TRUE(WriteFileAtomically(At(name), "old").ok()); }
  std::string dir_;
};

TEST_F(Faults, AFullDiskWhileConvertingLeavesTheOldFile) {
  ASSERT_EQ(Train({"--export_dir", At("m/1")}).code, 0);
  for (std::string mode : {"none", "int8"}) {
    Files before = Contents(dir_);
    before["out.tflite"] = "old";
    auto convert = [&] {
      return Slipway({"convert", At("m/1"), "--output_file", At("out.tflite"), "--quantize", mode, "--quiet",
                      "--representative_data", At("config.yaml")});
    };
    FillTheDiskAtEveryCall([&] { WriteOld("out.tflite"); }, convert, [&] { EXPECT_EQ(Contents(dir_), before); });
    EXPECT_GT(ReadFile(At("out.tflite"))->size(), 100u);
  }
}

TEST_F(Faults, AFullDiskWhileQuantizingLeavesTheOldFile) {
  ASSERT_EQ(Train({"--export_dir", At("m/1")}).code, 0);
  ASSERT_EQ(Slipway({"convert", At("m/1"), "--output_file", At("float.tflite")}).code, 0);
  WriteOld("out.tflite");
  Files before = Contents(dir_);
  auto quantize = [&] {
    return Slipway({"quantize", At("float.tflite"), "--output_file", At("out.tflite"), "--quantize", "float16"});
  };
  FillTheDiskAtEveryCall([&] { WriteOld("out.tflite"); }, quantize, [&] { EXPECT_EQ(Contents(dir_), before); });
}

TEST_F(Faults, AFullDiskWhileExportingLeavesTheOldModel) {
  Files before;
  auto prepare = [&] {
    ASSERT_EQ(Train({"--epochs", "1", "--export_dir", At("m/1")}).code, 0);
    before = Contents(At("m"));
  };
  auto train = [&] { return Train({"--export_dir", At("m/1")}); };
  FillTheDiskAtEveryCall(prepare, train, [&] {
    EXPECT_EQ(Names(Contents(At("m"))), Names(before));
    EXPECT_EQ(Contents(At("m")), before);
  });
  EXPECT_NE(Contents(At("m")), before);
}

TEST_F(Faults, AFullDiskWhileCheckpointingLeavesACheckpointToResumeFrom) {
  ASSERT_EQ(Train({"--epochs", "1", "--checkpoint_dir", At("start")}).code, 0);
  auto train = [&] {
    EXPECT_TRUE(RemoveTree(At("c")).ok());
    std::filesystem::copy(At("start"), At("c"));
    // The state file names where its checkpoints lie.
    std::string state = *ReadFile(At("c/checkpoint"));
    for (size_t at; (at = state.find("/start/")) != std::string::npos;) state.replace(at, 7, "/c/");
    std::filesystem::remove(At("c/checkpoint"));
    std::ofstream(At("c/checkpoint")) << state;
    return Train({"--epochs", "3", "--resume", "--checkpoint_dir", At("c")});
  };
  FillTheDiskAtEveryCall([] {}, train,
                         [&] {
                           Result<std::string> prefix = train::FindCheckpoint(At("c"));
                           ASSERT_TRUE(prefix.ok()) << prefix.status().message();
                           EXPECT_TRUE(train::ReadCheckpoint(*prefix).ok());
                           for (const std::string& name : Names(Contents(At("c"))))
                             EXPECT_EQ(name.find(".tmp"), std::string::npos) << name;
                         });
}

TEST_F(Faults, AFullDiskWhileWritingResultsLeavesTheOldFile) {
  ASSERT_EQ(Train({"--export_dir", At("m/1")}).code, 0);
  auto run = [&] {
    return Slipway({"run", At("m/1"), "--inputs", At("m/1/assets.extra/slipway_golden/serving_default.inputs.npz"),
                    "--outputs", At("out.npz")});
  };
  FillTheDiskAtEveryCall([&] { WriteOld("out.npz"); }, run, [&] { EXPECT_EQ(*ReadFile(At("out.npz")), "old"); });
}

train::CheckpointTensors TensorsOf(float value) {
  return {{"model/a", Tensor::Of<float>({3}, {value, value, value})},
          {"model/big", Tensor(DType::kF32, {1 << 19})},
          {"trainer/epoch", Tensor::Scalar<int64_t>(static_cast<int64_t>(value))}};
}

// A process that dies before file call `at`, which before that may move half of its bytes. False: it got through.
bool DiesWhileSaving(const std::string& directory, float value, int at, bool halves) {
  pid_t child = fork();
  if (child == 0) {
    int calls = 0;
    SetFileFaultForTest([&](FileCall call, const std::string&, size_t* bytes) {
      if (!Writes(call)) return OkStatus();
      ++calls;
      if (calls == at && halves && *bytes > 1)
        *bytes /= 2;
      else if (calls >= at)
        kill(getpid(), SIGKILL);
      return OkStatus();
    });
    _exit(train::SaveCheckpoint(directory, TensorsOf(value), 2).ok() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
  return WIFSIGNALED(status);
}

TEST_F(Faults, AProcessThatIsKilledAtAnyWriteLeavesTheLastCheckpointOrTheNext) {
  for (bool halves : {false, true}) {
    ASSERT_TRUE(RemoveTree(At("c")).ok());
    ASSERT_TRUE(train::SaveCheckpoint(At("c"), TensorsOf(1), 2).ok());
    float last = 1;
    for (int at = 1; DiesWhileSaving(At("c"), last + 1, at, halves); ++at) {
      SCOPED_TRACE(StrCat("killed at call ", at, halves ? " after half of it" : ""));
      ASSERT_LT(at, 100);
      Result<std::string> prefix = train::FindCheckpoint(At("c"));
      ASSERT_TRUE(prefix.ok()) << prefix.status().message();
      auto tensors = train::ReadCheckpoint(*prefix);
      ASSERT_TRUE(tensors.ok()) << tensors.status().message();
      float found = tensors->at("model/a").as<float>()[0];
      EXPECT_TRUE(found == last || found == last + 1) << found << " after " << last;
      EXPECT_EQ(tensors->at("trainer/epoch").as<int64_t>()[0], static_cast<int64_t>(found));
      last = found;
    }
    // The next one gets through and takes away what the dead have left.
    ASSERT_TRUE(train::SaveCheckpoint(At("c"), TensorsOf(last + 2), 2).ok());
    for (const std::string& name : Names(Contents(At("c")))) EXPECT_EQ(name.find(".tmp"), std::string::npos) << name;
  }
}

TEST_F(Faults, ShortReadsAreReadOn) {
  std::string bytes(100000, 'x');
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 31 >> 3);
  ASSERT_TRUE(WriteFileAtomically(At("f"), bytes).ok());
  SetFileFaultForTest([](FileCall, const std::string&, size_t* n) {
    *n = std::min<size_t>(*n, 777);
    return OkStatus();
  });
  EXPECT_EQ(*ReadFile(At("f")), bytes);
  ASSERT_TRUE(WriteFileAtomically(At("g"), bytes).ok());
  SetFileFaultForTest(nullptr);
  EXPECT_EQ(*ReadFile(At("g")), bytes);
}

// Every read of every input file fails in turn.
TEST_F(Faults, AFailingReadIsOneSentenceAndAnErrorOfTheMachine) {
  ASSERT_EQ(Train({"--export_dir", At("m/1"), "--checkpoint_dir", At("c")}).code, 0);
  ASSERT_EQ(Slipway({"convert", At("m/1"), "--output_file", At("a.tflite")}).code, 0);
  std::string inputs = At("m/1/assets.extra/slipway_golden/serving_default.inputs.npz");
  std::vector<std::vector<std::string>> commands = {
      {"run", At("a.tflite"), "--inputs", inputs, "--outputs", At("o.npz")},
      {"run", At("m/1"), "--inputs", inputs, "--outputs", At("o.npz")},
      {"convert", At("m/1"), "--output_file", At("b.tflite")},
      {"inspect", At("a.tflite")},
      {"inspect", At("m/1")},
      {"train", At("config.yaml"), "--quiet", "--resume", "--checkpoint_dir", At("c"), "--epochs", "3"},
  };
  for (const auto& command : commands) {
    for (int failing = 1;; ++failing) {
      ASSERT_LT(failing, 200);
      SCOPED_TRACE(StrCat(command[0], " ", command[1], ", read ", failing));
      int reads = 0;
      SetFileFaultForTest([&](FileCall call, const std::string& path, size_t*) {
        bool read = call == FileCall::kOpen || call == FileCall::kRead || call == FileCall::kMap;
        return read && ++reads == failing ? MachineError("reading '", path, "': Input/output error") : OkStatus();
      });
      Outcome o = Slipway(command);
      SetFileFaultForTest(nullptr);
      if (reads < failing) {
        EXPECT_EQ(o.code, 0) << o.errors;
        break;
      }
      EXPECT_TRUE(o.code == cli::kExitMachine || o.code == 0) << o.code << " " << o.errors;
      if (o.code != 0) {
        EXPECT_THAT(o.errors, HasSubstr("Input/output error"));
      }
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace slipway
