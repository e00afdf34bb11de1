import { all, circle, line, oval, rect, repeat, shadow, shape } from "./draw.ts";
import { ink, type Theme } from "./palette.ts";

/** The floor begins here; scenes are 1200 by 900. */
export const FLOOR = 690;

/** A room: wall, a disc of light, a skirting board, a floor. */
export const room = (t: Theme, discX = 600) =>
  all(
    rect(0, 0, 1200, 900, t.wall),
    circle(discX, 400, 330, t.wallShade),
    rect(0, FLOOR, 1200, 210, t.floor),
    rect(0, FLOOR, 1200, 14, t.floorShade),
  );

/** A flat ground with a disc, for things seen from above or close by. */
export const tabletop = (t: Theme) =>
  all(rect(0, 0, 1200, 900, t.wall), circle(600, 450, 400, t.wallShade));

export const cloud = (x: number, y: number, size: number, fill: string) =>
  all(
    circle(x, y, 34 * size, fill),
    circle(x + 46 * size, y - 16 * size, 46 * size, fill),
    circle(x + 98 * size, y, 36 * size, fill),
    rect(x - 34 * size, y, 168 * size, 36 * size, fill, 18 * size),
  );

/** Outdoors: sky, sun, clouds, two hills. */
export const outdoors = (t: Theme, sunX = 930) => {
  return all(
    rect(0, 0, 1200, 900, t.wall),
    circle(sunX, 230, 150, t.wallShade),
    circle(sunX, 230, 92, t.sun, 0.95),
    cloud(sunX < 500 ? 760 : 150, 180, 1.1, t.paper),
    cloud(560, 120, 0.7, t.paper),
    shape("M0 560 C220 440 420 470 620 560 C800 470 1000 450 1200 540 V900 H0 Z", t.soft),
    shape("M0 640 C260 570 480 610 700 640 C900 600 1060 600 1200 630 V900 H0 Z", t.floor),
  );
};

export const windowAt = (x: number, y: number, w: number, h: number, t: Theme) =>
  all(
    rect(x - 14, y - 14, w + 28, h + 28, t.paper, 10),
    rect(x, y, w, h, t.soft, 4),
    circle(x + w * 0.7, y + h * 0.34, Math.min(w, h) * 0.16, t.sun, 0.9),
    shape(
      `M${x} ${y + h} V${y + h * 0.72} q${w * 0.3} ${-h * 0.22} ${w * 0.55} 0 t${w * 0.45} ${-h * 0.08} V${y + h} Z`,
      t.accent,
      0.55,
    ),
    rect(x + w / 2 - 6, y, 12, h, t.paper),
    rect(x, y + h / 2 - 6, w, 12, t.paper),
    rect(x - 30, y + h + 14, w + 60, 20, t.paper, 8),
  );

export const plant = (x: number, y: number, size: number, t: Theme, pot: string = t.pop) =>
  all(
    ...[-62, -34, 0, 34, 62].map(
      (lean) =>
        `<g transform="translate(${x} ${y - 70 * size}) rotate(${lean})">${shape(`M0 0 C${-34 * size} ${-50 * size} ${-24 * size} ${-120 * size} 0 ${-150 * size} C${24 * size} ${-120 * size} ${34 * size} ${-50 * size} 0 0 Z`, lean % 2 ? ink.leaf : lean === 0 ? ink.leaf : ink.fern)}</g>`,
    ),
    shape(
      `M${x - 50 * size} ${y - 80 * size} H${x + 50 * size} L${x + 38 * size} ${y} H${x - 38 * size} Z`,
      pot,
    ),
    rect(x - 56 * size, y - 92 * size, 112 * size, 22 * size, pot, 6),
  );

export const pendant = (x: number, length: number, t: Theme) =>
  all(
    line(`M${x} 0 V${length}`, t.deep, 6),
    shape(
      `M${x - 70} ${length + 62} C${x - 64} ${length + 10} ${x - 24} ${length} ${x} ${length} C${x + 24} ${length} ${x + 64} ${length + 10} ${x + 70} ${length + 62} Z`,
      t.deep,
    ),
    oval(x, length + 64, 34, 15, t.pop),
  );

export const mug = (x: number, y: number, t: Theme, fill: string = t.pop) =>
  all(
    `<circle cx="${x + 42}" cy="${y - 38}" r="21" fill="none" stroke="${fill}" stroke-width="11"/>`,
    rect(x - 36, y - 76, 76, 76, fill, 12),
    line(`M${x - 12} ${y - 96} q10 -14 0 -28 M${x + 16} ${y - 96} q10 -14 0 -28`, t.paper, 6, 0.8),
  );

/** A person seen small and simply: a head on a rounded body. */
export const figure = (
  x: number,
  y: number,
  size: number,
  skin: string,
  cloth: string,
  hair: string,
) =>
  all(
    shape(
      `M${x - 58 * size} ${y} C${x - 58 * size} ${y - 150 * size} ${x + 58 * size} ${y - 150 * size} ${x + 58 * size} ${y} Z`,
      cloth,
    ),
    rect(x - 13 * size, y - 150 * size, 26 * size, 46 * size, skin, 12 * size),
    circle(x, y - 172 * size, 36 * size, skin),
    shape(
      `M${x - 38 * size} ${y - 168 * size} A38 38 0 0 1 ${x + 38 * size} ${y - 168 * size} C${x + 20 * size} ${y - 196 * size} ${x - 14 * size} ${y - 194 * size} ${x - 38 * size} ${y - 168 * size} Z`,
      hair,
    ),
  );

export const bunting = (y: number, sag: number, colours: readonly string[], rope: string) => {
  const at = (n: number) => {
    const p = n / 13;
    return [p * 1240 - 20, y + sag * 4 * p * (1 - p)] as const;
  };
  return all(
    line(`M-20 ${y} Q600 ${y + sag * 2} 1220 ${y}`, rope, 5),
    repeat(13, (n) => {
      const [x0, y0] = at(n + 0.18);
      const [x1, y1] = at(n + 0.82);
      return shape(
        `M${x0} ${y0} L${x1} ${y1} L${(x0 + x1) / 2} ${(y0 + y1) / 2 + 74} Z`,
        colours[n % colours.length] ?? rope,
      );
    }),
  );
};

/** A desk across the picture, with its shadow. */
export const desk = (t: Theme, y = 600, top: string = ink.wood) =>
  all(
    shadow(600, 842, 1000, t.deep),
    rect(180, y, 26, 240, ink.bark, 6),
    rect(994, y, 26, 240, ink.bark, 6),
    rect(130, y, 940, 34, top, 10),
  );

/** A screen on a stand; `content` is drawn within 520 by 310 from its corner. */
export const screen = (x: number, y: number, t: Theme, content: string) =>
  all(
    rect(x + 230, y + 330, 60, 76, t.deep),
    rect(x + 160, y + 392, 200, 18, t.deep, 9),
    rect(x - 20, y - 20, 560, 360, t.deep, 22),
    `<svg x="${x}" y="${y}" width="520" height="316" viewBox="0 0 520 316">${content}</svg>`,
  );
