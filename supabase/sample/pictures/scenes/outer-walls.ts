import { all, circle, group, line, oval, rect, repeat, shadow, shape } from "../draw.ts";
import { ink, type Theme } from "../palette.ts";
import { cloud, outdoors, plant } from "../stage.ts";

export const roof = (t: Theme, v: number): string => {
  const tints = ["#ffffff", "#000000", "#ffffff", "#000000", "#ffffff"];
  const course = (x: number, y: number, n: number) => {
    const slate = `M${x} ${y} h72 v44 q-36 26 -72 0 Z`;
    const mended = (n * 7 + v) % 41 === 0;
    return all(
      shape(slate, mended ? t.pop : t.deep),
      !mended && shape(slate, tints[(n * 3) % 5] ?? "#ffffff", 0.03 + ((n * 7) % 5) * 0.035),
      line(`M${x} ${y + 44} q36 26 72 0`, "#000000", 4, 0.3),
    );
  };
  return all(
    outdoors(t, v % 2 ? 240 : 960),
    shape("M0 900 V560 L300 250 H900 L1200 560 V900 Z", t.deep),
    `<clipPath id="roof"><path d="M0 900 V560 L300 250 H900 L1200 560 V900 Z"/></clipPath><g clip-path="url(#roof)">${repeat(10, (r) => repeat(18, (n) => course(n * 74 - (r % 2) * 37 - 20, 282 + r * 62, n + r * 5)))}</g>`,
    line("M290 252 H910", ink.clay, 30),
    repeat(11, (n) => circle(300 + n * 60, 246, 20, ink.clay)),
    v % 3 !== 2 &&
      all(
        rect(700, 90, 150, 220, ink.clay),
        repeat(5, (r) => line(`M700 ${130 + r * 38} H850`, t.paper, 4, 0.5)),
        rect(684, 76, 182, 30, t.paper, 6),
        rect(716, 30, 40, 50, ink.wood, 8),
        rect(792, 30, 40, 50, ink.wood, 8),
      ),
    v % 2 === 0 &&
      all(
        rect(300, 450, 210, 160, t.paper, 8),
        rect(316, 466, 178, 128, t.soft, 4),
        line("M340 570 L450 480", "#ffffff", 10, 0.7),
      ),
    line("M930 900 L860 280 M1010 900 L940 280", ink.wood, 18),
    repeat(9, (n) => line(`M${926 - n * 7} ${860 - n * 66} h78`, ink.wood, 13)),
    group(
      "translate(560 700) rotate(-30)",
      rect(-14, 0, 28, 150, ink.wood, 12),
      rect(-64, -40, 128, 50, ink.steel, 10),
    ),
  );
};

export const stone = (t: Theme, v: number): string => {
  const tones = [t.paper, ink.sand, "#e6d1a3", t.wallShade, "#d9bf8c"];
  const block = (x: number, y: number, w: number, h: number, n: number) =>
    all(
      rect(x, y, w - 6, h - 6, tones[n % tones.length] ?? ink.sand, 8),
      line(`M${x + 18} ${y + h - 26} h${w * 0.4}`, ink.wood, 4, 0.25),
    );
  const brick = v === 2;
  return all(
    outdoors(t, 980),
    rect(0, 720, 1200, 180, t.floorShade),
    v % 3 === 0
      ? all(
          repeat(7, (r) =>
            repeat(9, (n) =>
              block(90 + n * 116 - (r % 2) * 56, 160 + r * 84, 116, 84, n * 3 + r * 2),
            ),
          ),
          shape("M400 760 V480 C400 350 490 270 600 270 C710 270 800 350 800 480 V760 Z", t.deep),
          repeat(9, (n) =>
            group(
              `rotate(${-80 + n * 20} 600 480)`,
              shape(
                "M568 288 L556 212 H644 L632 288 Z",
                n === 4 ? t.pop : (tones[(n + 1) % 5] ?? ink.sand),
              ),
            ),
          ),
          rect(424, 500, 352, 260, t.accent, 0),
          rect(424, 500, 170, 260, t.deep, 0),
          line("M600 500 V760", t.deep, 8),
          circle(626, 636, 11, t.pop),
        )
      : all(
          repeat(6, (r) =>
            repeat(12, (n) =>
              brick
                ? rect(
                    60 + n * 96 - (r % 2) * 48,
                    330 + r * 66,
                    90,
                    58,
                    [ink.clay, "#c25a34", "#e07a4d", ink.wood][(n * 3 + r * 5) % 4] ?? ink.clay,
                    6,
                  )
                : block(
                    40 + n * 104 - (r % 2) * 50,
                    330 + r * 70,
                    90 + ((n * r * 7) % 14),
                    70,
                    n + r * 2,
                  ),
            ),
          ),
          brick
            ? repeat(12, (n) => rect(34 + n * 96, 290, 88, 36, ink.clay, 6))
            : shape(
                "M30 340 C200 280 420 320 600 296 C800 270 1000 310 1180 290 V350 H30 Z",
                ink.sand,
              ),
        ),
    v % 3 === 0
      ? plant(230, 800, 1, t)
      : all(
          line("M130 760 C150 660 110 600 150 500 M150 620 q40 -20 60 -60", ink.leaf, 12),
          ...[
            [150, 490],
            [118, 590],
            [214, 550],
            [160, 680],
          ].map(([x, y]) => circle(x ?? 0, y ?? 0, 30, ink.fern)),
        ),
    shadow(960, 836, 320, t.deep),
    group(
      "translate(940 760) rotate(16)",
      shape("M0 -20 L130 20 L0 60 L-50 20 Z", ink.steel),
      line("M-50 20 H-90 V-10 H-120", ink.slate, 12),
      rect(-200, -28, 92, 34, ink.wood, 16),
    ),
    shape("M1010 836 L1030 740 H1150 L1170 836 Z", t.deep),
    oval(1090, 742, 60, 16, t.paper),
  );
};

export const doorScene = (t: Theme, v: number): string => {
  const leaf = [t.accent, ink.racing, ink.clay][v % 3] ?? t.accent;
  const wide = v % 3 === 2;
  const x = wide ? 380 : 450;
  const w = wide ? 440 : 300;
  return all(
    rect(0, 0, 1200, 900, t.wall),
    repeat(14, (r) =>
      repeat(13, (n) =>
        rect(
          n * 104 - (r % 2) * 52,
          r * 58,
          98,
          52,
          (n * 5 + r * 3) % 9 === 0 ? t.soft : t.wallShade,
          4,
        ),
      ),
    ),
    rect(0, 780, 1200, 120, ink.slate),
    rect(x - 90, 760, w + 180, 40, t.paper, 6),
    rect(x - 130, 800, w + 260, 40, t.paper, 6),
    rect(x - 46, 120, w + 92, 650, t.paper, 10),
    wide
      ? shape(`M${x} 330 C${x} 190 ${x + w} 190 ${x + w} 330 Z`, t.soft)
      : rect(x, 160, w, 90, t.soft, 6),
    wide
      ? repeat(5, (n) =>
          line(`M${x + w / 2} 330 L${x + n * (w / 4)} ${n % 4 === 0 ? 320 : 240}`, t.paper, 7),
        )
      : all(
          line(
            `M${x + w / 2} 250 L${x + 40} 164 M${x + w / 2} 250 L${x + w - 40} 164 M${x + w / 2} 250 V160`,
            t.paper,
            8,
          ),
          circle(x + w / 2, 250, 34, t.pop),
        ),
    rect(x, wide ? 330 : 266, w, wide ? 434 : 498, leaf, 4),
    ...(wide ? [x + 20, x + w / 2 + 20] : [x + 36, x + w / 2 + 14]).map((px) =>
      all(
        rect(px, wide ? 356 : 300, wide ? 180 : 100, 180, t.soft, 8),
        rect(px, wide ? 570 : 520, wide ? 180 : 100, 160, t.deep, 8).replace(
          "/>",
          ' opacity=".22"/>',
        ),
      ),
    ),
    wide ? line(`M${x + w / 2} 334 V760`, t.deep, 7, 0.5) : "",
    circle(x + w - 30, 545, 14, t.pop),
    rect(x + w / 2 - 44, wide ? 546 : 492, 88, 16, t.pop, 8),
    line(`M${x - 70} 320 h-40 v30`, t.deep, 10),
    shape(`M${x - 136} 350 h52 l-10 64 h-32 Z`, t.pop),
    plant(x - 180, 800, 1.15, t),
    plant(x + w + 180, 800, 1.15, t),
    rect(x + w / 2 - 90, 790, 180, 16, ink.bark, 6),
    shadow(600, 850, 700, t.deep),
  );
};

export const windowsScene = (t: Theme, v: number): string =>
  all(
    outdoors(t, 180),
    rect(330, 60, 870, 840, v % 2 ? t.paper : ink.sand),
    ...[0, 1].flatMap((r) =>
      [0, 1].map((c) => {
        const x = 420 + c * 380;
        const y = 130 + r * 350;
        return all(
          rect(x - 18, y - 18, 296, 276, t.paper === ink.white && v % 2 ? t.wallShade : t.paper, 8),
          rect(x, y, 260, 240, t.accent, 4),
          shape(`M${x} ${y + 240} V${y + 130} L${x + 260} ${y + 30} V${y + 240} Z`, t.soft),
          line(
            `M${x + 40} ${y + 190} L${x + 190} ${y + 60} M${x + 90} ${y + 210} L${x + 220} ${y + 96}`,
            "#ffffff",
            12,
            0.75,
          ),
          rect(x + 124, y, 12, 240, t.paper),
          rect(x, y + 114, 260, 12, t.paper),
          rect(x - 34, y + 252, 328, 22, t.paper, 6),
          rect(x - 10, y + 274, 280, 8, t.deep, 4).replace("/>", ' opacity=".15"/>'),
        );
      }),
    ),
    v % 2 === 1 && shape("M330 60 L765 -120 L1200 60 Z", t.deep),
    line("M250 900 L600 300", ink.steel, 13),
    line("M250 900 L420 610", t.deep, 18),
    group(
      "translate(600 300) rotate(30)",
      rect(-70, -26, 140, 34, t.pop, 12),
      repeat(8, (n) => line(`M${-60 + n * 17} 8 v22`, t.deep, 6)),
    ),
    ...[
      [660, 330],
      [700, 380],
      [640, 392],
      [690, 440],
      [648, 460],
    ].map(([x, y], n) =>
      shape(
        `M${x} ${y} c12 18 18 26 18 36 a18 18 0 0 1 -36 0 c0 -10 6 -18 18 -36 Z`,
        n % 2 ? "#ffffff" : t.soft,
        0.95,
      ),
    ),
    rect(0, 850, 1200, 50, t.floorShade),
    shadow(190, 856, 220, t.deep),
    shape("M100 700 H280 L262 850 H118 Z", t.accent),
    line("M110 704 C120 600 260 600 270 704", t.deep, 9),
    cloud(40, 420, 0.8, t.paper),
  );
