/** Runs work when it is its turn. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `atOnce` run and `waiting` wait; further ones are refused with the error that `full` makes. */
export const createTurns = (atOnce: number, waiting: number, full: () => Error): Turns => {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw full();
      await new Promise<void>((go) => queue.push(go));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
