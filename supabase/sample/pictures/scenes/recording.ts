import { all, circle, group, line, oval, rect, repeat, shadow, shape } from "../draw.ts";
import { ink, type Theme } from "../palette.ts";
import { pendant, plant, room, screen, tabletop, windowAt } from "../stage.ts";

const desk2 = (t: Theme) =>
  all(
    rect(90, 660, 1020, 40, ink.wood, 10),
    rect(130, 700, 30, 160, ink.bark),
    rect(1040, 700, 30, 160, ink.bark),
    shadow(600, 866, 960, t.deep),
  );

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
          circle(870, 250, 90, t.sun),
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
  );
};

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
