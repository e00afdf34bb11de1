import { type FormEvent, type ReactNode, useRef } from "react";
import { useNavigate } from "react-router";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { SearchInput } from "#web/features/search/index.ts";
import { Button } from "#web/ui/button.tsx";
import { Glyph } from "#web/ui/glyph.tsx";
import { toast } from "#web/ui/toast.ts";
import { useReplay } from "#web/ui/use-replay.ts";
import { directoryPath, EMPTY_SEARCH } from "./search.ts";

const Part = ({
  name,
  label,
  placeholder,
  icon,
  autoComplete = "off",
  onChoose,
}: {
  name: "service" | "location";
  label: string;
  placeholder: string;
  icon: ReactNode;
  autoComplete?: string;
  onChoose?: () => void;
}) => {
  // No useId(): it counts differently where the hero is rendered apart from its page (same-html.ts).
  const id = `home-${name}`;
  return (
    <div className="relative flex min-h-16 flex-1 flex-col justify-center rounded-md pr-3 pl-12 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus [&>svg]:absolute [&>svg]:top-1/2 [&>svg]:left-4 [&>svg]:size-5 [&>svg]:-translate-y-1/2 [&>svg]:text-brand">
      {icon}
      <label
        htmlFor={id}
        className="text-xs font-semibold text-ink-soft after:absolute after:inset-0"
      >
        {label}
      </label>
      <SearchInput
        bare
        suggests={name}
        id={id}
        name={name}
        type="text"
        placeholder={placeholder}
        autoComplete={autoComplete}
        onChoose={onChoose}
        maxLength={INPUT_LIMITS.short_words}
        className="relative w-full bg-transparent text-ellipsis text-ink outline-none placeholder:text-ink-soft"
      />
    </div>
  );
};

/**
 * The search of the home page: a plain GET form to the directory, with a cleaner address if scripts run.
 */
export const SearchForm = () => {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  useReplay(form);
  /** Somebody who chose a service has yet to say where. */
  const continueToLocation = () => {
    const location = form.current?.querySelector<HTMLInputElement>("[name=location]");
    if (location?.value === "") location.focus();
    else form.current?.requestSubmit();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const path = directoryPath(String(entered.get("service")), String(entered.get("location")));
    if (path) return void navigate(path);
    toast({ ...EMPTY_SEARCH, variant: "destructive" });
    event.currentTarget.querySelector("input")?.focus();
  };
  return (
    <search>
      <form
        ref={form}
        action="/directory"
        method="get"
        data-waits="empty"
        onSubmit={submit}
        data-theme="light"
        className="flex flex-col gap-1 rounded-lg bg-surface p-2 shadow-float md:flex-row md:items-center"
      >
        <Part
          name="service"
          label="What do you need?"
          placeholder="Plumber, tutor…"
          icon={<Glyph name="search" />}
          onChoose={continueToLocation}
        />
        <span aria-hidden="true" className="mx-3 h-px bg-line md:mx-0 md:h-10 md:w-px" />
        <Part
          name="location"
          label="Where?"
          placeholder="Town or postcode"
          icon={<Glyph name="pin" />}
          autoComplete="address-level2"
        />
        <Button type="submit" variant="signal" size="lg" className="min-h-16 md:px-9">
          Search
        </Button>
      </form>
    </search>
  );
};
