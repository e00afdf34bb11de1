import Plus from "lucide-react/icons/plus";
import { accountsLabel } from "#domain/accounts.ts";
import { useSettings } from "#web/session/settings.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Breadcrumb } from "#web/ui/breadcrumb.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chart } from "#web/ui/chart.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import { Sparkline } from "#web/ui/sparkline.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { Stat } from "#web/ui/stat.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { Table } from "#web/ui/table.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { Part, Row } from "./part.tsx";

const PEOPLE = [
  { id: "1", name: "Green & Sons", town: "Leeds", jobs: 12, live: true },
  { id: "2", name: "Brightside Electrical", town: "Bath", jobs: 3, live: false },
];

export const Showing = () => {
  return (
    <>
      <Part name="Breadcrumb, PageHeader, Tabs, Pagination">
        <PageHeader
          title="Professionals"
          lead="Everyone here has a live membership and real feedback."
          breadcrumb={<Breadcrumb trail={[{ label: "Home", to: "/" }, { label: "Directory" }]} />}
          actions={<Button icon={<Plus />}>Add</Button>}
        />
        <Tabs
          label="Profile"
          tabs={[
            { value: "about", label: "About", content: "What they do, in their own words." },
            { value: "work", label: "Portfolio", count: 8, content: "Eight pictures." },
            { value: "feedback", label: "Feedback", count: 31, content: "Thirty-one opinions." },
          ]}
        />
        <TabLinks label="Pages" links={[{ to: "/styleguide", label: "This page" }]} />
        <Pagination page={5} pageCount={12} href={() => "/styleguide"} />
      </Part>
      <Part name="Alert, Banner, Badge, Chip">
        <Alert title="Confirm your email">After signing up you confirm your email address.</Alert>
        <Alert tone="success">Thank you for your feedback.</Alert>
        <Alert tone="warning">No professionals match your current filters.</Alert>
        <Alert tone="danger" title="Upload failed" action={<Button size="sm">Try again</Button>}>
          There was an error uploading your profile picture.
        </Alert>
        <Banner
          tone="warning"
          onDismiss={() => undefined}
          action={
            <Button size="sm" variant="outline">
              Resend Email
            </Button>
          }
        >
          Please confirm your email address.
        </Banner>
        <Row>
          {(["neutral", "brand", "success", "warning", "danger", "info"] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </Row>
        <Row>
          <Chip label="Plumber" />
          <Chip label="Garden Maintenance" onRemove={() => undefined} />
        </Row>
      </Part>
      <Part name="Avatar, Stars, Card, Skeletons">
        <Row>
          <Avatar name="Ada Byron" size="lg" />
          <Avatar name="Brightside" />
          <Avatar name="Élodie van der Berg" size="sm" />
          <Avatar name="Broken Picture" src="/art/missing.png" />
          <Avatar name="Street" src="/art/electrical.svg" size="xs" />
        </Row>
        <Row>
          <Stars rating={4.5} count={31} showValue />
          <Stars rating={3.4} size="sm" />
          <Stars rating={5} size="lg" />
        </Row>
        <Card interactive>
          <h3 className="text-lg">
            <a href="#card" className="after:absolute after:inset-0">
              A card that is one link
            </a>
          </h3>
          <p className="mt-1 text-ink-soft">It lifts a little under the pointer.</p>
        </Card>
        <Skeletons count={2} />
      </Part>
      <Part name="Stat, Sparkline, Chart, ProgressBar, Table, EmptyState">
        <div className="grid grid-cols-2 gap-6">
          <Stat
            label={accountsLabel("provider", useSettings().siteName)}
            value="1,204"
            note="38 this month"
          />
          <Stat
            label="New Users (30d)"
            value="310"
            note={<Sparkline label="Rising from 4 to 18 a day" values={[4, 6, 5, 9, 12, 11, 18]} />}
          />
        </div>
        <Chart
          label="Jobs by day"
          kind="bars"
          axis={String}
          points={[4, 6, 5, 9, 12, 11, 7].map((value, at) => ({
            value,
            mark: `${at + 9} Nov`,
            when: `${at + 9} Nov 2026`,
            description: `${value} jobs`,
            unfinished: at === 6,
          }))}
        />
        <ProgressBar label="Uploading" value={40} />
        <Table
          caption="Businesses"
          columns={[
            { key: "name", header: "Name", cell: (row) => row.name, primary: true },
            { key: "town", header: "Town", cell: (row) => row.town },
            { key: "jobs", header: "Jobs", cell: (row) => row.jobs, align: "end" },
            {
              key: "state",
              header: "State",
              cell: (row) => (
                <Badge tone={row.live ? "success" : "neutral"}>{row.live ? "Live" : "Off"}</Badge>
              ),
            },
          ]}
          rows={PEOPLE}
          rowKey={(row) => row.id}
        />
        <EmptyState
          title="No jobs found matching your filters"
          action={<Button variant="outline">Clear Filters</Button>}
        >
          Try a wider area or another category.
        </EmptyState>
        <Row>
          <EmptyState art="letter" title="No feedback yet">
            Be the first to leave feedback.
          </EmptyState>
          <EmptyState art="shelf" title="Nothing saved">
            Save a professional to find them here.
          </EmptyState>
          <EmptyState art="lost" title="Page Not Found">
            Check the address, or start on the home page.
          </EmptyState>
        </Row>
      </Part>
    </>
  );
};
