import type { Case } from "./case.ts";
import { CACHED } from "./cases.ts";
import { median } from "./rounds.ts";
import type { Report } from "./worker.ts";
import type { Worker } from "./workers.ts";

/** Reads begun every second, spread evenly over the reading cases. */
export const READ_RATE = 100;

const SIGN_INS_AT_ONCE = 16;

/** Signing-ins of a second process begin earlier in the list than the rounds', who count from 1. */
const FAR_AWAY = 1_000_000;

export interface Quiet {
  /** Reads while nobody signs in, and while `SIGN_INS_AT_ONCE` people do at any moment. */
  alone: { p50: number; p99: number };
  during: { p50: number; p99: number };
  signInsPerSecond: number;
}

const latencies = (reports: readonly Report[]) => ({
  p50: median(reports.map(({ p50 }) => p50)),
  p99: median(reports.map(({ p99 }) => p99)),
});

/** How long reads take at a steady, modest rate, with and without sign-ins beside them. */
export const readDuringSignIns = async (
  reader: Worker,
  signer: Worker,
  cases: readonly Case[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Quiet> => {
  const names = cases
    .filter(({ same, name }) => same && !name.endsWith(CACHED))
    .map(({ name }) => name);
  const [signIn = ""] = cases.filter(({ enters }) => enters).map(({ name }) => name);
  const read = () =>
    reader.run({ side: "service", names, seconds, from: 1, connections: 16, rate: READ_RATE });
  const alone: Report[] = [];
  const during: Report[] = [];
  const signIns: Report[] = [];
  for (let round = 0; round < rounds; round++) {
    alone.push(await read());
    const [reads, signed] = await Promise.all([
      read(),
      signer.run({
        side: "service",
        names: [signIn],
        seconds,
        from: FAR_AWAY + round * 10_000,
        connections: SIGN_INS_AT_ONCE,
      }),
    ]);
    during.push(reads);
    signIns.push(signed);
  }
  return {
    alone: latencies(alone),
    during: latencies(during),
    signInsPerSecond: median(signIns.map(({ done, seconds: took }) => done / took)),
  };
};
