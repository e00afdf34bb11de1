import { Form } from "react-router";
import { SPANS, type Span, writeSpan } from "#domain/statistics/statistics.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Field } from "#web/ui/field.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { Input } from "#web/ui/input.tsx";
import { Link } from "#web/ui/link.tsx";

/** The dates of the charts; stored in the address. */
export const SpanPicker = ({
  span,
  days,
}: {
  span: Span;
  /** The current dates, and the last available date: the initial values of the fields. */
  days: { from: string; to: string; today: string } | null;
}) => {
  const own = span.id === "days" ? span : days;
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
      <nav aria-label="Days shown" className="w-full sm:w-auto">
        <ul className="flex flex-wrap gap-1 rounded-md bg-sunken p-1">
          {SPANS.map(({ id, label }) => (
            <li key={id} className="grow">
              <Link
                to={`/admin/analytics${writeSpan(id)}`}
                replace
                preventScrollReset
                aria-current={span.id === id ? "true" : undefined}
                className={cx(
                  "flex min-h-9 items-center justify-center rounded-sm text-xs font-semibold whitespace-nowrap px-1 sm:px-3.5 sm:text-sm",
                  span.id === id ? "bg-brand text-on-brand" : "text-ink-soft hover:text-ink",
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {/* Open at first if the page shows dates that somebody chose. */}
      <Fold key={span.id} label="Other dates" startsOpen={span.id === "days"}>
        <Form
          key={`${own?.from} ${own?.to}`}
          method="get"
          replace
          preventScrollReset
          className="mt-3 grid grow grid-cols-2 items-end gap-x-3 gap-y-2 sm:flex sm:grow-0"
        >
          <Field label="From">
            <Input type="date" name="from" required defaultValue={own?.from} max={days?.today} />
          </Field>
          <Field label="To">
            <Input type="date" name="to" required defaultValue={own?.to} max={days?.today} />
          </Field>
          <Button type="submit" variant="outline" className="h-12 max-sm:col-span-2">
            Show
          </Button>
        </Form>
      </Fold>
    </div>
  );
};
