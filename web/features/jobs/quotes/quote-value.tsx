import { useState } from "react";
import { penceOf } from "#domain/providers-prices.ts";
import { faultOf } from "#domain/site-faults.ts";
import { formatPounds } from "#domain/values/money.ts";
import type { Db } from "#web/session/database.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import type { MyQuote } from "./queries.ts";
import { NOT_SAVED } from "./writes.ts";

/** In pence; null takes it back. */
const recordValue = async (db: Db, jobId: string, pence: number | null): Promise<void> => {
  const { error } = await db.rpc("record_quote_value", { job_id: jobId, pence: pence as number });
  if (error) throw error;
};

/** What accepted work was worth, for the provider's own figures. */
export const QuoteValue = ({ quote }: { quote: MyQuote }) => {
  const worth: number | null = quote.worth_pence;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const { run } = useWrite(recordValue);
  const begin = () => {
    // For a fixed price, the value is usually that price.
    const known = worth ?? (quote.price_type === "fixed" ? quote.price_min : null);
    setTyped(known === null ? "" : (known / 100).toFixed(known % 100 === 0 ? 0 : 2));
    setOpen(true);
  };
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        onClick={begin}
        aria-label={`${worth === null ? "Record the value" : `Value ${formatPounds(worth)}, change it`}: ${quote.title}`}
      >
        {worth === null ? "Record the value" : `Value: ${formatPounds(worth)}`}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="What was this work worth?"
        description="Only you see this. It adds up on your membership page. Leave it empty to remove it."
        confirmLabel="Save"
        onConfirm={async () => {
          const pence = typed.trim() === "" ? null : penceOf(typed);
          if (typed.trim() !== "" && pence === null)
            return { message: "Please enter an amount such as 250 or 99.50" };
          try {
            await run(quote.job_id, pence);
          } catch (error) {
            return { message: faultOf(error, NOT_SAVED).message };
          }
          toast({ title: "Value saved", variant: "success" });
        }}
      >
        <Field label="Value in pounds">
          <Input
            inputMode="decimal"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </ConfirmDialog>
    </>
  );
};
