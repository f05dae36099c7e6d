#include "serving/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace slipway::serving {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

TEST(MetricsTest, CountsRequestsByModelAndStatus) {
  Metrics m(true);
  for (int i = 0; i < 3; ++i) m.NoteRequest("a", "Predict", "GRPC", {}, 15us);
  m.NoteRequest("a", "predict", "REST", InvalidArgument("no"), 1s);
  std::string text = m.PrometheusText();
  EXPECT_THAT(text, HasSubstr("# TYPE :tensorflow:serving:request_count counter\n"
                              ":tensorflow:serving:request_count{model_name=\"a\",status=\"INVALID_ARGUMENT\"} 1\n"
                              ":tensorflow:serving:request_count{model_name=\"a\",status=\"OK\"} 3\n"));
  EXPECT_THAT(text, Not(HasSubstr("entrypoint=\"REST\""))) << "only successes have a latency";
  EXPECT_EQ(m.totals().succeeded, 3u);
  EXPECT_EQ(m.totals().failed, 1u);
  EXPECT_EQ(m.totals().busy, 1s + 45us);
}

TEST(MetricsTest, BucketsAreCumulative) {
  Metrics m(true);
  for (auto took : {10us, 11us, 30us}) m.NoteRequest("a", "Predict", "GRPC", {}, took);
  m.NoteRequest("a", "Predict", "GRPC", {}, 10h);
  std::string text = m.PrometheusText(), labels = "{model_name=\"a\",API=\"Predict\",entrypoint=\"GRPC\"";
  for (const char* row : {",le=\"10\"} 1\n", ",le=\"18\"} 2\n", ",le=\"32.4\"} 3\n", ",le=\"+Inf\"} 4\n"})
    EXPECT_THAT(text, HasSubstr(StrCat(":tensorflow:serving:request_latency_bucket", labels, row)));
  EXPECT_THAT(text, HasSubstr(StrCat(":tensorflow:serving:request_latency_sum", labels, "} 36000000051\n")));
  EXPECT_THAT(text, HasSubstr(StrCat(":tensorflow:serving:request_latency_count", labels, "} 4\n")));
}

TEST(MetricsTest, ExamplesAndLoads) {
  Metrics m(true);
  m.NoteExamples("a", 5);
  m.NoteExamples("a", 2);
  m.NoteLoad("/models/a/1", true, 2ms);
  std::string text = m.PrometheusText();
  EXPECT_THAT(text, HasSubstr(":tensorflow:serving:request_example_count_total{model=\"a\"} 7\n"));
  EXPECT_THAT(text, HasSubstr(":tensorflow:serving:request_example_counts_bucket{model=\"a\",le=\"2\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("load_attempt_count{model_path=\"/models/a/1\",status=\"success\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("load_latency{model_path=\"/models/a/1\"} 2000\n"));
}

TEST(MetricsTest, NamesOfClientsNeitherBreakLinesNorFillTheMemory) {
  Metrics m(true);
  m.NoteRequest("a\"b\\c\nd", "Predict", "GRPC", {}, 1us);
  EXPECT_THAT(m.PrometheusText(), HasSubstr("{model_name=\"a\\\"b\\\\c\\nd\",status=\"OK\"} 1\n"));
  for (int i = 0; i < 10000; ++i) m.NoteRequest(StrCat("invented", i), "Predict", "GRPC", InvalidArgument(""), 1us);
  EXPECT_THAT(m.PrometheusText(), HasSubstr("request_count{model_name=\"\",status=\"\"} 5905\n"));
}

TEST(MetricsTest, WithoutAPageOnlyTheTotalsAreKept) {
  Metrics m(false);
  m.NoteRequest("a", "Predict", "GRPC", {}, 1us);
  m.NoteExamples("a", 1);
  EXPECT_EQ(m.PrometheusText(), "");
  EXPECT_EQ(m.totals().succeeded, 1u);
}

}  // namespace
}  // namespace slipway::serving
