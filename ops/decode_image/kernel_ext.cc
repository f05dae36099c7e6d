// libjpeg and libpng leave by longjmp where a file is broken: what lies between is plain memory.
#include <cstdio>

#include <jpeglib.h>

#include <jerror.h>
#include <png.h>

#include <csetjmp>
#include <cstring>

#include "interpreter/kernel.h"
#include "ops/decode_image/decode_image.h"
#include "ops/decode_image/image_format.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;

namespace {

constexpr uint64_t kMaxBytes = uint64_t{1} << 29;

// Asks for room for the pixels once their number is known; nullptr: there is none.
struct Room {
  EvalContext& context;
  Code code = Code::kOk;
  uint8_t* Get(uint64_t height, uint64_t width, uint64_t channels) {
    if (height * width > kMaxBytes / channels) {
      code = context.Fail(Code::kBadValue, "an image of ", height, " x ", width, " pixels is too large");
      return nullptr;
    }
    code = context.Resize(
        0, Shape{static_cast<int64_t>(height), static_cast<int64_t>(width), static_cast<int64_t>(channels)});
    return code == Code::kOk ? context.Out<uint8_t>(0) : nullptr;
  }
};

struct JpegErrors {
  jpeg_error_mgr manager;
  std::jmp_buf leave;
  char message[JMSG_LENGTH_MAX];
};

[[noreturn]] void LeaveJpeg(j_common_ptr info) {
  auto* errors = reinterpret_cast<JpegErrors*>(info->err);
  errors->manager.format_message(info, errors->message);
  std::longjmp(errors->leave, 1);
}

// A file that ends too early is only a warning there.
void WarnOfJpeg(j_common_ptr info, int level) {
  if (level < 0 && (info->err->msg_code == JWRN_JPEG_EOF || info->err->msg_code == JWRN_HIT_MARKER)) LeaveJpeg(info);
}

Code DecodeJpeg(const DecodeImage& op, const std::string& file, EvalContext& c) {
  jpeg_decompress_struct info;
  JpegErrors errors;
  Room room{c};
  info.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = LeaveJpeg;
  errors.manager.emit_message = WarnOfJpeg;
  if (setjmp(errors.leave)) {
    jpeg_destroy_decompress(&info);
    return c.Fail(Code::kBadValue, "the JPEG file cannot be decoded: ", std::string_view(errors.message));
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, reinterpret_cast<const unsigned char*>(file.data()), static_cast<unsigned long>(file.size()));
  jpeg_read_header(&info, TRUE);
  int channels = op.channels ? static_cast<int>(op.channels) : info.num_components == 1 ? 1 : 3;
  if ((channels != 1 && channels != 3) || info.num_components == 4) {
    int given = info.num_components;
    jpeg_destroy_decompress(&info);
    return c.Fail(Code::kBadValue, "a JPEG file of ", given, " components cannot become ", channels, " channels");
  }
  info.out_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  info.do_fancy_upsampling = op.fancy_upsampling ? TRUE : FALSE;
  info.dct_method = op.accurate_dct ? JDCT_ISLOW : JDCT_IFAST;
  jpeg_start_decompress(&info);
  uint8_t* out = room.Get(info.output_height, info.output_width, static_cast<uint64_t>(channels));
  if (out) {
    size_t stride = static_cast<size_t>(info.output_width) * static_cast<size_t>(channels);
    while (info.output_scanline < info.output_height) {
      JSAMPROW row = out + info.output_scanline * stride;
      jpeg_read_scanlines(&info, &row, 1);
    }
    jpeg_finish_decompress(&info);
  }
  jpeg_destroy_decompress(&info);
  return room.code;
}

struct PngSource {
  const std::string* file;
  size_t at = 0;
  char message[128] = "";
};

void ReadPng(png_structp png, png_bytep to, size_t n) {
  auto* source = static_cast<PngSource*>(png_get_io_ptr(png));
  if (n > source->file->size() - source->at) png_error(png, "it is cut off");
  std::memcpy(to, source->file->data() + source->at, n);
  source->at += n;
}

[[noreturn]] void LeavePng(png_structp png, png_const_charp message) {
  auto* source = static_cast<PngSource*>(png_get_error_ptr(png));
  std::strncpy(source->message, message, sizeof source->message - 1);
  png_longjmp(png, 1);
}

void IgnorePngWarning(png_structp, png_const_charp) {}

// Asks libpng for 8-bit pixels of so many channels.
void TransformPng(png_structp png, png_infop info, int channels) {
  int type = png_get_color_type(png, info), bits = png_get_bit_depth(png, info);
  bool has_transparency = png_get_valid(png, info, PNG_INFO_tRNS) != 0, has_alpha = (type & PNG_COLOR_MASK_ALPHA) != 0;
  bool coloured = (type & PNG_COLOR_MASK_COLOR) != 0;
  if (channels % 2 == 1) {
    if (has_alpha) png_set_strip_alpha(png);
  } else if (has_transparency) {
    png_set_tRNS_to_alpha(png);
  } else if (!has_alpha) {
    png_set_add_alpha(png, (1 << bits) - 1, PNG_FILLER_AFTER);
  }
  if (bits > 8) png_set_strip_16(png);
  if (!coloured) {
    if (bits < 8) png_set_expand_gray_1_2_4_to_8(png);
    if (channels >= 3) png_set_gray_to_rgb(png);
    return;
  }
  if (type == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
  if (channels < 3) png_set_rgb_to_gray(png, PNG_ERROR_ACTION_NONE, 0.299, 0.587);  // TensorFlow's weights
}

int ChannelsOfPng(png_structp png, png_infop info) {
  if (png_get_color_type(png, info) != PNG_COLOR_TYPE_PALETTE) return png_get_channels(png, info);
  return png_get_valid(png, info, PNG_INFO_tRNS) ? 4 : 3;
}

void ReadPixels(png_structp png, png_infop info, const DecodeImage& op, Room* room) {
  png_read_info(png, info);
  int channels = op.channels ? static_cast<int>(op.channels) : ChannelsOfPng(png, info);
  TransformPng(png, info, channels);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  uint32_t height = png_get_image_height(png, info), width = png_get_image_width(png, info);
  size_t stride = static_cast<size_t>(width) * static_cast<size_t>(channels);
  if (png_get_rowbytes(png, info) != stride) png_error(png, "its pixels have an odd form");
  uint8_t* out = room->Get(height, width, static_cast<uint64_t>(channels));
  if (!out) return;
  std::memset(out, 0, stride * height);
  for (int pass = 0; pass < passes; ++pass)
    for (uint32_t y = 0; y < height; ++y) png_read_row(png, out + y * stride, nullptr);
  png_read_end(png, nullptr);
}

Code DecodePng(const DecodeImage& op, const std::string& file, EvalContext& c) {
  PngSource source{&file};
  Room room{c};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, LeavePng, IgnorePngWarning);
  png_infop info = png ? png_create_info_struct(png) : nullptr;
  if (!info) {
    png_destroy_read_struct(&png, nullptr, nullptr);
    return c.Fail(Code::kOutOfMemory, "there is no memory for a PNG file");
  }
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, nullptr);
    return c.Fail(Code::kBadValue, "the PNG file cannot be decoded: ", std::string_view(source.message));
  }
  png_set_read_fn(png, &source, ReadPng);
  png_set_user_limits(png, 1 << 24, 1 << 24);
  ReadPixels(png, info, op, &room);
  png_destroy_read_struct(&png, &info, nullptr);
  return room.code;
}

Code Eval(const DecodeImage& op, EvalContext& c) {
  const std::string& file = c.InStrings(0)[0];
  const ImageFormat format = ImageFormatOf(file);
  if (format == ImageFormat::kJpeg) return DecodeJpeg(op, file, c);
  if (format == ImageFormat::kPng) return DecodePng(op, file, c);
  return c.Fail(Code::kBadValue, "the string of ", file.size(), " bytes is no JPEG or PNG file");  // decode_image_c3
}

}  // namespace

Result<interpreter::Kernel> PrepareExt(const DecodeImage& op, interpreter::PrepareContext&) {
  return interpreter::MakeKernel(op, [](const DecodeImage& state, EvalContext& c) { return Eval(state, c); });
}

}  // namespace slipway::ops
