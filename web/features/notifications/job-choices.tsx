import { labelOf } from "#domain/categories/categories.ts";
import { failureToast } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import { type JobChoicesRow, NOT_SAVED, saveJobChoices } from "./queries.ts";

/** How often a provider hears of new jobs, and in which of their own trades; none ticked is all. */
export const JobChoices = ({
  userId,
  trades,
  saved,
}: {
  userId: string;
  /** The provider's own. */
  trades: readonly string[];
  saved: JobChoicesRow;
}) => {
  const { run, busy } = useWrite(saveJobChoices);
  const save = (change: Partial<JobChoicesRow>) => {
    run(userId, change).catch((error: unknown) => {
      toast(failureToast(error, "Update failed", NOT_SAVED));
    });
  };
  // A trade that was given up since is no choice any more.
  const chosen = saved.job_trades.filter((trade) => trades.includes(trade));
  return (
    <div className="mt-3 grid gap-4 sm:max-w-sm">
      <Field label="How often">
        <Select
          value={saved.job_alerts_daily ? "daily" : "now"}
          // While it is saved a disabled one would lose the focus; useWrite ignores a second choice.
          aria-disabled={busy}
          onChange={({ target }) => save({ job_alerts_daily: target.value === "daily" })}
        >
          <option value="now">At once</option>
          <option value="daily">One email a day</option>
        </Select>
      </Field>
      {trades.length > 1 && (
        <fieldset>
          <legend className="font-semibold">Only for these trades</legend>
          <p className="text-sm text-ink-soft">Tick none for all of your trades.</p>
          {trades.map((trade) => (
            <Checkbox
              key={trade}
              label={labelOf(trade)}
              checked={chosen.includes(trade)}
              aria-disabled={busy}
              onChange={({ target }) =>
                save({
                  job_trades: trades.filter((one) =>
                    one === trade ? target.checked : chosen.includes(one),
                  ),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </div>
  );
};
