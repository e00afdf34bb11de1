import { labelOf } from "#domain/categories/categories.ts";
import { answersText } from "#domain/statistics/statistics.ts";
import { formatNumber } from "#domain/values/numbers.ts";
import { type Column, Table } from "#web/ui/table.tsx";
import type { Answers as Found } from "./queries.ts";

const GROUPS: Column<Found["groups"][number]>[] = [
  {
    key: "name",
    header: "Name",
    primary: true,
    cell: ({ kind, name }) => (kind === "trade" ? labelOf(name) : name),
  },
  {
    key: "kind",
    header: "Kind",
    cell: ({ kind }) => (kind === "trade" ? "Business Category" : "Location"),
  },
  {
    key: "answered",
    header: "Answered",
    align: "end",
    cell: ({ jobs, answered }) => `${formatNumber(answered)} of ${formatNumber(jobs)}`,
  },
];

const SEARCHES: Column<Found["empty_searches"][number]>[] = [
  { key: "trade", header: "Searched For", primary: true, cell: ({ trade }) => trade || "Anyone" },
  { key: "place", header: "Location", cell: ({ place }) => place || "Anywhere" },
  {
    key: "searches",
    header: "Searches",
    align: "end",
    cell: ({ searches }) => formatNumber(searches),
  },
];

/** Whether people who want work done find somebody who answers (P-72). */
export const Answers = ({ answers }: { answers: Found }) => (
  <div id="answers" className="grid gap-6 lg:grid-cols-2">
    {answers.jobs > 0 && (
      <section className="mt-14">
        <h2 className="text-xl">First Answers</h2>
        <p className="mb-5 text-sm text-ink-soft">{answersText(answers)}.</p>
        <Table
          caption="Jobs answered within 48 hours, by town and trade"
          columns={GROUPS}
          rows={answers.groups}
          rowKey={({ kind, name }) => `${kind} ${name}`}
          empty={<p className="text-ink-soft">No town or trade has five jobs yet</p>}
        />
      </section>
    )}
    {answers.empty_searches.length > 0 && (
      <section className="mt-14">
        <h2 className="text-xl">Searches That Found Nobody</h2>
        <p className="mb-5 text-sm text-ink-soft">The most frequent of the last 30 days.</p>
        <Table
          caption="Searches that found nobody"
          columns={SEARCHES}
          rows={answers.empty_searches}
          rowKey={({ trade, place }) => `${trade} > ${place}`}
        />
      </section>
    )}
  </div>
);
