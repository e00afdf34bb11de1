import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import type { SiteSettings } from "./queries.ts";
import { SettingPart } from "./section.tsx";

const textIn = (data: FormData, name: string): string => String(data.get(name) ?? "").trim();

/** Who runs the site. */
export const CompanyPart = ({ setting }: { setting: SiteSettings["settings"]["company"] }) => (
  <SettingPart
    title="Company"
    value={Object.values(setting.value).filter(Boolean).join(", ")}
    needed="Needed: a UK company must show its name, number and address"
    lead="Shown at the foot of pages and emails. In the UK, companies must show their registered name, number and address."
    name="company"
    setting={setting}
    read={(data) => ({
      name: textIn(data, "name"),
      number: textIn(data, "number"),
      address: textIn(data, "address"),
    })}
  >
    <Field label="Name" hint="Leave empty to hide the company details.">
      <Input
        name="name"
        maxLength={INPUT_LIMITS.company_name}
        defaultValue={setting.value.name}
        placeholder="Example Ltd"
      />
    </Field>
    <Field label="Company number">
      <Input
        name="number"
        maxLength={INPUT_LIMITS.company_number}
        defaultValue={setting.value.number}
      />
    </Field>
    <Field label="Address">
      <Input
        name="address"
        maxLength={INPUT_LIMITS.company_address}
        defaultValue={setting.value.address}
      />
    </Field>
  </SettingPart>
);
