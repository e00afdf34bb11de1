import { ClientDisconnected } from "./errors.ts";

/** Who the work is for, and how long it is needed. */
export interface CallerOptions {
  /** The network or account that makes the request. Work without one counts as one caller's. */
  caller?: string;
  /** Aborted when nobody needs the work any more. It then leaves the queue with `ClientDisconnected`. */
  signal?: AbortSignal;
}

/** Runs work as soon as it is its caller's turn. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>, wanted?: CallerOptions) => Promise<T>;

export interface LimitOptions {
  /** How much work runs at once. A function is called whenever work begins or ends. */
  running: number | (() => number);
  /** How much of it may be one caller's; all of it by default. */
  runningPerCaller?: number;
  /** How much work may wait. */
  waiting: number;
  /** How much of it may be one caller's; all of it by default. */
  waitingPerCaller?: number;
  /**
   * Milliseconds after which waiting work is refused. Without it, work waits as long as it is needed. Once
   * a caller's oldest work has waited for most of this time, the newest is next (see `nextOf`).
   */
  patience?: number;
  /** Creates the error for refused work. */
  full: () => Error;
  /** Milliseconds, from a monotonic clock. */
  now?: () => number;
}

/** The fraction of the patience after which the newest work is next. */
export const LATE = 0.8;

interface Waiter {
  /** When it began to wait. */
  since: number;
  start(): void;
}

/** What one caller has running and waiting; removed once there is neither. */
interface Share {
  running: number;
  waiting: Set<Waiter>;
}

/**
 * Limits how much work of one kind runs and waits. The next to run is the caller with the least work
 * running. Among equals it is the one who has waited longest since their last turn. A caller with a hundred
 * requests delays another caller's first request by one piece of work at most.
 */
export const createConcurrencyLimit = ({
  running: allowed,
  runningPerCaller = Number.POSITIVE_INFINITY,
  waiting: longest,
  waitingPerCaller = longest,
  patience,
  full,
  now = () => performance.now(),
}: LimitOptions): ConcurrencyLimit => {
  /** By caller. A new caller, or one whose turn has ended, goes to the end. */
  const shares = new Map<string, Share>();
  let running = 0;
  let waiting = 0;
  const hasRoom = () => running < (typeof allowed === "number" ? allowed : allowed());

  const shareOf = (caller: string): Share => {
    const known = shares.get(caller);
    if (known) return known;
    const share: Share = { running: 0, waiting: new Set() };
    shares.set(caller, share);
    return share;
  };

  const deleteIfIdle = (caller: string, share: Share): void => {
    if (share.running === 0 && share.waiting.size === 0) shares.delete(caller);
  };

  const take = (share: Share): void => {
    running += 1;
    share.running += 1;
  };

  const release = (caller: string, share: Share): void => {
    running -= 1;
    share.running -= 1;
    shares.delete(caller);
    if (share.running > 0 || share.waiting.size > 0) shares.set(caller, share);
  };

  /**
   * Runs a caller's work in order until the oldest is about to be refused. By then more work arrives than
   * can be done. Keeping the order would make everybody wait in vain, so the newest, which can still be in
   * time, goes first.
   */
  const nextOf = ({ waiting }: Share): Waiter | undefined => {
    const [oldest] = waiting;
    if (!oldest || patience === undefined) return oldest;
    return now() - oldest.since < LATE * patience ? oldest : [...waiting].at(-1);
  };

  const startNext = (): void => {
    while (waiting > 0 && hasRoom()) {
      let next: Share | null = null;
      for (const share of shares.values()) {
        if (share.waiting.size === 0 || share.running >= runningPerCaller) continue;
        if (!next || share.running < next.running) next = share;
      }
      const waiter = next && nextOf(next);
      if (!next || !waiter) return;
      take(next);
      waiter.start();
    }
  };

  const turn = (caller: string, share: Share, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        if (!share.waiting.delete(waiter)) return false;
        waiting -= 1;
        clearTimeout(timer);
        signal?.removeEventListener("abort", dropped);
        return true;
      };
      const waiter: Waiter = {
        since: now(),
        start() {
          leave();
          resolve();
        },
      };
      const end = (error: unknown) => {
        if (!leave()) return;
        deleteIfIdle(caller, share);
        reject(error);
      };
      const dropped = () => end(new ClientDisconnected(signal?.reason));
      const timer = patience === undefined ? undefined : setTimeout(() => end(full()), patience);
      signal?.addEventListener("abort", dropped, { once: true });
      share.waiting.add(waiter);
      waiting += 1;
    });

  return async (work, { caller = "", signal } = {}) => {
    if (signal?.aborted) throw new ClientDisconnected(signal.reason);
    const share = shareOf(caller);
    if (hasRoom() && share.running < runningPerCaller) {
      take(share);
    } else {
      if (waiting >= longest || share.waiting.size >= waitingPerCaller) {
        deleteIfIdle(caller, share);
        throw full();
      }
      await turn(caller, share, signal);
    }
    try {
      return await work();
    } finally {
      release(caller, share);
      startNext();
    }
  };
};
