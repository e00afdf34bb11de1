import { all, circle, group, line, oval, rect, repeat, shadow, shape } from "../draw.ts";
import { ink, type Theme } from "../palette.ts";
import { FLOOR, figure, outdoors, plant, room, windowAt } from "../stage.ts";
import { bloom } from "./flowers.ts";

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
    v >= 3 && rect(0, FLOOR + 60, 1200, 12, t.pop),
    v === 3 &&
      all(
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
