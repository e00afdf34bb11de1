import { CallerGone } from "./errors.ts";

/** On whose behalf work waits, and for how long it is wanted. */
export interface Wanted {
  /** The network or account that asks; work without one counts as one caller's. */
  caller?: string;
  /** Aborted once nobody wants the work any more: it then leaves the queue with `CallerGone`. */
  signal?: AbortSignal;
}

/** Runs work as soon as its caller's turn has come. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>, wanted?: Wanted) => Promise<T>;

export interface LimitOptions {
  /** Work that runs at once. */
  running: number;
  /** The same of one caller; everything unless given. */
  runningPerCaller?: number;
  /** Work that waits. */
  waiting: number;
  /** The same of one caller; everything unless given. */
  waitingPerCaller?: number;
  /**
   * Milliseconds after which waiting work is refused; without them it waits for as long as it is wanted. Once a
   * caller's oldest has waited for most of them, the newest is next (see `nextOf`).
   */
  patience?: number;
  /** Makes the error for work that is refused. */
  full: () => Error;
  /** Milliseconds of a clock that is never set. */
  now?: () => number;
}

/** The part of the patience from which on the newest work is next. */
export const LATE = 0.8;

interface Job {
  /** When it began to wait. */
  since: number;
  start(): void;
}

/** What one caller has under way; gone once that is nothing. */
interface Share {
  running: number;
  waiting: Set<Job>;
}

/**
 * Bounds how much work of one kind runs and waits. The next turn is that of the caller with the least work
 * running, and among equals of the one who has waited longest since a turn, so that nobody's hundred
 * requests delay another's first by more than one piece of work.
 */
export const createConcurrencyLimit = ({
  running: most,
  runningPerCaller = most,
  waiting: longest,
  waitingPerCaller = longest,
  patience,
  full,
  now = () => performance.now(),
}: LimitOptions): ConcurrencyLimit => {
  /** By caller; who came last, or whose turn ended last, stands last. */
  const shares = new Map<string, Share>();
  let running = 0;
  let waiting = 0;

  const shareOf = (caller: string): Share => {
    const known = shares.get(caller);
    if (known) return known;
    const share: Share = { running: 0, waiting: new Set() };
    shares.set(caller, share);
    return share;
  };

  const forget = (caller: string, share: Share): void => {
    if (share.running === 0 && share.waiting.size === 0) shares.delete(caller);
  };

  const take = (share: Share): void => {
    running += 1;
    share.running += 1;
  };

  const giveBack = (caller: string, share: Share): void => {
    running -= 1;
    share.running -= 1;
    shares.delete(caller);
    if (share.running > 0 || share.waiting.size > 0) shares.set(caller, share);
  };

  /**
   * A caller's work is done in the order it came until its oldest is about to be refused. From then on more comes than
   * can be done: in the same order everybody would wait in vain, and those who have just asked are answered in time
   * only if they are first.
   */
  const nextOf = ({ waiting }: Share): Job | undefined => {
    const [oldest] = waiting;
    if (!oldest || patience === undefined) return oldest;
    return now() - oldest.since < LATE * patience ? oldest : [...waiting].at(-1);
  };

  const startNext = (): void => {
    while (running < most && waiting > 0) {
      let next: Share | null = null;
      for (const share of shares.values()) {
        if (share.waiting.size === 0 || share.running >= runningPerCaller) continue;
        if (!next || share.running < next.running) next = share;
      }
      const job = next && nextOf(next);
      if (!next || !job) return;
      take(next);
      job.start();
    }
  };

  const turn = (caller: string, share: Share, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        if (!share.waiting.delete(job)) return false;
        waiting -= 1;
        clearTimeout(timer);
        signal?.removeEventListener("abort", dropped);
        return true;
      };
      const job: Job = {
        since: now(),
        start() {
          leave();
          resolve();
        },
      };
      const end = (error: unknown) => {
        if (!leave()) return;
        forget(caller, share);
        reject(error);
      };
      const dropped = () => end(new CallerGone(signal?.reason));
      const timer = patience === undefined ? undefined : setTimeout(() => end(full()), patience);
      signal?.addEventListener("abort", dropped, { once: true });
      share.waiting.add(job);
      waiting += 1;
    });

  return async (work, { caller = "", signal } = {}) => {
    if (signal?.aborted) throw new CallerGone(signal.reason);
    const share = shareOf(caller);
    if (running < most && share.running < runningPerCaller) {
      take(share);
    } else {
      if (waiting >= longest || share.waiting.size >= waitingPerCaller) {
        forget(caller, share);
        throw full();
      }
      await turn(caller, share, signal);
    }
    try {
      return await work();
    } finally {
      giveBack(caller, share);
      startNext();
    }
  };
};
