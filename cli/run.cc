// slipway run: inference on files, one or several calls on one loaded instance.
#include <algorithm>
#include <cstdio>

#include "cli/any_model.h"
#include "cli/commands.h"
#include "cli/feeds.h"
#include "cli/flags.h"
#include "formats/npz/npz.h"

namespace slipway::cli {

namespace {

struct Call {
  std::string signature, inputs, outputs;
};

Result<std::vector<Call>> Calls(const Flags& flags) {
  std::vector<std::string> signatures = flags.Strings("signature"), inputs = flags.Strings("inputs"),
                           outputs = flags.Strings("outputs");
  size_t n = std::max({size_t{1}, signatures.size(), inputs.size(), outputs.size()});
  auto pick = [&](const std::vector<std::string>& list, size_t i) {
    return list.empty() ? std::string() : list.size() == 1 && n > 1 ? list[0] : list[i];
  };
  for (const auto* list : {&signatures, &inputs, &outputs})
    if (list->size() > 1 && list->size() != n)
      return UsageError("--signature, --inputs and --outputs must be repeated equally often");
  if (n > 1 && outputs.size() == 1) return UsageError("--outputs must be given once per call");
  std::vector<Call> calls;
  for (size_t i = 0; i < n; ++i) calls.push_back({pick(signatures, i), pick(inputs, i), pick(outputs, i)});
  return calls;
}

Status RunCalls(const Flags& flags) {
  ASSIGN_OR_RETURN(std::vector<Call> calls, Calls(flags));
  std::vector<std::string> keys;
  for (const Call& c : calls)
    if (!c.signature.empty() && std::find(keys.begin(), keys.end(), c.signature) == keys.end())
      keys.push_back(c.signature);
  ASSIGN_OR_RETURN(AnyModel any, LoadAnyModel(flags.String("model"), keys));
  ASSIGN_OR_RETURN(interpreter::Backend backend, interpreter::BackendFromName(flags.String("backend")));
  interpreter::InterpreterOptions options{.num_threads = static_cast<int>(flags.Int("num_threads")),
                                          .backend = backend};
  options.exact = backend == interpreter::Backend::kReference;
  ASSIGN_OR_RETURN(auto interpreter, interpreter::Interpreter::Create(any.model, options));
  ASSIGN_OR_RETURN(NamedTensors single, ReadNamedFiles(flags.Strings("input")));
  for (const Call& c : calls) {
    ASSIGN_OR_RETURN(interpreter::Runner * runner, FindRunner(*interpreter, c.signature));
    NamedTensors feeds = single;
    if (!c.inputs.empty()) {
      ASSIGN_OR_RETURN(NamedTensors more, npz::ReadNpz(c.inputs));
      for (auto& f : more) feeds.push_back(std::move(f));
    }
    if (Status fed = Feed(*runner, feeds); !fed.ok()) {
      // Whoever has no inputs for a model that cannot run at all is told so.
      Status planned = runner->Prepare();
      return planned.ok() || planned.kind() == ErrorKind::kUsage ? fed : planned;
    }
    RETURN_IF_ERROR(runner->Invoke());
    ASSIGN_OR_RETURN(NamedTensors results, Outputs(*runner));
    if (!c.outputs.empty()) RETURN_IF_ERROR(npz::WriteNpz(c.outputs, results));
    if (c.outputs.empty() || flags.Bool("print"))
      for (const auto& [name, t] : results) std::printf("%s\n", Show(name, t).c_str());
  }
  return OkStatus();
}

int Run(int argc, char** argv) {
  Flags flags(kRun);
  flags.Add({
      {"signature", "Signature key; repeat with --inputs and --outputs for several calls in order on one instance",
       List()},
      {"inputs", "Arrays by argument name (.npz)", List()},
      {"outputs", "Where the results go (.npz)", List()},
      {"input", "One argument: NAME=FILE.npy; may be repeated", List()},
      {"num_threads,threads", "Threads, the caller included", Integer("1")},
      {"backend", "auto, reference (obvious loops, integers bit for bit), kernel, xnnpack or bfloat16", Text("auto")},
      {"print", "Print the results even if they are written", Switch()},
  });
  flags.Positional({"model"});
  int code;
  if (!flags.Parse(argc, argv, &code)) return code;
  if (flags.String("model").empty())
    return Fail("run", UsageError("give a model: slipway run MODEL --inputs FILE.npz"));
  Status s = RunCalls(flags);
  return s.ok() ? kExitOk : Fail("run", s);
}

}  // namespace

const Command kRun = {"run", "MODEL [--signature KEY] --inputs FILE.npz [--outputs FILE.npz]",
                      "Run a SavedModel, .tflite or GraphDef on arrays", Run};

}  // namespace slipway::cli
