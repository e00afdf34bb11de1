import type { Case } from "./case.ts";
import { cpuSeconds } from "./site.ts";
import type { Side } from "./worker.ts";
import type { Worker } from "./workers.ts";

/** One side of one case over all rounds; medians of the rounds. */
export interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
}

export interface Row {
  name: string;
  service: Figures;
  straight: Figures | null;
  bare: Figures;
  /** Service over straight, and over bare: medians of each round's own ratio. */
  ofStraight: number | null;
  ofBare: number;
  /** Microseconds of CPU of the site's Node process for one piece of work; null without /proc. */
  nodeMicros: number | null;
  /** Bytes on the wire of one piece of work. */
  bytes: number;
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = low] =
    sorted.length % 2 ? [sorted[middle]] : [sorted[middle - 1], sorted[middle]];
  return (low + high) / 2;
};

interface Sample extends Figures {
  bytes: number;
  nodeMicros: number | null;
}

const figures = (samples: readonly Sample[]): Figures => ({
  perSecond: median(samples.map(({ perSecond }) => perSecond)),
  p50: median(samples.map(({ p50 }) => p50)),
  p99: median(samples.map(({ p99 }) => p99)),
});

interface RoundOptions {
  rounds: number;
  seconds: number;
  sitePid: number;
  /** Takes away what a case has written. */
  undo(): Promise<void>;
  say(line: string): void;
}

/**
 * Measures all cases on all sides. Within a round the sides of a case follow each other at once, so
 * that whatever else the machine does meets them alike; the rounds go over all cases again. A first
 * short round warms up and is thrown away.
 */
export const measure = async (
  worker: Worker,
  cases: readonly Case[],
  { rounds, seconds, sitePid, undo, say }: RoundOptions,
): Promise<Row[]> => {
  const samples = new Map<string, Sample[]>();
  const next = new Map<string, number>();
  const once = async (each: Case, side: Side, length: number): Promise<Sample> => {
    const before = cpuSeconds(sitePid);
    const report = await worker.run({
      side,
      names: [each.name],
      seconds: length,
      from: next.get(each.name) ?? 1,
    });
    const after = cpuSeconds(sitePid);
    if (each.writes) await undo();
    else next.set(each.name, report.next);
    return {
      perSecond: report.done / report.seconds,
      p50: report.p50,
      p99: report.p99,
      bytes: report.bytes,
      nodeMicros: before === null || after === null ? null : ((after - before) * 1e6) / report.done,
    };
  };
  const sidesOf = ({ straight }: Case): Side[] =>
    straight ? ["service", "straight", "bare"] : ["service", "bare"];
  const keyOf = (each: Case, side: Side) => `${each.name}\n${side}`;

  for (let round = 0; round <= rounds; round++) {
    say(round === 0 ? "Warming up" : `Round ${round} of ${rounds}`);
    for (const each of cases) {
      for (const side of sidesOf(each)) {
        const sample = await once(each, side, round === 0 ? Math.min(seconds, 0.5) : seconds);
        if (round === 0) continue;
        const key = keyOf(each, side);
        samples.set(key, [...(samples.get(key) ?? []), sample]);
      }
    }
  }

  const of = (each: Case, side: Side) => samples.get(keyOf(each, side)) ?? [];
  const ratio = (each: Case, side: Side): number =>
    median(
      of(each, "service").map(
        ({ perSecond }, round) => perSecond / (of(each, side)[round]?.perSecond ?? Number.NaN),
      ),
    );
  return cases.map((each) => {
    const service = of(each, "service");
    const micros = service.flatMap(({ nodeMicros }) => (nodeMicros === null ? [] : [nodeMicros]));
    return {
      name: each.name,
      service: figures(service),
      straight: each.straight ? figures(of(each, "straight")) : null,
      bare: figures(of(each, "bare")),
      ofStraight: each.straight ? ratio(each, "straight") : null,
      ofBare: ratio(each, "bare"),
      nodeMicros: micros.length ? median(micros) : null,
      bytes: median(service.map(({ bytes }) => bytes)),
    };
  });
};
