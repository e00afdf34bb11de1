import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useSearchParams } from "react-router";
import {
  inSentence,
  PROVIDER_COLUMNS,
  type ProfileText,
  profileText,
} from "#domain/accounts/fields.ts";
import { type CategoryGroup, labelOf } from "#domain/categories/categories.ts";
import { WHY_ADD } from "#domain/providers/page-messages.ts";
import { SOCIAL_NETWORKS, type SocialNetwork } from "#domain/providers/providers.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { CategoryPicker, PICKER_LABELS } from "#web/features/categories/index.ts";
import { ProfileField } from "#web/features/providers/index.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { SummaryForm, SummaryList } from "#web/ui/summary-row.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { isChanged, type Values } from "./profile-values.ts";

const IN_EVERY_JOB = "Add it once and we'll fill it in on every job you post.";

/** What a row is for, shown while it is empty; of an admin's nothing is shown to others. */
const PURPOSES: Record<string, Record<string, string>> = {
  client: {
    location: IN_EVERY_JOB,
    phone: IN_EVERY_JOB,
    about: "Tell professionals a little about yourself.",
    categories: "The services you need most often.",
    links: "Your website and social media.",
  },
  provider: {
    location: WHY_ADD.location,
    phone: "Private, unless you choose to show it.",
    about: "What people read first on your page.",
    skills: WHY_ADD.services,
    categories: "Where people find you in the directory.",
    links: "Your website and social media, shown on your page.",
  },
};

type Fields = readonly (keyof Values)[];

/** The rows of My Profile, by their names in the address (`?change=`), with the fields of each. */
const ROWS = {
  name: ["first_name", "last_name"],
  location: ["location"],
  phone: ["phone_number", "show_phone"],
  about: ["bio"],
  skills: ["skills"],
  categories: ["categories"],
  links: ["social_links"],
} as const satisfies Record<string, Fields>;

/** What only providers have is in a row each, named by its column. */
type RowName = keyof typeof ROWS | ProfileText;
const NAMES = [...(Object.keys(ROWS) as RowName[]), ...PROVIDER_COLUMNS];

const fieldsOf = (name: RowName): Fields =>
  (ROWS as Partial<Record<RowName, Fields>>)[name] ?? [name as ProfileText];

const whyForProviders = (name: RowName): string | undefined =>
  PROVIDER_COLUMNS.includes(name as ProfileText)
    ? profileText(name as ProfileText).whyForProviders
    : undefined;

/** Which rows are open: those that somebody opened, and those with changes or errors, so that none is overlooked. */
const useOpenRows = (form: UseFormReturn<Values>, values: Values) => {
  const [query] = useSearchParams();
  const [opened, setOpened] = useState<readonly RowName[]>(() =>
    NAMES.filter((name) => name === query.get("change")),
  );
  const { defaultValues, errors } = form.formState;
  const needed = NAMES.filter((name) =>
    fieldsOf(name).some(
      (field) => isChanged(field, defaultValues as Values, values) || errors[field],
    ),
  );
  const missing = needed.filter((name) => !opened.includes(name)).join();
  useEffect(() => {
    if (missing) setOpened((before) => [...before, ...(missing.split(",") as RowName[])]);
  }, [missing]);
  return { opened: [...opened, ...needed], setOpened };
};

/** What somebody has entered about themselves, each with its fields in place. The form around it saves all of them. */
export const ProfileRows = ({
  form,
  accountType,
  oneName,
  groups,
  saves,
  children,
}: {
  form: UseFormReturn<Values>;
  accountType: string;
  /** The account has no last name, and needs none. */
  oneName: boolean;
  groups: readonly CategoryGroup[];
  /** How often the form was saved: each time the rows close. */
  saves: number;
  /** The button that saves; only shown while there is something to save. */
  children: ReactNode;
}) => {
  const provider = accountType === "provider";
  const values = form.watch();
  const { opened, setOpened } = useOpenRows(form, values);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (saves === 0) return;
    // The button that saved disappears, and the focus would be lost with it.
    list.current?.querySelector<HTMLElement>("[aria-expanded=true]")?.focus();
    setOpened([]);
  }, [saves, setOpened]);
  const row = (name: RowName, label: string, what: string, value: ReactNode, fields: ReactNode) => (
    <SummaryForm
      label={label}
      what={what}
      value={value}
      why={PURPOSES[accountType]?.[name] ?? whyForProviders(name)}
      open={opened.includes(name)}
      onOpen={() => setOpened([...opened, name])}
      onCancel={() => {
        for (const field of fieldsOf(name)) form.resetField(field);
        setOpened(opened.filter((other) => other !== name));
      }}
    >
      {fields}
    </SummaryForm>
  );
  const links = Object.entries(SOCIAL_NETWORKS).filter(
    ([network]) => values.social_links[network as SocialNetwork],
  );
  return (
    <div ref={list} className="grid gap-5">
      <SummaryList headed>
        {row(
          "name",
          "Name",
          "your name",
          `${values.first_name} ${values.last_name}`.trim(),
          <div className="grid gap-5 sm:grid-cols-2">
            <ProfileField form={form} column="first_name" required />
            <ProfileField form={form} column="last_name" required={!oneName} />
          </div>,
        )}
        {provider &&
          PROVIDER_COLUMNS.map((column) => (
            <Fragment key={column}>
              {row(
                column,
                profileText(column).label,
                `your ${inSentence(column)}`,
                values[column],
                <ProfileField form={form} column={column} />,
              )}
            </Fragment>
          ))}
        {row(
          "location",
          "Location",
          "your location",
          values.location,
          <ProfileField form={form} column="location" />,
        )}
        {row(
          "phone",
          "Phone",
          "your phone number",
          values.phone_number && (
            <>
              <span>{values.phone_number}</span>
              {provider && (
                <span className="block text-sm text-ink-soft">
                  {values.show_phone ? "On your public page" : "Not on your public page"}
                </span>
              )}
            </>
          ),
          <>
            <ProfileField form={form} column="phone_number" />
            {provider && (
              <FormField form={form} name="show_phone" label="Phone number in public" hideLabel>
                <Checkbox
                  label="Show my phone number on my public page"
                  hint="Otherwise only you and our team can see it."
                />
              </FormField>
            )}
          </>,
        )}
        {row(
          "about",
          "About you",
          "what people read about you",
          values.bio && <span className="whitespace-pre-line">{values.bio}</span>,
          <ProfileField form={form} column="bio" label="About" />,
        )}
        {provider &&
          row(
            "skills",
            "Skills",
            "your skills",
            values.skills.split("\n").filter(Boolean).join(", "),
            <FormField
              form={form}
              name="skills"
              label="Skills"
              hint="One per line. These help people find you in search."
              optional
            >
              <Textarea rows={4} />
            </FormField>,
          )}
        {row(
          "categories",
          provider ? "Business Category" : "Interested In",
          provider ? "your categories" : "your interests",
          values.categories.map(labelOf).join(", "),
          <FormField
            form={form}
            name="categories"
            label={provider ? PICKER_LABELS.provider : PICKER_LABELS.client}
          >
            {(field) => (
              <CategoryPicker groups={groups} value={field.value} onChange={field.onChange} />
            )}
          </FormField>,
        )}
        {row(
          "links",
          "Links",
          "your links",
          links.map(([, label]) => label).join(", "),
          <fieldset className="grid gap-4">
            <legend className="sr-only">Links</legend>
            <p className="text-sm text-ink-soft">All optional.</p>
            <div className="grid gap-4 sm:grid-cols-2">
              {Object.entries(SOCIAL_NETWORKS).map(([network, label]) => (
                <FormField
                  key={network}
                  form={form}
                  name={`social_links.${network as SocialNetwork}`}
                  label={label}
                >
                  <Input
                    type="url"
                    inputMode="url"
                    autoComplete="off"
                    maxLength={INPUT_LIMITS.web_address}
                  />
                </FormField>
              ))}
            </div>
          </fieldset>,
        )}
      </SummaryList>
      {opened.length > 0 && children}
    </div>
  );
};
