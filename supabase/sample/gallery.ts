import { existsSync } from "node:fs";
import path from "node:path";
import { type Person, people } from "./people.ts";

/** A picture that is part of the sample. */
interface Picture {
  /** The owner's name for it; empty for an avatar. */
  title: string;
  /**
   * A PNG of 512 by 512 for an avatar, whose bucket accepts no WebP; a WebP of 1200 by 900 for work
   * samples.
   */
  file: string;
}

export interface Gallery {
  person: Person;
  avatar: Picture | null;
  work: readonly Picture[];
}

const fileOf = (name: string): string => path.join(import.meta.dirname, "pictures", name);

const galleryOf = (person: Person): Gallery => {
  const avatar = fileOf(`${person.key}.png`);
  const titles = person.type === "provider" ? person.work : [];
  return {
    person,
    avatar: existsSync(avatar) ? { title: "", file: avatar } : null,
    work: titles.map((title, index) => ({
      title,
      file: fileOf(`${person.key}-${index + 1}.webp`),
    })),
  };
};

/** Each person's pictures by id; people without any are absent. */
export const galleries: ReadonlyMap<string, Gallery> = new Map(
  people
    .map(galleryOf)
    .filter(({ avatar, work }) => avatar !== null || work.length > 0)
    .map((gallery) => [gallery.person.id, gallery]),
);
