import { all, circle, group, line, oval, rect, repeat, shadow, shape } from "../draw.ts";
import { ink, type Theme } from "../palette.ts";
import { desk, mug, plant, room, screen, tabletop, windowAt } from "../stage.ts";

export const code = (t: Theme, v: number): string => {
  const lines = [
    [
      [0, 90, ink.marigold],
      [100, 130, ink.fern],
    ],
    [
      [30, 70, ink.clay],
      [110, 150, "#dfe9e4"],
    ],
    [
      [30, 50, ink.fern],
      [90, 60, ink.marigold],
      [160, 90, "#8ec5dd"],
    ],
    [
      [60, 120, "#dfe9e4"],
      [190, 60, ink.clay],
    ],
    [[60, 80, "#8ec5dd"]],
    [
      [30, 40, ink.marigold],
      [80, 140, ink.fern],
    ],
    [[0, 60, ink.clay]],
    [
      [0, 110, ink.fern],
      [120, 60, "#dfe9e4"],
    ],
  ] as const;
  const site = all(
    rect(300, 40, 204, 262, t.paper, 8),
    rect(300, 40, 204, 30, t.pop, 8),
    v === 0
      ? all(
          repeat(4, (n) =>
            repeat(5, (m) =>
              rect(
                312 + m * 38,
                84 + n * 40,
                32,
                32,
                (n * 5 + m * 3) % 7 === 2 ? ink.clay : (n + m) % 3 ? t.soft : ink.fern,
                5,
              ),
            ),
          ),
          rect(312, 256, 180, 30, ink.racing, 15),
        )
      : v === 1
        ? all(
            circle(402, 130, 42, ink.clay),
            shape("M402 160 C360 126 376 100 402 118 C428 100 444 126 402 160 Z", t.paper),
            rect(316, 190, 172, 12, t.soft, 6),
            rect(316, 212, 130, 12, t.soft, 6),
            rect(340, 250, 124, 34, ink.marigold, 17),
          )
        : all(
            ...[0, 1, 2, 3].map((n) =>
              all(
                rect(
                  314,
                  86 + n * 52,
                  40,
                  40,
                  [ink.clay, ink.sea, ink.marigold, ink.fern][n] ?? ink.clay,
                  6,
                ),
                rect(366, 92 + n * 52, 120 - n * 12, 10, t.deep, 5),
                rect(366, 112 + n * 52, 70, 8, t.soft, 4),
              ),
            ),
          ),
  );
  return all(
    room(t, 600),
    v % 2
      ? windowAt(90, 110, 200, 280, t)
      : all(
          rect(80, 170, 220, 18, ink.wood, 6),
          rect(100, 90, 44, 80, t.accent, 4),
          rect(148, 104, 30, 66, t.pop, 4),
          rect(182, 84, 40, 86, t.deep, 4),
          circle(266, 140, 30, ink.clay),
        ),
    desk(t, 640),
    screen(
      340,
      210,
      t,
      all(
        rect(0, 0, 520, 316, "#10211a"),
        circle(22, 20, 7, ink.clay),
        circle(44, 20, 7, ink.marigold),
        circle(66, 20, 7, ink.fern),
        ...lines.map((row, n) =>
          row.map(([x, w, c]) => rect(24 + x * 0.85, 52 + n * 31, w * 0.85, 13, c, 6)).join(""),
        ),
        site,
      ),
    ),
    rect(430, 610, 330, 28, t.paper, 8),
    repeat(11, (n) => rect(442 + n * 28, 616, 20, 8, t.wallShade, 3)),
    rect(800, 612, 50, 26, t.paper, 13),
    mug(950, 640, t),
    plant(210, 640, 0.9, t),
    v === 2 &&
      all(
        line("M1060 640 V420 L980 350", t.deep, 12),
        shape("M930 380 L990 310 L1030 346 L960 410 Z", t.pop),
      ),
  );
};

const handset = (x: number, y: number, s: number, t: Theme, content: string, tilt = 0) =>
  group(
    `translate(${x} ${y}) rotate(${tilt}) scale(${s})`,
    rect(-150, -300, 300, 600, "#1c2a25", 44),
    rect(-134, -282, 268, 564, t.paper, 30),
    rect(-40, -282, 80, 20, "#1c2a25", 10),
    content,
  );

export const phone = (t: Theme, v: number): string => {
  const post = (y: number, art: string, likes: number) =>
    all(
      circle(-102, y + 20, 16, t.pop),
      rect(-78, y + 8, 100, 10, t.deep, 5),
      rect(-78, y + 25, 60, 8, t.soft, 4),
      `<svg x="-120" y="${y + 46}" width="240" height="150" viewBox="0 0 240 150">${art}</svg>`,
      shape(`M-104 ${y + 224} c-22 -16 -12 -32 0 -20 c12 -12 22 4 0 20 Z`, ink.clay),
      rect(-80, y + 206, likes, 10, t.soft, 5),
    );
  const sea = all(
    rect(0, 0, 240, 150, "#8ec5dd", 12),
    circle(180, 46, 24, ink.marigold),
    shape("M0 110 q30 -20 60 0 t60 0 t60 0 t60 0 V150 H0 Z", ink.sea),
    rect(40, 60, 80, 60, t.paper),
    shape("M30 64 L80 26 L130 64 Z", ink.clay),
  );
  const cone = all(
    rect(0, 0, 240, 150, ink.rose, 12),
    shape("M120 146 L90 70 H150 Z", ink.wood),
    circle(104, 62, 24, "#fffaf3"),
    circle(138, 62, 24, ink.clay),
    circle(121, 38, 24, ink.marigold),
  );
  const clinic = all(
    rect(-116, -240, 232, 60, ink.racing, 14),
    rect(-96, -220, 120, 12, t.paper, 6),
    repeat(5, (n) =>
      repeat(4, (m) =>
        rect(
          -112 + m * 58,
          -160 + n * 50,
          48,
          40,
          (n * 4 + m) % 5 === 1 ? ink.marigold : t.soft,
          10,
        ),
      ),
    ),
    rect(-112, 120, 224, 52, ink.clay, 26),
    rect(-112, 190, 224, 60, t.soft, 14),
    circle(-82, 220, 18, ink.leaf),
    rect(-54, 206, 120, 10, t.deep, 5),
    rect(-54, 226, 80, 8, t.deep, 4),
  );
  const bubble = (x: number, y: number, c: string, mark: string) =>
    all(rect(x, y, 190, 110, c, 34), shape(`M${x + 40} ${y + 100} l-10 44 l54 -40 Z`, c), mark);
  return all(
    tabletop(t),
    circle(600, 450, 330, t.soft),
    handset(
      600,
      460,
      1.25,
      t,
      v === 0
        ? clinic
        : all(post(-250, v === 1 ? sea : cone, 120), post(0, v === 1 ? cone : sea, 90)),
      v === 1 ? -6 : 5,
    ),
    bubble(130, 190, t.pop, shape("M225 290 c-70 -50 -36 -96 0 -62 c36 -34 70 12 0 62 Z", t.paper)),
    bubble(
      900,
      300,
      t.accent,
      all(rect(930, 332, 120, 14, t.paper, 7), rect(930, 364, 80, 14, t.paper, 7)),
    ),
    bubble(160, 580, ink.clay, all(line("M230 636 l24 26 l48 -56", t.paper, 15))),
    all(
      circle(1010, 640, 74, t.deep),
      shape(
        "M1010 600 l12 28 l30 2 l-23 20 l8 30 l-27 -16 l-27 16 l8 -30 l-23 -20 l30 -2 Z",
        t.pop,
      ),
    ),
  );
};

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
      shape("M0 120 C-6 20 -4 -20 0 -60", "none"),
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

export const repair = (t: Theme, v: number): string =>
  all(
    tabletop(t),
    rect(110, 90, 980, 720, t.accent, 30),
    repeat(15, (n) => line(`M${170 + n * 62} 100 V800`, t.paper, 2, 0.25)),
    repeat(11, (n) => line(`M120 ${150 + n * 60} H1080`, t.paper, 2, 0.25)),
    v === 0
      ? all(
          shadow(560, 700, 640, t.deep),
          rect(250, 180, 620, 480, ink.steel, 26),
          rect(274, 204, 572, 432, "#1e3a2e", 16),
          rect(300, 470, 250, 140, "#2c3a36", 12),
          rect(570, 470, 250, 140, "#2c3a36", 12),
          rect(320, 240, 150, 150, ink.slate, 10),
          rect(346, 266, 98, 98, t.pop, 8),
          circle(700, 310, 76, ink.slate),
          repeat(
            6,
            (n) =>
              `<g transform="rotate(${n * 60} 700 310)">${shape("M700 310 C724 280 724 256 706 244 C690 262 690 290 700 310 Z", ink.steel)}</g>`,
          ),
          circle(700, 310, 16, t.pop),
          line("M490 260 H590 V400 H520 M490 320 H560", ink.fern, 6),
          repeat(5, (n) => rect(496 + n * 22, 420, 14, 22, ink.clay, 3)),
          shape(
            "M880 560 C950 520 1040 560 1060 620 C1080 700 980 730 920 690 C860 660 840 590 880 560 Z",
            "#8a5736",
            0.75,
          ),
        )
      : all(
          shadow(560, 770, 420, t.deep),
          group(
            "rotate(-8 500 440)",
            rect(350, 150, 300, 590, "#1c2a25", 46),
            rect(368, 168, 264, 554, "#1e3a2e", 34),
            rect(390, 330, 170, 320, ink.pine, 14),
            rect(404, 344, 142, 292, t.pop, 10),
            shape("M488 400 L440 500 H472 L462 580 L514 470 H480 Z", t.deep),
            rect(390, 196, 110, 100, ink.slate, 10),
            circle(570, 230, 34, ink.slate),
            circle(570, 230, 17, "#8ec5dd"),
            rect(580, 340, 34, 300, ink.slate, 8),
          ),
          group(
            "rotate(10 840 440)",
            rect(740, 190, 240, 480, t.paper, 34),
            rect(756, 206, 208, 448, "#8ec5dd", 24),
            line("M780 620 L930 240 M840 640 L950 380", "#ffffff", 14, 0.7),
          ),
        ),
    group(
      "translate(1010 240) rotate(30)",
      rect(-22, -150, 44, 170, ink.clay, 20),
      rect(-8, 20, 16, 150, ink.steel, 4),
    ),
    group(
      "translate(180 690) rotate(-40)",
      line("M0 -150 C-20 -60 -16 0 -4 90 M26 -150 C46 -60 40 0 8 90", ink.steel, 13),
    ),
    repeat(7, (n) =>
      all(circle(220 + n * 46, 760, 13, ink.steel), line(`M${213 + n * 46} 760 h14`, t.deep, 4)),
    ),
    group(
      "translate(170 230)",
      oval(0, 60, 66, 16, ink.clay),
      shape("M-66 60 L-50 -20 H50 L66 60 Z", ink.clay),
      oval(0, -20, 50, 13, t.paper),
    ),
  );

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
