import { useState } from "react";
import { DEFAULT_PALETTE, paletteOf } from "#domain/site/palette.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import type { SiteSettings } from "./queries.ts";
import { SettingPart } from "./section.tsx";

/** How text and the main action look in the colour, in one theme. */
const Sample = ({ colour, theme }: { colour: string; theme: "light" | "dark" }) => {
  const { paper, ink, brand, signal, "on-signal": onSignal } = paletteOf(colour);
  return (
    <div
      className="rounded-md border border-line p-4"
      style={{ background: paper[theme], color: ink[theme] }}
    >
      <p className="text-sm">{theme === "light" ? "Light" : "Dark"}</p>
      <p className="mt-1 font-semibold underline" style={{ color: brand[theme] }}>
        A link
      </p>
      <p
        className="mt-3 inline-block rounded-md px-4 py-2 font-semibold"
        style={{ background: signal[theme], color: onSignal[theme] }}
      >
        The main button
      </p>
    </div>
  );
};

/** The brand's colour, with a preview of what the site makes of it. */
export const ColourPart = ({ setting }: { setting: SiteSettings["settings"]["brand_colour"] }) => {
  const [own, setOwn] = useState(setting.value !== "");
  const [colour, setColour] = useState<string>(setting.value || DEFAULT_PALETTE.brand.light);
  return (
    <SettingPart
      title="Colour"
      value={
        <>
          <span
            aria-hidden="true"
            className="mr-2 inline-block size-5 rounded-sm border border-line-strong align-text-bottom"
            style={{ background: setting.value || DEFAULT_PALETTE.brand.light }}
          />
          {setting.value || `${DEFAULT_PALETTE.brand.light} (original)`}
        </>
      }
      lead="Pages, emails, icons and shared pictures use it. Any colour works. Where it would be hard to read, we use the closest readable shade."
      name="brand_colour"
      setting={setting}
      read={(data) => (data.get("own") === null ? "" : String(data.get("colour")))}
    >
      <Checkbox
        name="own"
        label="Use our own colour"
        checked={own}
        onChange={(event) => setOwn(event.currentTarget.checked)}
      />
      {own && (
        <>
          <Field label="Our colour" className="w-40">
            <Input
              type="color"
              name="colour"
              value={colour}
              onChange={(event) => setColour(event.currentTarget.value)}
            />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Sample colour={colour} theme="light" />
            <Sample colour={colour} theme="dark" />
          </div>
        </>
      )}
    </SettingPart>
  );
};
