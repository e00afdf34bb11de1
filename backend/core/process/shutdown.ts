import type { Log } from "../log.ts";

const SECOND = 1000;

/** The time a process may take to end; its parent may kill it soon after. */
export const END_WITHIN = 25 * SECOND;

/**
 * Milliseconds in which a second signal counts as the first one repeated: Ctrl-C reaches every process of
 * the terminal, and npm passes it on too.
 */
const SAME_SIGNAL = SECOND;

interface EndingOptions {
  close: () => Promise<void>;
  /** Milliseconds; what has not closed by then is abandoned. */
  within?: number;
  log: Log;
  exit?: (code: number) => void;
  now?: () => number;
}

interface Ending {
  hasStarted(): boolean;
  /** Closes, then exits with the code. Meanwhile nothing else ends the process or changes its code. */
  end(code: number): Promise<void>;
  /** As `end(0)`; another signal then ends it at once. */
  onSignal(): void;
}

/** Ends a process once, in order, and in time. */
export const createEnding = ({
  close,
  within = END_WITHIN,
  log,
  exit = process.exit,
  now = () => performance.now(),
}: EndingOptions): Ending => {
  let startedAt: number | null = null;
  const end = async (code: number): Promise<void> => {
    if (startedAt !== null) return;
    startedAt = now();
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
    hasStarted: () => startedAt !== null,
    end,
    onSignal() {
      if (startedAt === null) void end(0);
      else if (now() - startedAt > SAME_SIGNAL) exit(1);
    },
  };
};
