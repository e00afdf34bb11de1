/** Names and values that tell apart the series of one metric. Only values from fixed sets: each costs memory. */
export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  labels?: Labels;
  value: number;
}

/**
 * What several processes' values are together: their sum; each its own, with the label `worker`; or the same
 * in all, so that one process's will do.
 */
type Together = "sum" | "apart" | "same";

interface Family {
  name: string;
  kind: "counter" | "gauge" | "histogram";
  help: string;
  together: Together;
  /** Each series as Prometheus writes it, and its value. */
  series: [name: string, value: number][];
}

/** What one process has counted and measured. */
export type Snapshot = Family[];

const escaped = (value: string): string =>
  /[\\"\n]/.test(value)
    ? value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")
    : value;

/** Made for every request, so without intermediate arrays. */
const labelText = (labels: Labels = {}): string => {
  let text = "";
  for (const name in labels)
    text += `${text ? "," : ""}${name}="${escaped(labels[name] as string)}"`;
  return text && `{${text}}`;
};

/** Seconds: from a cached response to a request that times out. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Read = () => Family["series"] | Promise<Family["series"]>;

/**
 * Counts and measures for Prometheus, as text of its exposition format 0.0.4. A library for this would
 * bring a hundred metrics that nobody reads.
 */
export const createMetrics = () => {
  const metrics = new Map<string, Omit<Family, "series"> & { read: Read }>();

  return {
    /** Something that only grows. Returns the function that counts. */
    counter(name: string, help: string): (labels?: Labels, by?: number) => void {
      const series = new Map<string, number>();
      const read = () =>
        [...series].map(([labels, value]): [string, number] => [`${name}${labels}`, value]);
      metrics.set(name, { name, kind: "counter", help, together: "sum", read });
      return (labels, by = 1) => {
        const key = labelText(labels);
        series.set(key, (series.get(key) ?? 0) + by);
      };
    },

    /** Something that goes up and down, read when somebody wants to know it. */
    gauge(
      name: string,
      help: string,
      together: Together,
      samples: () => Sample[] | Promise<Sample[]>,
    ): void {
      const read = async () =>
        (await samples()).map(({ labels, value }): [string, number] => [
          `${name}${labelText(labels)}`,
          value,
        ]);
      metrics.set(name, { name, kind: "gauge", help, together, read });
    },

    /** Durations in seconds. Returns the function from a series to that which records one in it. */
    histogram(name: string, help: string): (labels: Labels) => (seconds: number) => void {
      const series = new Map<string, { labels: Labels; counts: number[]; sum: number }>();
      const read = () =>
        [...series.values()].flatMap(({ labels, counts, sum }) => {
          let below = 0;
          const buckets = [...BUCKETS, Number.POSITIVE_INFINITY].map(
            (bound, index): [string, number] => {
              below += counts[index] ?? 0;
              const le = bound === Number.POSITIVE_INFINITY ? "+Inf" : String(bound);
              return [`${name}_bucket${labelText({ ...labels, le })}`, below];
            },
          );
          const totals: [string, number][] = [
            [`${name}_sum${labelText(labels)}`, sum],
            [`${name}_count${labelText(labels)}`, below],
          ];
          return [...buckets, ...totals];
        });
      metrics.set(name, { name, kind: "histogram", help, together: "sum", read });
      return (labels) => {
        const key = labelText(labels);
        const own = series.get(key) ?? { labels, counts: [], sum: 0 };
        series.set(key, own);
        return (seconds) => {
          const at = BUCKETS.findIndex((bound) => seconds <= bound);
          const index = at < 0 ? BUCKETS.length : at;
          own.counts[index] = (own.counts[index] ?? 0) + 1;
          own.sum += seconds;
        };
      };
    },

    /** All metrics. One that cannot be read is left out; so are those that are the same in all processes. */
    async snapshot({ withSame = true } = {}): Promise<Snapshot> {
      const wanted = [...metrics.values()].filter(
        ({ together }) => withSame || together !== "same",
      );
      return Promise.all(
        wanted.map(async ({ read, ...about }) => {
          const series = await Promise.resolve()
            .then(read)
            .catch(() => []);
          return { ...about, series };
        }),
      );
    },
  };
};

export const textOf = (families: Snapshot): string =>
  families
    .filter(({ series }) => series.length > 0)
    .map(
      ({ name, kind, help, series }) =>
        `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${series.map(([of, value]) => `${of} ${value}\n`).join("")}`,
    )
    .join("");

const withWorker = (series: string, worker: string): string =>
  series.endsWith("}")
    ? `${series.slice(0, -1)},worker="${worker}"}`
    : `${series}{worker="${worker}"}`;

/** The metrics of several processes as those of one. */
export const addUp = (snapshots: readonly [worker: string, Snapshot][]): Snapshot => {
  const families = new Map<string, Family & { sums: Map<string, number> }>();
  for (const [worker, snapshot] of snapshots) {
    for (const family of snapshot) {
      const known = families.get(family.name);
      if (known && family.together === "same") continue;
      const { sums } = known ?? { sums: new Map<string, number>() };
      families.set(family.name, { ...family, sums });
      for (const [series, value] of family.series) {
        const name = family.together === "apart" ? withWorker(series, worker) : series;
        sums.set(name, (sums.get(name) ?? 0) + value);
      }
    }
  }
  return [...families.values()].map(({ sums, ...family }) => ({ ...family, series: [...sums] }));
};

/** Those of this process. */
export const metrics = createMetrics();
