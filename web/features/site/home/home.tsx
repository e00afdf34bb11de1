import { Closing } from "./closing.tsx";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import type { LiveHome } from "./live.ts";
import { NewestJobs, Professionals, Proof, Reviews } from "./live-sections.tsx";
import { Showcase } from "./showcase.tsx";
import { Testimonials } from "./testimonials.tsx";

/** The home page (spec 1 sections 1 and 2). Signed-in people are not asked to join again. */
export const Home = ({
  signedIn,
  live = null,
  emptySearch = false,
}: {
  signedIn: boolean;
  /** Null if it could not be loaded. */
  live?: LiveHome | null;
  /** Both fields of the search were empty. */
  emptySearch?: boolean;
}) => (
  <>
    <Hero signedIn={signedIn} emptySearch={emptySearch} />
    {live && <Proof live={live} />}
    <Showcase />
    {live && <Professionals live={live} />}
    <HowItWorks />
    {live && <NewestJobs live={live} />}
    {live && <Reviews live={live} />}
    <Testimonials aside={live !== null && live.reviews.length > 0} />
    <Closing signedIn={signedIn} />
  </>
);
