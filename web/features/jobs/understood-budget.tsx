import { useEffect, useState } from "react";
import { describeBudget } from "#domain/jobs/budget.ts";
import { supabase } from "#web/session/client.ts";

const PAUSE = 400;

/** Shows how the database reads a budget (P-23), while it is typed. */
export const UnderstoodBudget = ({ words }: { words: string }) => {
  const [announced, setAnnounced] = useState("");
  const text = words.trim();
  useEffect(() => {
    if (!text) {
      setAnnounced("");
      return;
    }
    let here = true;
    const waiting = setTimeout(async () => {
      const db = await supabase();
      const { data } = await db.rpc("parse_budget", { budget: text }, { get: true }).maybeSingle();
      if (!here || !data) return;
      const { budget_min: min, budget_max: max, budget_type: type } = data;
      setAnnounced(describeBudget({ min, max, type }));
    }, PAUSE);
    return () => {
      here = false;
      clearTimeout(waiting);
    };
  }, [text]);
  return (
    <p role="status" className="text-sm text-ink-soft">
      {announced}
    </p>
  );
};
