"""What every answer says to the browser, and which names the server answers to."""

import ipaddress
import re
from collections.abc import Iterable, Sequence

from cantor.errors import CantorError

Headers = list[tuple[bytes, bytes]]

#: Scripts, styles and requests of our own only, nothing inline, and no string ever becomes markup or code.
_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors {frames}",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
)
#: An origin: a scheme, a name or an address, perhaps a port; nothing that could end the header it stands in.
_ORIGIN = re.compile(r"https?://(?:[\w.-]+|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?", re.ASCII)

_UNUSED = (
    "accelerometer camera display-capture fullscreen geolocation gyroscope magnetometer microphone midi "
    "payment picture-in-picture publickey-credentials-get screen-wake-lock usb xr-spatial-tracking"
).split()


def security(frames: Iterable[str] = ()) -> Headers:
    """What every answer carries; pages of the origins in `frames` may show ours in a frame."""
    origins = list(frames)
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise CantorError(f"{origin!r} is no origin; write it as https://school.example, without a path")
    policy = "; ".join(_POLICY).format(frames=" ".join(origins) or "'none'")
    return [
        (b"content-security-policy", policy.encode()),
        (b"x-content-type-options", b"nosniff"),
        # which knows all or nothing; browsers that know the policy above go by that
        *([] if origins else [(b"x-frame-options", b"DENY")]),
        (b"referrer-policy", b"no-referrer"),
        (b"permissions-policy", ", ".join(f"{name}=()" for name in _UNUSED).encode()),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
    ]


SECURITY: Headers = security()


class Hosts:
    """The names that a request's Host header may carry.

    A page on another site can point its own name at 127.0.0.1 and so reach a server there as if it were its
    own (DNS rebinding); its requests carry that site's name, and are refused. Names are checked where the
    server is on loopback, or where they are listed; addresses cannot be rebound and always pass.
    """

    def __init__(self, bound: str = "127.0.0.1", allowed: Iterable[str] = ()):
        self.names = {name.lower().rstrip(".") for name in allowed}
        self.listed = bool(self.names)  # else, inside of another application, names are that one's concern
        self.open = not self.names and not is_loopback(bound)
        self.names |= {"localhost", bound.lower()}

    def allow(self, headers: Sequence[tuple[bytes, bytes]]) -> bool:
        values = [value for name, value in headers if name == b"host"]
        if len(values) != 1:
            return False
        return self.open or self._known(values[0].decode("latin-1").strip().lower())

    def _known(self, host: str) -> bool:
        if host.startswith("["):
            name, _, port = host[1:].partition("]")
            port = port.removeprefix(":")
        else:
            name, _, port = host.partition(":")
        if port and not (port.isascii() and port.isdigit()):
            return False
        return name.rstrip(".") in self.names or _is_address(name)


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
