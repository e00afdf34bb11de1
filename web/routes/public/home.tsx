import type { MetaFunction } from "react-router";
import { Home } from "#web/features/home/index.ts";
import { useSession } from "#web/session/session.ts";

export const meta: MetaFunction = () => [
  { title: "Solutionz: find and hire trusted local professionals" },
  {
    name: "description",
    content:
      "Find tradespeople, photographers, tutors and more near you. Read feedback, compare work and get it done.",
  },
];

export default function HomeRoute() {
  return <Home signedIn={useSession().status === "signed-in"} />;
}
