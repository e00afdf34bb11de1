import type { OAuthGrant } from "@supabase/supabase-js";
import { useState } from "react";
import { faultOf } from "#domain/site-faults.ts";
import { formatDay } from "#domain/values/dates.ts";
import type { Db } from "#web/session/database.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { useLoaded } from "#web/session/use-loaded.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { RetryAlert } from "#web/ui/retry-alert.tsx";
import { toast } from "#web/ui/toast.ts";
import { grantsOf, nameOf } from "./words.ts";

/** The person's grants; none if the service lets no other application sign people in. */
const load = async (db: Db): Promise<OAuthGrant[]> => {
  const { data, error } = await db.auth.oauth.listGrants();
  if (error?.status === 404) return [];
  if (error) throw error;
  return data;
};

/** As part of a sentence; the account's existence is only mentioned if nothing else is shared. */
const listed = (scopes: string[]): string => {
  const [always = "", ...rest] = grantsOf(scopes).map(
    (text) => text.charAt(0).toLowerCase() + text.slice(1),
  );
  return new Intl.ListFormat("en-GB").format(rest.length > 0 ? rest : [always]);
};

/**
 * Applications that sign the person in with their account here, each with a button to remove it; nothing
 * without any.
 */
export const ConnectedApplications = () => {
  const { loaded: grants, refresh } = useLoaded(load);
  const [removing, setRemoving] = useState<OAuthGrant | null>(null);

  const remove = async ({ client }: OAuthGrant) => {
    try {
      await performWrite(async (db) => {
        const { error } = await db.auth.oauth.revokeGrant({ clientId: client.id });
        if (error) throw error;
      });
    } catch (error) {
      const { message } = faultOf(error, "The application was not removed. Please try again.");
      return { message };
    }
    toast({ title: "Application removed", variant: "success" });
    await refresh();
  };

  if (!grants?.length) return null;
  return (
    <section aria-labelledby="applications">
      <h2 id="applications" className="text-lg">
        Connected applications
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        They sign you in with your account here. They cannot change anything.
      </p>
      {grants === "failed" ? (
        <RetryAlert
          title="Your connected applications could not be loaded"
          onRetry={() => void refresh()}
        />
      ) : (
        <ul
          aria-label="Your connected applications"
          className="divide-y divide-line border-y border-line"
        >
          {grants.map((grant) => (
            <li key={grant.client.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <Avatar name={nameOf(grant.client)} size="sm" />
              <div className="min-w-40 flex-1">
                <p className="font-semibold wrap-anywhere">
                  <bdi>{nameOf(grant.client)}</bdi>
                </p>
                <p className="text-sm text-ink-soft">
                  Since {formatDay(grant.granted_at)}. It may see {listed(grant.scopes)}.
                </p>
              </div>
              <Button
                variant="outline"
                size="sm"
                aria-label={`Remove ${nameOf(grant.client)}`}
                onClick={() => setRemoving(grant)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title="Remove this application?"
        description={`${removing ? nameOf(removing.client) : "It"} is signed out at once, and has to ask you again. What it knows of you already stays with it.`}
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          return removing ? remove(removing) : undefined;
        }}
      />
    </section>
  );
};
