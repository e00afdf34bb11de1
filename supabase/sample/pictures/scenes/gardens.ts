import { all, circle, group, line, oval, rect, repeat, shadow, shape } from "../draw.ts";
import { ink, type Theme } from "../palette.ts";
import { outdoors, plant } from "../stage.ts";

export const leafy = (x: number, y: number, r: number, a: string, b: string) =>
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
            t.sun,
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
