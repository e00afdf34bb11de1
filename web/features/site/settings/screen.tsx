import { SITE_NETWORKS } from "#domain/site/results.ts";
import { formatDay } from "#domain/values/dates.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { useSettings } from "#web/session/settings.ts";
import { useWrite } from "#web/session/use-write.ts";
import { LoadFailure } from "#web/ui/admin/load-failure.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Link } from "#web/ui/link.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { ColourPart } from "./colour-part.tsx";
import { CompanyPart } from "./company-part.tsx";
import { HomePart } from "./home-part.tsx";
import { LogoPart } from "./logo-part.tsx";
import { PlansPart } from "./plans-part.tsx";
import type { Coupon, SiteSettings } from "./queries.ts";
import { Group, Part, SettingPart } from "./section.tsx";
import { setCoupon } from "./writes.ts";

const text = (data: FormData, name: string): string => String(data.get(name) ?? "").trim();

const CouponPart = ({ coupon }: { coupon: Coupon }) => {
  const { run } = useWrite(setCoupon);
  return (
    <Part
      title={`Coupon ${coupon.code}`}
      value={`${coupon.is_active ? "Active" : "Switched off"}, used ${coupon.redeemed} of ${coupon.max_redemptions} times`}
      lead={`Gives ${coupon.months} months of membership.`}
      onSave={async (data, reason) => {
        const active = data.get("active") !== null;
        await run({ coupon, active, most: Number(text(data, "most")), reason });
      }}
    >
      <Checkbox name="active" label="The coupon can be used" defaultChecked={coupon.is_active} />
      <Field label="Maximum of uses">
        <Input
          type="number"
          name="most"
          required
          min={Math.max(coupon.redeemed, 1)}
          max={100000}
          defaultValue={coupon.max_redemptions}
        />
      </Field>
    </Part>
  );
};

const PUBLISHED: Record<string, string> = {
  "at once": "At once, and checked by a moderator afterwards",
  "after approval": "Only after approval by a moderator",
};

/** A long text in a line: when it was changed. */
const changeOf = ({ revisions: [last] }: SiteSettings["settings"]["legal_terms"]): string =>
  last ? `Changed on ${formatDay(last.replaced_at)}` : "Original text";

const FORMAT_HINT =
  "Leave a blank line between paragraphs. A line with ## is a heading, lines with - are a list, **bold**, [words](https://address).";

/** /admin/settings: the settings of the whole site. */
export const SettingsScreen = ({ loaded }: { loaded: SiteSettings | null }) => {
  const site = useSettings();
  if (!loaded) return <LoadFailure words="Failed to load settings" />;
  const { settings, coupons } = loaded;
  const notice = settings.maintenance_notice;
  return (
    <div className="pt-4">
      {!Object.values(settings.company.value).some(Boolean) && (
        <div className="mb-6">
          <Alert tone="warning">
            Still needed:{" "}
            <a href="#needed" className="link">
              your company details
            </a>
          </Alert>
        </div>
      )}
      <Group title="Brand">
        <SettingPart
          title="Site name"
          value={site.siteName}
          lead="Shown on every page, in emails and in shared pictures. Leave empty to use the server default."
          name="site_name"
          setting={settings.site_name}
          read={(data) => text(data, "name")}
        >
          <Field label="Name">
            <Input
              name="name"
              maxLength={INPUT_LIMITS.site_name}
              defaultValue={settings.site_name.value}
              placeholder={site.siteName}
            />
          </Field>
        </SettingPart>
        <LogoPart key={`logo ${settings.logo.updated_at}`} setting={settings.logo} />
        <ColourPart
          key={`colour ${settings.brand_colour.updated_at}`}
          setting={settings.brand_colour}
        />
      </Group>
      <Group title="Texts">
        <HomePart key={`home ${settings.home_texts.updated_at}`} setting={settings.home_texts} />
      </Group>
      <Group title="Contact">
        <SettingPart
          title="Contact email"
          value={site.contactEmail}
          lead="People can write to this address from the footer. Leave empty to use the address that our emails come from."
          name="contact_email"
          setting={settings.contact_email}
          read={(data) => text(data, "email")}
        >
          <Field label="Email">
            <Input
              type="email"
              name="email"
              maxLength={INPUT_LIMITS.email}
              defaultValue={settings.contact_email.value}
              placeholder={site.contactEmail}
            />
          </Field>
        </SettingPart>
        <CompanyPart setting={settings.company} />
        <SettingPart
          title="Social links"
          value={SITE_NETWORKS.flatMap(([key, label]) =>
            settings.social_links.value[key] ? [label] : [],
          ).join(", ")}
          lead="Shown in the footer. An empty one is left out."
          name="social_links"
          setting={settings.social_links}
          read={(data) =>
            Object.fromEntries(
              SITE_NETWORKS.flatMap(([key]) => (text(data, key) ? [[key, text(data, key)]] : [])),
            )
          }
        >
          <div className="grid gap-5 sm:grid-cols-2">
            {SITE_NETWORKS.map(([key, label]) => (
              <Field key={key} label={label}>
                <Input
                  type="url"
                  name={key}
                  maxLength={INPUT_LIMITS.web_address}
                  defaultValue={settings.social_links.value[key] ?? ""}
                  placeholder="https://"
                />
              </Field>
            ))}
          </div>
        </SettingPart>
      </Group>
      <Group title="Publishing">
        <SettingPart
          title="Maintenance notice"
          value={notice.value.on ? notice.value.text : "Not shown"}
          lead="A strip at the top of every page, for example before work that interrupts the site."
          name="maintenance_notice"
          setting={notice}
          read={(data) => ({ on: data.get("on") !== null, text: text(data, "text") })}
        >
          <Field label="Text">
            <Textarea
              name="text"
              rows={2}
              maxLength={INPUT_LIMITS.site_notice}
              defaultValue={notice.value.text}
            />
          </Field>
          <Checkbox name="on" label="Show the notice" defaultChecked={notice.value.on} />
        </SettingPart>
        <SettingPart
          title="Feedback publication"
          value={PUBLISHED[settings.feedback_publication.value] ?? ""}
          lead="When new feedback can be seen."
          name="feedback_publication"
          setting={settings.feedback_publication}
          read={(data) => text(data, "when")}
        >
          <Field label="New feedback is published">
            <Select name="when" defaultValue={settings.feedback_publication.value}>
              {Object.entries(PUBLISHED).map(([when, label]) => (
                <option key={when} value={when}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        </SettingPart>
      </Group>
      <Group title="Membership">
        {coupons.map((coupon) => (
          <CouponPart
            key={`${coupon.code} ${coupon.is_active} ${coupon.max_redemptions}`}
            coupon={coupon}
          />
        ))}
        <PlansPart setting={settings.plans} />
      </Group>
      <Group title="Legal">
        {(
          [
            ["legal_terms", "Terms of use", "/terms"],
            ["legal_privacy", "Privacy notice", "/privacy"],
          ] as const
        ).map(([key, title, path]) => (
          <SettingPart
            key={key}
            title={title}
            value={
              <>
                {changeOf(settings[key])} ·{" "}
                <Link to={path} className="link">
                  View<span className="sr-only"> {title.toLowerCase()}</span>
                </Link>
              </>
            }
            lead={
              <>
                The text of{" "}
                <Link to={path} className="link">
                  {path}
                </Link>
                .
              </>
            }
            name={key}
            setting={settings[key]}
            read={(data) => text(data, "text")}
          >
            <Field label="Text" hint={FORMAT_HINT}>
              <Textarea
                name="text"
                rows={12}
                maxLength={INPUT_LIMITS.legal_text}
                required
                defaultValue={settings[key].value}
              />
            </Field>
          </SettingPart>
        ))}
      </Group>
    </div>
  );
};
