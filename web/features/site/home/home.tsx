import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { Showcase } from "./showcase.tsx";
import { Testimonials } from "./testimonials.tsx";

/** The home page (spec 1 sections 1 and 2). Signed-in people are not asked to join again. */
export const Home = ({ signedIn }: { signedIn: boolean }) => (
  <>
    <Hero signedIn={signedIn} />
    <Showcase />
    <HowItWorks signedIn={signedIn} />
    <Testimonials />
  </>
);
