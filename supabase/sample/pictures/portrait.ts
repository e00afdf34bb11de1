import { chanceOf } from "../seeded-random.ts";
import type { Portrait, Shade, Wear } from "../shape.ts";
import { all, circle, line, oval, picture, rect, repeat, shape } from "./draw.ts";
import { ink } from "./palette.ts";

const SKINS = [
  { base: "#f8d5bd", shade: "#eab795", cheek: "#ee9f86" },
  { base: "#f0c19d", shade: "#dca279", cheek: "#e08d6f" },
  { base: "#dba779", shade: "#c18b5d", cheek: "#c9744f" },
  { base: "#bd8257", shade: "#a16a42", cheek: "#a9583a" },
  { base: "#8f5b3b", shade: "#75472c", cheek: "#7d3f2a" },
  { base: "#65402c", shade: "#50301f", cheek: "#5b2c22" },
] as const;
type Skin = (typeof SKINS)[number];

const SHADES: Readonly<Record<Shade, readonly [string, string]>> = {
  black: ["#23211f", "#3a3633"],
  brown: ["#4c3123", "#644333"],
  chestnut: ["#7a4528", "#955a37"],
  ginger: ["#b9592a", "#d0703a"],
  blond: ["#d7a858", "#e6bf78"],
  grey: ["#8b8f91", "#a5a9aa"],
  white: ["#dcdfdf", "#eff1f1"],
};

/** Grounds, each with the disc that rises behind the head and cloth colours that sit well on it. */
const GROUNDS = [
  { ground: "#bfe3d0", disc: "#d9f0e3", cloths: [ink.racing, ink.clay, ink.sea] },
  { ground: "#ffcb5c", disc: "#ffdc8f", cloths: [ink.racing, ink.plum, ink.slate] },
  { ground: "#0b4a34", disc: "#17664a", cloths: [ink.marigold, "#e6efe9", ink.clay] },
  { ground: "#c4dfec", disc: "#dbedf5", cloths: [ink.sea, ink.amber, ink.racing] },
  { ground: "#f3c6b0", disc: "#f9dccd", cloths: [ink.racing, ink.plum, ink.sea] },
  { ground: "#dfe9e4", disc: "#f0f5f2", cloths: [ink.leaf, ink.amber, ink.plum] },
  { ground: "#2f6f94", disc: "#3f83a9", cloths: [ink.sand, ink.marigold, "#dcefe4"] },
  { ground: "#cbc5e2", disc: "#dfdaef", cloths: [ink.racing, ink.plum, ink.clay] },
] as const;

const BODY = "M48 512 C54 428 120 398 208 376 L304 376 C392 398 458 428 464 512 Z";
const HEAD =
  "M172 206 C172 146 206 116 256 116 C306 116 340 146 340 206 C340 268 310 326 256 326 C202 326 172 268 172 206 Z";
const CAP =
  "M164 226 C150 138 196 92 256 92 C318 92 362 138 348 226 C344 202 338 186 326 172 C288 178 240 170 214 152 C200 172 178 188 164 226 Z";
const PARTED =
  "M164 238 C146 140 194 90 256 90 C318 90 366 140 348 238 C344 196 316 160 262 134 C218 158 172 188 164 238 Z";
const FRINGE =
  "M164 232 C148 138 194 90 256 90 C318 90 364 138 348 232 C346 210 342 196 334 186 C284 196 228 196 178 186 C170 196 166 210 164 232 Z";
const CLOSE =
  "M168 212 C162 140 202 102 256 102 C310 102 350 140 344 212 C340 180 322 150 256 150 C190 150 172 180 168 212 Z";

const crown = (count: number, radius: number, size: number, fill: string, from = 188, to = 352) =>
  repeat(count, (n) => {
    const angle = ((from + ((to - from) * n) / (count - 1)) * Math.PI) / 180;
    return circle(256 + Math.cos(angle) * radius, 196 + Math.sin(angle) * radius, size, fill);
  });

type Hairdo = (base: string, light: string) => { behind?: string; front: string };

const sheen = (light: string) => line("M206 126 C224 112 250 106 276 108", light, 8, 0.7);

const plait = (side: 1 | -1, base: string, light: string) =>
  repeat(6, (n) =>
    all(
      oval(256 + side * (94 + n * 3), 262 + n * 32, 21 - n, 21, base),
      line(
        `M${256 + side * (84 + n * 3)} ${256 + n * 32} q${side * 12} 12 ${side * 22} 2`,
        light,
        4,
        0.6,
      ),
    ),
  );

const HAIR: Readonly<Record<string, Hairdo>> = {
  short: (base, light) => ({ front: all(shape(CAP, base), sheen(light)) }),
  crop: (base) => ({ front: shape(CLOSE, base) }),
  quiff: (base, light) => ({
    front: all(
      shape(
        "M166 216 C156 160 168 122 196 112 C214 66 318 60 350 112 C362 150 354 186 346 216 C342 194 336 178 322 164 C284 170 236 168 204 160 C186 174 176 192 166 216 Z",
        base,
      ),
      line("M214 122 C240 94 288 88 322 104", light, 9, 0.7),
    ),
  }),
  bald: (_, light) => ({ front: line("M214 144 C228 132 246 128 262 128", light, 9, 0.55) }),
  curls: (base, light) => ({
    behind: crown(11, 96, 34, base, 170, 370),
    front: all(crown(9, 78, 32, base, 184, 356), crown(4, 88, 8, light, 220, 300)),
  }),
  afro: (base, light) => ({
    behind: all(circle(256, 182, 142, base), crown(17, 128, 28, base, 150, 390)),
    front: all(shape(CLOSE, base), line("M170 104 C188 82 210 68 234 62", light, 9, 0.5)),
  }),
  bob: (base, light) => ({
    behind: shape(
      "M256 84 C350 84 384 150 376 250 C374 300 378 324 362 342 L150 342 C134 324 138 300 136 250 C128 150 162 84 256 84 Z",
      base,
    ),
    front: all(shape(FRINGE, base), sheen(light)),
  }),
  long: (base, light) => ({
    behind: shape(
      "M256 84 C352 84 380 150 376 256 C374 338 400 400 386 452 L126 452 C112 400 138 338 136 256 C132 150 160 84 256 84 Z",
      base,
    ),
    front: all(shape(PARTED, base), sheen(light)),
  }),
  wavy: (base, light) => ({
    behind: all(
      shape(
        "M256 82 C344 82 386 148 374 220 C400 256 366 282 384 322 C396 362 352 386 330 366 L182 366 C160 386 116 362 128 322 C146 282 112 256 138 220 C126 148 168 82 256 82 Z",
        base,
      ),
      line("M144 262 C134 288 152 304 142 332", light, 7, 0.6),
    ),
    front: all(shape(PARTED, base), sheen(light)),
  }),
  bun: (base, light) => ({
    behind: all(circle(256, 76, 50, base), line("M232 62 C242 50 262 48 274 56", light, 7, 0.7)),
    front: shape(CLOSE, base),
  }),
  ponytail: (base, light) => ({
    behind: all(
      shape(
        "M318 110 C398 104 420 190 392 268 C380 306 396 330 378 362 C352 330 346 296 350 250 Z",
        base,
      ),
      line("M372 168 C386 206 374 250 370 286", light, 7, 0.6),
    ),
    front: shape(CAP, base),
  }),
  braids: (base, light) => ({
    behind: all(plait(1, base, light), plait(-1, base, light)),
    front: shape(PARTED, base),
  }),
};

const hijab = (cloth: string, fold: string) => ({
  behind: shape(
    "M256 76 C356 76 392 150 386 244 C384 318 414 378 428 420 L84 420 C98 378 128 318 126 244 C120 150 156 76 256 76 Z",
    cloth,
  ),
  front: all(
    `<path fill-rule="evenodd" fill="${cloth}" d="M256 80 C350 80 386 150 380 244 C376 320 366 372 340 412 L172 412 C146 372 136 320 132 244 C126 150 162 80 256 80 Z M256 134 C210 134 180 164 180 216 C180 268 206 318 256 318 C306 318 332 268 332 216 C332 164 302 134 256 134 Z"/>`,
    line("M196 136 C224 112 286 112 318 140", fold, 7, 0.6),
    line("M178 330 C222 372 288 376 346 336", fold, 7, 0.6),
    line("M168 370 C220 408 300 404 352 372", fold, 7, 0.45),
  ),
});

const turban = (cloth: string, fold: string) => ({
  front: all(
    shape(
      "M158 208 C140 120 190 58 258 58 C328 58 374 122 354 208 C350 190 338 174 318 164 C286 148 262 142 252 130 C240 146 208 152 190 168 C174 180 164 192 158 208 Z",
      cloth,
    ),
    line("M252 130 C216 122 184 140 166 168", fold, 7, 0.7),
    line("M252 130 C222 98 194 94 174 112", fold, 7, 0.55),
    line("M254 130 C296 116 330 138 346 168", fold, 7, 0.7),
    line("M256 128 C288 92 322 96 340 116", fold, 7, 0.55),
  ),
});

const beanie = (cloth: string, fold: string, base: string) => ({
  front: all(
    shape(
      "M166 230 C160 196 168 176 178 168 L190 170 L184 226 Z M346 230 C352 196 344 176 334 168 L322 170 L328 226 Z",
      base,
    ),
    shape("M158 160 C158 92 202 58 256 58 C310 58 354 92 354 160 Z", cloth),
    rect(148, 142, 216, 46, fold, 18),
    repeat(9, (n) => line(`M${168 + n * 22} 150 v30`, cloth, 4, 0.5)),
  ),
});

const darker = (hex: string, by = 0.8): string =>
  `#${[1, 3, 5]
    .map((at) => Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * by))
    .map((value) => value.toString(16).padStart(2, "0"))
    .join("")}`;

const CLOTHES: Readonly<Record<Wear, (cloth: string, skin: Skin) => string>> = {
  tee: (cloth, skin) =>
    all(
      shape(BODY, cloth),
      shape("M208 376 C214 412 298 412 304 376 Z", skin.base),
      line("M206 378 C214 418 298 418 306 378", darker(cloth), 8),
    ),
  shirt: (cloth) =>
    all(
      shape(BODY, cloth),
      shape(
        "M214 366 L256 420 L212 440 L190 384 Z M298 366 L256 420 L300 440 L322 384 Z",
        darker(cloth, 0.88),
      ),
      line("M256 424 V512", darker(cloth), 5),
      circle(256, 462, 6, darker(cloth, 0.7)),
    ),
  blazer: (cloth) =>
    all(
      shape(BODY, cloth),
      shape("M214 368 L256 470 L298 368 L304 376 L286 512 H226 L208 376 Z", "#f8fbf9"),
      shape(
        "M208 372 L256 512 H212 L172 404 L150 396 Z M304 372 L256 512 H300 L340 404 L362 396 Z",
        darker(cloth, 0.82),
      ),
    ),
  overalls: (cloth, skin) =>
    all(
      shape(BODY, "#f1ede2"),
      shape("M208 376 C214 408 298 408 304 376 Z", skin.base),
      shape("M150 392 L182 384 L192 440 H320 L330 384 L362 392 L352 512 H160 Z", cloth),
      circle(190, 446, 10, ink.marigold),
      circle(322, 446, 10, ink.marigold),
    ),
  apron: (cloth, skin) =>
    all(
      shape(BODY, "#e9f0ec"),
      shape("M208 376 C214 408 298 408 304 376 Z", skin.base),
      shape("M182 438 H330 L344 512 H168 Z", cloth),
      line("M190 440 L204 380 M322 440 L308 380", cloth, 14),
    ),
  hoodie: (cloth) =>
    all(
      shape("M150 410 C150 352 200 344 256 344 C312 344 362 352 362 410 Z", darker(cloth, 0.78)),
      shape(BODY, cloth),
      shape(
        "M206 372 C214 420 298 420 306 372 C330 380 330 440 256 446 C182 440 182 380 206 372 Z",
        darker(cloth, 0.86),
      ),
      line("M232 440 V486 M280 440 V486", "#f8fbf9", 6),
    ),
  polo: (cloth) =>
    all(
      shape(BODY, cloth),
      shape(
        "M210 364 L256 404 L302 364 L326 392 L278 428 L256 406 L234 428 L186 392 Z",
        darker(cloth, 0.84),
      ),
      line("M256 410 V466", darker(cloth), 5),
    ),
  knit: (cloth) =>
    all(
      shape(BODY, cloth),
      rect(206, 352, 100, 50, darker(cloth, 0.88), 22),
      repeat(7, (n) => line(`M${218 + n * 13} 362 v30`, cloth, 4, 0.7)),
      line("M96 470 C180 440 332 440 416 470", darker(cloth, 0.88), 7),
      line("M84 492 C180 462 332 462 428 492", "#f8fbf9", 7, 0.5),
    ),
};

const beardOf = (kind: Portrait["beard"], base: string): string => {
  const jaw =
    "M171 216 C180 236 188 254 204 262 C224 252 288 252 308 262 C324 254 332 236 341 216 C344 288 314 344 256 344 C198 344 168 288 171 216 Z";
  const moustache =
    "M256 262 C236 250 212 258 206 280 C226 276 242 282 256 276 C270 282 286 276 306 280 C300 258 276 250 256 262 Z";
  if (kind === "full") return all(shape(jaw, base), shape(moustache, base));
  if (kind === "short") return all(shape(jaw, base, 0.42), shape(moustache, base, 0.4));
  return kind === "moustache" ? shape(moustache, base) : "";
};

const glassesOf = (kind: Portrait["glasses"]): string => {
  if (!kind) return "";
  const frame = (x: number) =>
    kind === "round"
      ? `<circle cx="${x}" cy="222" r="27" fill="#ffffff" fill-opacity=".22" stroke="#1d2a26" stroke-width="6"/>`
      : `<rect x="${x - 30}" y="200" width="60" height="44" rx="12" fill="#ffffff" fill-opacity=".22" stroke="#1d2a26" stroke-width="6"/>`;
  return all(frame(219), frame(293), line("M247 218 C252 213 260 213 265 218", "#1d2a26", 6));
};

const features = (skin: Skin, brow: string, bearded: boolean, chance: number): string => {
  const ink = "#1f1a17";
  const smile = chance < 0.45;
  return all(
    oval(204, 256, 17, 11, skin.cheek, 0.4),
    oval(308, 256, 17, 11, skin.cheek, 0.4),
    oval(219, 222, 7.5, 9, ink),
    oval(293, 222, 7.5, 9, ink),
    circle(222, 219, 2.4, "#ffffff"),
    circle(296, 219, 2.4, "#ffffff"),
    line("M202 196 C210 188 226 187 235 193", brow, 7),
    line("M277 193 C286 187 302 188 310 196", brow, 7),
    line("M256 224 C250 240 247 250 258 252", skin.shade, 6),
    smile
      ? shape(
          "M230 276 C240 308 272 308 282 276 C264 282 248 282 230 276 Z",
          bearded ? "#fff" : "#8c3a35",
        )
      : line("M232 280 C244 294 268 294 280 280", bearded ? "#f3d2c2" : "#8c3a35", 6),
    smile &&
      !bearded &&
      shape("M235 279 C246 284 266 284 277 279 C272 288 240 288 235 279 Z", "#ffffff"),
  );
};

/** A square portrait; its ground and cloth are dealt out by the key. */
export const portrait = (face: Portrait, key: string): string => {
  const chance = chanceOf("portrait", key);
  const skin = SKINS[face.skin - 1] ?? SKINS[0];
  const { ground, disc, cloths } = chance.pick(GROUNDS);
  const cloth = chance.pick(cloths);
  const scarf = cloths.find((other) => other !== cloth) ?? ink.racing;
  const [base, light] = SHADES[face.shade ?? "black"];
  const fold = darker(scarf, 0.82);
  const covered = {
    hijab: hijab(scarf, fold),
    turban: turban(scarf, fold),
    beanie: beanie(scarf, fold, base),
  };
  const hair: { behind?: string; front: string } =
    face.hair === "hijab" || face.hair === "turban" || face.hair === "beanie"
      ? covered[face.hair]
      : (HAIR[face.hair]?.(base, face.hair === "bald" ? "#ffffff" : light) ?? { front: "" });
  const brow =
    face.shade === "white" ? "#a9adad" : face.hair === "bald" ? "#4c3123" : darker(base, 0.9);
  const smiling = chance.between(0, 1);
  return picture(
    512,
    512,
    rect(0, 0, 512, 512, ground),
    circle(256, 250, 206, disc),
    hair.behind,
    face.hair !== "hijab" &&
      all(circle(170, 226, 21, skin.shade), circle(342, 226, 21, skin.shade)),
    CLOTHES[face.wear](cloth, skin),
    shape("M216 290 H296 V372 C296 404 216 404 216 372 Z", skin.base),
    shape("M216 316 C236 346 276 346 296 316 V340 C276 364 236 364 216 340 Z", skin.shade, 0.85),
    (face.wear === "shirt" || face.wear === "polo") &&
      shape("M216 360 L256 404 L296 360 L302 366 L256 416 L210 366 Z", darker(cloth, 0.72)),
    face.wear === "knit" &&
      all(
        rect(206, 352, 100, 46, darker(cloth, 0.88), 22),
        repeat(7, (n) => line(`M${218 + n * 13} 362 v26`, cloth, 4, 0.7)),
      ),
    shape(HEAD, skin.base),
    beardOf(face.beard, face.hair === "bald" && !face.shade ? "#4c3123" : base),
    features(skin, brow, face.beard === "full", smiling),
    hair.front,
    glassesOf(face.glasses),
    face.earrings &&
      face.hair !== "hijab" &&
      all(circle(168, 254, 9, ink.marigold), circle(344, 254, 9, ink.marigold)),
  );
};
