import { afterAll, beforeAll } from "vitest";
import { startWorld, type World } from "./people.ts";

/** The world of a file of tests: it starts before the first one and is closed after the last. */
export const testWorld = (): World => {
  const world = {} as World;
  let started: World | undefined;
  beforeAll(async () => {
    started = Object.assign(world, await startWorld());
  });
  afterAll(() => started?.close());
  return world;
};
