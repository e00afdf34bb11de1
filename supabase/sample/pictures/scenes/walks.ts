import { all, circle, group, line, oval, rect, repeat, shadow, shape } from "../draw.ts";
import { ink, type Theme } from "../palette.ts";
import { outdoors } from "../stage.ts";

import { leafy } from "./gardens.ts";
export const treeScene = (t: Theme, v: number): string =>
  all(
    outdoors(t, v % 2 ? 220 : 980),
    v === 2 &&
      all(
        rect(760, 480, 380, 260, t.paper),
        shape("M730 490 L950 340 L1170 490 Z", ink.clay),
        rect(800, 540, 130, 200, t.soft, 6),
        rect(960, 540, 130, 120, t.soft, 6),
        line("M865 540 V740 M800 640 H930", t.paper, 8),
      ),
    shape("M0 720 C300 680 800 690 1200 730 V900 H0 Z", ink.fern),
    shadow(540, 790, 520, t.deep),
    shape(
      "M486 800 C512 640 500 520 470 430 L520 440 L540 500 L590 400 L634 424 C590 540 580 660 612 800 Z",
      ink.bark,
    ),
    line("M520 470 L400 350 M560 480 L690 360", ink.bark, 26),
    v === 1
      ? all(
          line(
            "M400 350 L330 240 M400 350 L440 210 M690 360 L760 240 M690 360 L640 220 M560 440 V200",
            ink.bark,
            15,
          ),
          ...[
            [330, 230],
            [440, 200],
            [560, 190],
            [640, 210],
            [760, 230],
            [380, 300],
            [710, 300],
            [500, 300],
            [600, 290],
          ].flatMap(([x, y]) => [
            leafy(x ?? 0, y ?? 0, 52, ink.leaf, ink.fern),
            circle((x ?? 0) + 20, (y ?? 0) + 30, 15, t.pop),
          ]),
        )
      : all(
          leafy(540, 230, 150, ink.leaf, ink.fern),
          leafy(350, 320, 110, ink.leaf, "#4b9c75"),
          leafy(730, 320, 116, ink.leaf, "#4b9c75"),
          leafy(540, 360, 90, "#27694c", ink.leaf),
        ),
    line("M700 120 C712 260 690 400 706 560", t.paper, 7),
    line("M700 120 C640 160 600 180 560 180", t.paper, 7),
    group(
      "translate(706 540)",
      circle(0, -44, 26, ink.marigold),
      rect(-28, -38, 56, 10, ink.amber, 5),
      shape("M-32 60 C-36 -30 36 -30 32 60 Z", ink.clay),
      line("M-16 56 L-30 120 M16 56 L26 120", ink.pine, 17),
      line("M-24 0 L-70 -30 M24 0 L56 -40", ink.clay, 14),
      circle(0, -22, 18, "#e0ad85"),
      line("M-40 52 H40", t.paper, 8),
    ),
    repeat(4, (n) =>
      all(
        circle(210 + (n % 3) * 62 - (n > 2 ? 62 - 31 : 0), n > 2 ? 728 : 782, 34, ink.wood),
        circle(210 + (n % 3) * 62 - (n > 2 ? 31 : 0), n > 2 ? 728 : 782, 20, ink.sand),
        circle(210 + (n % 3) * 62 - (n > 2 ? 31 : 0), n > 2 ? 728 : 782, 9, ink.wood),
      ),
    ),
  );

export const dog = (t: Theme, v: number): string => {
  const coats = [ink.wood, "#f1ede2", "#3a3633", ink.amber, ink.bark];
  const hound = (
    x: number,
    y: number,
    size: number,
    coat: string,
    ear: string,
    collar: string,
    sit: boolean,
  ) =>
    group(
      `translate(${x} ${y}) scale(${size})`,
      oval(0, 8, 130, 12, t.deep, 0.16),
      sit
        ? all(
            line("M78 -30 C140 -40 150 -100 128 -130", coat, 22),
            shape("M-70 0 C-84 -120 -50 -210 10 -220 C70 -214 104 -100 96 0 Z", coat),
            rect(-62, -80, 36, 84, coat, 18),
            rect(-16, -80, 36, 84, coat, 18),
            oval(64, -30, 48, 36, coat),
          )
        : all(
            line("M110 -120 C150 -150 166 -180 158 -206", coat, 20),
            rect(-110, -160, 230, 100, coat, 50),
            rect(-104, -90, 34, 94, coat, 16),
            rect(-58, -90, 34, 94, coat, 16),
            rect(44, -90, 34, 94, coat, 16),
            rect(84, -90, 34, 94, coat, 16),
            shape("M-120 -120 L-96 -210 L-30 -200 L-30 -110 Z", coat),
          ),
      group(
        sit ? "translate(-10 -250)" : "translate(-96 -226)",
        rect(-62, -56, 124, 106, coat, 52),
        oval(-34, 26, 44, 30, coat === "#f1ede2" ? "#fffaf0" : "#f6ead3", 0.95),
        oval(-62, 14, 15, 11, ink.pine),
        circle(-24, -12, 8, ink.pine),
        circle(22, -12, 8, ink.pine),
        shape(
          "M-50 -46 C-90 -50 -100 10 -78 36 C-60 30 -46 -10 -36 -44 Z M40 -50 C84 -52 96 8 76 40 C56 30 46 -10 28 -46 Z",
          ear,
        ),
        shape("M-52 44 C-44 74 -22 74 -20 46 Z", "#e58a7e"),
      ),
      sit
        ? rect(-58, -196, 100, 18, collar, 9)
        : group("rotate(12 -74 -170)", rect(-112, -178, 88, 17, collar, 8)),
    );
  return all(
    outdoors(t, v % 2 ? 960 : 260),
    v === 2
      ? all(
          ...[100, 300, 900, 1100].map((x, n) =>
            all(
              rect(x - 12, 420, 24, 250, ink.bark),
              leafy(x, 380, 96, n % 2 ? ink.clay : ink.amber, ink.marigold),
            ),
          ),
        )
      : all(leafy(90, 560, 100, ink.leaf, ink.fern), leafy(1120, 540, 120, ink.leaf, ink.fern)),
    shape("M0 660 C400 630 800 640 1200 670 V900 H0 Z", v === 2 ? "#a9b86f" : ink.fern),
    shape("M0 830 C400 770 800 800 1200 760 V850 C800 880 400 850 0 900 Z", ink.sand),
    v === 1 &&
      repeat(22, (n) => line(`M${(n * 97) % 1200} ${(n * 131) % 700} l-14 46`, "#ffffff", 6, 0.65)),
    v === 0 &&
      all(
        hound(320, 800, 1.05, coats[0] ?? "", ink.bark, ink.clay, false),
        hound(600, 822, 1.15, coats[1] ?? "", "#b98a62", t.deep, true),
        hound(880, 800, 0.9, coats[2] ?? "", "#23211f", ink.marigold, true),
      ),
    v === 1 &&
      all(
        hound(600, 830, 1.7, coats[3] ?? "", ink.bark, ink.racing, true),
        shape(
          "M300 330 C330 140 870 140 900 330 C840 290 760 300 720 330 C680 296 640 296 600 330 C560 296 520 296 480 330 C440 300 360 290 300 330 Z",
          ink.clay,
        ),
        line("M600 190 V150", t.deep, 12),
      ),
    v === 2 &&
      all(
        hound(430, 820, 1.3, coats[4] ?? "", "#5a3820", ink.marigold, false),
        hound(840, 820, 1.1, coats[1] ?? "", ink.wood, ink.clay, true),
      ),
    v === 3 &&
      all(
        hound(420, 830, 1.45, coats[2] ?? "", "#23211f", ink.clay, true),
        circle(850, 770, 44, ink.clay),
        line("M816 748 q34 30 68 0", "#ffffff", 7),
        line("M700 640 C760 560 820 620 846 700", "#ffffff", 7, 0.7),
        repeat(4, (n) => shape(`M${960 + n * 50} 830 l20 -90 l20 90 Z`, n % 2 ? t.pop : ink.clay)),
      ),
    v === 4 &&
      all(
        repeat(3, (n) =>
          all(
            hound(
              260 + n * 340,
              830,
              1.05,
              coats[n * 2] ?? ink.wood,
              [ink.bark, "#23211f", "#5a3820"][n] ?? ink.bark,
              t.deep,
              true,
            ),
            group(
              `translate(${240 + n * 340} 480)`,
              shape("M-70 0 L0 -30 L70 0 L0 30 Z", ink.pine),
              rect(-36, 4, 72, 26, ink.pine, 8),
              line("M50 0 V36", ink.marigold, 6),
            ),
          ),
        ),
      ),
  );
};
