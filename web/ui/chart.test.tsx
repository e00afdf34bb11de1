import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Chart, type ChartPoint } from "./chart.tsx";

const points: ChartPoint[] = [3, 0, 6].map((value, at) => ({
  value,
  mark: `${at + 1} Nov`,
  when: `${at + 1} Nov 2026`,
  description: `${value} jobs`,
  unfinished: at === 2,
}));
const show = (props: Partial<Parameters<typeof Chart>[0]> = {}) =>
  renderToStaticMarkup(
    <Chart
      label="Jobs by day"
      points={points}
      kind="bars"
      axis={(value) => `${value}!`}
      {...props}
    />,
  );

it("is one slider that names its newest point, over an axis in the caller's words", () => {
  const html = show();
  expect(html.match(/role="slider"/g)).toHaveLength(1);
  expect(html).toContain('aria-label="Jobs by day"');
  expect(html).toContain('aria-valuenow="3"');
  expect(html).toContain('aria-valuetext="3 Nov 2026: 6 jobs"');
  for (const mark of ["0!", "2!", "4!", "6!"]) expect(html).toContain(`>${mark}<`);
});

it("draws a bar a point as high as its value, the unfinished one paler", () => {
  const bars = [
    ...show().matchAll(/<rect[^>]*y="([\d.]+)"[^>]*height="([\d.]+)"[^>]*class="([^"]*)"/g),
  ];
  expect(bars.map(([, top, height]) => [Number(top), Number(height)])).toEqual([
    [50, 50],
    [100, 0],
    [0, 100],
  ]);
  expect(bars.map(([, , , kind]) => kind?.includes("fill-brand-wash"))).toEqual([
    false,
    false,
    true,
  ]);
});
