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
