import { outageOf } from "./database/outage.ts";
import { ClientDisconnected } from "./errors.ts";

/** One line of JSON per event on stderr. Facts must never hold a secret, token, password or mail body. */
export interface Log {
  info(event: string, facts?: Record<string, unknown>): void;
  warn(event: string, facts?: Record<string, unknown>): void;
  error(event: string, facts?: Record<string, unknown>): void;
}

const describe = (value: unknown) =>
  value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value;

export const jsonLog = (
  write: (line: string) => void = (line) => process.stderr.write(line),
): Log => {
  const at =
    (level: string) =>
    (event: string, facts: Record<string, unknown> = {}) => {
      const plain = Object.fromEntries(
        Object.entries(facts).map(([key, value]) => [key, describe(value)]),
      );
      write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...plain })}\n`);
    };
  return { info: at("info"), warn: at("warn"), error: at("error") };
};

/**
 * Logs why a request failed. What its caller did is no error of ours: hanging up, or asking for more than the database
 * does for one caller or in the time that one has.
 */
export const logFailure = (
  log: Log,
  event: string,
  error: unknown,
  facts: Record<string, unknown>,
): void => {
  const outage = outageOf(error);
  if (error instanceof ClientDisconnected || outage === "busy" || outage === "slow")
    log.warn(event, { ...facts, error: error instanceof Error ? error.message : error });
  else log.error(event, { ...facts, error });
};

export const silentLog: Log = { info() {}, warn() {}, error() {} };
