import { type Person, people } from "./people.ts";
import { emblem } from "./pictures/emblem.ts";
import { portrait } from "./pictures/portrait.ts";
import { scene } from "./pictures/scene.ts";

interface Drawing {
  /** What its owner calls it; empty for an avatar. */
  title: string;
  /** Draws it: 512 by 512 for an avatar, 1200 by 900 for work. */
  svg: () => string;
}

export interface Gallery {
  person: Person;
  avatar: Drawing | null;
  work: readonly Drawing[];
}

const galleryOf = (person: Person): Gallery => {
  const { face, key } = person;
  const sign = person.type === "provider" ? person.emblem : undefined;
  const svg = face ? () => portrait(face, key) : sign ? () => emblem(sign, key) : null;
  const work = person.type === "provider" ? (person.work ?? []) : [];
  return {
    person,
    avatar: svg ? { title: "", svg } : null,
    work: work.map(([title, name, version]) => ({ title, svg: () => scene(name, version) })),
  };
};

/** Everybody's pictures by the person's id; nobody here has none. */
export const galleries: ReadonlyMap<string, Gallery> = new Map(
  people
    .map(galleryOf)
    .filter(({ avatar, work }) => avatar !== null || work.length > 0)
    .map((gallery) => [gallery.person.id, gallery]),
);
