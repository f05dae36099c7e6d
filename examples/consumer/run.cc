// run_cc MODEL.tflite: one run on zeros with the C++ API.
#include <cstdio>

#include "interpreter/interpreter.h"

using slipway::interpreter::Interpreter;
using slipway::interpreter::Model;

namespace {

slipway::Status Run(const char* path) {
  ASSIGN_OR_RETURN(auto model, Model::Load(path));
  ASSIGN_OR_RETURN(auto interpreter, Interpreter::Create(model, {.num_threads = 2}));
  slipway::interpreter::Runner& runner = interpreter->main();
  RETURN_IF_ERROR(runner.Invoke());
  for (int i = 0; i < runner.num_outputs(); ++i) {
    ASSIGN_OR_RETURN(auto bytes, runner.OutputBytes(i));
    std::printf("%s: %zu bytes\n", runner.output_name(i).c_str(), bytes.size());
  }
  return slipway::OkStatus();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  slipway::Status status = Run(argv[1]);
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.message().c_str());
  return status.ok() ? 0 : 1;
}
