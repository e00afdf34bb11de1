import { all, circle, group, line, oval, rect, repeat, shadow, shape } from "../draw.ts";
import { ink, type Theme } from "../palette.ts";
import { outdoors, plant } from "../stage.ts";

const leafy = (x: number, y: number, r: number, a: string, b: string) =>
  all(
    circle(x, y, r, a),
    circle(x - r * 0.7, y + r * 0.4, r * 0.72, a),
    circle(x + r * 0.75, y + r * 0.35, r * 0.74, a),
    circle(x - r * 0.25, y - r * 0.25, r * 0.5, b, 0.7),
    circle(x + r * 0.4, y + r * 0.1, r * 0.34, b, 0.5),
  );

const flower = (x: number, y: number, size: number, petal: string, heart: string) =>
  all(
    line(
      `M${x} ${y} C${x - 8} ${y + 40 * size} ${x + 6} ${y + 70 * size} ${x} ${y + 110 * size}`,
      ink.leaf,
      7 * size,
    ),
    repeat(
      6,
      (n) =>
        `<g transform="rotate(${n * 60} ${x} ${y})">${oval(x, y - 20 * size, 11 * size, 19 * size, petal)}</g>`,
    ),
    circle(x, y, 12 * size, heart),
  );

const spire = (x: number, y: number, size: number, colour: string) =>
  all(
    line(`M${x} ${y} V${y + 170 * size}`, ink.leaf, 6 * size),
    repeat(8, (n) =>
      circle(x + (n % 2 ? 8 : -8) * size, y + n * 15 * size, (7 + n * 0.9) * size, colour),
    ),
  );

export const garden = (t: Theme, v: number): string => {
  const petals = [t.pop, ink.clay, "#ffffff", ink.rose, ink.plum];
  return all(
    outdoors(t, v % 2 ? 250 : 940),
    v === 1
      ? all(
          rect(0, 250, 1200, 420, ink.wood),
          repeat(15, (n) => rect(n * 82, 240, 74, 430, n % 2 ? "#b27d4b" : ink.wood, 6)),
        )
      : all(leafy(150, 520, 120, ink.leaf, ink.fern), leafy(1060, 500, 140, ink.leaf, ink.fern)),
    v === 2 &&
      all(
        rect(380, 250, 460, 420, ink.clay),
        shape("M340 260 L610 90 L880 260 Z", t.deep),
        rect(560, 470, 110, 200, ink.racing, 6),
        circle(650, 575, 7, t.pop),
        rect(420, 320, 100, 110, t.soft, 6),
        rect(710, 320, 100, 110, t.soft, 6),
        rect(420, 500, 90, 100, t.soft, 6),
      ),
    shape("M0 660 H1200 V900 H0 Z", ink.fern),
    v === 4
      ? all(
          repeat(9, (n) =>
            shape(
              `M${-200 + n * 180} 900 L${340 + n * 58} 660 h29 L${-110 + n * 180} 900 Z`,
              ink.leaf,
              0.55,
            ),
          ),
          shadow(700, 820, 280, t.deep),
          rect(600, 700, 200, 84, ink.clay, 22),
          rect(640, 666, 110, 50, t.deep, 12),
          circle(630, 794, 32, ink.pine),
          circle(776, 794, 32, ink.pine),
          line("M790 720 L960 560 h50", ink.slate, 13),
        )
      : all(
          shape(
            v === 1
              ? "M440 900 C480 800 520 740 560 660 H660 C700 740 760 820 800 900 Z"
              : "M380 900 C560 820 420 760 560 660 H640 C600 760 760 800 760 900 Z",
            ink.sand,
          ),
          repeat(9, (n) =>
            n % 3 === 1
              ? spire(40 + n * 48, 560 - (n % 2) * 46, 1.15, petals[(n + v) % 5] ?? t.pop)
              : flower(
                  40 + n * 48,
                  640 - ((n * 53) % 90),
                  1.25,
                  petals[(n * 2 + v) % 5] ?? t.pop,
                  ink.amber,
                ),
          ),
          repeat(9, (n) =>
            n % 3 === 0
              ? spire(790 + n * 48, 570 - (n % 2) * 40, 1.2, petals[(n + v + 2) % 5] ?? t.pop)
              : flower(
                  790 + n * 48,
                  650 - ((n * 47) % 90),
                  1.25,
                  petals[(n * 2 + v + 1) % 5] ?? t.pop,
                  ink.amber,
                ),
          ),
          repeat(12, (n) =>
            leafy(20 + n * 34 + (n > 5 ? 600 : 0), 790 + (n % 2) * 16, 44, ink.leaf, ink.fern),
          ),
        ),
    v === 3 &&
      repeat(24, (n) =>
        flower(
          30 + ((n * 149) % 1150),
          700 + ((n * 61) % 120),
          0.9,
          petals[n % 5] ?? t.pop,
          ink.amber,
        ),
      ),
    v % 2 === 0 &&
      v !== 4 &&
      all(
        shadow(600, 706, 160, t.deep),
        rect(540, 640, 120, 14, ink.bark, 6),
        rect(552, 650, 12, 52, ink.bark),
        rect(636, 650, 12, 52, ink.bark),
      ),
    circle(420, 420, 8, ink.marigold),
    oval(410, 410, 9, 6, "#ffffff", 0.9),
    circle(830, 380, 8, ink.marigold),
    oval(840, 370, 9, 6, "#ffffff", 0.9),
  );
};

export const terrace = (t: Theme, v: number): string => {
  if (v === 0)
    return all(
      outdoors(t, 960),
      rect(-20, 320, 1240, 360, ink.leaf, 40),
      repeat(60, (n) =>
        circle((n * 83) % 1200, 360 + ((n * 57) % 290), 26, n % 2 ? ink.fern : "#27694c", 0.7),
      ),
      line("M-20 322 H1220", "#8fc8a8", 16),
      rect(0, 670, 1200, 230, ink.fern),
      repeat(8, (n) => rect(n * 170, 670, 84, 230, ink.leaf).replace("/>", ' opacity=".35"/>')),
      line("M760 860 L800 300 M880 860 L840 300 M774 660 H868 M784 500 H856", ink.wood, 16),
      group(
        "translate(420 300) rotate(-18)",
        rect(0, 0, 260, 22, ink.steel, 8),
        rect(-120, -18, 130, 58, t.pop, 16),
      ),
      shadow(820, 866, 260, t.deep),
    );
  const slab = [t.paper, ink.sand, t.wallShade, "#e2cfa6"];
  return all(
    outdoors(t, v % 2 ? 960 : 230),
    v === 2 &&
      all(
        repeat(4, (r) =>
          repeat(13, (n) =>
            rect(
              n * 98 - (r % 2) * 46,
              500 + r * 44,
              92 - ((n * 7) % 12),
              40,
              slab[(n * 3 + r) % 4] ?? ink.sand,
              12,
            ),
          ),
        ),
      ),
    v !== 2 &&
      all(
        leafy(120, 540, 130, ink.leaf, ink.fern),
        leafy(1080, 560, 120, ink.leaf, ink.fern),
        leafy(420, 590, 70, "#3d9069", ink.fern),
      ),
    rect(0, 660, 1200, 240, v === 3 ? ink.bark : t.floorShade),
    v === 3
      ? repeat(16, (n) =>
          shape(
            `M${-500 + n * 140} 900 L${120 + n * 62} 660 h56 L${-374 + n * 140} 900 Z`,
            n % 2 ? ink.wood : "#cf9a66",
          ),
        )
      : repeat(3, (r) =>
          repeat(9, (n) =>
            shape(
              `M${-60 + n * 150 - (r % 2) * 70} ${668 + r * 78} h140 l${(n - 4) * 5} 70 h-144 Z`,
              slab[(n * 5 + r * 3 + v) % 4] ?? ink.sand,
            ),
          ),
        ),
    v === 2
      ? all(
          shadow(600, 830, 360, t.deep),
          shape("M450 720 H750 L710 830 H490 Z", ink.slate),
          oval(600, 720, 150, 34, ink.pine),
          shape(
            "M600 540 C660 620 690 660 660 712 C640 740 560 740 540 712 C510 650 580 640 600 540 Z",
            t.pop,
          ),
          shape(
            "M602 640 C626 676 632 694 620 712 C610 724 590 724 584 712 C574 692 596 680 602 640 Z",
            "#fff4d8",
          ),
        )
      : all(
          shadow(560, 846, 460, t.deep),
          oval(560, 676, 170, 26, t.paper),
          rect(552, 676, 16, 160, t.deep),
          oval(560, 838, 70, 12, t.deep),
          shape("M250 620 H350 L338 720 H262 Z", t.accent),
          rect(240, 700, 120, 20, t.accent, 8),
          line("M262 720 L240 846 M338 720 L360 846", t.deep, 10),
          shape("M770 620 H870 L858 720 H782 Z", t.accent),
          rect(760, 700, 120, 20, t.accent, 8),
          line("M782 720 L760 846 M858 720 L880 846", t.deep, 10),
          line("M560 676 V250", ink.wood, 12),
          shape("M330 340 C400 210 720 210 790 340 Z", t.pop),
          shape("M480 340 C500 236 620 236 640 340 Z", t.paper),
          circle(530, 656, 18, ink.clay),
          rect(580, 628, 30, 46, t.soft, 8),
        ),
    plant(1060, 850, 1.2, t),
    plant(110, 850, 1.05, t, t.deep),
  );
};

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
