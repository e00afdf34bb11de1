/** The brand's colours and their few friends. */
export const ink = {
  pine: "#08301f",
  racing: "#0b4a34",
  leaf: "#2f7d5b",
  fern: "#6fb08c",
  mint: "#bfe3d0",
  mist: "#dfe9e4",
  white: "#f8fbf9",
  marigold: "#ffb51f",
  amber: "#e39500",
  clay: "#d9653b",
  rose: "#efb49b",
  sand: "#f3e4c6",
  sea: "#2f6f94",
  sky: "#c4dfec",
  plum: "#5b3a57",
  wood: "#c08a57",
  bark: "#84552f",
  slate: "#43545c",
  steel: "#9fb0b5",
} as const;

/** Five lights that a scene can be seen in. */
export interface Theme {
  wall: string;
  wallShade: string;
  floor: string;
  floorShade: string;
  deep: string;
  accent: string;
  soft: string;
  pop: string;
  /** The sun and what it shines through. */
  sun: string;
  paper: string;
}

const themes: readonly [Theme, ...Theme[]] = [
  {
    wall: "#dcefe4",
    wallShade: "#cbe5d6",
    floor: "#a9cfba",
    floorShade: "#97c1aa",
    deep: ink.racing,
    accent: ink.leaf,
    soft: ink.mint,
    pop: ink.marigold,
    sun: "#ffb51f",
    paper: ink.white,
  },
  {
    wall: "#fbeccd",
    wallShade: "#f5dfb2",
    floor: "#dfc08a",
    floorShade: "#d2b077",
    deep: ink.pine,
    accent: ink.racing,
    soft: "#f9d88e",
    pop: ink.clay,
    sun: "#f08a4b",
    paper: "#fffaf0",
  },
  {
    wall: "#d9eaf2",
    wallShade: "#c6dfeb",
    floor: "#a4c6d8",
    floorShade: "#92b8cd",
    deep: "#143d52",
    accent: ink.sea,
    soft: "#b4d5e4",
    pop: ink.marigold,
    sun: "#ffb51f",
    paper: "#f7fbfd",
  },
  {
    wall: "#f9e3d8",
    wallShade: "#f3d2c2",
    floor: "#dfae96",
    floorShade: "#d29d84",
    deep: "#4a2533",
    accent: ink.clay,
    soft: "#f2c3ad",
    pop: ink.leaf,
    sun: "#f2955f",
    paper: "#fff8f4",
  },
  {
    wall: "#12523b",
    wallShade: "#0e4732",
    floor: "#0a3a28",
    floorShade: "#083220",
    deep: "#052417",
    accent: "#7fcaa5",
    soft: "#2a6b51",
    pop: ink.marigold,
    sun: "#ffb51f",
    paper: "#eef6f1",
  },
  {
    wall: "#e7e4f0",
    wallShade: "#d8d4e7",
    floor: "#b9b4d1",
    floorShade: "#aaa4c5",
    deep: "#312d56",
    accent: "#6a62a3",
    soft: "#cbc5e2",
    pop: "#f2955f",
    sun: "#f2955f",
    paper: "#faf9fd",
  },
];

/** Night belongs indoors: out of doors the fifth light is left out. */
const daylight = themes.filter(({ deep }) => deep !== "#052417");

export const themeOf = (version: number, outside: boolean): Theme => {
  const lights = outside ? daylight : themes;
  return lights[version % lights.length] ?? themes[0];
};
