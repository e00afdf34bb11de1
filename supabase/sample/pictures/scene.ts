import type { SceneName } from "../shape.ts";
import { picture } from "./draw.ts";
import { type Theme, themeOf } from "./palette.ts";
import { chart, deskScene, logo } from "./scenes/desks.ts";
import { garden, terrace } from "./scenes/gardens.ts";
import { barber, nails } from "./scenes/grooming.ts";
import { bathroom, cleanScene, kitchen, roomScene, shelves } from "./scenes/home.ts";
import { doorScene, roof, stone, windowsScene } from "./scenes/outer-walls.ts";
import { buntingScene, cake } from "./scenes/parties.ts";
import { camera, studio, timeline } from "./scenes/recording.ts";
import { code, phone, repair } from "./scenes/screens.ts";
import { blueprint, boiler, wiring } from "./scenes/services.ts";
import { car, mural, van } from "./scenes/street.ts";
import { dog, treeScene } from "./scenes/walks.ts";
import { wedding } from "./scenes/weddings.ts";
import { gym, massage } from "./scenes/wellbeing.ts";

/** What is drawn in one light, in one of its versions; and the light that its first version has. */
const SCENES: Readonly<
  Record<SceneName, readonly [draw: (theme: Theme, version: number) => string, light: number]>
> = {
  barber: [barber, 1],
  bathroom: [bathroom, 2],
  blueprint: [blueprint, 1],
  boiler: [boiler, 0],
  bunting: [buntingScene, 1],
  cake: [cake, 3],
  camera: [camera, 1],
  car: [car, 2],
  chart: [chart, 0],
  clean: [cleanScene, 2],
  code: [code, 4],
  desk: [deskScene, 1],
  dog: [dog, 2],
  door: [doorScene, 1],
  garden: [garden, 2],
  gym: [gym, 5],
  kitchen: [kitchen, 0],
  logo: [logo, 1],
  massage: [massage, 0],
  mural: [mural, 0],
  nails: [nails, 5],
  phone: [phone, 2],
  repair: [repair, 1],
  roof: [roof, 2],
  room: [roomScene, 0],
  shelves: [shelves, 1],
  stone: [stone, 2],
  studio: [studio, 5],
  terrace: [terrace, 1],
  timeline: [timeline, 5],
  tree: [treeScene, 1],
  van: [van, 2],
  wedding: [wedding, 2],
  windows: [windowsScene, 2],
  wiring: [wiring, 1],
};

const OUTSIDE: ReadonlySet<SceneName> = new Set([
  "dog",
  "door",
  "garden",
  "mural",
  "roof",
  "stone",
  "terrace",
  "tree",
  "van",
  "wedding",
  "windows",
]);

/** A portfolio picture, 1200 by 900. */
export const scene = (name: SceneName, version: number): string => {
  const [draw, light] = SCENES[name];
  return picture(1200, 900, draw(themeOf(light + version, OUTSIDE.has(name)), version));
};
