import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { Home } from "./home.tsx";

it("asks visitors to join, and signed-in people not again", () => {
  const pageFor = (signedIn: boolean) => {
    const Stub = createRoutesStub([{ path: "/", Component: () => <Home signedIn={signedIn} /> }]);
    return renderToStaticMarkup(<Stub initialEntries={["/"]} />);
  };
  expect(pageFor(false)).toContain("/signup?type=provider");
  expect(pageFor(true)).not.toContain("/signup");
});

it("shows six categories, and three testimonials of 5, 5 and 4 stars that are called examples", () => {
  const Stub = createRoutesStub([{ path: "/", Component: () => <Home signedIn={false} /> }]);
  const html = renderToStaticMarkup(<Stub initialEntries={["/"]} />);
  expect(html.match(/href="\/directory\?category=/g)).toHaveLength(6);
  const ratings = [...html.matchAll(/aria-label="([\d.]+) out of 5 stars"/g)].map(([, n]) => n);
  expect(ratings).toEqual(["5", "5", "4"]);
  expect(html).toMatch(/example/i);
});
