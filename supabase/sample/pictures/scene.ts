import type { SceneName } from "../shape.ts";
import { picture } from "./draw.ts";
import { type Theme, themeOf } from "./palette.ts";
import { bathroom, cleanScene, kitchen, roomScene, shelves } from "./scenes/home.ts";
import {
  barber,
  buntingScene,
  cake,
  camera,
  gym,
  massage,
  nails,
  studio,
  timeline,
  wedding,
} from "./scenes/making.ts";
import { chart, code, deskScene, logo, phone, repair } from "./scenes/office.ts";
import { dog, garden, terrace, treeScene } from "./scenes/outside.ts";
import { car, mural, van } from "./scenes/street.ts";
import {
  blueprint,
  boiler,
  doorScene,
  roof,
  stone,
  windowsScene,
  wiring,
} from "./scenes/trades.ts";

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

/** A portfolio picture, 1200 by 900. */
export const scene = (name: SceneName, version: number): string => {
  const [draw, light] = SCENES[name];
  return picture(1200, 900, draw(themeOf(light + version), version));
};
