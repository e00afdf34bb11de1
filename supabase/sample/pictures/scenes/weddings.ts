import { all, circle, line, oval, rect, repeat, shadow, shape } from "../draw.ts";
import { ink, type Theme } from "../palette.ts";
import { outdoors } from "../stage.ts";
import { bloom, rose } from "./flowers.ts";

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
