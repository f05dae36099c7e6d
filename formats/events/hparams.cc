#include "formats/events/hparams.h"

#include "base/wire.h"

namespace slipway::events {

namespace {

enum DataType { kString = 1, kBool = 2, kFloat64 = 3 };

void AppendDoubleField(std::string& out, uint32_t field, double value) {
  AppendVarint(out, static_cast<uint64_t>(field) << 3 | 1);
  AppendLittleEndian(out, value);
}

void AppendText(std::string& out, uint32_t field, const std::string& text) {
  if (!text.empty()) AppendBytesField(out, field, text);
}

// google.protobuf.Value
std::string EncodeValue(const HParamValue& value) {
  std::string out;
  if (auto* number = std::get_if<double>(&value)) AppendDoubleField(out, 2, *number);
  if (auto* text = std::get_if<std::string>(&value)) AppendBytesField(out, 3, *text);
  if (auto* flag = std::get_if<bool>(&value)) AppendVarintField(out, 4, *flag);
  return out;
}

DataType TypeOf(const HParamInfo& info) {
  if (info.values.empty() || std::holds_alternative<double>(info.values[0])) return kFloat64;
  return std::holds_alternative<bool>(info.values[0]) ? kBool : kString;
}

std::string EncodeHParam(const HParamInfo& info) {
  std::string out, domain;
  AppendText(out, 1, info.name);
  AppendText(out, 2, info.display_name);
  AppendText(out, 3, info.description);
  AppendVarintField(out, 4, TypeOf(info));
  for (const HParamValue& value : info.values) AppendBytesField(domain, 1, EncodeValue(value));
  if (!info.values.empty()) AppendBytesField(out, 5, domain);
  if (info.values.empty() && info.interval) {
    AppendDoubleField(domain, 1, info.interval->first);
    AppendDoubleField(domain, 2, info.interval->second);
    AppendBytesField(out, 6, domain);
  }
  return out;
}

std::string EncodeMetric(const MetricInfo& info) {
  std::string out, name;
  AppendText(name, 1, info.group);
  AppendText(name, 2, info.tag);
  AppendBytesField(out, 1, name);
  AppendText(out, 3, info.display_name);
  AppendText(out, 4, info.description);
  return out;
}

std::string PluginData(uint32_t field, const std::string& message) {
  std::string out;
  AppendBytesField(out, field, message);
  return out;
}

}  // namespace

std::string EncodeExperiment(const Experiment& experiment) {
  std::string out;
  for (const HParamInfo& info : experiment.hparams) AppendBytesField(out, 4, EncodeHParam(info));
  for (const MetricInfo& info : experiment.metrics) AppendBytesField(out, 5, EncodeMetric(info));
  return PluginData(2, out);
}

std::string EncodeSessionStart(const SessionStart& start) {
  std::string out;
  for (const auto& [name, value] : start.hparams) {
    std::string entry;
    AppendBytesField(entry, 1, name);
    AppendBytesField(entry, 2, EncodeValue(value));
    AppendBytesField(out, 1, entry);
  }
  AppendText(out, 4, start.group_name);
  AppendDoubleField(out, 5, start.start_time);
  return PluginData(3, out);
}

std::string EncodeSessionEnd(SessionOutcome outcome, double end_time) {
  std::string out;
  AppendVarintField(out, 1, static_cast<uint64_t>(outcome));
  AppendDoubleField(out, 2, end_time);
  return PluginData(4, out);
}

}  // namespace slipway::events
