"""The plots of an evaluation's page, as SVG text. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 44, 120, 12, 36  # the room around a plot; names stand to its right
LINE = 14  # px between names that would stand upon each other
BAR = 13
BINS = 25

Points = Sequence[tuple[float, float]]


def curves(lines: Mapping[str, Points], names: Mapping[str, str], label: str) -> str:
    """Lines of (k, share) on one axis of the k there are, evenly spaced; shares from 0 to 1."""
    ks = sorted({k for points in lines.values() for k, _ in points})
    inner = WIDTH - LEFT - RIGHT
    across = {k: LEFT + inner * number / max(len(ks) - 1, 1) for number, k in enumerate(ks)}
    parts = [*_shares(HEIGHT)]
    parts += [_text(across[k], HEIGHT - BOTTOM + 16, f"{k:g}", "middle") for k in ks]
    parts.append(_text(LEFT + inner / 2, HEIGHT - 4, label, "middle"))
    ends: list[tuple[float, str]] = []
    for system, points in lines.items():
        told = " ".join(f"{across[k]:.1f},{_up(share):.1f}" for k, share in points)
        title = ", ".join(f"{k:g}: {100 * share:.1f}" for k, share in points)
        name = names.get(system, system)
        title = f"<title>{escape(f'{name}  {title}')}</title>"
        parts.append(f'<polyline class="line {escape(system)}" points="{told}">{title}</polyline>')
        ends.append((_up(points[-1][1]), system))
    low: float = TOP
    for height, system in sorted(ends):
        height = max(height, low)
        low = height + LINE
        parts.append(_text(WIDTH - RIGHT + 8, height + 4, names.get(system, system), "start", f"name {system}"))
    return _svg(HEIGHT, label, parts)


def bars(groups: Mapping[str, Mapping[str, float]], names: Mapping[str, str], label: str) -> str:
    """For each group a bar for each system, from 0 to 1, with its figure."""
    left, inner = 190, WIDTH - 190 - 60
    parts: list[str] = []
    top = TOP
    for group, shares in groups.items():
        parts.append(_text(left - 8, top + BAR, group, "end"))
        for system, value in shares.items():
            width = inner * value
            title = f"{names.get(system, system)}: {100 * value:.1f}"
            parts.append(
                f'<rect class="bar {escape(system)}" x="{left}" y="{top}" width="{width:.1f}" height="{BAR - 2}">'
                f"<title>{escape(title)}</title></rect>"
            )
            parts.append(_text(left + width + 4, top + BAR - 3, f"{100 * value:.1f}", "start", "small"))
            top += BAR
        top += BAR // 2
    return _svg(top + BAR, label, parts)


def histogram(groups: Mapping[str, Sequence[float]], names: Mapping[str, str], floor: float, label: str) -> str:
    """How often a score from 0 to 1 comes, as a share of each group; a line at the minimum score."""
    inner = WIDTH - LEFT - RIGHT
    shares = {name: _binned(values) for name, values in groups.items()}
    most = max((share for found in shares.values() for share in found), default=0.0) or 1.0
    parts: list[str] = []
    for name, found in shares.items():
        for number, share in enumerate(found):
            height = (HEIGHT - TOP - BOTTOM) * share / most
            parts.append(
                f'<rect class="part {escape(name)}" x="{LEFT + inner * number / BINS:.1f}" '
                f'y="{HEIGHT - BOTTOM - height:.1f}" width="{inner / BINS - 1:.1f}" height="{height:.1f}">'
                f"<title>{escape(names.get(name, name))}, {number / BINS:.2f} to {(number + 1) / BINS:.2f}: "
                f"{100 * share:.1f} %</title></rect>"
            )
    tenths = range(0, 11, 2)
    parts += [_text(LEFT + inner * at / 10, HEIGHT - BOTTOM + 16, f"{at / 10:g}", "middle") for at in tenths]
    parts.append(f'<line class="axis" x1="{LEFT}" x2="{LEFT + inner}" y1="{HEIGHT - BOTTOM}" y2="{HEIGHT - BOTTOM}"/>')
    if floor > 0:
        at = LEFT + inner * floor
        parts.append(f'<line class="floor" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
    for number, name in enumerate(groups):
        parts.append(_text(WIDTH - RIGHT + 8, TOP + 16 + LINE * number, names.get(name, name), "start", f"name {name}"))
    parts.append(_text(LEFT + inner / 2, HEIGHT - 4, label, "middle"))
    return _svg(HEIGHT, label, parts)


def _binned(values: Sequence[float]) -> list[float]:
    counts = [0] * BINS
    for value in values:
        counts[min(max(int(value * BINS), 0), BINS - 1)] += 1
    return [count / len(values) if values else 0.0 for count in counts]


def _shares(height: int) -> list[str]:
    """Lines across at every fifth, with their figure."""
    parts: list[str] = []
    for fifth in range(6):
        at = _up(fifth / 5)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(_text(LEFT - 6, at + 4, f"{20 * fifth}", "end"))
    return parts


def _up(share: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share


def _text(x: float, y: float, text: str, anchor: str, kind: str = "") -> str:
    return f'<text class="{escape(kind)}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(height: float, label: str, parts: Sequence[str]) -> str:
    head = f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(label)}">'
    return head + "".join(parts) + "</svg>"
