import { Link } from "./link.tsx";

/** To the page that says what decides who is seen and what money buys. */
export const FairLink = () => (
  <Link to="/how-we-keep-this-fair" className="link">
    How we keep this fair
  </Link>
);
