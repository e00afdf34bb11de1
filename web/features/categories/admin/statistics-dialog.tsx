import { useEffect, useState } from "react";
import { fullNameOf } from "#domain/accounts/accounts.ts";
import { CATEGORY_STATISTICS_NOT_LOADED } from "#domain/site/admin-messages.ts";
import { formatDay } from "#domain/values/dates.ts";
import { countOf } from "#domain/values/numbers.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { describeFailure } from "#web/ui/admin/act.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Link } from "#web/ui/link.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import { Stat } from "#web/ui/stat.tsx";
import { loadStatistics, type ManagedCategory, type Statistics } from "./queries.ts";

const Content = ({ category }: { category: ManagedCategory }) => {
  const [statistics, setStatistics] = useState<Statistics | "failed" | null>(null);
  useEffect(() => {
    let here = true;
    void performWrite((db) => loadStatistics(db, category.id)).then(
      (loaded) => here && setStatistics(loaded),
      (error) => {
        if (!here) return;
        setStatistics("failed");
        describeFailure(CATEGORY_STATISTICS_NOT_LOADED, error);
      },
    );
    return () => {
      here = false;
    };
  }, [category.id]);
  if (statistics === "failed")
    return <Alert tone="danger" title={CATEGORY_STATISTICS_NOT_LOADED} />;
  if (!statistics) return <Skeletons count={1} label="Loading statistics…" />;
  const { total, newest } = statistics;
  return (
    <>
      <div className="grid grid-cols-2 gap-6">
        <Stat label="Total Providers" value={total} />
        <Stat label="Group" value={<span className="text-xl">{category.group_name}</span>} />
      </div>
      <p className="mt-6">
        This category is used by {countOf(total, "service provider", "service providers")}.
      </p>
      {newest.length > 0 && (
        <ul className="mt-4 grid gap-2">
          {newest.map(({ provider_id, provider, created_at }) => (
            <li key={provider_id} className="flex justify-between gap-4">
              <Link to={`/directory/${provider_id}`} className="link min-w-0 truncate">
                {provider.business_name || fullNameOf(provider, "Unknown")}
              </Link>
              <span className="text-sm whitespace-nowrap text-ink-soft">
                since {formatDay(created_at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

export const StatisticsDialog = ({
  category,
  onClose,
}: {
  category: ManagedCategory | null;
  onClose: () => void;
}) => (
  <Dialog
    open={category !== null}
    onOpenChange={(open) => !open && onClose()}
    title="Category Statistics"
    description={category?.name ?? ""}
  >
    {category && <Content key={category.id} category={category} />}
  </Dialog>
);
