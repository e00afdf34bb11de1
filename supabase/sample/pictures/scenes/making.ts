import { all, circle, group, line, oval, rect, repeat, shadow, shape } from "../draw.ts";
import { ink, type Theme } from "../palette.ts";
import {
  bunting,
  FLOOR,
  figure,
  outdoors,
  pendant,
  plant,
  room,
  screen,
  tabletop,
  windowAt,
} from "../stage.ts";

const bloom = (x: number, y: number, r: number, a: string, b: string) =>
  all(
    repeat(
      7,
      (n) =>
        `<g transform="rotate(${n * 51.4} ${x} ${y})">${oval(x, y - r * 0.62, r * 0.36, r * 0.5, a)}</g>`,
    ),
    circle(x, y, r * 0.34, b),
  );

const rose = (x: number, y: number, r: number, a: string, b: string) =>
  all(
    circle(x, y, r, a),
    circle(x + r * 0.12, y + r * 0.1, r * 0.68, b),
    circle(x, y, r * 0.4, a),
    circle(x + r * 0.06, y - r * 0.02, r * 0.16, b),
  );

const table = (t: Theme, y = 690) =>
  all(
    rect(0, y, 1200, 210, t.paper),
    rect(0, y, 1200, 14, t.wallShade),
    repeat(8, (n) =>
      shape(
        `M${n * 160 - 30} ${y + 14} q80 70 160 0 V900 h-160 Z`,
        t.wallShade,
        n % 2 ? 0.5 : 0.25,
      ),
    ),
  );

export const cake = (t: Theme, v: number): string => {
  const tiers = [4, 3, 3, 2, 2][v % 5] ?? 3;
  const icing = ["#fffaf3", t.paper, "#ecd0a5", "#fffaf3", "#8a5736"][v % 5] ?? t.paper;
  const edge = v === 2 ? "#c99b62" : v === 4 ? "#6d4226" : t.soft;
  const height = tiers === 2 ? 150 : 112;
  return all(
    room(t, 600),
    v % 2
      ? bunting(70, 60, [t.pop, t.accent, t.paper, ink.clay], t.deep)
      : windowAt(120, 120, 220, 300, t),
    table(t),
    shadow(600, 760, 560, t.deep),
    oval(600, 712, 260, 40, ink.wood),
    rect(560, 716, 80, 50, ink.bark),
    oval(600, 770, 120, 18, ink.bark),
    repeat(tiers, (n) => {
      const w = 430 - n * (tiers === 2 ? 130 : 92);
      const y = 704 - (n + 1) * height;
      const x = 600 - w / 2;
      return all(
        rect(x, y, w, height + 4, icing, 18),
        rect(x, y + height - 18, w, 22, edge, 10),
        v === 2 && repeat(3, (m) => rect(x + 4, y + 26 + m * 30, w - 8, 9, ink.clay, 4)),
        v === 1 &&
          shape(
            `M${x} ${y + 16} ${Array.from({ length: Math.floor(w / 44) }, (_, m) => `q11 ${40 + ((m * 31) % 44)} 22 ${40 + ((m * 31) % 44)} q11 0 11 ${-(40 + ((m * 31) % 44))} h11`).join(" ")} L${x + w} ${y + 16} Q${x + w} ${y} ${x + w - 18} ${y} H${x + 18} Q${x} ${y} ${x} ${y + 16} Z`,
            t.pop,
          ),
        v === 0 &&
          repeat(Math.floor(w / 54), (m) =>
            m % 2
              ? bloom(
                  x + 34 + m * 54,
                  y + 54 + ((m * 17) % 22),
                  24,
                  [ink.plum, ink.rose, t.pop][(m + n) % 3] ?? t.pop,
                  ink.amber,
                )
              : line(
                  `M${x + 34 + m * 54} ${y + 84} q-10 -30 6 -54 m-6 30 q16 -4 20 -18`,
                  ink.leaf,
                  6,
                ),
          ),
        v === 3 &&
          repeat(Math.floor(w / 40), (m) => circle(x + 22 + m * 40, y + height - 6, 15, "#ffffff")),
        v === 4 &&
          all(
            oval(600, y, w / 2 - 10, 14, "#fff4d8"),
            repeat(5, (m) =>
              circle(x + 50 + (m * (w - 100)) / 4, y + 50 + ((m * 23) % 40), 8, "#3d2413"),
            ),
          ),
      );
    }),
    ...(v === 2
      ? [
          [520, 330],
          [580, 322],
          [640, 332],
          [610, 300],
        ].map(([x, y]) =>
          all(
            shape(
              `M${x} ${(y ?? 0) - 40} C${(x ?? 0) + 34} ${(y ?? 0) - 10} ${(x ?? 0) + 34} ${(y ?? 0) + 30} ${x} ${(y ?? 0) + 34} C${(x ?? 0) - 34} ${(y ?? 0) + 30} ${(x ?? 0) - 34} ${(y ?? 0) - 10} ${x} ${(y ?? 0) - 40} Z`,
              ink.plum,
            ),
          ),
        )
      : v === 1
        ? [
            line("M600 368 V300", t.deep, 12),
            shape("M600 240 C622 268 620 292 600 296 C580 292 578 268 600 240 Z", ink.clay),
          ]
        : [
            rose(560, 704 - tiers * height - 6, 40, ink.clay, ink.rose),
            rose(640, 704 - tiers * height - 2, 36, t.pop, "#ffe0a0"),
            rose(600, 704 - tiers * height - 34, 34, "#ffffff", ink.rose),
            line(
              `M520 ${704 - tiers * height} q-30 -10 -50 10 M680 ${704 - tiers * height} q30 -10 50 10`,
              ink.leaf,
              9,
            ),
          ]),
    rect(160, 770, 120, 10, ink.steel, 5),
    oval(230, 800, 130, 22, t.soft),
    rect(180, 740, 100, 54, icing, 8),
    rect(180, 762, 100, 8, t.pop),
    plant(1040, 740, 1.1, t),
  );
};

export const buntingScene = (t: Theme, v: number): string =>
  all(
    v === 0 ? outdoors(t, 940) : room(t, 600),
    v === 1 &&
      all(
        ...[100, 600, 1100].map((x) =>
          shape(
            `M${x - 240} 690 V330 C${x - 240} 90 ${x + 240} 90 ${x + 240} 330 V690 H${x + 190} V340 C${x + 190} 160 ${x - 190} 160 ${x - 190} 340 V690 Z`,
            ink.clay,
          ),
        ),
      ),
    v === 2 &&
      all(
        shape("M0 0 H1200 V120 L600 -80 L0 120 Z", ink.bark),
        repeat(7, (n) => line(`M${60 + n * 180} 0 V690`, ink.wood, 22)),
        line("M0 190 L1200 190", ink.wood, 22),
      ),
    bunting(90, 70, [t.pop, t.deep, t.paper, ink.clay, t.accent], t.deep),
    v !== 0 && bunting(230, 54, [t.paper, ink.clay, t.pop, t.accent], t.deep),
    v === 1 &&
      all(
        line("M0 260 Q300 370 600 270 T1200 270", t.deep, 5),
        repeat(12, (n) => circle(50 + n * 100, 296 + Math.sin(n * 1.05) * 34, 17, "#ffe9ad")),
      ),
    v === 0 &&
      all(
        shape("M120 690 L260 300 L400 690 Z", t.paper),
        shape("M260 300 L260 690 L330 690 Z", t.wallShade),
        line("M260 300 V250", t.deep, 8),
        shape("M260 250 l60 18 l-60 18 Z", t.pop),
        shape("M760 640 H1060 L1010 720 H810 Z", ink.clay),
        line("M910 640 V420", ink.wood, 12),
        shape("M918 430 L1030 620 H918 Z", t.paper),
      ),
    ...[0, 1, 2, 3, 4].map((n) =>
      figure(
        220 + n * 190,
        740,
        1.15,
        ["#f0c19d", "#8f5b3b", "#f8d5bd", "#bd8257", "#dba779"][(n + v) % 5] ?? "#f0c19d",
        [t.accent, t.pop, ink.clay, t.deep, ink.sea][n] ?? t.pop,
        ["#23211f", "#7a4528", "#d7a858", "#3a3633", "#b9592a"][(n * 2 + v) % 5] ?? "#23211f",
      ),
    ),
    table(t, 720),
    repeat(6, (n) =>
      all(
        oval(150 + n * 180, 740, 56, 13, t.soft),
        n % 3 === 0
          ? all(
              rect(134 + n * 180, 640, 32, 96, ink.leaf, 10),
              rect(142 + n * 180, 606, 16, 40, ink.leaf),
            )
          : n % 3 === 1
            ? all(
                rect(112 + n * 180, 700, 76, 36, ink.wood, 14),
                circle(150 + n * 180, 694, 22, t.pop),
              )
            : all(
                bloom(134 + n * 180, 672, 28, ink.clay, ink.amber),
                bloom(172 + n * 180, 660, 28, t.pop, ink.bark),
                rect(130 + n * 180, 690, 46, 48, t.accent, 10),
              ),
      ),
    ),
  );

export const wedding = (t: Theme, v: number): string => {
  const petals = [ink.rose, "#ffffff", t.pop, ink.clay, "#f7d9c8"];
  if (v === 2)
    return all(
      outdoors(t, 980),
      repeat(40, (n) => line(`M${(n * 97) % 1200} ${(n * 157) % 800} l-22 60`, "#ffffff", 6, 0.6)),
      rect(0, 760, 1200, 140, t.floorShade),
      shadow(600, 830, 420, t.deep),
      shape("M470 830 C440 640 500 520 540 520 C580 520 600 640 590 830 Z", "#26302d"),
      circle(540, 470, 46, "#f0c19d"),
      shape("M492 470 A48 48 0 0 1 588 462 C560 436 520 440 492 470 Z", ink.bark),
      shape("M600 830 C560 830 600 520 660 520 C720 520 800 760 820 830 Z", "#ffffff"),
      circle(660, 470, 44, "#bd8257"),
      shape("M614 474 A46 46 0 0 1 706 474 C690 430 630 430 614 474 Z", "#23211f"),
      shape("M704 450 C780 500 800 640 830 800 C760 740 720 600 704 500 Z", "#ffffff", 0.8),
      line("M610 640 V170", t.deep, 12),
      shape(
        "M270 330 C290 110 930 110 950 330 C890 290 850 292 780 330 C740 294 680 294 610 330 C550 294 490 294 440 330 C380 292 330 292 270 330 Z",
        ink.clay,
      ),
      shape(
        "M440 330 C470 200 560 150 610 150 C560 200 600 260 610 330 C550 294 490 294 440 330 Z",
        ink.amber,
      ),
      bloom(628, 650, 30, "#ffffff", ink.amber),
      bloom(596, 664, 26, ink.rose, ink.amber),
    );
  return all(
    outdoors(t, v ? 220 : 600),
    v === 1 &&
      all(
        shape(
          "M0 560 L240 250 L420 470 L640 210 L900 500 L1040 360 L1200 520 V660 H0 Z",
          t.accent,
          0.6,
        ),
        rect(0, 620, 1200, 90, "#8fbfd4"),
        line("M120 650 h160 M460 672 h240 M860 650 h180", "#ffffff", 7, 0.7),
      ),
    rect(0, 700, 1200, 200, ink.fern),
    shape("M500 900 L570 700 H630 L700 900 Z", t.paper),
    v === 0 &&
      all(
        ...[70, 1130].map((x) =>
          all(
            rect(x - 16, 380, 32, 330, ink.bark),
            circle(x, 320, 130, ink.leaf),
            circle(x - 40, 280, 60, ink.fern, 0.7),
            repeat(6, (n) => circle(x - 80 + n * 30, 300 + ((n * 47) % 90), 14, ink.clay)),
          ),
        ),
      ),
    line("M400 760 V420 C400 200 800 200 800 420 V760", ink.wood, 22),
    repeat(29, (n) => {
      const p = n / 28;
      const angle = Math.PI * (1 - p);
      const side =
        p < 0.2
          ? [400, 720 - p * 1300]
          : p > 0.8
            ? [800, 720 - (1 - p) * 1300]
            : [
                600 + Math.cos(Math.PI * (1 - (p - 0.2) / 0.6)) * 205,
                430 - Math.sin(Math.PI * (1 - (p - 0.2) / 0.6)) * 180,
              ];
      const x = side[0] ?? 0;
      const y = side[1] ?? 0;
      return all(
        circle(
          x + Math.cos(angle * 7) * 30,
          y + Math.sin(angle * 9) * 24,
          26,
          n % 2 ? ink.leaf : ink.fern,
        ),
        (n % 3 === 0 ? rose : bloom)(
          x + Math.sin(n * 4) * 16,
          y + Math.cos(n * 3) * 14,
          26 + (n % 3) * 7,
          petals[n % 5] ?? ink.rose,
          n % 3 === 0 ? "#fbe6da" : ink.amber,
        ),
      );
    }),
    ...[0, 1, 2].flatMap((r) =>
      [0, 1, 2, 3].map((c) => {
        const x = (c < 2 ? 120 + c * 130 : 950 + (c - 2) * 130) + (c < 2 ? -r * 20 : r * 20);
        return all(
          rect(x - 34, 700 + r * 56, 68, 10, ink.wood, 4),
          rect(x - 32, 650 + r * 56, 64, 10, ink.wood, 4),
          line(`M${x - 30} ${650 + r * 56} v110 M${x + 30} ${650 + r * 56} v110`, ink.wood, 7),
          r === 1 && bloom(x, 650 + r * 56, 20, petals[(c + r) % 5] ?? ink.rose, ink.amber),
        );
      }),
    ),
    repeat(18, (n) =>
      oval(520 + ((n * 71) % 170), 730 + ((n * 43) % 150), 9, 6, petals[n % 5] ?? ink.rose),
    ),
  );
};

export const camera = (t: Theme, v: number): string =>
  all(
    tabletop(t),
    v % 2
      ? repeat(4, (n) =>
          group(
            `rotate(${-12 + n * 7} ${200 + n * 260} 170)`,
            rect(120 + n * 250, 50, 190, 220, t.paper, 4),
            rect(134 + n * 250, 64, 162, 148, [t.accent, t.pop, ink.clay, t.soft][n] ?? t.pop),
            circle(250 + n * 250, 110, 20, t.paper),
            shape(`M${134 + n * 250} 212 v-40 q50 -50 90 -10 t72 0 v50 Z`, t.deep, 0.8),
          ),
        )
      : all(
          rect(110, 90, 980, 330, t.soft, 20),
          circle(870, 250, 90, t.pop),
          shape(
            "M110 420 V360 C340 250 460 330 640 300 C820 260 960 330 1090 310 V400 Q1090 420 1070 420 Z",
            t.accent,
          ),
          v === 0
            ? all(
                shape(
                  "M110 420 V390 q80 -30 160 0 t160 0 t160 0 t160 0 t160 0 t180 0 v30 Z",
                  t.deep,
                ),
              )
            : repeat(4, (n) =>
                all(
                  shape(
                    `M${250 + n * 110} 400 C${210 + n * 110} 340 ${240 + n * 110} 320 ${236 + n * 110} 290 h60 c-4 30 26 50 -14 110 Z`,
                    [ink.clay, t.paper, t.pop, ink.wood][n] ?? t.pop,
                  ),
                ),
              ),
        ),
    shadow(600, 836, 720, t.deep),
    rect(280, 470, 640, 350, "#22302b", 48),
    rect(280, 560, 640, 150, v % 2 ? ink.wood : ink.slate),
    rect(490, 416, 220, 70, "#22302b", 22),
    rect(340, 436, 90, 40, ink.steel, 12),
    circle(800, 450, 30, t.pop),
    circle(600, 640, 170, "#16211d"),
    circle(600, 640, 148, ink.slate),
    circle(600, 640, 120, "#16211d"),
    circle(600, 640, 92, t.accent),
    circle(600, 640, 60, t.deep),
    circle(560, 600, 30, "#ffffff", 0.85),
    circle(640, 680, 13, "#ffffff", 0.6),
    rect(800, 510, 76, 40, t.paper, 10),
    rect(316, 512, 60, 26, ink.clay, 10),
    line(
      "M284 520 C160 500 110 600 140 720 C160 800 90 840 40 860 M916 520 C1060 500 1110 620 1070 730 C1050 800 1110 850 1160 860",
      ink.bark,
      20,
    ),
    v === 3 &&
      all(
        line("M180 860 V430", ink.slate, 12),
        rect(110, 320, 150, 120, t.paper, 10),
        rect(124, 334, 122, 92, "#fff1c9", 6),
      ),
  );

export const studio = (t: Theme, v: number): string => {
  const amp = all(
    rect(760, 470, 320, 350, "#22302b", 20),
    rect(784, 560, 272, 236, ink.slate, 14),
    repeat(8, (n) => line(`M${800 + n * 34} 570 v216`, "#22302b", 5)),
    repeat(5, (n) => circle(810 + n * 54, 516, 15, t.pop)),
  );
  return all(
    room(t, 560),
    repeat(v === 1 ? 5 : 7, (n) =>
      repeat(4, (m) =>
        all(
          shape(
            `M${40 + n * 170} ${60 + m * 120} h130 v100 h-130 Z`,
            (n + m) % 2 ? t.soft : t.wallShade,
          ),
          shape(`M${40 + n * 170} ${60 + m * 120} l65 50 l65 -50 Z`, t.deep, 0.12),
        ),
      ),
    ),
    v === 1
      ? all(
          desk2(t),
          rect(160, 560, 880, 110, "#22302b", 14),
          repeat(16, (n) =>
            all(
              line(`M${206 + n * 52} 580 v70`, ink.slate, 7),
              rect(194 + n * 52, 590 + ((n * 29) % 44), 24, 16, n % 4 ? t.paper : t.pop, 4),
            ),
          ),
          rect(130, 330, 170, 200, "#22302b", 14),
          circle(215, 390, 40, ink.slate),
          circle(215, 390, 16, t.pop),
          circle(215, 480, 26, ink.slate),
          rect(900, 330, 170, 200, "#22302b", 14),
          circle(985, 390, 40, ink.slate),
          circle(985, 390, 16, t.pop),
          circle(985, 480, 26, ink.slate),
          rect(360, 260, 480, 270, ink.wood, 16),
          circle(480, 380, 84, ink.pine),
          circle(720, 380, 84, ink.pine),
          repeat(3, (n) =>
            all(
              `<g transform="rotate(${n * 120} 480 380)">${rect(468, 306, 24, 50, t.pop, 8)}</g>`,
              `<g transform="rotate(${n * 120 + 40} 720 380)">${rect(708, 306, 24, 50, t.pop, 8)}</g>`,
            ),
          ),
          circle(480, 380, 20, t.paper),
          circle(720, 380, 20, t.paper),
          line("M480 466 Q600 520 720 466", ink.bark, 7),
          rect(560, 480, 80, 34, ink.steel, 6),
        )
      : all(
          amp,
          shadow(920, 830, 340, t.deep),
          v === 2 &&
            all(
              shadow(240, 830, 320, t.deep),
              circle(250, 690, 120, ink.clay),
              circle(250, 690, 98, t.paper),
              rect(130, 520, 110, 80, t.accent, 10),
              rect(270, 520, 110, 80, t.accent, 10),
              line("M90 500 V830 M60 480 h120", ink.steel, 9),
              oval(110, 470, 90, 14, ink.marigold),
              oval(410, 440, 90, 14, ink.marigold),
              line("M410 446 V830", ink.steel, 9),
            ),
          line("M560 830 V330", ink.slate, 14),
          oval(560, 832, 110, 16, ink.slate),
          line("M560 350 L520 300", ink.slate, 12),
          rect(450, 90, 130, 240, ink.steel, 65),
          rect(450, 90, 130, 120, ink.slate, 60),
          repeat(5, (n) => line(`M466 ${120 + n * 20} h98`, ink.steel, 4)),
          rect(450, 204, 130, 16, t.pop),
          `<circle cx="700" cy="220" r="92" fill="${t.deep}" fill-opacity=".22" stroke="${t.deep}" stroke-width="12"/>`,
          line("M640 290 L570 400", t.deep, 9),
          v === 0 &&
            all(
              line("M250 440 C250 320 410 320 410 440", t.deep, 20),
              rect(226, 430, 50, 96, t.pop, 24),
              rect(384, 430, 50, 96, t.pop, 24),
              rect(210, 520, 240, 310, ink.wood, 12),
              rect(230, 540, 200, 270, ink.bark, 8),
            ),
        ),
    repeat(5, (n) => line(`M${700 + n * 40} ${60 + ((n * 37) % 60)} v-30`, t.pop, 7, 0)),
  );
};

const desk2 = (t: Theme) =>
  all(
    rect(90, 660, 1020, 40, ink.wood, 10),
    rect(130, 700, 30, 160, ink.bark),
    rect(1040, 700, 30, 160, ink.bark),
    shadow(600, 866, 960, t.deep),
  );

export const timeline = (t: Theme, v: number): string =>
  all(
    room(t, 600),
    desk2(t),
    screen(
      340,
      200,
      t,
      all(
        rect(0, 0, 520, 316, "#14231d"),
        v === 0
          ? all(
              rect(20, 16, 240, 136, "#8ec5dd", 6),
              circle(190, 60, 24, ink.marigold),
              shape("M20 152 V110 q60 -40 120 0 t120 -8 v50 Z", ink.leaf),
              rect(276, 16, 224, 136, "#2a3a33", 6),
            )
          : all(
              rect(20, 16, 240, 136, "#f3c6b0", 6),
              circle(110, 90, 24, "#8f5b3b"),
              circle(170, 84, 22, "#f8d5bd"),
              shape("M70 152 C76 108 144 108 148 152 Z", ink.pine),
              shape("M134 152 C140 100 200 100 210 152 Z", "#ffffff"),
              rect(276, 16, 224, 136, "#2a3a33", 6),
              ...[ink.clay, ink.marigold, ink.sea].map((c, n) =>
                all(
                  `<circle cx="${322 + n * 66}" cy="72" r="25" fill="none" stroke="${c}" stroke-width="8"/>`,
                  circle(328 + n * 66, 66, 7, "#fff"),
                ),
              ),
            ),
        v === 0 &&
          repeat(11, (n) =>
            rect(
              292 + n * 18,
              84 - ((n * 37) % 50),
              10,
              20 + ((n * 53) % 80),
              n % 3 ? ink.fern : ink.marigold,
              5,
            ),
          ),
        repeat(4, (r) => {
          let x = 20;
          return repeat(5, (n) => {
            const w = 50 + ((n * 47 + r * 31 + v * 13) % 70);
            const out =
              x + w > 504
                ? ""
                : rect(
                    x,
                    172 + r * 35,
                    w,
                    27,
                    [ink.marigold, ink.fern, ink.clay, ink.sea][(r + n * (r === 0 ? 1 : 0)) % 4] ??
                      ink.fern,
                    5,
                  );
            x += w + 6;
            return out;
          });
        }),
        line("M236 160 V312", "#ffffff", 4),
        circle(236, 164, 7, "#ffffff"),
      ),
    ),
    rect(400, 632, 400, 28, t.paper, 8),
    circle(870, 640, 22, t.paper),
    rect(130, 450, 120, 210, "#22302b", 14),
    circle(190, 520, 34, ink.slate),
    circle(190, 606, 44, ink.slate),
    circle(190, 606, 16, t.pop),
    rect(950, 450, 120, 210, "#22302b", 14),
    circle(1010, 520, 34, ink.slate),
    circle(1010, 606, 44, ink.slate),
    circle(1010, 606, 16, t.pop),
    v === 1
      ? windowAt(80, 90, 180, 250, t)
      : group(
          "translate(120 150) rotate(-6)",
          rect(0, 40, 190, 130, "#22302b", 10),
          shape("M0 40 L8 0 L196 -14 L190 30 Z", t.paper),
          repeat(4, (n) => shape(`M${14 + n * 46} ${0 - n * 3} l22 -2 l-10 36 h-22 Z`, "#22302b")),
          line("M20 90 h120 M20 120 h80", t.paper, 7),
        ),
    plant(1090, 430, 0.01, t),
    pendant(1010, 90, t),
  );

export const barber = (t: Theme, v: number): string =>
  all(
    room(t, 600),
    repeat(2, (n) =>
      all(
        rect(130 + n * 590, 90, 350, 400, ink.wood, 20),
        rect(152 + n * 590, 112, 306, 356, t.soft, 10),
        line(
          `M${190 + n * 590} 420 L${380 + n * 590} 150 M${260 + n * 590} 440 L${430 + n * 590} 210`,
          "#ffffff",
          16,
          0.6,
        ),
      ),
    ),
    repeat(2, (n) =>
      all(
        rect(100 + n * 590, 500, 410, 24, t.paper, 6),
        ...[0, 1, 2, 3].map((m) =>
          rect(
            140 + n * 590 + m * 74,
            500 - 60 - ((m * 23) % 36),
            38,
            60 + ((m * 23) % 36),
            [t.pop, t.accent, t.deep, ink.clay][(m + n) % 4] ?? t.pop,
            10,
          ),
        ),
      ),
    ),
    v !== 1 &&
      all(
        rect(560, 90, 80, 300, t.paper, 40),
        `<clipPath id="pole"><rect x="572" y="130" width="56" height="220"/></clipPath><g clip-path="url(#pole)">${repeat(8, (n) => line(`M540 ${130 + n * 46} l120 -60`, n % 2 ? ink.clay : t.deep, 17))}</g>`,
        circle(600, 96, 34, t.pop),
      ),
    v === 1 &&
      all(
        line("M600 0 V170", t.deep, 6),
        circle(600, 210, 44, "#fff1c9"),
        circle(600, 210, 90, t.pop, 0.18),
      ),
    shadow(600, 856, 420, t.deep),
    rect(574, 700, 52, 120, ink.steel),
    oval(600, 838, 150, 22, ink.steel),
    rect(440, 620, 320, 96, v === 2 ? ink.clay : ink.racing, 34),
    rect(470, 340, 260, 310, v === 2 ? "#c25a34" : "#0f5c42", 50),
    rect(520, 280, 160, 80, v === 2 ? ink.clay : ink.racing, 34),
    ...[390, 540, 0].slice(0, 2).map((y) => line(`M500 ${y + 30} H700`, "#ffffff", 5, 0.25)),
    rect(392, 540, 70, 34, ink.steel, 16),
    rect(738, 540, 70, 34, ink.steel, 16),
    rect(404, 570, 20, 90, ink.steel),
    rect(776, 570, 20, 90, ink.steel),
    rect(470, 770, 260, 24, ink.steel, 12),
    v === 2 &&
      all(
        rect(850, 640, 150, 180, t.paper, 16),
        oval(925, 640, 75, 20, "#ffffff"),
        repeat(5, (n) => circle(880 + n * 24, 628 - ((n * 17) % 16), 20, "#ffffff")),
        group(
          "translate(960 560) rotate(24)",
          rect(-12, 0, 24, 100, ink.wood, 10),
          rect(-24, -56, 48, 62, ink.sand, 20),
        ),
      ),
    v === 0 &&
      group(
        "translate(970 770) rotate(-30)",
        line("M-90 -30 L90 34 M-90 34 L90 -30", ink.steel, 16),
        circle(-116, -42, 30, t.pop),
        circle(-116, 46, 30, t.pop),
        circle(-116, -42, 14, t.floor),
        circle(-116, 46, 14, t.floor),
      ),
    plant(180, 840, 1.15, t),
  );

export const nails = (t: Theme, v: number): string => {
  const skin = ["#bd8257", "#f0c19d", "#8f5b3b"][v % 3] ?? "#f0c19d";
  const shade = ["#a16a42", "#dca279", "#75472c"][v % 3] ?? "#dca279";
  const nail = (x: number, y: number, r: number, n: number) =>
    group(
      `translate(${x} ${y}) rotate(${r})`,
      rect(-50, -20, 100, 420, skin, 50),
      line("M-22 150 q22 12 44 0 M-22 168 q22 10 44 0", shade, 5),
      rect(-35, -66, 70, 138, v === 0 ? ink.racing : v === 1 ? "#fffaf3" : "#f7d9c8", 35),
      v === 0 && bloom(0, -6, 26, ink.marigold, ink.clay),
      v === 1 &&
        all(
          circle(-10, -30, 11, ink.clay),
          circle(14, -6, 9, ink.leaf),
          circle(-12, 18, 10, ink.marigold),
          circle(12, 40, 8, ink.sea),
          rect(2, -44, 16, 12, ink.plum, 4),
        ),
      v === 2 &&
        (n === 2
          ? all(circle(0, -20, 22, ink.marigold), circle(10, -26, 20, "#f7d9c8"))
          : shape("M-35 -32 C-35 -76 35 -76 35 -32 C20 -14 -20 -14 -35 -32 Z", "#ffffff")),
    );
  return all(
    tabletop(t),
    repeat(5, (n) =>
      all(
        rect(
          90 + n * 116,
          190 - (n % 2) * 16,
          84,
          110,
          [t.pop, ink.clay, ink.racing, ink.plum, ink.sea][n] ?? t.pop,
          22,
        ),
        rect(108 + n * 116, 90 - (n % 2) * 16, 48, 104, "#22302b", 14),
        rect(104 + n * 116, 226 - (n % 2) * 16, 20, 50, "#ffffff", 10).replace(
          "/>",
          ' opacity=".35"/>',
        ),
      ),
    ),
    oval(640, 900, 520, 120, t.soft),
    rect(200, 760, 860, 160, t.paper, 60),
    shape("M430 900 C400 760 420 690 470 640 H860 C900 700 900 800 880 900 Z", skin),
    nail(470, 380, -10, 1),
    nail(590, 320, -3, 2),
    nail(712, 330, 4, 3),
    nail(830, 400, 11, 4),
    group(
      "translate(330 600) rotate(-50)",
      rect(-48, -20, 96, 300, skin, 48),
      rect(-33, -60, 66, 126, v === 0 ? ink.racing : v === 1 ? "#fffaf3" : "#f7d9c8", 33),
    ),
    group(
      "translate(930 300) rotate(38)",
      rect(-9, -260, 18, 260, ink.wood, 8),
      rect(-12, 0, 24, 40, ink.steel, 4),
      shape("M-12 40 C-12 80 0 96 0 104 C0 96 12 80 12 40 Z", ink.clay),
    ),
  );
};

export const massage = (t: Theme, v: number): string =>
  v === 0
    ? all(
        room(t, 720),
        windowAt(740, 100, 300, 330, t),
        rect(90, 150, 260, 20, ink.wood, 6),
        repeat(3, (n) =>
          all(rect(110 + n * 80, 90, 60, 60, [t.pop, t.paper, t.accent][n] ?? t.pop, 10)),
        ),
        rect(90, 300, 260, 20, ink.wood, 6),
        repeat(4, (n) => rect(110, 282 - n * 26, 150 - n * 8, 24, n % 2 ? t.paper : t.soft, 12)),
        shadow(560, 840, 860, t.deep),
        line(
          "M260 640 L220 830 M860 640 L900 830 M320 660 L800 780 M800 660 L320 780",
          ink.wood,
          18,
        ),
        rect(170, 570, 780, 80, t.paper, 36),
        rect(170, 560, 560, 74, t.accent, 30),
        rect(760, 510, 170, 66, "#ffffff", 32),
        shape("M170 590 C300 610 460 570 720 600 V700 H190 Z", t.soft),
        plant(1090, 850, 1.3, t),
      )
    : all(
        room(t, 600),
        rect(0, 600, 1200, 300, ink.wood),
        repeat(5, (n) => line(`M0 ${660 + n * 60} H1200`, ink.bark, 4, 0.4)),
        shadow(430, 800, 520, ink.pine),
        oval(430, 730, 200, 74, ink.slate),
        oval(424, 630, 160, 60, "#5b6d75"),
        oval(436, 546, 120, 48, ink.slate),
        oval(430, 476, 82, 34, "#6e8188"),
        oval(400, 466, 24, 9, "#ffffff", 0.4),
        shadow(850, 800, 360, ink.pine),
        ...[0, 1, 2].map((n) =>
          all(
            rect(
              700 + n * 10,
              700 - n * 78,
              320 - n * 20,
              78,
              [t.paper, t.soft, t.pop][n] ?? t.paper,
              36,
            ),
            line(`M730 ${740 - n * 78} H960`, t.deep, 4, 0.15),
          ),
        ),
        rect(810, 400, 90, 100, "#fffaf0", 16),
        line("M855 400 V378", t.deep, 5),
        shape("M855 316 C876 344 872 368 855 374 C838 368 834 344 855 316 Z", t.pop),
        circle(855, 350, 90, t.pop, 0.16),
        ...[-50, -20, 10, 40].map(
          (a) =>
            `<g transform="translate(180 780) rotate(${a})">${shape("M0 0 C-30 -60 -24 -160 0 -220 C24 -160 30 -60 0 0 Z", a % 20 ? ink.leaf : ink.fern)}</g>`,
        ),
        bloom(250, 800, 50, "#ffffff", ink.marigold),
      );

export const gym = (t: Theme, v: number): string => {
  const kettle = (x: number, y: number, s: number, c: string) =>
    all(
      oval(x, y + 4, 70 * s, 10, t.deep, 0.18),
      `<path d="M${x - 40 * s} ${y - 90 * s} C${x - 50 * s} ${y - 170 * s} ${x + 50 * s} ${y - 170 * s} ${x + 40 * s} ${y - 90 * s}" fill="none" stroke="#22302b" stroke-width="${20 * s}"/>`,
      circle(x, y - 58 * s, 60 * s, c),
      rect(x - 40 * s, y - 16 * s, 80 * s, 18 * s, c, 8),
      circle(x, y - 58 * s, 26 * s, t.paper),
    );
  const plate = (x: number, y: number, r: number, c: string) =>
    all(
      circle(x, y, r, c),
      circle(x, y, r * 0.72, "#22302b").replace("/>", ' fill-opacity=".25"/>'),
      circle(x, y, r * 0.18, t.paper),
    );
  const bag = (x: number, c: string) =>
    all(
      line(`M${x} 0 V130 M${x - 40} 190 L${x} 120 L${x + 40} 190`, ink.slate, 9),
      rect(x - 74, 180, 148, 440, c, 50),
      rect(x - 74, 260, 148, 26, t.paper),
      rect(x - 74, 520, 148, 26, t.paper),
      rect(x - 50, 210, 20, 380, "#ffffff", 10).replace("/>", ' opacity=".2"/>'),
    );
  return all(
    v === 1 ? outdoors(t, 900) : room(t, 600),
    v === 1 &&
      all(
        rect(0, 560, 1200, 110, "#7fb4cc"),
        line("M80 600 h180 M420 630 h260 M860 600 h160", "#ffffff", 7, 0.7),
        rect(0, 650, 1200, 250, t.floorShade),
        line("M0 560 H1200 M0 610 H1200", t.paper, 10),
        repeat(9, (n) => rect(40 + n * 140, 540, 14, 120, t.paper)),
      ),
    v >= 3 &&
      all(
        ...[120, 540, 960].map((x) =>
          all(
            shape(`M${x} 500 V250 C${x} 120 ${x + 140} 120 ${x + 140} 250 V500 Z`, t.soft),
            line(`M${x + 70} 160 V500 M${x} 320 h140`, t.paper, 8),
          ),
        ),
        bag(330, ink.clay),
        bag(870, v === 4 ? t.pop : ink.racing),
      ),
    v >= 3 &&
      all(
        rect(0, FLOOR + 60, 1200, 12, t.pop),
        group(
          "translate(600 760)",
          ...[-1, 1].map((s) =>
            group(
              `translate(${s * 90} 0) scale(${s} 1) rotate(-12)`,
              shape(
                "M-60 60 C-90 -40 -60 -130 20 -130 C90 -130 110 -60 90 0 C84 30 80 40 80 70 Z",
                ink.clay,
              ),
              shape("M-60 -40 C-100 -60 -110 10 -60 20 Z", "#c25a34"),
              rect(-64, 60, 148, 48, t.paper, 14),
            ),
          ),
        ),
      ),
    v === 4 &&
      all(
        ...[150, 600, 1050].map((x, n) =>
          figure(
            x,
            880,
            1.05,
            ["#f0c19d", "#8f5b3b", "#dba779"][n] ?? "#f0c19d",
            [t.accent, t.deep, ink.sea][n] ?? t.deep,
            "#3a3633",
          ),
        ),
      ),
    v === 0 &&
      all(
        windowAt(140, 100, 220, 240, t),
        rect(620, 160, 24, 540, ink.slate),
        rect(1060, 160, 24, 540, ink.slate),
        line("M560 330 H1150", ink.steel, 18),
        plate(600, 330, 100, ink.clay),
        plate(1110, 330, 100, ink.clay),
        plate(560, 330, 70, t.pop),
        plate(1150, 330, 70, t.pop),
        rect(640, 600, 420, 40, ink.racing, 14),
        rect(700, 640, 20, 130, ink.slate),
        rect(980, 640, 20, 130, ink.slate),
        kettle(220, 800, 1.1, ink.clay),
        kettle(390, 820, 0.9, t.pop),
        kettle(530, 800, 0.7, t.deep),
      ),
    v === 1 &&
      all(
        kettle(330, 840, 1.9, ink.clay),
        kettle(640, 850, 1.5, t.pop),
        kettle(880, 840, 1.15, t.deep),
        kettle(1060, 850, 0.85, ink.sea),
      ),
    v === 2 &&
      all(
        rect(120, 110, 420, 400, "#22302b", 14),
        ...[0, 1, 2, 3, 4, 5].map((n) =>
          all(
            line(`M160 ${170 + n * 56} h${150 + ((n * 61) % 90)}`, t.paper, 10),
            line(`M420 ${170 + n * 56} l14 16 l32 -36`, n < 4 ? t.pop : ink.slate, 10),
          ),
        ),
        line("M660 120 H1120", ink.steel, 20),
        rect(680, 0, 18, 120, ink.slate),
        rect(1080, 0, 18, 120, ink.slate),
        figure(890, 520, 1.5, "#dba779", t.accent, "#4c3123"),
        line("M830 360 L800 124 M950 360 L980 124", "#dba779", 26),
        line("M860 510 L850 700 M920 510 L930 700", t.deep, 36),
        shadow(890, 820, 260, t.deep),
        kettle(240, 820, 1, ink.clay),
        kettle(400, 830, 0.8, t.pop),
      ),
  );
};
