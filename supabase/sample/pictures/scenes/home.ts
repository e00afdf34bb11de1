import { all, circle, group, line, oval, rect, repeat, shadow, shape } from "../draw.ts";
import { ink, type Theme } from "../palette.ts";
import { FLOOR, pendant, plant, room, windowAt } from "../stage.ts";

const door = (
  x: number,
  y: number,
  w: number,
  h: number,
  fill: string,
  line_: string,
  knob: string,
  knobX = 0.5,
) =>
  all(
    rect(x, y, w, h, fill, 6),
    `<rect x="${x + 16}" y="${y + 16}" width="${w - 32}" height="${h - 32}" rx="4" fill="none" stroke="${line_}" stroke-width="4" opacity=".35"/>`,
    circle(x + w * knobX, y + (h > 90 ? 34 : h / 2), 8, knob),
  );

export const kitchen = (t: Theme, v: number): string => {
  const front = v % 2 ? t.accent : t.deep;
  const island = v % 3 === 2;
  return all(
    room(t, 640),
    rect(0, 300, 1200, 150, t.paper),
    repeat(20, (n) =>
      repeat(3, (m) =>
        rect(
          n * 62 - (m % 2) * 31,
          302 + m * 50,
          58,
          46,
          (n * 3 + m * 5 + v) % 7 === 0 ? t.pop : t.soft,
          4,
        ),
      ),
    ),
    v % 2 === 0
      ? windowAt(470, 90, 300, 180, t)
      : all(
          rect(430, 210, 400, 20, ink.wood, 6),
          repeat(6, (n) =>
            rect(
              460 + n * 60,
              150 + (n % 3) * 14,
              36,
              60 - (n % 3) * 14,
              [t.pop, t.deep, t.paper][n % 3] ?? t.pop,
              8,
            ),
          ),
        ),
    rect(60, 70, 330, 200, front, 8),
    door(64, 74, 158, 192, front, t.paper, t.pop, 0.85),
    door(228, 74, 158, 192, front, t.paper, t.pop, 0.15),
    shape("M860 270 L900 150 H1080 L1120 270 Z", t.paper),
    rect(940, 0, 100, 152, t.paper),
    rect(0, 440, 1200, 28, ink.wood, 4),
    rect(0, 468, 1200, 222, front),
    door(40, 484, 180, 190, front, t.paper, t.pop, 0.85),
    door(230, 484, 180, 190, front, t.paper, t.pop, 0.15),
    repeat(3, (n) => door(440, 484 + n * 65, 260, 58, front, t.paper, t.pop)),
    rect(860, 484, 240, 190, "#263530", 10),
    rect(884, 520, 192, 116, "#3b4d47", 8),
    repeat(4, (n) => circle(896 + n * 56, 503, 8, t.pop)),
    line("M590 440 V380 q0 -34 36 -34 q30 0 30 30", ink.steel, 12),
    group("translate(0 -252)", plant(120, 692, 0.8, t)),
    rect(930, 404, 110, 36, t.pop, 8),
    rect(916, 398, 138, 12, t.pop, 6),
    island &&
      all(
        shadow(600, 868, 760, t.deep),
        rect(260, 640, 680, 220, t.paper, 8),
        repeat(5, (n) => rect(280 + n * 130, 670, 114, 176, t.wallShade, 6)),
        rect(230, 616, 740, 34, ink.wood, 10),
        oval(600, 604, 90, 16, t.pop),
        circle(570, 588, 22, ink.clay),
        circle(612, 584, 24, ink.fern),
        circle(648, 592, 18, ink.amber),
      ),
    !island &&
      all(
        shadow(600, 800, 640, t.deep),
        rect(290, 756, 620, 84, t.soft, 20),
        repeat(12, (n) => line(`M${316 + n * 52} 770 v56`, t.pop, 6, 0.6)),
      ),
    pendant(500, island ? 150 : 40, t),
    pendant(740, island ? 150 : 40, t),
  );
};

export const bathroom = (t: Theme, v: number): string => {
  const tile = (x: number, y: number, n: number) =>
    v % 2
      ? `<g transform="translate(${x} ${y}) rotate(${n % 2 ? 45 : -45})">${rect(-34, -12, 68, 24, n % 5 ? t.soft : t.accent, 3)}</g>`
      : rect(x - 40, y - 24, 76, 44, n % 6 ? t.soft : t.wallShade, 6);
  const tub = v % 2 === 0;
  return all(
    room(t, 500),
    repeat(16, (n) => repeat(6, (m) => tile(n * 80 + (m % 2) * 40, 350 + m * 60, n + m * (v + 2)))),
    rect(0, 300, 1200, 16, t.paper),
    rect(0, FLOOR, 1200, 210, t.floor),
    rect(0, FLOOR, 1200, 14, t.floorShade),
    repeat(8, (n) => line(`M${n * 170} ${FLOOR + 14} L${n * 190 - 80} 900`, t.floorShade, 5)),
    tub
      ? all(
          windowAt(250, 70, 260, 190, t),
          shadow(400, 800, 640, t.deep),
          shape("M110 560 H690 C690 720 640 782 560 782 H240 C160 782 110 720 110 560 Z", t.paper),
          rect(90, 540, 620, 34, t.paper, 17),
          shape("M120 590 H680 L678 620 H122 Z", t.deep, 0.08),
          circle(220, 796, 20, t.pop),
          circle(580, 796, 20, t.pop),
          line("M640 540 V430 q0 -40 -40 -40 t-40 40 v10", t.pop, 14),
          repeat(7, (n) =>
            circle(250 + n * 46, 540 - ((n * 37) % 40), 20 + ((n * 13) % 18), "#ffffff", 0.9),
          ),
        )
      : all(
          rect(120, 150, 380, 590, t.paper),
          rect(132, 162, 356, 566, t.wallShade),
          rect(120, 730, 400, 26, ink.slate, 6),
          line("M310 160 V240 M250 240 H370", ink.steel, 14),
          repeat(7, (n) =>
            line(`M${262 + n * 16} 262 v${300 + ((n * 53) % 90)}`, "#ffffff", 4, 0.7),
          ),
          rect(490, 120, 14, 630, ink.steel, 6),
          line("M430 420 V600", ink.steel, 12),
          rect(160, 600, 150, 22, ink.wood, 6),
        ),
    shadow(900, 790, 330, t.deep),
    rect(760, 520, 290, 260, v % 3 ? ink.wood : t.accent, 10),
    rect(780, 545, 120, 200, "#000000", 8).replace(
      'fill="#000000"',
      `fill="${t.deep}" opacity=".16"`,
    ),
    rect(912, 545, 120, 200, "#000000", 8).replace(
      'fill="#000000"',
      `fill="${t.deep}" opacity=".16"`,
    ),
    shape("M740 500 H1070 C1064 536 1040 544 1010 544 H800 C770 544 746 536 740 500 Z", t.paper),
    line("M905 500 V450 q0 -24 24 -24 h16", t.pop, 12),
    circle(905, 270, 130, t.paper),
    circle(905, 270, 112, t.soft),
    line("M840 300 L930 200 M880 320 L970 226", "#ffffff", 12, 0.7),
    group("translate(1120 0)", plant(0, 800, 0.9, t)),
  );
};

export const roomScene = (t: Theme, v: number): string => {
  const cot = v === 2;
  return all(
    room(t, 420),
    v % 2 === 0
      ? shape("M0 0 H1200 V330 H0 Z", t.soft)
      : shape("M0 0 H560 V690 H0 Z", t.accent, 0.9),
    v % 2 === 0 && rect(0, 326, 1200, 14, t.paper),
    rect(0, FLOOR - 26, 1200, 30, t.paper),
    windowAt(820, 130, 250, 300, t),
    shape(
      "M760 96 C790 250 786 420 748 600 H690 V96 Z M1130 96 C1100 250 1104 420 1142 600 H1200 V96 Z",
      v % 2 ? t.pop : t.accent,
    ),
    rect(670, 84, 530, 14, ink.bark, 7),
    rect(240, 150, 150, 190, t.paper, 4),
    rect(256, 166, 118, 158, t.wall),
    shape("M256 324 V260 L300 216 L340 262 L374 230 V324 Z", t.accent),
    circle(340, 206, 18, t.pop),
    rect(424, 196, 110, 140, t.paper, 4),
    rect(438, 210, 82, 112, t.pop),
    circle(479, 266, 28, t.paper),
    oval(520, 800, 430, 60, t.soft),
    oval(520, 800, 340, 44, t.wall, 0.7),
    cot
      ? all(
          shadow(440, 770, 520, t.deep),
          rect(220, 440, 20, 330, ink.wood, 8),
          rect(640, 440, 20, 330, ink.wood, 8),
          repeat(10, (n) => rect(254 + n * 39, 470, 12, 200, t.paper, 6)),
          rect(220, 460, 440, 18, ink.wood, 8),
          rect(220, 660, 440, 54, t.pop, 12),
          circle(440, 140, 4, t.deep),
          line("M440 0 V150 M360 170 H520 M360 170 V214 M440 150 V240 M520 170 V206", t.deep, 5),
          circle(360, 230, 22, t.pop),
          circle(440, 262, 24, t.accent),
          circle(520, 224, 20, t.paper),
        )
      : all(
          shadow(470, 776, 600, t.deep),
          rect(190, 500, 560, 190, v % 2 ? t.paper : t.deep, 40),
          rect(150, 570, 640, 170, v % 2 ? t.paper : t.deep, 44),
          rect(215, 560, 255, 110, v % 2 ? t.wallShade : t.accent, 26),
          rect(476, 560, 255, 110, v % 2 ? t.wallShade : t.accent, 26),
          group("rotate(-12 290 560)", rect(240, 500, 110, 110, t.pop, 18)),
          group("rotate(10 650 560)", rect(600, 506, 100, 100, v % 2 ? ink.clay : t.soft, 18)),
          rect(200, 736, 20, 44, ink.bark, 6),
          rect(720, 736, 20, 44, ink.bark, 6),
        ),
    line("M900 780 V400", t.deep, 10),
    shape("M840 420 L864 320 H936 L960 420 Z", t.pop),
    oval(900, 784, 60, 12, t.deep),
    plant(1080, 800, 1.05, t, v % 2 ? t.deep : ink.clay),
  );
};

export const shelves = (t: Theme, v: number): string => {
  const colours = [t.pop, t.accent, t.deep, t.paper, ink.clay, ink.fern, ink.sea];
  const books = (x: number, y: number, width: number, seed: number) => {
    let at = x;
    let out = "";
    for (let n = 0; at < x + width - 40; n++) {
      const w = 18 + ((seed * 7 + n * 11) % 20);
      const h = 70 + ((seed * 13 + n * 29) % 38);
      out += rect(at, y - h, w, h, colours[(seed + n * 2) % colours.length] ?? t.pop, 3);
      at += w + 3;
    }
    return out;
  };
  const painted = v % 2 ? t.deep : ink.wood;
  const inside = v % 2 ? t.accent : ink.bark;
  const bays = v % 3 === 1 ? 3 : 2;
  const width = bays === 3 ? 330 : 390;
  const left = bays === 3 ? 105 : 90;
  const gap = bays === 3 ? 0 : 240;
  return all(
    room(t, 600),
    repeat(bays, (b) => {
      const x = left + b * (width + gap);
      return all(
        rect(x, 90, width, 620, painted, 6),
        rect(x + 18, 108, width - 36, 400, inside),
        repeat(3, (s) => {
          const y = 232 + s * 132;
          const kind = (b + s + v) % 3;
          return all(
            kind === 0
              ? books(x + 30, y, width - 60, b * 3 + s + v)
              : kind === 1
                ? all(
                    books(x + 30, y, width - 180, b + s * 5 + v),
                    plant(x + width - 90, y, 0.55, t),
                  )
                : all(
                    circle(x + 84, y - 44, 44, t.pop),
                    books(x + 150, y, width - 180, b * 2 + s + v),
                  ),
            rect(x + 12, y, width - 24, 16, painted),
          );
        }),
        door(x + 22, 530, width / 2 - 26, 166, painted, t.paper, t.pop, 0.88),
        door(x + width / 2 + 4, 530, width / 2 - 26, 166, painted, t.paper, t.pop, 0.12),
      );
    }),
    bays === 2 &&
      all(
        rect(470, 330, 260, 380, t.paper, 8),
        rect(510, 430, 180, 280, "#22302b", 90),
        shape(
          "M600 540 C650 610 660 640 640 672 C630 700 570 700 560 672 C540 640 580 620 600 540 Z",
          t.sun,
        ),
        rect(450, 316, 300, 24, painted, 6),
        circle(600, 200, 84, t.paper),
        circle(600, 200, 70, t.soft),
      ),
    bays === 3 &&
      all(
        line("M884 150 L960 850 M950 150 L1026 850", ink.wood, 16),
        repeat(8, (n) => line(`M${896 + n * 9} ${240 + n * 78} h66`, ink.wood, 12)),
      ),
    oval(560, 810, 380, 42, t.soft),
    v >= 3 &&
      all(
        shadow(330, 830, 260, t.deep),
        rect(220, 650, 220, 120, t.pop, 40),
        rect(200, 740, 260, 70, t.pop, 30),
        rect(226, 804, 16, 30, ink.bark),
        rect(418, 804, 16, 30, ink.bark),
      ),
  );
};

export const cleanScene = (t: Theme, v: number): string =>
  all(
    room(t, 560),
    windowAt(v % 2 ? 760 : 130, 110, 280, 330, t),
    v % 3 === 2 &&
      all(
        rect(100, 420, 560, 24, ink.wood, 6),
        rect(130, 330, 110, 90, t.deep, 14),
        circle(185, 370, 24, t.soft),
        rect(280, 300, 70, 120, t.accent, 12),
        rect(390, 350, 80, 70, t.paper, 12),
        rect(490, 320, 60, 100, t.pop, 12),
      ),
    shadow(470, 826, 420, t.deep),
    shape("M320 560 H620 L586 820 H354 Z", t.pop),
    rect(304, 540, 332, 40, t.deep, 16),
    line("M330 548 C350 380 590 380 610 548", t.deep, 12),
    repeat(9, (n) =>
      circle(340 + n * 33, 536 - ((n * 41) % 54), 22 + ((n * 17) % 22), "#ffffff", 0.92),
    ),
    line("M760 170 L700 700", ink.wood, 18),
    shape("M632 690 H776 L806 830 H596 Z", t.paper),
    repeat(7, (n) => line(`M${640 + n * 20} 708 L${616 + n * 28} 822`, t.soft, 7)),
    rect(626, 676, 156, 26, t.accent, 10),
    shadow(930, 826, 220, t.deep),
    rect(860, 620, 140, 206, t.accent, 30),
    rect(894, 560, 60, 70, t.accent, 10),
    shape("M880 520 H990 V556 H900 C900 580 880 580 870 590 Z", t.deep),
    rect(876, 680, 108, 90, t.paper, 12),
    shape(
      "M930 696 C948 720 952 732 942 748 C934 758 918 754 914 742 C910 728 922 716 930 696 Z",
      t.accent,
    ),
    repeat(6, (n) => {
      const x = 160 + ((n * 197 + v * 83) % 900);
      const y = 100 + ((n * 131 + v * 59) % 380);
      return shape(
        `M${x} ${y - 26} L${x + 7} ${y - 7} L${x + 26} ${y} L${x + 7} ${y + 7} L${x} ${y + 26} L${x - 7} ${y + 7} L${x - 26} ${y} L${x - 7} ${y - 7} Z`,
        t.pop,
        0.95,
      );
    }),
    group(
      "rotate(-8 180 790)",
      rect(90, 760, 190, 60, t.soft, 14),
      line("M110 780 H260 M110 800 H240", t.paper, 6),
    ),
  );
