import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { VerifiedHires } from "./verified-hires.tsx";

it.each([
  [0, null, ""],
  [1, 3, "1 verified hire"],
  [4, 4.25, "4 verified hires"],
  [5, 4.25, "4.3 from 5 verified hires"],
  [9, 4.5, "All from verified hires"],
])(
  "says of %d verified hires with %s stars, among nine reviews: %s",
  (verified_count, verified_average, words) => {
    const provider = { rating_count: 9, verified_average, verified_count };
    const html = renderToStaticMarkup(<VerifiedHires provider={provider} />);
    expect(html.replace(/<[^>]+>/g, "")).toBe(words);
  },
);
