import { all, circle, group, line, oval, rect, repeat, shadow, shape } from "../draw.ts";
import { ink, type Theme } from "../palette.ts";
import { desk, mug, plant, room, tabletop, windowAt } from "../stage.ts";

export const logo = (t: Theme, v: number): string => {
  const marks = [
    all(
      circle(0, 0, 120, ink.marigold),
      shape("M0 0 L120 -40 A126 126 0 0 1 108 54 Z", t.paper),
      circle(-50, -36, 17, ink.amber),
      circle(-20, 50, 22, ink.amber),
      circle(-70, 30, 11, ink.amber),
    ),
    all(
      shape("M-120 60 C-140 -60 -60 -110 0 -110 C60 -110 140 -60 120 60 Z", ink.clay),
      line("M-60 -60 l30 60 M0 -80 l10 80 M60 -60 l-14 60", t.paper, 13),
      rect(-120, 70, 240, 20, t.deep, 10),
    ),
    all(
      ...[-1, 0, 1].map((n) =>
        all(
          rect(n * 100 - 36, -60, 72, 160, [ink.leaf, ink.sea, ink.plum][n + 1] ?? ink.leaf, 12),
          rect(n * 100 - 15, -120, 30, 70, [ink.leaf, ink.sea, ink.plum][n + 1] ?? ink.leaf, 6),
          rect(n * 100 - 36, -10, 72, 60, t.paper),
          circle(n * 100, 20, 15, ink.marigold),
        ),
      ),
    ),
    all(
      line("M0 120 V-30", ink.racing, 16),
      shape("M0 20 C-90 20 -120 -60 -110 -100 C-40 -100 0 -50 0 20 Z", ink.leaf),
      shape("M0 -20 C80 -20 110 -90 100 -130 C40 -130 0 -80 0 -20 Z", ink.fern),
      oval(0, 126, 70, 16, ink.bark),
    ),
  ];
  const mark = marks[v % 4] ?? "";
  return all(
    tabletop(t),
    group(
      "rotate(-5 420 430)",
      rect(170, 120, 560, 620, t.paper, 8),
      repeat(9, (n) => line(`M${230 + n * 55} 130 V730`, t.wall, 2)),
      repeat(10, (n) => line(`M180 ${180 + n * 55} H720`, t.wall, 2)),
      `<circle cx="450" cy="400" r="178" fill="none" stroke="${t.accent}" stroke-width="3" stroke-dasharray="10 10"/>`,
      group("translate(450 400) scale(1.25)", mark),
      rect(310, 640, 280, 22, t.deep, 11),
      rect(370, 680, 160, 14, t.soft, 7),
    ),
    group(
      "rotate(8 930 280)",
      rect(800, 130, 280, 170, ink.racing, 12),
      group("translate(876 216) scale(.42)", circle(0, 0, 160, t.paper), mark),
      rect(960, 190, 90, 12, t.paper, 6),
      rect(960, 216, 60, 10, ink.fern, 5),
    ),
    group(
      "rotate(-4 940 480)",
      rect(810, 370, 280, 170, t.paper, 12),
      group("translate(950 440) scale(.4)", mark),
      rect(880, 505, 140, 10, t.deep, 5),
    ),
    ...[ink.racing, ink.marigold, ink.clay, ink.sea].map((c, n) =>
      circle(830 + n * 82, 640, 34, c),
    ),
    group(
      "rotate(24 900 760)",
      rect(720, 750, 400, 34, t.pop, 6),
      shape("M1120 750 l56 17 l-56 17 Z", ink.sand),
      rect(690, 750, 40, 34, ink.clay, 8),
    ),
    mug(150, 810, t, t.deep),
  );
};

export const chart = (t: Theme, v: number): string => {
  const heights =
    [
      [90, 130, 120, 190, 230, 300],
      [260, 180, 140, 170, 230, 290],
      [210, 250, 170, 0, 0, 0],
      [120, 90, 160, 210, 190, 310],
    ][v % 4] ?? [];
  return all(
    tabletop(t),
    shadow(560, 850, 900, t.deep),
    group(
      `rotate(${v % 2 ? 2 : -3} 560 440)`,
      rect(170, 90, 760, 720, t.paper, 14),
      rect(230, 140, 300, 26, t.deep, 13),
      rect(230, 184, 190, 14, t.soft, 7),
      v === 2
        ? [0, 1, 2]
            .map((n) =>
              all(
                rect(230 + n * 222, 250, 198, 470, n === 1 ? t.deep : t.wall, 16),
                shape(
                  `M${286 + n * 222} 380 l43 -46 l43 46 v54 h-86 Z`,
                  n === 1 ? t.pop : t.accent,
                ),
                rect(256 + n * 222, 480, 146, 16, n === 1 ? t.paper : t.deep, 8),
                rect(256 + n * 222, 516, 110, 12, n === 1 ? t.accent : t.soft, 6),
                rect(256 + n * 222, 548, 130, 12, n === 1 ? t.accent : t.soft, 6),
                rect(256 + n * 222, 640, 146, 44, n === 1 ? t.pop : t.soft, 22),
              ),
            )
            .join("")
        : all(
            repeat(5, (n) => line(`M230 ${280 + n * 76} H870`, t.wall, 4)),
            ...heights.map((h, n) =>
              rect(250 + n * 104, 584 - h, 68, h, n === 5 ? t.pop : n % 2 ? t.accent : t.deep, 10),
            ),
            line(
              `M284 ${540 - (heights[0] ?? 0)} ${heights
                .slice(1)
                .map((h, n) => `L${388 + n * 104} ${540 - h}`)
                .join(" ")}`,
              ink.clay,
              9,
            ),
            ...heights.map((h, n) => circle(284 + n * 104, 540 - h, 13, ink.clay)),
            rect(230, 640, 400, 14, t.soft, 7),
            rect(230, 676, 300, 14, t.soft, 7),
            rect(230, 712, 350, 14, t.soft, 7),
            circle(790, 690, 62, t.soft),
            shape("M790 690 L790 628 A62 62 0 0 1 846 716 Z", t.pop),
          ),
    ),
    v % 2 === 0
      ? group(
          "rotate(10 1010 640)",
          rect(900, 500, 220, 300, "#22302b", 20),
          rect(924, 524, 172, 64, t.soft, 8),
          line("M1030 556 h44", t.deep, 9),
          repeat(4, (r) =>
            repeat(3, (c) =>
              rect(
                924 + c * 60,
                610 + r * 45,
                50,
                34,
                r === 3 && c === 2 ? ink.clay : c === 2 ? t.pop : ink.slate,
                8,
              ),
            ),
          ),
        )
      : all(
          mug(1050, 300, t),
          group(
            "rotate(-30 1020 640)",
            rect(860, 620, 320, 26, t.deep, 10),
            shape("M860 620 l-46 13 l46 13 Z", ink.steel),
          ),
        ),
    v !== 2 &&
      group(
        "rotate(-6 140 800)",
        rect(60, 720, 260, 130, ink.amber, 16),
        rect(60, 700, 260, 50, ink.marigold, 16),
        rect(120, 670, 90, 40, t.paper, 4),
        rect(190, 660, 80, 50, t.soft, 4),
      ),
  );
};

export const deskScene = (t: Theme, v: number): string => {
  const sums = [
    "M470 250 h60 M500 220 v60 M580 220 l50 60 M630 220 l-50 60 M680 240 h50 M680 264 h50",
    "M460 220 l40 70 l40 -70 M590 290 v-70 l50 70 v-70 M690 220 h50 M690 255 h40 M690 290 h50",
  ];
  return all(
    room(t, 600),
    v % 2 === 0
      ? all(
          rect(350, 100, 500, 320, ink.wood, 12),
          rect(370, 120, 460, 280, v === 2 ? ink.racing : "#22443a", 6),
          line(
            v === 2
              ? "M440 220 q20 -50 50 0 t50 0 M600 200 v80 M600 240 q40 -40 40 0 v40 M700 210 v70 M690 210 h60"
              : (sums[0] ?? ""),
            t.paper,
            8,
          ),
          line("M440 340 h220 M440 366 h140", t.pop, 7),
        )
      : all(windowAt(440, 90, 320, 300, t)),
    all(
      rect(90, 200, 200, 18, ink.wood, 6),
      ...[0, 1, 2, 3, 4].map((n) =>
        rect(
          100 + n * 34,
          200 - 70 - ((n * 23) % 30),
          28,
          70 + ((n * 23) % 30),
          [t.pop, t.accent, ink.clay, t.deep, t.paper][n] ?? t.pop,
          4,
        ),
      ),
    ),
    desk(t, 620),
    v === 3 || v === 2
      ? repeat(6, (n) =>
          group(
            `rotate(${-8 + n * 3} ${300 + n * 110} 560)`,
            rect(
              250 + n * 115,
              470 + (n % 2) * 34,
              100,
              130,
              [t.pop, t.paper, ink.clay, t.soft, t.accent, t.paper][n] ?? t.paper,
              10,
            ),
            rect(268 + n * 115, 500 + (n % 2) * 34, 64, 12, t.deep, 6),
            rect(268 + n * 115, 526 + (n % 2) * 34, 44, 10, t.deep, 5).replace(
              "/>",
              ' opacity=".4"/>',
            ),
          ),
        )
      : all(
          shape(
            "M360 618 L400 540 C460 520 540 530 600 556 C660 530 740 520 800 540 L840 618 Z",
            t.paper,
          ),
          line("M600 556 V616", t.wallShade, 6),
          line(
            "M440 566 q60 -14 120 4 M430 588 q70 -14 130 4 M640 570 q60 -18 120 -4 M640 592 q70 -16 130 -4",
            t.deep,
            6,
            0.5,
          ),
        ),
    mug(930, 620, t),
    rect(210, 540, 80, 80, t.accent, 12),
    line("M226 540 l-16 -80 M250 540 v-100 M272 540 l18 -84", t.pop, 12),
    line("M210 460 l-4 -18 M250 440 v-18 M290 456 l5 -18", t.deep, 12),
    v === 0 &&
      group(
        "translate(1000 612)",
        oval(0, 6, 100, 10, t.deep, 0.14),
        shape("M-80 0 C-90 -90 -30 -120 20 -116 C70 -110 90 -60 84 0 Z", "#3a3633"),
        circle(-50, -120, 44, "#3a3633"),
        shape("M-90 -140 L-86 -186 L-54 -160 Z M-40 -162 L-12 -186 L-10 -136 Z", "#3a3633"),
        circle(-64, -124, 7, ink.marigold),
        circle(-36, -124, 7, ink.marigold),
        line("M80 -10 C140 0 150 -60 120 -80", "#3a3633", 20),
      ),
    v === 1 && plant(1030, 620, 0.9, t),
    shadow(600, 850, 420, t.deep),
    rect(490, 700, 220, 30, t.pop, 12),
    line("M520 730 L500 850 M680 730 L700 850", ink.bark, 16),
  );
};
