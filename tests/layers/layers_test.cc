// Reads every #include of the project and fails on an arrow that the architecture does not have.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;

// Who may include whose headers. A layer may always include its own. "formats" stands for every format folder but
// tflite.
const std::map<std::string, std::set<std::string>>& Allowed() {
  static const std::map<std::string, std::set<std::string>> allowed = {
      {"base", {}},
      {"ops", {"base"}},
      {"ops_cases", {"base", "ops"}},
      {"ir", {"base", "ops"}},
      {"formats", {"base", "tflite"}},
      {"tflite", {"base"}},
      {"ops_tflite", {"base", "ops", "tflite"}},
      {"interpreter", {"base", "ops", "tflite", "ops_tflite"}},
      {"kernels_ext", {"base", "ops", "interpreter"}},
      {"interpreter_graph", {"base", "ops", "ir", "interpreter"}},
      {"wire", {"base", "ops", "ir", "formats", "tflite", "ops_tflite"}},
      {"converter", {"base", "ops", "ir", "wire", "formats", "tflite", "ops_tflite"}},
      {"quantize",
       {"base", "ops", "ir", "wire", "formats", "tflite", "ops_tflite", "interpreter", "interpreter_graph"}},
      {"train", {"base", "ops", "ir", "wire", "formats", "interpreter", "interpreter_graph"}},
      {"serving", {"base", "ops", "ir", "wire", "formats", "tflite", "converter", "interpreter", "interpreter_graph"}},
      {"cli", {"*"}},
      {"tests", {"*"}},
      {"bench", {"*"}},
      {"examples", {"*"}},
  };
  return allowed;
}

bool StartsWith(const std::string& s, const char* prefix) { return s.rfind(prefix, 0) == 0; }

// A facet file obeys the layer of the library that it joins.
std::string LayerOfFacet(const std::string& stem) {
  if (stem == "tf") return "wire";
  if (stem == "tflite") return "ops_tflite";
  if (stem == "grad" || stem == "kernel_train" || stem == "dnnl") return "train";
  if (stem == "kernel_ext") return "kernels_ext";
  if (StartsWith(stem, "kernel") || stem == "xnnpack" || stem == "reference_kernel") return "interpreter";
  if (stem == "cases") return "ops_cases";
  if (stem == "quant") return "quantize";
  return "ops";
}

std::string LayerOf(const std::string& path) {
  fs::path p(path);
  std::string top = p.begin()->string();
  std::string stem = p.stem().string();
  if (stem.size() > 5 && stem.substr(stem.size() - 5) == "_test") return "tests";
  if (top == "ops") {
    bool core = std::distance(p.begin(), p.end()) == 2;
    if (core)
      return stem == "cases" || stem == "cases_input" || stem == "code_cases" || stem == "state_case" ? "ops_cases"
                                                                                                      : "ops";
    if (p.parent_path() == fs::path("ops/tables")) {
      if (stem == "from_tflite" || stem == "to_tflite" || stem == "tflite" || stem == "tflite_codes" ||
          stem == "custom_options" || stem == "known_custom" || stem == "litert_limits" || stem == "pool_struct" ||
          stem == "stablehlo_body" || stem == "tflite_resources")
        return "ops_tflite";
      if (stem == "xnn") return "interpreter";
      if (stem == "kernel_ext") return "kernels_ext";
      if (stem == "op_report") return "tests";
    }
    // Private headers of kernels.
    bool of_kernels = stem.ends_with("_template") || StartsWith(stem, "plan_");
    return p.extension() == ".h" && of_kernels ? "interpreter" : LayerOfFacet(stem);
  }
  if (top == "ir") return StartsWith(path, "ir/wire/") ? "wire" : "ir";
  if (top == "formats") return StartsWith(path, "formats/tflite/") ? "tflite" : "formats";
  if (top == "interpreter") return StartsWith(path, "interpreter/graph/") ? "interpreter_graph" : "interpreter";
  return top;
}

TEST(Layers, EveryIncludeIsAnArrowOfTheArchitecture) {
  fs::path root = SLIPWAY_SOURCE_DIR;
  std::set<std::string> tops;
  for (const auto& [layer, uses] : Allowed()) tops.insert(layer);
  int includes = 0;
  std::ostringstream wrong;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator(); ++it) {
    std::string path = fs::relative(it->path(), root).string();
    if (it->is_directory() && (path == "build" || path[0] == '.')) {
      it.disable_recursion_pending();
      continue;
    }
    std::string extension = it->path().extension().string();
    if (extension != ".cc" && extension != ".h") continue;
    std::string layer = LayerOf(path);
    auto allowed = Allowed().find(layer);
    if (allowed == Allowed().end()) {
      wrong << path << ": folder of no layer\n";
      continue;
    }
    std::ifstream in(it->path());
    for (std::string line; std::getline(in, line);) {
      if (!StartsWith(line, "#include \"")) continue;
      std::string header = line.substr(10, line.find('"', 10) - 10);
      if (!fs::exists(root / header)) continue;  // generated or outside
      ++includes;
      std::string target = LayerOf(header);
      if (target == layer || allowed->second.count("*") || allowed->second.count(target)) continue;
      wrong << path << " (" << layer << ") includes " << header << " (" << target << ")\n";
    }
  }
  EXPECT_GT(includes, 50);
  EXPECT_EQ(wrong.str(), "");
}

// pb.h costs every file that sees it half a second.
TEST(Layers, ProtobufHeadersStayInFormatsAndServing) {
  fs::path root = SLIPWAY_SOURCE_DIR;
  std::ostringstream wrong;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator(); ++it) {
    std::string path = fs::relative(it->path(), root).string();
    if (it->is_directory() && (path == "build" || path[0] == '.')) {
      it.disable_recursion_pending();
      continue;
    }
    std::string extension = it->path().extension().string();
    if ((extension != ".cc" && extension != ".h") || StartsWith(path, "formats/") || StartsWith(path, "serving/"))
      continue;
    std::ifstream in(it->path());
    for (std::string line; std::getline(in, line);)
      if (StartsWith(line, "#include") && line.find(".pb.h") != std::string::npos)
        wrong << path << ": " << line << "\n";
  }
  EXPECT_EQ(wrong.str(), "");
}

}  // namespace
