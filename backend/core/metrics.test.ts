import { expect, test } from "vitest";
import { addUp, createMetrics, textOf } from "./metrics.ts";

test("counters, gauges and histograms are text that Prometheus reads", async () => {
  const metrics = createMetrics();
  const count = metrics.counter("hits_total", "Hits.");
  count({ cache: 'a"b\\c\n' });
  count({ cache: 'a"b\\c\n' }, 2);
  metrics.gauge("open", "Open.", "sum", async () => [
    { value: 3 },
    { labels: { user: "x" }, value: 4 },
  ]);
  const record = metrics.histogram("seconds", "Time.");
  for (const seconds of [0.005, 0.2, 60]) record({ route: "page" })(seconds);
  const text = textOf(await metrics.snapshot());
  expect(text).toContain('# TYPE hits_total counter\nhits_total{cache="a\\"b\\\\c\\n"} 3\n');
  expect(text).toContain('# HELP open Open.\n# TYPE open gauge\nopen 3\nopen{user="x"} 4\n');
  const buckets = [...text.matchAll(/seconds_bucket\{route="page",le="([^"]+)"\} (\d+)/g)];
  expect(buckets.map(([, le, below]) => `${le}: ${below}`).join(", ")).toBe(
    "0.005: 1, 0.01: 1, 0.025: 1, 0.05: 1, 0.1: 1, 0.25: 2, 0.5: 2, 1: 2, 2.5: 2, 5: 2, 10: 2, +Inf: 3",
  );
  expect(text).toMatch(/seconds_sum\{route="page"\} 60\.2\d*\nseconds_count\{route="page"\} 3\n/);
});

test("several processes are added up, kept apart, or counted once", async () => {
  const process = (requests: number, memory: number) => {
    const metrics = createMetrics();
    metrics.counter("requests_total", "Requests.")({ status: "2xx" }, requests);
    metrics.histogram("seconds", "Time.")({})(0.2);
    metrics.gauge("memory", "Memory.", "apart", () => [{ value: memory }]);
    metrics.gauge("delay", "Delay.", "apart", () => [{ labels: { q: "1" }, value: memory }]);
    metrics.gauge("mails", "Mails.", "same", () => [{ value: 5 }]);
    return metrics;
  };
  const [first, second] = [process(3, 100), process(4, 200)];
  const text = textOf(
    addUp([
      ["1", await first.snapshot()],
      ["2", await second.snapshot({ withSame: false })],
      ["3", await second.snapshot()],
    ]),
  );
  expect(text).toContain('\nrequests_total{status="2xx"} 11\n');
  expect(text).toContain('\nseconds_bucket{le="0.25"} 3\n');
  expect(text).toContain("\nseconds_count 3\n");
  expect(text).toContain('\nmemory{worker="1"} 100\nmemory{worker="2"} 200\n');
  expect(text).toContain('\ndelay{q="1",worker="2"} 200\n');
  expect(text).toContain("\nmails 5\n");
  expect(text.match(/# TYPE requests_total/g)).toHaveLength(1);
});
