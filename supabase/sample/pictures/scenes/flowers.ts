import { all, circle, oval, repeat } from "../draw.ts";

export const bloom = (x: number, y: number, r: number, a: string, b: string) =>
  all(
    repeat(
      7,
      (n) =>
        `<g transform="rotate(${n * 51.4} ${x} ${y})">${oval(x, y - r * 0.62, r * 0.36, r * 0.5, a)}</g>`,
    ),
    circle(x, y, r * 0.34, b),
  );

export const rose = (x: number, y: number, r: number, a: string, b: string) =>
  all(
    circle(x, y, r, a),
    circle(x + r * 0.12, y + r * 0.1, r * 0.68, b),
    circle(x, y, r * 0.4, a),
    circle(x + r * 0.06, y - r * 0.02, r * 0.16, b),
  );
