import { all, circle, group, line, oval, rect, repeat, shadow, shape } from "../draw.ts";
import { ink, type Theme } from "../palette.ts";
import { plant, room, tabletop } from "../stage.ts";
import { bloom } from "./flowers.ts";

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
