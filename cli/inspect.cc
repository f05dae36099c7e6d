// slipway inspect: what is in a file.
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/any_model.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/inspect_html.h"
#include "cli/signature_json.h"
#include "converter/convert.h"
#include "formats/bundle/checkpoint_state.h"
#include "formats/bundle/reader.h"
#include "formats/events/reader.h"
#include "formats/savedmodel/reader.h"
#include "formats/tflite/read.h"
#include "formats/tfrecord/record.h"
#include "ir/text.h"
#include "ir/wire/tf_import.h"
#include "ir/wire/tflite_import.h"

namespace slipway::cli {

namespace {

using Json = nlohmann::ordered_json;

// One way in, imported and simplified: what stands between it and .tflite goes into `unsupported`. True: nothing does.
bool DescribeSignature(const std::string& key, Result<ir::Module> imported, Json* unsupported, ir::Module* out) {
  auto refuse = [&](const std::string& op, const std::string& node, const std::string& why) {
    unsupported->push_back({{"signature", key}, {"op", op}, {"node", node}, {"reason", why}});
  };
  if (!imported.ok()) {
    refuse("", "", imported.status().message());
    return false;
  }
  *out = std::move(imported).value();
  converter::ConvertReport report;
  if (Status s = converter::RewriteForTflite(*out, {}, &report); !s.ok()) {
    refuse("", "", s.message());
    return false;
  }
  for (const auto& o : report.unsupported) refuse(o.op, o.node, o.reason);
  return report.unsupported.empty();
}

// "convertible" is what `slipway convert` without flags would say.
void DescribeConvertibility(const std::string& path, const std::vector<std::string>& keys, Json* j, ir::Module* out) {
  Json unsupported = Json::array(), verdicts = Json::object();
  for (const std::string& key : keys) {
    ir::Module m;
    verdicts[key] = DescribeSignature(key, wire::ImportSavedModel(path, {.signature_keys = {key}}), &unsupported, &m);
    if (out->graphs.empty() || key == "serving_default") *out = std::move(m);
  }
  (*j)["convertible"] =
      verdicts.contains("serving_default") ? verdicts["serving_default"] : Json(keys.size() == 1 && verdicts[keys[0]]);
  (*j)["convertible_signatures"] = verdicts;
  (*j)["unsupported"] = unsupported;
}

Status InspectGraphDef(const std::string& path, Json* j, ir::Module* module) {
  Json unsupported = Json::array();
  (*j)["convertible"] = DescribeSignature("", wire::ImportGraphDef(path), &unsupported, module);
  (*j)["signatures"] = SignatureJson(*module);
  (*j)["unsupported"] = unsupported;
  return OkStatus();
}

Status InspectSavedModel(const std::string& path, Json* j, ir::Module* module) {
  ASSIGN_OR_RETURN(savedmodel::MetaGraph meta, savedmodel::ReadSavedModel(path));
  (*j)["tags"] = meta.tags;
  (*j)["tensorflow_version"] = meta.tensorflow_version;
  Json signatures = Json::object();
  for (const auto& s : meta.signatures) {
    Json inputs = Json::array(), outputs = Json::array();
    for (const auto& [name, info] : s.inputs) inputs.push_back(TypeJson(name, TensorType(info.dtype, info.shape)));
    for (const auto& [name, info] : s.outputs) outputs.push_back(TypeJson(name, TensorType(info.dtype, info.shape)));
    signatures[s.key] = {{"inputs", inputs}, {"outputs", outputs}};
  }
  (*j)["signatures"] = signatures;
  std::map<std::string, int> ops;
  for (const auto& n : meta.graph.nodes) ++ops[n.op];
  for (const auto& f : meta.graph.functions)
    for (const auto& n : f.nodes) ++ops[n.op];
  (*j)["ops"] = ops;
  Json variables = Json::array();
  auto bundle = bundle::Reader::Open(JoinPath(path, "variables/variables"));
  if (bundle.ok())
    for (const std::string& key : bundle->Keys()) {
      const auto* entry = bundle->Find(key);
      if (entry && key != "_CHECKPOINTABLE_OBJECT_GRAPH")
        variables.push_back(TypeJson(key, TensorType(entry->dtype, entry->shape)));
    }
  (*j)["variables"] = variables;
  std::vector<std::string> keys;
  for (const auto& s : meta.signatures) keys.push_back(s.key);
  DescribeConvertibility(path, keys, j, module);
  return OkStatus();
}

Status InspectTflite(const std::string& path, Json* j, ir::Module* module) {
  ASSIGN_OR_RETURN(tflite::Model model, tflite::ReadFile(path));
  (*j)["description"] = model.description;
  std::map<std::string, int> ops;
  Json inputs = Json::array(), outputs = Json::array(), tensors = Json::array();
  uint64_t constants = 0;
  for (const auto& b : model.buffers) constants += b.size();
  for (const auto& g : model.subgraphs) {
    for (const auto& op : g.operators) ++ops[tflite::OperatorName(model, op)];
    for (const auto& t : g.tensors) {
      auto type = tflite::LogicalType(model, t);
      if (type.ok()) tensors.push_back(TypeJson(t.name, *type));
    }
  }
  const auto& main = model.subgraphs[0];
  auto list = [&](const std::vector<int32_t>& ids, Json* to) {
    for (int32_t t : ids) {
      auto type = tflite::LogicalType(model, main.tensors[static_cast<size_t>(t)]);
      if (type.ok()) to->push_back(TypeJson(main.tensors[static_cast<size_t>(t)].name, *type));
    }
  };
  list(main.inputs, &inputs);
  list(main.outputs, &outputs);
  (*j)["ops"] = ops;
  (*j)["inputs"] = inputs;
  (*j)["outputs"] = outputs;
  (*j)["constant_bytes"] = constants;
  (*j)["tensors"] = tensors;
  auto imported = wire::ImportTflite(model);
  (*j)["unsupported"] = Json::array();
  if (imported.ok()) {
    (*j)["signatures"] = SignatureJson(*imported);
    *module = std::move(imported).value();
  } else {
    (*j)["unsupported"].push_back({{"op", ""}, {"node", ""}, {"reason", imported.status().message()}});
  }
  return OkStatus();
}

Status InspectCheckpoint(std::string prefix, Json* j) {
  if (IsDirectory(prefix)) {
    ASSIGN_OR_RETURN(prefix, bundle::LatestCheckpoint(prefix));
  }
  if (prefix.ends_with(".index")) prefix.resize(prefix.size() - 6);
  ASSIGN_OR_RETURN(bundle::Reader reader, bundle::Reader::Open(prefix));
  Json variables = Json::array();
  for (const std::string& key : reader.Keys()) {
    const auto* entry = reader.Find(key);
    variables.push_back(TypeJson(key, TensorType(entry->dtype, entry->shape)));
  }
  (*j)["prefix"] = prefix;
  (*j)["variables"] = variables;
  return OkStatus();
}

Status InspectRecords(const std::string& path, Json* j) {
  ASSIGN_OR_RETURN(tfrecord::Reader reader, tfrecord::Reader::Open(path));
  int64_t records = 0, bytes = 0;
  std::string_view record;
  while (true) {
    ASSIGN_OR_RETURN(bool more, reader.Next(&record));
    if (!more) break;
    ++records;
    bytes += static_cast<int64_t>(record.size());
  }
  (*j)["records"] = records;
  (*j)["record_bytes"] = bytes;
  return OkStatus();
}

Status InspectEvents(const std::string& path, Json* j) {
  ASSIGN_OR_RETURN(events::Reader reader, events::Reader::Open(path));
  std::map<std::string, int64_t> tags;
  int64_t count = 0;
  events::Event event;
  while (true) {
    ASSIGN_OR_RETURN(bool more, reader.Next(&event));
    if (!more) break;
    ++count;
    for (const auto& value : event.summaries) ++tags[value.tag];
  }
  (*j)["events"] = count;
  (*j)["tags"] = tags;
  return OkStatus();
}

std::string TypeText(const Json& t) {
  std::string shape;
  if (t["shape"].is_null())
    shape.push_back('*');
  else
    for (const auto& d : t["shape"])
      StrAppend(shape, shape.empty() ? "" : ",", d.get<int64_t>() < 0 ? std::string("?") : StrCat(d.get<int64_t>()));
  return StrCat(t["dtype"].get<std::string>(), "[", shape, "]");
}

void PrintSignatures(const Json& signatures) {
  for (const auto& [key, s] : signatures.items()) {
    std::printf("\nsignature %s\n", key.c_str());
    for (const auto& t : s["inputs"])
      std::printf("  in   %-24s %s\n", t["name"].get<std::string>().c_str(), TypeText(t).c_str());
    for (const auto& t : s["outputs"])
      std::printf("  out  %-24s %s\n", t["name"].get<std::string>().c_str(), TypeText(t).c_str());
  }
}

// "a, b, c" in lines of at most 80 columns, indented below the first.
std::string Wrapped(const std::string& head, const std::vector<std::string>& words) {
  std::string out, line = head;
  for (size_t i = 0; i < words.size(); ++i) {
    std::string word = StrCat(words[i], i + 1 < words.size() ? "," : "");
    if (line.size() + 1 + word.size() > 80 && line.size() > head.size()) {
      StrAppend(out, line, "\n");
      line = std::string(head.size(), ' ');
    }
    StrAppend(line, line.ends_with(' ') ? "" : " ", word);
  }
  return StrCat(out, line, "\n");
}

void PrintConvertibility(const Json& j) {
  if (j.contains("convertible")) std::printf("\nconvertible to .tflite:");
  if (j.contains("convertible_signatures")) {
    for (const auto& [key, verdict] : j["convertible_signatures"].items())
      std::printf("\n  %-24s %s", key.c_str(), verdict.get<bool>() ? "yes" : "no");
    std::printf("\n");
  } else if (j.contains("convertible")) {
    std::printf(" %s\n", j["convertible"].get<bool>() ? "yes" : "no");
  }
  if (!j.contains("unsupported")) return;
  for (const auto& u : j["unsupported"]) {
    std::string op = u["op"], node = u["node"], signature = u.value("signature", "");
    std::printf("  %s%s%s\n", signature.empty() ? "" : StrCat(signature, ": ").c_str(),
                op.empty() ? "" : StrCat(op, " '", node, "': ").c_str(), u["reason"].get<std::string>().c_str());
  }
}

void Print(const std::string& path, const Json& j, bool all_tensors) {
  std::printf("%s: %s, %s\n", path.c_str(), j["kind"].get<std::string>().c_str(), HumanBytes(j["bytes"]).c_str());
  if (j.contains("signatures")) PrintSignatures(j["signatures"]);
  if (j.contains("ops")) {
    std::vector<std::string> ops;
    for (const auto& [name, count] : j["ops"].items()) ops.push_back(StrCat(name, " ", count.get<int>()));
    std::printf("\n%s", Wrapped("ops: ", ops).c_str());
  }
  for (const char* list : {"variables", "tensors"}) {
    if (!j.contains(list) || j[list].empty()) continue;
    std::printf("\n%zu %s%s\n", j[list].size(), list,
                all_tensors || j[list].size() <= 12 ? "" : " (--tensors lists them)");
    if (!all_tensors && j[list].size() > 12) continue;
    for (const auto& t : j[list])
      std::printf("  %-56s %s\n", t["name"].get<std::string>().c_str(), TypeText(t).c_str());
  }
  for (const char* number : {"records", "events"})
    if (j.contains(number)) std::printf("%s: %ld\n", number, j[number].get<long>());
  PrintConvertibility(j);
}

int Run(int argc, char** argv) {
  Flags flags(kInspect);
  flags.Add({
      {"json", "Write the result as JSON to this file (- for stdout)", Text()},
      {"tensors", "List every tensor or variable", Switch()},
      {"graph", "Print the graph as text", Switch()},
      {"html", "Write a page with the graphs as pictures to this file", Text()},
  });
  flags.Positional({"path"});
  int code;
  if (!flags.Parse(argc, argv, &code)) return code;
  std::string path = flags.String("path");
  if (path.empty()) return Fail("inspect", UsageError("give a path: slipway inspect PATH"));
  auto kind = KindOf(path);
  if (!kind.ok()) return Fail("inspect", kind.status());
  Json j = {{"kind", *kind}, {"bytes", BytesBelow(path)}};
  ir::Module module;
  Status s;
  if (*kind == "saved_model")
    s = InspectSavedModel(path, &j, &module);
  else if (*kind == "tflite")
    s = InspectTflite(path, &j, &module);
  else if (*kind == "checkpoint")
    s = InspectCheckpoint(path, &j);
  else if (*kind == "tfrecord")
    s = InspectRecords(path, &j);
  else if (*kind == "events")
    s = InspectEvents(path, &j);
  else
    s = InspectGraphDef(path, &j, &module);
  if (s.ok() && flags.Has("json")) s = WriteJson(flags.String("json"), j);
  if (s.ok() && flags.Has("html")) s = WriteFileAtomically(flags.String("html"), InspectHtml(path, j, module));
  if (!s.ok()) return Fail("inspect", s);
  bool json_to_stdout = flags.Has("json") && flags.String("json") == "-";
  if (flags.Bool("graph"))
    std::printf("%s", ir::ToString(module, {.largest_constant = 16}).c_str());
  else if (!json_to_stdout)
    Print(path, j, flags.Bool("tensors"));
  return kExitOk;
}

}  // namespace

const Command kInspect = {"inspect", "PATH [--json FILE] [--graph] [--html FILE]",
                          "Show what is in a model, checkpoint, TFRecord or event file", Run};

}  // namespace slipway::cli
