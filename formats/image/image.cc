#include "formats/image/image.h"

#include <jpeglib.h>
#include <png.h>

#include <csetjmp>
#include <cstdio>

namespace slipway::image {

namespace {

constexpr int64_t kMostPixels = int64_t{1} << 28;

Status CheckSize(int64_t height, int64_t width) {
  if (height < 1 || width < 1) return BadInput("an image of ", height, " x ", width, " pixels");
  if (height > kMostPixels / width)
    return Unsupported("an image of ", height, " x ", width, " pixels, the most are ", kMostPixels);
  return OkStatus();
}

// libjpeg ends a file that it cannot read by error_exit, which must not return.
struct JpegErrors {
  jpeg_error_mgr manager;
  std::jmp_buf end;
  char message[JMSG_LENGTH_MAX];
};

void EndJpeg(j_common_ptr c) {
  auto* errors = reinterpret_cast<JpegErrors*>(c->err);
  c->err->format_message(c, errors->message);
  std::longjmp(errors->end, 1);
}
void IgnoreWarning(j_common_ptr, int) {}

// Nothing here has a destructor, for EndJpeg jumps over them. False: errors.message says why.
bool ReadJpegHeader(jpeg_decompress_struct* c, JpegErrors* errors, std::string_view bytes, int channels) {
  if (setjmp(errors->end)) return false;
  jpeg_create_decompress(c);
  jpeg_mem_src(c, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  jpeg_read_header(c, TRUE);
  c->out_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  c->dct_method = JDCT_IFAST;
  c->do_fancy_upsampling = TRUE;
  return true;
}

bool ReadJpegRows(jpeg_decompress_struct* c, JpegErrors* errors, uint8_t* pixels, int64_t row_bytes) {
  if (setjmp(errors->end)) return false;
  jpeg_start_decompress(c);
  while (c->output_scanline < c->output_height) {
    JSAMPROW row = pixels + static_cast<int64_t>(c->output_scanline) * row_bytes;
    jpeg_read_scanlines(c, &row, 1);
  }
  jpeg_finish_decompress(c);
  return true;
}

Result<Tensor> DecodeJpeg(std::string_view bytes, int channels) {
  if (channels != 1 && channels != 3) return Unsupported("a JPEG as ", channels, " channels, it has 1 or 3");
  jpeg_decompress_struct c{};
  JpegErrors errors{};
  c.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = EndJpeg;
  errors.manager.emit_message = IgnoreWarning;
  struct Release {
    jpeg_decompress_struct* c;
    ~Release() { jpeg_destroy_decompress(c); }
  } release{&c};
  if (!ReadJpegHeader(&c, &errors, bytes, channels)) return BadInput("a damaged JPEG: ", errors.message);
  int64_t height = c.image_height, width = c.image_width;
  RETURN_IF_ERROR(CheckSize(height, width));
  Tensor pixels(DType::kU8, {height, width, channels});
  if (!ReadJpegRows(&c, &errors, static_cast<uint8_t*>(pixels.data()), width * channels))
    return BadInput("a damaged JPEG: ", errors.message);
  return pixels;
}

// libpng's own gray would be of linear light.
Tensor GrayOf(const Tensor& rgb) {
  Tensor gray(DType::kU8, {rgb.shape()[0], rgb.shape()[1], 1});
  std::span<const uint8_t> from = rgb.as<uint8_t>();
  std::span<uint8_t> to = gray.as<uint8_t>();
  for (size_t i = 0; i < to.size(); ++i)
    to[i] = static_cast<uint8_t>((77 * from[3 * i] + 150 * from[3 * i + 1] + 29 * from[3 * i + 2]) >> 8);
  return gray;
}

Result<Tensor> DecodePng(std::string_view bytes, int channels) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()))
    return BadInput("a damaged PNG: ", png.message);
  struct Release {
    png_image* png;
    ~Release() { png_image_free(png); }
  } release{&png};
  RETURN_IF_ERROR(CheckSize(png.height, png.width));
  png.format = channels == 4 ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
  Tensor pixels(DType::kU8, {png.height, png.width, channels == 4 ? 4 : 3});
  png_color black{};
  if (!png_image_finish_read(&png, &black, pixels.data(), 0, nullptr)) return BadInput("a damaged PNG: ", png.message);
  return channels == 1 ? GrayOf(pixels) : pixels;
}

}  // namespace

bool IsJpeg(std::string_view bytes) { return bytes.starts_with("\xff\xd8\xff"); }
bool IsPng(std::string_view bytes) { return bytes.starts_with("\x89PNG\r\n\x1a\n"); }

Result<Tensor> Decode(std::string_view bytes, int channels) {
  if (channels != 1 && channels != 3 && channels != 4)
    return Unsupported("an image as ", channels, " channels, expected 1, 3 or 4");
  if (IsJpeg(bytes)) return DecodeJpeg(bytes, channels);
  if (IsPng(bytes)) return DecodePng(bytes, channels);
  return BadInput("neither a JPEG nor a PNG");
}

}  // namespace slipway::image
