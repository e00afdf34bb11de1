import { all, circle, line, oval, rect, repeat, shadow, shape } from "../draw.ts";
import { ink, type Theme } from "../palette.ts";
import { bunting, figure, outdoors, plant, room, windowAt } from "../stage.ts";
import { bloom, rose } from "./flowers.ts";

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
