// Values and bytes in here are TensorFlow 2.21's and TensorBoard's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "formats/events/reader.h"
#include "formats/events/writer.h"
#include "formats/tfrecord/record.h"

namespace slipway::events {
namespace {

using testing::ElementsAre;

std::string FromHex(std::string_view hex) {
  std::string out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    out.push_back(static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  return out;
}

class EventsTest : public testing::Test {
 protected:
  void SetUp() override {
    dir_ = StrCat(testing::TempDir(), "/events_", getpid(), "_",
                  testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(dir_);
  }
  void TearDown() override { std::filesystem::remove_all(dir_); }

  Writer NewWriter() {
    Result<Writer> writer = Writer::Create(dir_, [] { return 1796009764.5; });
    EXPECT_TRUE(writer.ok()) << writer.status().message();
    return std::move(writer).value();
  }
  // The records of the writer's file.
  std::vector<std::string> Records(const std::string& path) {
    Result<tfrecord::Reader> reader = tfrecord::Reader::Open(path);
    std::vector<std::string> records;
    std::string_view record;
    while (*reader->Next(&record)) records.emplace_back(record);
    return records;
  }

  std::string dir_;
};

TEST_F(EventsTest, FirstEventAndFileName) {
  Writer writer = NewWriter();
  EXPECT_THAT(BaseName(writer.path()),
              testing::MatchesRegex("events\\.out\\.tfevents\\.1796009764\\..+\\.[0-9]+\\.[0-9]+\\.v2"));
  EXPECT_THAT(Records(writer.path()),
              ElementsAre(FromHex("09000020c93bc3da411a0d627261696e2e4576656e743a3252240a2274656e736f72666c6f772e636f72"
                                  "652e7574696c2e6576656e74735f777269746572")));
  EXPECT_NE(NewWriter().path(), writer.path());
}

TEST_F(EventsTest, SameBytesAsTensorFlow) {
  Writer writer = NewWriter();
  std::string time = FromHex("09000020c93bc3da41");
  ASSERT_TRUE(writer.AddScalar("loss", 3, 0.5f).ok());
  ASSERT_TRUE(writer.AddText("t", 3, "hello").ok());
  ASSERT_TRUE(writer.AddImages("im", 3, 1, 1, std::vector<std::string>{"P", "Q"}).ok());
  ASSERT_TRUE(writer.AddGraph("\x22\x03\x08\xaa\x13").ok());
  std::vector<std::string> records = Records(writer.path());
  ASSERT_EQ(records.size(), 5u);
  EXPECT_EQ(records[1], time + FromHex("10032a210a1f0a046c6f7373420a080112002a040000003f4a0b0a090a077363616c617273"));
  EXPECT_EQ(records[2], time + FromHex("10032a1c0a1a0a0174420b08071200420568656c6c6f4a080a060a0474657874"));
  EXPECT_EQ(records[3], time + FromHex("10032a280a260a02696d421408071204120208044201314201314201504201514a0a0a080a06"
                                       "696d61676573"));
  EXPECT_EQ(records[4], time + FromHex("2205220308aa13"));
}

TEST_F(EventsTest, EveryEventIsThereAtOnce) {
  Writer writer = NewWriter();
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(Records(writer.path()).size(), i + 1);
    ASSERT_TRUE(writer.AddScalar("loss", static_cast<int64_t>(i), 1).ok());
  }
}

TEST_F(EventsTest, WhatIsWrittenComesBack) {
  Writer writer = NewWriter();
  ASSERT_TRUE(writer.AddScalar("loss", 7, 0.5f).ok());
  ASSERT_TRUE(writer.AddHistogram("w", 7, std::vector<float>{1, 2, 2, 4}, 3).ok());
  ASSERT_TRUE(writer.AddRunMetadata("step7", 7, "metadata").ok());
  ASSERT_TRUE(writer.AddSessionStart({{{"lr", 0.1}}, "trial", 1}).ok());
  Result<Reader> reader = Reader::Open(writer.path());
  Event event;
  ASSERT_TRUE(*reader->Next(&event));
  EXPECT_EQ(event.file_version, "brain.Event:2");
  EXPECT_EQ(event.wall_time, 1796009764.5);
  ASSERT_TRUE(*reader->Next(&event));
  EXPECT_EQ(event.step, 7);
  EXPECT_EQ(event.summaries[0].tag, "loss");
  EXPECT_EQ(event.summaries[0].plugin, "scalars");
  EXPECT_TRUE(Identical(event.summaries[0].value, Tensor::Scalar(0.5f)));
  ASSERT_TRUE(*reader->Next(&event));
  EXPECT_EQ(event.summaries[0].plugin, "histograms");
  EXPECT_EQ(event.summaries[0].value.shape(), (Shape{3, 3}));
  ASSERT_TRUE(*reader->Next(&event));
  EXPECT_EQ(event.run_metadata_tag, "step7");
  EXPECT_EQ(event.run_metadata, "metadata");
  ASSERT_TRUE(*reader->Next(&event));
  EXPECT_EQ(event.summaries[0].tag, "_hparams_/session_start_info");
  EXPECT_EQ(event.summaries[0].content, EncodeSessionStart({{{"lr", 0.1}}, "trial", 1}));
  EXPECT_FALSE(*reader->Next(&event));
}

TEST_F(EventsTest, OlderScalarsAndDamage) {
  std::string file, good = FromHex("09000020c93bc3da4110032a0d0a0b0a046c6f7373150000003f");
  tfrecord::AppendRecord(file, good);
  size_t first = file.size();
  tfrecord::AppendRecord(file, "\x09garbage");
  std::filesystem::create_directories(dir_);
  std::string path = JoinPath(dir_, "old.tfevents");
  std::ofstream(path, std::ios::binary).write(file.data(), static_cast<std::streamsize>(file.size()));
  Result<Reader> reader = Reader::Open(path);
  Event event;
  ASSERT_TRUE(*reader->Next(&event));
  EXPECT_EQ(event.summaries[0].plugin, "scalars");
  EXPECT_TRUE(Identical(event.summaries[0].value, Tensor::Scalar(0.5f)));
  Result<bool> more = reader->Next(&event);
  EXPECT_EQ(more.status().message(),
            StrCat(path, ": record at ", first, ": the bytes are not a valid tensorflow.Event"));
  for (size_t n = 0; n < good.size(); ++n) {
    std::string cut;
    tfrecord::AppendRecord(cut, good.substr(0, n));
    std::ofstream(path, std::ios::binary).write(cut.data(), static_cast<std::streamsize>(cut.size()));
    (void)Reader::Open(path)->Next(&event);
  }
}

TEST(Histogram, BinsAsTensorBoardMakesThem) {
  auto rows = [](std::vector<float> values, int buckets) {
    Tensor t = MakeHistogram(values, buckets);
    return std::vector<double>(t.as<double>().begin(), t.as<double>().end());
  };
  EXPECT_THAT(rows({1, 2, 2, 4}, 3), ElementsAre(1, 2, 1, 2, 3, 2, 3, 4, 1));
  EXPECT_THAT(rows({2, 2}, 3), ElementsAre(2, 2, 0, 2, 2, 0, 2, 2, 2));
  EXPECT_THAT(rows({}, 2), ElementsAre(0, 0, 0, 0, 0, 0));
  EXPECT_THAT(rows({NAN, 2, INFINITY, 2}, 1), ElementsAre(2, 2, 2));
  EXPECT_THAT(rows({-3e38f, 3e38f}, 1), ElementsAre(-3e38f, 3e38f, 2));
}

TEST(HParams, SameBytesAsTensorBoard) {
  Experiment experiment;
  experiment.hparams = {{"lr", "", "", {}, std::pair(1e-4, 1.0)},
                        {"opt", "", "", {"adam", "sgd"}, {}},
                        {"units", "", "", {16.0, 32.0}, {}}};
  experiment.metrics = {{"acc", "", "Accuracy", ""}};
  EXPECT_EQ(
      EncodeExperiment(experiment),
      FromHex("126c221a0a026c7220033212092d431cebe2361a3f11000000000000f03f22180a036f707420012a0f0a061a046164616d0a"
              "051a0373676422210a05756e69747320032a160a091100000000000030400a091100000000000040402a110a05120361"
              "63631a084163637572616379"));
  SessionStart start;
  start.hparams = {{"b", true}, {"lr", 0.1}, {"opt", "adam"}, {"units", 16.0}};
  start.group_name = "trial";
  start.start_time = 1796009764.5;
  EXPECT_EQ(EncodeSessionStart(start),  // TensorBoard's, with the entries of the map sorted
            FromHex("1a4d0a070a0162120220010a0f0a026c721209119a9999999999b93f0a0d0a036f707412061a046164616d0a120a05756e"
                    "69747312091100000000000030402205747269616c29000020c93bc3da41"));
  EXPECT_EQ(EncodeSessionEnd(SessionOutcome::kSuccess, 1796009764.5), FromHex("220b080111000020c93bc3da41"));
}

}  // namespace
}  // namespace slipway::events
