import { accountsLabel } from "#domain/accounts/accounts.ts";
import { useSettings } from "#web/session/settings.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Chart } from "#web/ui/chart.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Sparkline } from "#web/ui/sparkline.tsx";
import { Stat } from "#web/ui/stat.tsx";
import { Table } from "#web/ui/table.tsx";
import { Part } from "./part.tsx";

const PEOPLE = [
  { id: "1", name: "Green & Sons", town: "Leeds", jobs: 12, live: true },
  { id: "2", name: "Brightside Electrical", town: "Bath", jobs: 3, live: false },
];

const DAYS = [4, 6, 5, 9, 12, 11, 18, 16].map((value, at) => ({
  value,
  mark: `${at + 9} Nov`,
  when: `${at + 9} Nov 2026`,
  description: `${value} jobs`,
  unfinished: at === 7,
}));

/** Figures over time, beside each other, and in rows. */
export const Figures = () => (
  <>
    <Part
      name="Stat, Sparkline"
      rule="A sparkline needs eight events or more: fewer make a line that says nothing. Its words name every value."
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <Stat
          label={accountsLabel("provider", useSettings().siteName)}
          value="1,204"
          note="38 this month"
          to="/directory"
        />
        <Stat
          label="New Users (30d)"
          value="310"
          note={
            <Sparkline
              label="New users in each of the last 8 weeks: 4, 6, 5, 9, 12, 11, 18, 16"
              values={DAYS.map(({ value }) => value)}
            />
          }
        />
      </div>
    </Part>
    <Part
      name="Chart"
      rule="Bars for the number in a period, a line for a level. A period that is not over is paler."
    >
      <Chart label="Jobs by day" kind="bars" axis={String} points={DAYS} />
      <Chart label="Open jobs" kind="line" axis={String} points={DAYS} />
    </Part>
    <Part name="ProgressBar, Table">
      <ProgressBar label="Uploading" value={40} />
      <ProgressBar label="Uploaded" value={80} tone="success" />
      <ProgressBar label="Nearly full" value={90} tone="warning" />
      <ProgressBar label="Too weak" value={20} tone="danger" />
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
    </Part>
  </>
);
