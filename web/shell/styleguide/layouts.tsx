import { useRef } from "react";
import { useSettings } from "#web/session/settings.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Card } from "#web/ui/card.tsx";
import { Container } from "#web/ui/container.tsx";
import { FairLink } from "#web/ui/fair-link.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { FormFold, UNDER_FOLD } from "#web/ui/form-fold.tsx";
import { NavLink } from "#web/ui/link.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { PANEL_ROW, Panel } from "#web/ui/panel.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { TwoPane } from "#web/ui/two-pane.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { CompactFooter } from "../navigation/footer.tsx";
import { Part } from "./part.tsx";

const TABS = [
  { value: "about", label: "About", content: "What they do, in their own words." },
  { value: "work", label: "Portfolio", count: 8, content: "Eight pictures." },
  { value: "feedback", label: "Feedback", count: 31, content: "Thirty-one opinions." },
];

const Widths = () => (
  <Part
    name="Container"
    rule="One width for header, content and footer: lg, 1216 px of content. Use sm for one form and md for reading."
  >
    {(["sm", "md", "lg"] as const).map((width) => (
      <Container key={width} width={width} className="border border-line bg-sunken py-3">
        {width}
      </Container>
    ))}
  </Part>
);

const Panes = () => (
  <Part
    name="TwoPane"
    rule="Content and what goes with it. Below 1024 px they follow each other, so the side never hides the next step."
  >
    <TwoPane side="end">
      <Card>The content</Card>
      <Card>Facts and actions</Card>
    </TwoPane>
    <TwoPane side="start">
      <Card>A list</Card>
      <Card>The item chosen from it</Card>
    </TwoPane>
  </Part>
);

const ShortList = () => (
  <Part name="Panel" rule="The first four rows of a list, and beside its heading the way to all.">
    <Panel id="panel" title="Saved Professionals" all={{ to: "/styleguide", label: "See all" }}>
      <p className={PANEL_ROW}>A row</p>
      <p className={PANEL_ROW}>Another row</p>
    </Panel>
  </Part>
);

const SearchFold = () => (
  <Part
    name="FormFold"
    rule="Up to 640 px the form of a search is one line, so that the results are seen. On wider screens it is always open."
  >
    <div>
      <FormFold ref={useRef(null)} words="plumber · Leeds" onOpen={() => {}} />
      <Card className={UNDER_FOLD}>The fields</Card>
    </div>
  </Part>
);

const Folds = () => (
  <Part name="Fold" rule="What few people need. It also opens without scripts.">
    <Fold label={<span className="font-semibold">What this list leaves out</span>}>
      <p className="mt-2">Everything older than 400 days.</p>
    </Fold>
  </Part>
);

const Footers = () => {
  const { siteName, contactEmail, social } = useSettings();
  return (
    <Part
      name="Footer, CompactFooter"
      rule="Visitors get the full one, which is at the foot of this page. Signed-in people and admins get the compact one."
    >
      <CompactFooter
        user={null}
        siteName={siteName}
        contactEmail={contactEmail}
        social={social}
        company="Example Ltd, Leeds"
      />
    </Part>
  );
};

export const Layouts = () => (
  <>
    <Widths />
    <Panes />
    <ShortList />
    <SearchFold />
    <Folds />
    <Part
      name="Tabs, TabLinks, BackLink, NavLink, FairLink, Pagination"
      rule="Tabs with an address each are links. Tabs of a work page are at the side if there is room."
    >
      <Tabs label="In a line" tabs={TABS} />
      <Tabs label="Divided evenly" layout="split" tabs={TABS.slice(0, 2)} />
      <Tabs label="At the side" layout="side" tabs={TABS} />
      <TabLinks
        label="Example pages"
        links={[
          { to: "/styleguide", label: "This page", count: 1 },
          { to: "/directory", label: "Another" },
        ]}
      />
      <BackLink to="/styleguide">All of the list</BackLink>
      <p>
        <NavLink to="/styleguide" className="link">
          A link that knows where it is
          <VisuallyHidden> (this page)</VisuallyHidden>
        </NavLink>
        <FairLink />
      </p>
      <Pagination page={5} pageCount={12} label="Example of pages" href={() => "/styleguide"} />
    </Part>
    <Footers />
  </>
);
