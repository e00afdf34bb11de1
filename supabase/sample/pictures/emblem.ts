import { chanceOf } from "../seeded-random.ts";
import type { Emblem } from "../shape.ts";
import { all, circle, line, oval, picture, rect, repeat, shape } from "./draw.ts";
import { ink } from "./palette.ts";

const ICONS: Readonly<Record<Emblem, (main: string, second: string, ground: string) => string>> = {
  bolt: (main) => shape("M282 118 L172 282 H246 L226 398 L340 226 H264 Z", main),
  broom: (main, second) =>
    all(
      line("M332 128 L250 280", main, 22),
      shape("M214 262 L290 302 L262 396 L156 340 Z", second),
    ),
  cake: (main, second) =>
    all(
      rect(150, 286, 212, 92, main, 16),
      rect(190, 206, 132, 92, second, 16),
      shape(
        "M190 236 C206 268 222 268 240 242 C258 274 280 268 290 242 C304 262 314 256 322 240 V214 H190 Z",
        main,
      ),
      line("M256 204 V164", main, 12),
      shape("M256 116 C276 140 272 160 256 162 C240 160 236 140 256 116 Z", second),
      rect(126, 376, 260, 16, second, 8),
    ),
  code: (main, second) =>
    all(
      line("M196 182 L122 256 L196 330", main, 30),
      line("M316 182 L390 256 L316 330", main, 30),
      circle(256, 214, 19, second),
      shape(
        "M240 270 C256 262 278 268 276 290 C274 318 258 336 238 344 C248 326 252 312 246 304 C238 296 232 278 240 270 Z",
        second,
      ),
    ),
  drop: (main) =>
    shape(
      "M256 108 C314 186 352 234 352 290 C352 348 310 390 256 390 C202 390 160 348 160 290 C160 234 198 186 256 108 Z",
      main,
    ),
  house: (main, second, ground) =>
    all(
      shape("M256 120 L400 250 H358 V382 H154 V250 H112 Z", main),
      rect(226, 288, 60, 94, second, 30),
      shape("M316 142 H350 V206 L316 174 Z", main),
      circle(256, 226, 22, ground),
    ),
  key: (main, second, ground) =>
    all(
      circle(196, 256, 74, main),
      circle(196, 256, 32, ground),
      rect(256, 238, 148, 36, main, 12),
      rect(338, 262, 28, 50, second, 8),
      rect(378, 262, 26, 36, second, 8),
    ),
  leaf: (main, second) =>
    all(
      shape("M140 372 C110 220 220 130 386 130 C392 300 300 400 140 372 Z", main),
      line("M146 376 C196 310 256 250 330 190", second, 12),
    ),
  lens: (main, second, ground) =>
    all(
      rect(110, 176, 292, 208, main, 34),
      rect(196, 140, 120, 56, main, 18),
      circle(256, 282, 76, ground),
      circle(256, 282, 56, second),
      circle(238, 264, 17, ground, 0.85),
      circle(358, 218, 14, second),
    ),
  paw: (main, second) =>
    all(
      shape(
        "M256 262 C312 262 356 316 346 356 C336 392 294 378 256 378 C218 378 176 392 166 356 C156 316 200 262 256 262 Z",
        main,
      ),
      oval(152, 252, 31, 42, second),
      oval(216, 180, 33, 46, main),
      oval(296, 180, 33, 46, main),
      oval(360, 252, 31, 42, second),
    ),
  pen: (main, second, ground) =>
    all(
      shape("M256 108 L330 264 C316 308 296 330 292 352 H220 C216 330 196 308 182 264 Z", main),
      line("M256 120 V262", ground, 9),
      circle(256, 272, 19, ground),
      rect(210, 362, 92, 40, second, 10),
    ),
  scissors: (main, second, ground) =>
    all(
      line("M184 124 L318 336", main, 30),
      line("M328 124 L194 336", second, 30),
      circle(176, 356, 48, second),
      circle(176, 356, 22, ground),
      circle(336, 356, 48, main),
      circle(336, 356, 22, ground),
      circle(256, 238, 9, ground),
    ),
  tree: (main, second) =>
    all(
      rect(240, 270, 32, 126, second, 10),
      circle(256, 186, 78, main),
      circle(188, 244, 62, main),
      circle(324, 244, 62, main),
      line("M256 330 L300 286 M256 312 L216 276", second, 14),
    ),
  wave: (main, second) =>
    all(
      circle(330, 182, 52, second),
      repeat(3, (n) =>
        line(
          `M104 ${258 + n * 52} c38 -40 76 -40 114 0 s76 40 114 0 s56 -34 76 -20`,
          main,
          24,
          1 - n * 0.24,
        ),
      ),
    ),
  wheel: (main, second, ground) =>
    all(
      circle(256, 256, 140, main),
      circle(256, 256, 92, ground),
      repeat(
        5,
        (n) => `<g transform="rotate(${n * 72} 256 256)">${rect(244, 170, 24, 70, main, 8)}</g>`,
      ),
      circle(256, 256, 34, second),
    ),
};

const SCHEMES = [
  { ground: ink.racing, ring: "#17664a", main: ink.white, second: ink.marigold },
  { ground: ink.marigold, ring: "#ffc95a", main: ink.pine, second: "#fff4d8" },
  { ground: ink.mint, ring: "#d3eee0", main: ink.racing, second: ink.clay },
  { ground: ink.sea, ring: "#3f83a9", main: ink.white, second: ink.marigold },
  { ground: ink.sand, ring: "#faf0da", main: ink.racing, second: ink.amber },
  { ground: "#f3c6b0", ring: "#f9dccd", main: ink.plum, second: ink.white },
] as const;

/** A trade's sign in two colours, for businesses that show no face. */
export const emblem = (kind: Emblem, key: string): string => {
  const { ground, ring, main, second } = chanceOf("emblem", key).pick(SCHEMES);
  return picture(
    512,
    512,
    rect(0, 0, 512, 512, ground),
    circle(256, 256, 214, ring),
    ICONS[kind](main, second, ring),
  );
};
