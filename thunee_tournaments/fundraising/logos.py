"""Logos of sponsors: a picture that somebody sent is read, made small and written anew, so that nothing of the file
itself (places, names of cameras, what is hidden behind it) is kept or served."""

from io import BytesIO

from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps, UnidentifiedImageError

MOST_BYTES, MOST_SIDE, MOST_PIXELS = 5_000_000, (640, 320), 40_000_000
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")


class NoLogo(ValueError):
    """This is no picture that can be used; `message` says why."""

    def __init__(self, message: object) -> None:
        super().__init__(str(message))
        self.message = message


def logo_of(sent: bytes) -> bytes:
    """The picture as a PNG of at most 640 by 320. Raises NoLogo."""
    if len(sent) > MOST_BYTES:
        raise NoLogo(_("This picture is too large: send one of at most 5 MB."))
    try:
        with Image.open(BytesIO(sent), formats=FORMATS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise NoLogo(_("This picture has too many pixels: send a smaller one."))
            upright = ImageOps.exif_transpose(picture).convert("RGBA")
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError, ValueError) as wrong:
        if isinstance(wrong, NoLogo):
            raise
        raise NoLogo(_("This is no picture that can be read. Send a PNG, a JPEG, a WebP or a GIF.")) from wrong
    upright.thumbnail(MOST_SIDE)
    bare = Image.new("RGBA", upright.size)
    bare.paste(upright)
    written = BytesIO()
    bare.save(written, "PNG", optimize=True)
    return written.getvalue()
