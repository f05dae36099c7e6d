// The command line from the outside: a model's whole way, and what bad input is answered with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "base/file.h"
#include "base/random.h"
#include "formats/bundle/checkpoint_state.h"
#include "formats/bundle/reader.h"
#include "formats/npz/npz.h"
#include "tests/e2e/command_line.h"

namespace slipway {
namespace {

using ::testing::HasSubstr;

TEST_F(CommandLine, TrainExportConvertQuantizeCompareRun) {
  Outcome trained = Train(StrCat("--export_dir ", At("m/1"), " --log_dir ", At("logs")));
  ASSERT_EQ(trained.code, 0) << trained.output;
  std::string golden = At("m/1/assets.extra/slipway_golden/serving_default");
  for (const char* mode : {"none", "dynamic", "float16", "int8", "int16x8"}) {
    std::string file = StrCat(At(mode), ".tflite");
    Outcome converted = Slipway(StrCat("convert ", At("m/1"), " --output_file ", file, " --quantize ", mode,
                                       " --representative_data ", At("config.yaml")));
    ASSERT_EQ(converted.code, 0) << converted.output;
    Outcome compared = Slipway(
        StrCat("compare ", At("m/1"), " ", file, " --data ", At("config.yaml"), " --metric accuracy --max_drop 0.02"));
    EXPECT_EQ(compared.code, 0) << compared.output;
    ASSERT_EQ(Slipway(StrCat("run ", file, " --inputs ", golden, ".inputs.npz --outputs ", At("out.npz"))).code, 0);
    auto want = npz::ReadNpz(golden + ".outputs.npz"), got = npz::ReadNpz(At("out.npz"));
    ASSERT_TRUE(want.ok() && got.ok());
    for (const auto& [name, w] : *want)
      for (const auto& [other, g] : *got) {
        if (name != other || name != "probabilities") continue;
        double tolerance = std::string(mode) == "none" ? 1e-5 : 0.05;
        for (size_t i = 0; i < w.as<float>().size(); ++i)
          ASSERT_NEAR(w.as<float>()[i], g.as<float>()[i], tolerance) << mode;
      }
  }
  Outcome checked = Slipway(StrCat("convert ", At("m/1"), " --check_rewrites --output_file ", At("c.tflite"),
                                   " --representative_data ", At("config.yaml")));
  EXPECT_EQ(checked.code, 0) << checked.output;
  EXPECT_THAT(checked.output, HasSubstr("checked on 3 samples, 0 could not be"));
}

TEST_F(CommandLine, EverySignatureOfTheExportGivesTheSame) {
  ASSERT_EQ(Train(StrCat("--epochs 1 --export_dir ", At("m/1"))).code, 0);
  for (const char* key : {"serving_default", "serving_examples", "serving_raw"}) {
    std::string prefix = StrCat(At("m/1/assets.extra/slipway_golden/"), key);
    Outcome run = Slipway(
        StrCat("run ", At("m/1"), " --signature ", key, " --inputs ", prefix, ".inputs.npz --outputs ", At("out.npz")));
    ASSERT_EQ(run.code, 0) << run.output;
    auto want = npz::ReadNpz(prefix + ".outputs.npz"), got = npz::ReadNpz(At("out.npz"));
    ASSERT_TRUE(want.ok() && got.ok());
    ASSERT_EQ(want->size(), got->size());
    for (const auto& [name, w] : *want) {
      const Tensor* found = nullptr;
      for (const auto& [other, g] : *got)
        if (other == name) found = &g;
      ASSERT_NE(found, nullptr) << name;
      std::vector<double> a = w.AsDoubles(), b = found->AsDoubles();
      ASSERT_EQ(a.size(), b.size());
      for (size_t k = 0; k < a.size(); ++k) ASSERT_NEAR(a[k], b[k], 1e-5) << key << " " << name;
    }
  }
  // Data that cannot be parsed: which example, which feature.
  std::vector<std::pair<std::string, Tensor>> bad = {{"examples", Tensor::Of<std::string>({2}, {"", "\x0a"})}};
  ASSERT_TRUE(npz::WriteNpz(At("bad.npz"), bad).ok());
  Outcome run = Slipway(StrCat("run ", At("m/1"), " --signature serving_examples --inputs ", At("bad.npz")));
  EXPECT_EQ(run.code, 3) << run.output;
  EXPECT_THAT(run.output, HasSubstr("(ParseExample): Name: <unknown>, Feature: pixels (data type: float) is required "
                                    "but could not be found. Index: 0"));
}

// The weights and optimizer slots of the newest checkpoint.
std::vector<std::pair<std::string, Tensor>> LastCheckpoint(const std::string& directory) {
  std::vector<std::pair<std::string, Tensor>> tensors;
  auto prefix = bundle::LatestCheckpoint(directory);
  EXPECT_TRUE(prefix.ok()) << prefix.status().message();
  auto reader = bundle::Reader::Open(*prefix);
  EXPECT_TRUE(reader.ok());
  for (const std::string& key : reader->Keys()) {
    auto t = reader->Read(key);
    if (t.ok() && key.find("model") != std::string::npos) tensors.emplace_back(key, *t);
  }
  return tensors;
}

TEST_F(CommandLine, ARunKilledAtAnyMomentResumesToTheSameWeights) {
  ASSERT_EQ(Train(StrCat("--epochs 40 --checkpoint_dir ", At("whole"))).code, 0);
  pid_t child = fork();
  if (child == 0) {
    freopen("/dev/null", "w", stderr);
    execl(SLIPWAY_BINARY, "slipway", "train", At("config.yaml").c_str(), "--quiet", "--epochs", "40",
          "--checkpoint_dir", At("cut").c_str(), nullptr);
    _exit(127);
  }
  while (!FileExists(At("cut/checkpoint"))) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  std::this_thread::sleep_for(std::chrono::milliseconds(37));
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  Outcome resumed = Train(StrCat("--epochs 40 --resume --checkpoint_dir ", At("cut")));
  ASSERT_EQ(resumed.code, 0) << resumed.output;
  auto whole = LastCheckpoint(At("whole")), cut = LastCheckpoint(At("cut"));
  ASSERT_FALSE(whole.empty());
  ASSERT_EQ(whole.size(), cut.size());
  for (size_t i = 0; i < whole.size(); ++i) EXPECT_TRUE(Identical(whole[i].second, cut[i].second)) << whole[i].first;
}

TEST_F(CommandLine, BadInputGetsOneSentenceAndTheRightExitCode) {
  struct Row {
    std::string arguments;
    int code;
    std::string says;
  };
  ASSERT_TRUE(WriteFileAtomically(At("empty.tflite"), "").ok());
  ASSERT_TRUE(WriteFileAtomically(At("text.tflite"), "this is no model at all").ok());
  ASSERT_TRUE(WriteFileAtomically(At("typo.yaml"), std::string(kConfig) + "epoks: 3\n").ok());
  ASSERT_TRUE(WriteFileAtomically(At("layer.yaml"),
                                  std::string(kConfig).replace(std::string(kConfig).find("Flatten"), 7, "Flaten "))
                  .ok());
  ASSERT_TRUE(
      WriteFileAtomically(At("nodata.yaml"),
                          std::string(kConfig).replace(std::string(kConfig).find("quadrants.csv"), 13, "nowhere.csv  "))
          .ok());
  const Row rows[] = {
      {"runn", 2, "did you mean 'run'"},
      {"run --inputz x", 2, "did you mean --inputs"},
      {"run", 2, "give a model"},
      {StrCat("run ", At("absent.tflite")), 3, "does not exist"},
      {StrCat("run ", At("empty.tflite")), 3, "is empty"},
      {StrCat("inspect ", At("text.tflite")), 3, "TFL3"},
      {StrCat("convert ", dir_, " --output_file ", At("x.tflite")), 3, "saved_model.pb"},
      {StrCat("convert ", dir_, " --output_file ", At("x.tflite"), " --quantize int44"), 2,
       "there is no mode 'int44' (did you mean 'int4'?)"},
      {StrCat("train ", At("typo.yaml")), 2, "typo.yaml:24: unknown key 'epoks'"},
      {StrCat("train ", At("layer.yaml")), 2, "did you mean Flatten"},
      {StrCat("train ", At("nodata.yaml")), 3, "does not exist"},
      {StrCat("train ", At("absent.yaml")), 3, "absent.yaml"},
  };
  for (const Row& row : rows) {
    Outcome o = Slipway(row.arguments);
    EXPECT_EQ(o.code, row.code) << row.arguments << "\n" << o.output;
    EXPECT_THAT(o.output, HasSubstr(row.says)) << row.arguments;
  }
}

TEST_F(CommandLine, DamagedFilesNeverCrash) {
  ASSERT_EQ(Train(StrCat("--epochs 1 --export_dir ", At("m/1"))).code, 0);
  ASSERT_EQ(Slipway(StrCat("convert ", At("m/1"), " --output_file ", At("good.tflite"))).code, 0);
  RandomStream random(5);
  for (const char* file : {"good.tflite", "m/1/saved_model.pb", "m/1/variables/variables.index",
                           "m/1/variables/variables.data-00000-of-00001"}) {
    std::string whole = *ReadFile(At(file));
    for (int trial = 0; trial < 6; ++trial) {
      std::string damaged = whole;
      if (trial < 2)
        damaged.resize(static_cast<size_t>(random.Below(whole.size())));
      else
        damaged[static_cast<size_t>(random.Below(whole.size()))] ^= static_cast<char>(1 << random.Below(8));
      ASSERT_TRUE(WriteFileAtomically(At(file), damaged).ok());
      std::string model = std::string(file) == "good.tflite" ? At(file) : At("m/1");
      Outcome o = Slipway(
          StrCat("run ", model, " --inputs ", At("m/1/assets.extra/slipway_golden/serving_default.inputs.npz")));
      EXPECT_TRUE(o.code == 0 || o.code == 2 || o.code == 3) << file << ": " << o.code << "\n" << o.output;
    }
    ASSERT_TRUE(WriteFileAtomically(At(file), whole).ok());
  }
}

// Two nodes that nothing here reads, one of them twice, beside one that is.
constexpr char kStrangeGraph[] = R"(
node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } }
       attr { key: 'shape' value { shape { dim { size: 2 } } } } }
node { name: 'block/odd' op: 'Oddity' input: 'x' }
node { name: 'block/odd_2' op: 'Oddity' input: 'x' }
node { name: 'block/<rare>' op: 'Rarity' input: 'x' }
node { name: 'fine' op: 'Relu' input: 'x' }
)";

TEST_F(CommandLine, ReportsOfConversions) {
  ASSERT_TRUE(WriteFileAtomically(At("g.pbtxt"), kStrangeGraph).ok());
  std::string convert = StrCat("convert ", At("g.pbtxt"), " --output_file ", At("g.tflite"));
  Outcome refused = Slipway(StrCat(convert, " --report ", At("r.json")));
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.output, HasSubstr("Oddity 'block/odd' and 1 more"));
  EXPECT_FALSE(FileExists(At("g.tflite")));
  std::string json = *ReadFile(At("r.json"));
  EXPECT_THAT(json, HasSubstr("\"node\": \"block/odd and 1 more\""));
  EXPECT_THAT(json, HasSubstr("\"op\": \"Rarity\""));
  EXPECT_THAT(json, HasSubstr("\"way_out\": \"end the signature before this layer"));
  EXPECT_EQ(Slipway(StrCat(convert, " --report ", At("r.html"))).code, 3);
  std::string page = *ReadFile(At("r.html"));
  EXPECT_THAT(page, HasSubstr("Not converted: 2 problems"));
  EXPECT_THAT(page, HasSubstr("block/&lt;rare&gt;")) << "names are escaped";

  Outcome done = Slipway(StrCat(convert, " --output_arrays fine --check_rewrites --report ", At("r.json")));
  EXPECT_EQ(done.code, 0) << done.output;
  EXPECT_THAT(done.output, HasSubstr("rewrites: "));
  json = *ReadFile(At("r.json"));
  EXPECT_THAT(json, HasSubstr("\"from\": \"fine\""));
  EXPECT_THAT(json, HasSubstr("\"changed_numbers\": []"));
  EXPECT_EQ(Slipway(StrCat(convert, " --output_arrays fine --report ", At("r.html"))).code, 0);

  // Neither without the other.
  auto exists = [&](const char* file) { return FileExists(At(file)); };
  ASSERT_TRUE(RemoveFile(At("g.tflite")).ok());
  Outcome unwritten = Slipway(StrCat(convert, " --output_arrays fine --report ", At("nowhere/r.json")));
  EXPECT_EQ(unwritten.code, 3) << unwritten.output;
  EXPECT_FALSE(exists("g.tflite") || exists("g.tflite.unchecked"));
  ASSERT_TRUE(MakeDirectories(At("taken.tflite")).ok());
  unwritten = Slipway(StrCat("convert ", At("g.pbtxt"), " --output_arrays fine --output_file ", At("taken.tflite"),
                             " --report ", At("late.json")));
  EXPECT_EQ(unwritten.code, 4) << unwritten.output;
  EXPECT_FALSE(exists("late.json") || exists("taken.tflite.unchecked"));

  page = *ReadFile(At("r.html"));
  for (const char* part : {"<h2>Layers</h2>", "<td>RELU</td>", "<h2>Where outputs come from</h2>", "f32 2"})
    EXPECT_THAT(page, HasSubstr(part));
}

TEST_F(CommandLine, InspectDrawsGraphs) {
  ASSERT_TRUE(WriteFileAtomically(At("g.pbtxt"), kStrangeGraph).ok());
  Outcome refused = Slipway(StrCat("inspect ", At("g.pbtxt"), " --html ", At("i.html")));
  EXPECT_EQ(refused.code, 0) << refused.output;
  std::string page = *ReadFile(At("i.html"));
  EXPECT_THAT(page, HasSubstr("What stands in the way"));
  EXPECT_THAT(page, HasSubstr("block/&lt;rare&gt;"));
  EXPECT_THAT(page, testing::Not(HasSubstr("<svg"))) << "there is no graph to draw";

  ASSERT_EQ(Slipway(StrCat("convert ", At("g.pbtxt"), " --output_arrays fine --output_file ", At("g.tflite"))).code, 0);
  ASSERT_EQ(Slipway(StrCat("inspect ", At("g.tflite"), " --html ", At("i.html"))).code, 0);
  page = *ReadFile(At("i.html"));
  EXPECT_THAT(page, HasSubstr("<svg"));
  EXPECT_THAT(page, HasSubstr("<title>fine\nf32[2]</title>"));
  EXPECT_THAT(page, HasSubstr(">Relu</text>"));
}

// SavedModel -> .tflite -> SavedModel -> .tflite: the same operators, arguments and answers.
TEST_F(CommandLine, ATfliteFileBecomesASavedModelAgain) {
  ASSERT_EQ(Slipway(StrCat("train ", At("config.yaml"), " --quiet --epochs 1 --checkpoint_dir ", At("c"),
                           " --export_dir ", At("m/1")))
                .code,
            0);
  ASSERT_EQ(Slipway(StrCat("convert ", At("m/1"), " --output_file ", At("a.tflite"))).code, 0);
  Outcome back = Slipway(StrCat("convert ", At("a.tflite"), " --export_dir ", At("again")));
  ASSERT_EQ(back.code, 0) << back.output;
  ASSERT_EQ(Slipway(StrCat("convert ", At("again"), " --output_file ", At("b.tflite"))).code, 0);
  Outcome compared =
      Slipway(StrCat("compare ", At("a.tflite"), " ", At("b.tflite"), " --data ", At("config.yaml"), " --atol 1e-6"));
  EXPECT_EQ(compared.code, 0) << compared.output;
  auto shown = [&](const char* file) {
    std::string text = Slipway(StrCat("inspect ", At(file))).output;
    return text.substr(text.find("signature"), text.find("tensors") - text.find("signature"));
  };
  EXPECT_EQ(shown("a.tflite"), shown("b.tflite"));
  EXPECT_EQ(Slipway(StrCat("convert ", At("a.tflite"), " --export_dir ", At("x"), " --quantize int8")).code, 2);
  EXPECT_EQ(Slipway(StrCat("convert ", At("a.tflite"), " --export_dir ", At("x"), " --output_file ", At("y"))).code, 2);
}

TEST_F(CommandLine, HelpOfEveryCommand) {
  Outcome all = Slipway("help");
  EXPECT_EQ(all.code, 0);
  for (const char* command : {"train", "inspect", "convert", "quantize", "compare", "run", "benchmark", "env"}) {
    EXPECT_THAT(all.output, HasSubstr(command));
    Outcome one = Slipway(StrCat("help ", command));
    EXPECT_EQ(one.code, 0);
    EXPECT_THAT(one.output, HasSubstr(StrCat("Usage: slipway ", command)));
  }
}

// The int8 digits model: 8x8 pixels, convolutions of 16 and 32 filters, 10 classes.
std::string Benchmark(const std::string& flags, int code = 0) {
  std::string model = StrCat(SLIPWAY_SOURCE_DIR, "/tests/selective/digits_int8.tflite");
  Outcome o = Slipway(StrCat("benchmark --graph=", model, " --num_runs=2 --warmup_runs=0 ", flags));
  EXPECT_EQ(o.code, code) << o.output;
  return o.output;
}

TEST(BenchmarkCommand, ProfilesOps) {
  std::string json = Benchmark("--enable_op_profiling=true --json -");
  for (const char* macs : {"\"macs\": 9216", "\"macs\": 73728", "\"macs\": 5120", "\"macs\": 0"})
    EXPECT_THAT(json, HasSubstr(macs));
  std::string csv = Benchmark("--enable_op_profiling --op_profiling_output_mode=csv");
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "name,kind,kernel,runs,mean_us,percent,macs");
  EXPECT_THAT(csv, testing::ContainsRegex("\"Conv2D\",\"kernel[^\"]*\",10,[0-9.]+,[0-9.]+,9216\n"));
  std::string file = StrCat(testing::TempDir(), "/trace_", getpid(), ".json");
  Benchmark(StrCat("--enable_op_profiling --op_profiling_output_mode=trace --op_profiling_output_file=", file));
  auto trace = ReadFile(file);
  ASSERT_TRUE(trace.ok());
  EXPECT_THAT(*trace, HasSubstr("\"traceEvents\":[{\"name\":\"Quantize\",\"cat\":\"op\",\"ph\":\"X\""));
  remove(file.c_str());
  EXPECT_THAT(Benchmark("--enable_op_profiling"), HasSubstr("73728"));
  EXPECT_THAT(Benchmark("--op_profiling_output_mode=proto", 2), HasSubstr("there are stdout, csv and trace"));
}

TEST(BenchmarkCommand, TakesBenchmarkModelsFlags) {
  std::string refused = Benchmark("--input_layer=none --input_layer_shape=2,8,8,1", 2);
  size_t quote = refused.find("there are '");
  ASSERT_NE(quote, std::string::npos) << refused;
  std::string name = refused.substr(quote + 11, refused.find('\'', quote + 11) - quote - 11);
  Benchmark(StrCat("--input_layer=", name, " --input_layer_shape=2,8,8,1 --input_layer_value_range=", name,
                   ",0,1 --use_xnnpack=false --num_threads=2 --run_delay=0.001 --max_secs=5 "
                   "--report_peak_memory_footprint=true"));
  std::string pixels = StrCat(testing::TempDir(), "/pixels_", getpid());
  ASSERT_TRUE(WriteFileAtomically(pixels, std::string(256, '\0')).ok());
  Benchmark(StrCat("--input_layer_value_files=", name, ":", pixels));
  ASSERT_TRUE(WriteFileAtomically(pixels, "short").ok());
  EXPECT_THAT(Benchmark(StrCat("--input_layer_value_files=", name, ":", pixels), 3), HasSubstr("has 5 bytes"));
  remove(pixels.c_str());
  EXPECT_THAT(Benchmark("--dry_run --json -"), testing::Not(HasSubstr("latency_us")));
  EXPECT_THAT(Benchmark("--signature_to_run_for=none", 3), HasSubstr("none"));
}

}  // namespace
}  // namespace slipway
