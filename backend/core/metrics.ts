/** Names and values that tell apart the series of one metric. Only values from fixed sets: each costs memory. */
export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  labels?: Labels;
  value: number;
}

type Kind = "counter" | "gauge" | "histogram";

interface Metric {
  kind: Kind;
  help: string;
  lines(): Promise<string[]> | string[];
}

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

/**
 * Counts and measures for Prometheus, as text of its exposition format 0.0.4. A library for this would
 * bring a hundred metrics that nobody reads.
 */
export const createMetrics = () => {
  const metrics = new Map<string, Metric>();

  return {
    /** Something that only grows. Returns the function that counts. */
    counter(name: string, help: string): (labels?: Labels, by?: number) => void {
      const series = new Map<string, number>();
      metrics.set(name, {
        kind: "counter",
        help,
        lines: () => [...series].map(([labels, value]) => `${name}${labels} ${value}`),
      });
      return (labels, by = 1) => {
        const key = labelText(labels);
        series.set(key, (series.get(key) ?? 0) + by);
      };
    },

    /** Something that goes up and down, read when the text is made. */
    gauge(name: string, help: string, read: () => Sample[] | Promise<Sample[]>): void {
      metrics.set(name, {
        kind: "gauge",
        help,
        lines: async () =>
          (await read()).map(({ labels, value }) => `${name}${labelText(labels)} ${value}`),
      });
    },

    /** Durations in seconds. Returns the function that records one. */
    histogram(name: string, help: string): (labels: Labels, seconds: number) => void {
      const series = new Map<string, { labels: Labels; counts: number[]; sum: number }>();
      metrics.set(name, {
        kind: "histogram",
        help,
        lines: () =>
          [...series.values()].flatMap(({ labels, counts, sum }) => {
            let below = 0;
            const buckets = [...BUCKETS, Number.POSITIVE_INFINITY].map((bound, index) => {
              below += counts[index] ?? 0;
              const le = bound === Number.POSITIVE_INFINITY ? "+Inf" : String(bound);
              return `${name}_bucket${labelText({ ...labels, le })} ${below}`;
            });
            return [
              ...buckets,
              `${name}_sum${labelText(labels)} ${sum}`,
              `${name}_count${labelText(labels)} ${below}`,
            ];
          }),
      });
      return (labels, seconds) => {
        const key = labelText(labels);
        const own = series.get(key) ?? { labels, counts: [], sum: 0 };
        series.set(key, own);
        const at = BUCKETS.findIndex((bound) => seconds <= bound);
        const index = at < 0 ? BUCKETS.length : at;
        own.counts[index] = (own.counts[index] ?? 0) + 1;
        own.sum += seconds;
      };
    },

    /** All metrics. One that cannot be read is left out. */
    async text(): Promise<string> {
      const parts = await Promise.all(
        [...metrics].map(async ([name, { kind, help, lines }]) => {
          const own = await Promise.resolve()
            .then(lines)
            .catch(() => []);
          return own.length > 0
            ? `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${own.join("\n")}\n`
            : "";
        }),
      );
      return parts.join("");
    },
  };
};

/** Those of this process. */
export const metrics = createMetrics();
