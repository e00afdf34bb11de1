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

export const silentLog: Log = { info() {}, warn() {}, error() {} };
