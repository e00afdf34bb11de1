/** The current time, in a form that tests can change. All durations are in seconds. */
export interface Clock {
  /** Milliseconds since the epoch, as `Date.now()`. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Whole seconds since the epoch: the unit of JWT claims and of GoTrue's `expires_at`. */
export const seconds = (clock: Clock): number => Math.floor(clock.now() / 1000);
