import type { Log } from "../log.ts";

const SECOND = 1000;

/** All that a process may take to end; who started it may kill it not long after. */
export const END_WITHIN = 25 * SECOND;

/**
 * Milliseconds in which a second signal is the first one once more: Ctrl-C reaches everybody in the terminal, and
 * npm hands it on besides.
 */
const SAME_SIGNAL = SECOND;

interface EndingOptions {
  close: () => Promise<void>;
  /** Milliseconds; what has not closed by then is left. */
  within?: number;
  log: Log;
  exit?: (code: number) => void;
  now?: () => number;
}

export interface Ending {
  begun(): boolean;
  /** Closes, and exits with the code. While that is under way nothing else ends the process or changes its code. */
  end(code: number): Promise<void>;
  /** As `end(0)`; a later signal does not wait. */
  onSignal(): void;
}

/** How a process ends: once, in order, and in time. */
export const createEnding = ({
  close,
  within = END_WITHIN,
  log,
  exit = process.exit,
  now = () => performance.now(),
}: EndingOptions): Ending => {
  let began: number | null = null;
  const end = async (code: number): Promise<void> => {
    if (began !== null) return;
    began = now();
    const late = setTimeout(() => {
      log.error("end.took_too_long", { milliseconds: within });
      exit(1);
    }, within);
    try {
      await close();
      exit(code);
    } catch (error) {
      log.error("end.failed", { error });
      exit(1);
    } finally {
      clearTimeout(late);
    }
  };
  return {
    begun: () => began !== null,
    end,
    onSignal() {
      if (began === null) void end(0);
      else if (now() - began > SAME_SIGNAL) exit(1);
    },
  };
};
