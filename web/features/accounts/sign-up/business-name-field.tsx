import { useEffect, useRef, useState } from "react";
import { BUSINESS_SEARCH } from "#domain/accounts/accounts.ts";
import { lengthOf } from "#domain/values/characters.ts";
import { isEmailAddress } from "#domain/values/email-address.ts";
import { supabase } from "#web/session/client.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Suggest } from "#web/ui/suggest.tsx";

interface Business {
  id: string;
  business_name: string;
}

/** Businesses whose name contains the typed text, after a pause; nothing while the search fails. */
const useBusinesses = (typed: string, chosen: Business | null) => {
  const [found, setFound] = useState<Business[]>([]);
  const query = typed.trim();
  const search =
    lengthOf(query) >= BUSINESS_SEARCH.minCharacters && query !== chosen?.business_name
      ? query
      : "";
  useEffect(() => {
    setFound([]);
    if (!search) return;
    let current = true;
    const timer = setTimeout(async () => {
      const db = await supabase();
      const { data } = await db.rpc("search_businesses", { query: search });
      if (current) setFound(data ?? []);
    }, BUSINESS_SEARCH.pauseMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [search]);
  return { found, clear: () => setFound([]) };
};

/** Whether this address is the chosen business's own, according to the server (P-09). */
const useIsBusinessAddress = (chosen: Business | null, email: string): boolean => {
  const [own, setOwn] = useState("");
  const business = chosen?.id ?? "";
  const address = isEmailAddress(email.trim()) ? email.trim() : "";
  useEffect(() => {
    if (!business || !address) return;
    let current = true;
    const timer = setTimeout(async () => {
      const db = await supabase();
      const { data } = await db.rpc("is_business_email", { business_id: business, email: address });
      if (current) setOwn(data ? `${business} ${address}` : "");
    }, BUSINESS_SEARCH.pauseMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [business, address]);
  return own !== "" && own === `${business} ${address}`;
};

/**
 * The business name at sign-up: free text with known businesses as suggestions, and a warning if the chosen
 * one is registered to the typed email address (spec 1 section 4).
 */
export const BusinessNameField = ({
  value,
  onChange,
  onBlur,
  email,
}: {
  value: string;
  onChange: (name: string) => void;
  onBlur: () => void;
  email: string;
}) => {
  const [chosen, setChosen] = useState<Business | null>(null);
  const [dismissed, setDismissed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { found, clear } = useBusinesses(value, chosen);
  const registered = useIsBusinessAddress(chosen, email);
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(hiding.current), []);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears focus leave the field and its list */}
      <div
        ref={box}
        onFocus={() => clearTimeout(hiding.current)}
        onBlur={() => {
          onBlur();
          hiding.current = setTimeout(clear, BUSINESS_SEARCH.hideAfterBlurMs);
        }}
      >
        <Suggest
          value={value}
          onChange={onChange}
          suggestions={found}
          itemText={(business) => business.business_name}
          itemKey={(business) => business.id}
          onPick={(business) => {
            setChosen(business);
            setDismissed(false);
            onChange(business.business_name);
          }}
          name="business_name"
          autoComplete="organization"
        />
      </div>
      {registered && !dismissed && (
        <div className="mt-3">
          <Alert
            live
            tone="warning"
            title="Business Already Registered"
            action={
              <>
                <ButtonLink
                  to={`/reset-password?email=${encodeURIComponent(email.trim())}`}
                  variant="solid"
                  size="sm"
                >
                  Recover Account
                </ButtonLink>
                <Button
                  variant="outline"
                  size="sm"
                  onClick={() => {
                    setDismissed(true);
                    box.current?.querySelector("input")?.focus();
                  }}
                >
                  Continue Anyway
                </Button>
              </>
            }
          >
            This business is already registered with this email address. You may already have an
            account.
          </Alert>
        </div>
      )}
    </>
  );
};
