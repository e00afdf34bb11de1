/** The few marks that every sample picture is made of. All of them answer SVG. */

type Many = readonly (string | false | undefined)[];

export const rect = (x: number, y: number, w: number, h: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${fill}"/>`;

export const circle = (x: number, y: number, r: number, fill: string, opacity = 1) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity="${opacity}"/>`;

export const oval = (x: number, y: number, rx: number, ry: number, fill: string, opacity = 1) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" opacity="${opacity}"/>`;

export const shape = (d: string, fill: string, opacity = 1) =>
  `<path d="${d}" fill="${fill}" opacity="${opacity}"/>`;

/** A round-ended line. */
export const line = (d: string, stroke: string, width: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`;

export const group = (transform: string, ...parts: Many) =>
  `<g transform="${transform}">${all(...parts)}</g>`;

export const all = (...parts: Many) => parts.filter(Boolean).join("");

/** `count` marks side by side. */
export const repeat = (count: number, mark: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => mark(index)).join("");

/** Something soft that things stand on. */
export const shadow = (x: number, y: number, width: number, ink: string) =>
  oval(x, y, width / 2, Math.max(8, width / 22), ink, 0.14);

export const picture = (width: number, height: number, ...parts: Many) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${all(...parts)}</svg>`;
