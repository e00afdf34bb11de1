import { all, circle, group, line, oval, rect, repeat, shadow, shape } from "../draw.ts";
import { ink, type Theme } from "../palette.ts";
import { figure, outdoors, plant, room } from "../stage.ts";

const wheel = (x: number, y: number, r: number, t: Theme) =>
  all(
    circle(x, y, r, ink.pine),
    circle(x, y, r * 0.58, ink.steel),
    circle(x, y, r * 0.2, t.deep),
    repeat(
      5,
      (n) =>
        `<g transform="rotate(${n * 72} ${x} ${y})">${rect(x - r * 0.06, y - r * 0.52, r * 0.12, r * 0.4, t.deep, 4)}</g>`,
    ),
  );

const hatchback = (x: number, y: number, body: string, dark: string, t: Theme) =>
  group(
    `translate(${x} ${y})`,
    shape(
      "M0 0 C0 -70 20 -92 90 -104 C150 -190 200 -210 320 -210 C440 -210 480 -180 540 -104 C600 -96 640 -80 644 0 C644 30 630 40 600 40 H40 C12 40 0 30 0 0 Z",
      body,
    ),
    shape(
      "M128 -108 C170 -176 206 -186 300 -186 V-108 Z M320 -186 C420 -186 456 -166 500 -108 H320 Z",
      t.soft,
    ),
    line("M160 -118 L200 -174 M360 -112 L410 -178", "#ffffff", 9, 0.7),
    line("M310 -100 V30", dark, 5, 0.5),
    rect(336, -72, 56, 12, dark, 6),
    rect(236, -72, 56, 12, dark, 6),
    oval(620, -50, 22, 17, "#fff4d8"),
    rect(2, -62, 22, 36, ink.clay, 8),
    rect(0, 4, 644, 18, dark, 9).replace("/>", ' opacity=".4"/>'),
    wheel(142, 36, 66, t),
    wheel(506, 36, 66, t),
  );

export const car = (t: Theme, v: number): string => {
  const bodies = [t.pop, ink.clay, ink.sea, "#26302d", ink.leaf] as const;
  const body = bodies[v % 5] ?? t.pop;
  return all(
    room(t, 600),
    repeat(5, (n) =>
      all(
        line(`M${760 + n * 78} 150 v90`, ink.slate, 15),
        circle(760 + n * 78, 256, n % 2 ? 24 : 18, ink.slate),
        circle(760 + n * 78, 256, 9, t.wall),
      ),
    ),
    rect(720, 130, 410, 22, ink.wood, 6),
    rect(60, 330, 240, 360, ink.clay, 14),
    repeat(5, (n) =>
      all(
        rect(78, 350 + n * 66, 204, 52, "#f0895d", 8),
        rect(146, 370 + n * 66, 68, 10, t.paper, 5),
      ),
    ),
    v === 1
      ? all(
          repeat(3, (n) =>
            all(
              circle(1040, 760 - n * 2, 0.1, ink.pine),
              rect(930, 700 - n * 78, 220, 70, ink.pine, 34),
              repeat(7, (m) => line(`M${956 + m * 28} ${712 - n * 78} v46`, ink.slate, 7)),
            ),
          ),
          hatchback(250, 770, body, t.deep, t),
        )
      : v === 2 || v === 0
        ? all(
            rect(190, 690, 22, 140, ink.slate),
            rect(900, 690, 22, 140, ink.slate),
            rect(170, 640, 780, 26, t.pop === body ? ink.slate : t.pop, 8),
            rect(340, 660, 24, 180, ink.slate),
            rect(760, 660, 24, 180, ink.slate),
            hatchback(240, 540, body, t.deep, t),
            figure(1040, 850, 1.45, "#c58f63", ink.racing, "#23211f"),
          )
        : all(
            shadow(600, 830, 760, t.deep),
            hatchback(250, 770, body, "#0b1210", t),
            repeat(10, (n) =>
              circle(
                300 + ((n * 137) % 600),
                620 + ((n * 71) % 170),
                18 + ((n * 23) % 26),
                "#ffffff",
                0.8,
              ),
            ),
            shape("M980 830 L1000 700 H1120 L1140 830 Z", t.pop),
            oval(1060, 702, 60, 14, t.paper),
            repeat(4, (n) => circle(1022 + n * 26, 694, 20, "#ffffff")),
          ),
    v === 4 &&
      group(
        "translate(600 360)",
        ...[
          [0, 0],
          [150, 40],
          [-160, 60],
        ].map(([x, y]) =>
          shape(
            `M${x} ${(y ?? 0) - 40} L${(x ?? 0) + 10} ${(y ?? 0) - 10} L${(x ?? 0) + 40} ${y} L${(x ?? 0) + 10} ${(y ?? 0) + 10} L${x} ${(y ?? 0) + 40} L${(x ?? 0) - 10} ${(y ?? 0) + 10} L${(x ?? 0) - 40} ${y} L${(x ?? 0) - 10} ${(y ?? 0) - 10} Z`,
            t.pop,
          ),
        ),
      ),
  );
};

const box = (x: number, y: number, w: number, h: number) =>
  all(
    rect(x, y, w, h, "#d6a26c", 6),
    rect(x + w / 2 - 12, y, 24, h * 0.4, "#f0d5ac"),
    line(`M${x + 16} ${y + h - 18} h40`, ink.bark, 5),
  );

export const van = (t: Theme, v: number): string => {
  const body = "#fbfaf5";
  return all(
    outdoors(t, 200),
    repeat(4, (n) =>
      all(
        rect(
          470 + n * 190,
          230 + (n % 2) * 30,
          180,
          460,
          [ink.clay, ink.sand, t.accent, "#d98d63"][n] ?? ink.clay,
        ),
        repeat(3, (r) =>
          all(
            rect(500 + n * 190, 280 + (n % 2) * 30 + r * 120, 48, 74, t.paper, 4),
            rect(574 + n * 190, 280 + (n % 2) * 30 + r * 120, 48, 74, t.paper, 4),
            rect(506 + n * 190, 286 + (n % 2) * 30 + r * 120, 36, 62, t.soft, 2),
            rect(580 + n * 190, 286 + (n % 2) * 30 + r * 120, 36, 62, t.soft, 2),
          ),
        ),
      ),
    ),
    rect(0, 690, 1200, 40, ink.steel),
    rect(0, 726, 1200, 174, ink.slate),
    repeat(6, (n) => rect(40 + n * 220, 826, 110, 14, t.paper, 7)),
    shadow(560, 800, 840, ink.pine),
    shape("M170 770 V380 C170 356 186 344 210 344 H700 V770 Z", body),
    shape(
      "M700 400 H800 C850 404 880 440 910 540 C960 550 980 570 980 620 V740 C980 760 970 770 950 770 H700 Z",
      body,
    ),
    shape("M730 430 H800 C834 434 856 470 872 540 H730 Z", t.soft),
    line("M760 530 L800 444", "#ffffff", 10, 0.7),
    line("M700 350 V766", t.deep, 5, 0.4),
    rect(716, 580, 50, 13, t.deep, 6),
    rect(170, 690, 810, 24, t.deep, 0).replace("/>", ' opacity=".85"/>'),
    oval(958, 620, 18, 24, "#fff4d8"),
    rect(170, 560, 18, 60, ink.clay, 6),
    circle(380, 510, 74, ink.marigold),
    circle(482, 510, 74, ink.racing),
    line("M340 624 H520", ink.pine, 14),
    wheel(330, 776, 68, t),
    wheel(820, 776, 68, t),
    box(60, 730, 120, 100),
    box(40, 640, 100, 90),
    v === 1 &&
      all(
        rect(1000, 600, 150, 240, ink.wood, 10),
        rect(1016, 616, 118, 90, ink.bark, 6),
        rect(1016, 720, 118, 104, ink.bark, 6),
        circle(1075, 664, 7, t.pop),
      ),
    v === 0 &&
      all(
        rect(990, 730, 190, 70, ink.racing, 26),
        rect(1000, 670, 170, 80, ink.leaf, 26),
        rect(1004, 800, 14, 34, ink.bark),
        rect(1150, 800, 14, 34, ink.bark),
      ),
    v === 2 &&
      all(figure(1060, 850, 1.35, "#f0c19d", ink.clay, ink.bark), box(1000, 660, 120, 100)),
  );
};

export const mural = (t: Theme, v: number): string => {
  const paint = [
    all(
      rect(120, 90, 960, 600, "#8ec5dd"),
      circle(820, 250, 110, ink.marigold),
      shape("M120 560 q120 -70 240 0 t240 0 t240 0 t240 0 V690 H120 Z", ink.sea),
      shape("M120 620 q120 -60 240 0 t240 0 t240 0 t240 0 V690 H120 Z", ink.racing),
      ...[
        [380, 270, 1.6],
        [610, 400, 1.1],
        [260, 430, 0.8],
      ].map(([x, y, s]) =>
        group(
          `translate(${x} ${y}) scale(${s})`,
          shape(
            "M-120 -10 C-70 -70 -30 -50 0 0 C30 -50 70 -70 120 -10 C70 -34 40 -10 14 24 C0 34 -14 30 -18 20 C-40 -10 -70 -34 -120 -10 Z",
            "#ffffff",
          ),
          shape("M14 10 l34 6 l-32 10 Z", ink.amber),
        ),
      ),
    ),
    all(
      rect(120, 90, 960, 600, "#2a2750"),
      ...Array.from({ length: 22 }, (_, n) =>
        circle(150 + ((n * 173) % 900), 120 + ((n * 97) % 380), 4 + (n % 3) * 2, "#ffe7a8"),
      ),
      circle(300, 250, 84, ink.clay),
      `<ellipse cx="300" cy="250" rx="140" ry="30" fill="none" stroke="${ink.marigold}" stroke-width="12"/>`,
      shape("M120 690 C300 560 420 640 600 600 C800 560 940 620 1080 560 V690 Z", "#4f8f9a"),
      shape(
        "M640 520 C640 380 860 380 860 520 C880 560 850 600 830 560 C826 620 790 620 780 570 C770 630 730 630 722 570 C710 620 676 620 670 560 C650 600 620 560 640 520 Z",
        "#ef8f6b",
      ),
      circle(706, 480, 17, "#fff"),
      circle(794, 480, 17, "#fff"),
      circle(709, 483, 8, "#222"),
      circle(797, 483, 8, "#222"),
      line("M726 520 q24 22 48 0", "#7a2f22", 7),
    ),
    all(
      rect(120, 90, 960, 600, ink.sand),
      ...Array.from({ length: 6 }, (_, n) =>
        group(
          `translate(${220 + n * 160} ${690}) rotate(${(n - 2.5) * 9})`,
          shape(
            "M0 0 C-110 -180 -90 -400 0 -520 C90 -400 110 -180 0 0 Z",
            [ink.racing, ink.leaf, ink.clay, ink.marigold, ink.fern, ink.sea][n] ?? ink.leaf,
          ),
          line("M0 -20 V-440", ink.sand, 6, 0.7),
          repeat(5, (m) =>
            line(
              `M0 ${-100 - m * 70} l${50 - m * 6} -44 M0 ${-100 - m * 70} l${-50 + m * 6} -44`,
              ink.sand,
              5,
              0.7,
            ),
          ),
        ),
      ),
      circle(600, 190, 74, ink.clay),
    ),
    all(
      rect(120, 90, 960, 600, ink.clay),
      ...Array.from({ length: 13 }, (_, n) =>
        group(
          `rotate(${-90 + n * 15} 600 560)`,
          shape("M576 560 L560 -120 H640 L624 560 Z", n % 2 ? ink.marigold : "#f08a5d"),
        ),
      ),
      circle(600, 560, 170, "#fff1c9"),
      rect(120, 560, 960, 130, ink.racing),
      repeat(5, (n) => line(`M${260 + n * 150} ${600 + (n % 2) * 40} h100`, ink.fern, 9)),
    ),
  ];
  return all(
    rect(0, 0, 1200, 900, t.wallShade),
    repeat(12, (r) =>
      repeat(13, (n) =>
        rect(
          n * 104 - (r % 2) * 52,
          r * 62,
          98,
          56,
          (n * 5 + r * 3) % 8 === 0 ? t.soft : t.wall,
          4,
        ),
      ),
    ),
    `<clipPath id="wall"><rect x="120" y="90" width="960" height="600" rx="10"/></clipPath><g clip-path="url(#wall)">${paint[v % 4]}</g>`,
    v === 3 &&
      repeat(15, (n) =>
        rect(120, 90 + n * 40, 960, 4, ink.pine, 0).replace("/>", ' opacity=".14"/>'),
      ),
    rect(0, 740, 1200, 160, t.floorShade),
    line("M860 860 L930 330 M1000 860 L950 330", ink.wood, 16),
    repeat(6, (n) => line(`M${874 + n * 11} ${790 - n * 78} h${112 - n * 15}`, ink.wood, 12)),
    figure(250, 850, 1.5, "#f0c19d", v === 3 ? ink.racing : ink.clay, ink.bark),
    line("M316 740 L400 640", "#f0c19d", 20),
    group(
      "translate(400 640) rotate(40)",
      rect(-7, -90, 14, 90, ink.wood, 6),
      rect(-16, -130, 32, 46, t.pop, 8),
    ),
    ...[t.pop, ink.clay, ink.sea, ink.leaf].map((c, n) =>
      all(
        rect(430 + n * 96, 790, 76, 70, t.paper, 8),
        oval(468 + n * 96, 792, 38, 10, c),
        shape(`M${440 + n * 96} 792 v24 q8 12 16 0 v-24 Z`, c),
      ),
    ),
    plant(1120, 850, 0.9, t),
  );
};
