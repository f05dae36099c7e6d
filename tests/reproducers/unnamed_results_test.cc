// A .tflite operator that names fewer results than it has: the import read beyond the list of names.
#include <gtest/gtest.h>

#include "formats/tflite/write.h"
#include "interpreter/interpreter.h"
#include "ir/wire/tflite_import.h"
#include "tests/cases/case_file.h"
#include "tests/cases/case_values.h"

namespace slipway {
namespace {

TEST(UnnamedResults, AreRefusedOrIgnored) {
  int files = 0;
  for (const char* op : {"Reshape", "Split", "Unary", "Gather"}) {
    ops::Case c;
    for (const ops::Case& candidate : cases::All())
      if (candidate.op.name() == std::string(op) && candidate.error.empty()) c = candidate;
    SCOPED_TRACE(c.name);
    std::vector<Tensor> operands = cases::OperandsOf(c);
    Result<tflite::Model> file = cases::FileOf(c, operands, *cases::ResultTypes(c, operands));
    if (!file.ok()) continue;
    ++files;
    file->subgraphs[0].operators[0].outputs.clear();
    file->subgraphs[0].outputs.clear();
    EXPECT_FALSE(wire::ImportTflite(*file).ok());
    Result<std::string> bytes = tflite::Write(*file);
    if (!bytes.ok()) continue;
    auto owner = std::make_shared<const std::string>(*bytes);
    auto model = interpreter::Model::Load(owner, *owner);
    if (!model.ok()) continue;
    auto interpreter = interpreter::Interpreter::Create(*model);
    if (interpreter.ok()) (void)(*interpreter)->main().Invoke().ok();
  }
  EXPECT_GE(files, 3);
}

}  // namespace
}  // namespace slipway
