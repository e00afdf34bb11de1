import { type ReactNode, useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useSearchParams } from "react-router";
import type { CategoryGroup } from "#domain/categories.ts";
import { labelOf } from "#domain/categories.ts";
import { SOCIAL_NETWORKS, type SocialNetwork } from "#domain/providers.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import { CategoryPicker, PICKER_LABELS } from "#web/features/categories/index.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { SummaryForm, SummaryList } from "#web/ui/summary-row.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { PURPOSES } from "./profile-purposes.ts";
import { isChanged, type Values } from "./profile-values.ts";

type Fields = readonly (keyof Values)[];

/** The rows of My Profile, by their names in the address (`?change=`), with the fields of each. */
const ROWS = {
  name: ["firstName", "lastName"],
  business: ["businessName"],
  location: ["location"],
  phone: ["phone", "showPhone"],
  about: ["bio"],
  skills: ["skills"],
  categories: ["categories"],
  links: ["socialLinks"],
} as const satisfies Record<string, Fields>;

type RowName = keyof typeof ROWS;
const NAMES = Object.keys(ROWS) as RowName[];

/** Which rows are open: those that somebody opened, and those with changes or errors, so that none is overlooked. */
const useOpenRows = (form: UseFormReturn<Values>, values: Values) => {
  const [query] = useSearchParams();
  const [opened, setOpened] = useState<readonly RowName[]>(() =>
    NAMES.filter((name) => name === query.get("change")),
  );
  const { defaultValues, errors } = form.formState;
  const needed = NAMES.filter((name) =>
    ROWS[name].some((field) => isChanged(field, defaultValues as Values, values) || errors[field]),
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
      why={PURPOSES[accountType]?.[name]}
      open={opened.includes(name)}
      onOpen={() => setOpened([...opened, name])}
      onCancel={() => {
        for (const field of ROWS[name]) form.resetField(field);
        setOpened(opened.filter((other) => other !== name));
      }}
    >
      {fields}
    </SummaryForm>
  );
  const links = Object.entries(SOCIAL_NETWORKS).filter(
    ([network]) => values.socialLinks[network as SocialNetwork],
  );
  return (
    <div ref={list} className="grid gap-5">
      <SummaryList headed>
        {row(
          "name",
          "Name",
          "your name",
          `${values.firstName} ${values.lastName}`.trim(),
          <div className="grid gap-5 sm:grid-cols-2">
            <FormField form={form} name="firstName" label="First name" required>
              <Input autoComplete="given-name" maxLength={LIMITS.profiles.first_name} />
            </FormField>
            <FormField form={form} name="lastName" label="Last name" required={!oneName}>
              <Input autoComplete="family-name" maxLength={LIMITS.profiles.last_name} />
            </FormField>
          </div>,
        )}
        {provider &&
          row(
            "business",
            "Business",
            "your business name",
            values.businessName,
            <FormField form={form} name="businessName" label="Business name" optional>
              <Input autoComplete="organization" maxLength={LIMITS.profiles.business_name} />
            </FormField>,
          )}
        {row(
          "location",
          "Location",
          "your location",
          values.location,
          <FormField form={form} name="location" label="Location" optional>
            <Input autoComplete="address-level2" maxLength={LIMITS.profiles.location} />
          </FormField>,
        )}
        {row(
          "phone",
          "Phone",
          "your phone number",
          values.phone && (
            <>
              {values.phone}
              {provider && (
                <span className="block text-sm text-ink-soft">
                  {values.showPhone ? "On your public page" : "Not on your public page"}
                </span>
              )}
            </>
          ),
          <>
            <FormField form={form} name="phone" label="Phone number" optional>
              <Input
                type="tel"
                autoComplete="tel"
                inputMode="tel"
                maxLength={LIMITS.profiles.phone_number}
              />
            </FormField>
            {provider && (
              <FormField form={form} name="showPhone" label="Phone number in public" hideLabel>
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
          <FormField form={form} name="bio" label="About" optional>
            <Textarea rows={5} maxLength={LIMITS.profiles.bio} />
          </FormField>,
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
                  name={`socialLinks.${network as SocialNetwork}`}
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
