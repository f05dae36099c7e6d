/* Checks for the programs of this folder, in C99 and C++. */
#ifndef SLIPWAY_TESTS_C_API_EXPECT_H_
#define SLIPWAY_TESTS_C_API_EXPECT_H_

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                           \
  do {                                                                              \
    if (!(condition)) {                                                             \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                      \
    }                                                                               \
  } while (0)
#define EXPECT_OK(call) EXPECT((call) == kTfLiteOk)
#define EXPECT_NEAR(a, b) EXPECT(fabs((double)(a) - (double)(b)) < 1e-6)

#define UNUSED __attribute__((unused))

/* An error reporter that keeps the messages. */
typedef struct Messages {
  int count;
  char last[500];
} Messages;

UNUSED static void Keep(void* user_data, const char* format, va_list args) {
  Messages* m = (Messages*)user_data;
  ++m->count;
  vsnprintf(m->last, sizeof m->last, format, args);
}

UNUSED static int Said(const Messages* m, const char* words) {
  if (strstr(m->last, words)) return 1;
  fprintf(stderr, "said: %s\n", m->last);
  return 0;
}

static const char* ModelPath(const char* folder, const char* name) {
  static char path[1000];
  snprintf(path, sizeof path, "%s/%s.tflite", folder, name);
  return path;
}

#endif /* SLIPWAY_TESTS_C_API_EXPECT_H_ */
