import { useState } from "react";
import { drawing } from "#web/features/categories/index.ts";
import { WorkMosaic } from "#web/features/providers/index.ts";
import { useSettings } from "#web/session/settings.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Field } from "#web/ui/field.tsx";
import { FoldedChips } from "#web/ui/folded-chips.tsx";
import { Input } from "#web/ui/input.tsx";
import { Link } from "#web/ui/link.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { SettingForm, SettingRow } from "#web/ui/setting-row.tsx";
import { SettingSwitch } from "#web/ui/setting-switch.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { StepList, StepNumber } from "#web/ui/step-list.tsx";
import { SummaryForm, SummaryList, SummaryRow } from "#web/ui/summary-row.tsx";
import { Count } from "#web/ui/tab-links.tsx";
import { Part, Row } from "./part.tsx";

const CHIPS = [
  ["neutral", "Over, or off: Closed, Hidden, Rejected"],
  ["brand", "What it is: a trade, an account type"],
  ["success", "Going well: Open, Approved, Hired"],
  ["warning", "Waits for somebody: Pending, Being checked"],
  ["danger", "Went wrong, or was taken down"],
  ["info", "In progress: In review, Quoted"],
] as const;

const SAMPLES = ["garden", "electrical", "painting", "cleaning", "carpentry"].map((trade) => ({
  id: trade,
  title: `Work: ${trade}`,
  description: "",
  media: [
    {
      id: trade,
      url: drawing(trade),
      type: "image" as const,
      filename: `${trade}.svg`,
      alt: `A drawing for ${trade}`,
      caption: "",
    },
  ],
}));

/** What people and their things look like in lists and on pages. */
export const Rows = () => {
  const [open, setOpen] = useState(false);
  const [on, setOn] = useState(true);
  return (
    <>
      <Part
        name="SummaryList, SummaryRow, SummaryForm"
        rule="What somebody has entered: label, value, and Change at the side. The fields open in their place."
      >
        <SummaryList>
          <SummaryRow label="Member since" value="September 2026" />
          <SummaryRow label="Links" value="" action={<Button size="sm">Add links</Button>} />
          <SummaryForm
            label="Location"
            what="your location"
            value="Leeds"
            open={open}
            onOpen={() => setOpen(true)}
            onCancel={() => setOpen(false)}
          >
            <Field label="Location">
              <Input defaultValue="Leeds" />
            </Field>
          </SummaryForm>
        </SummaryList>
      </Part>
      <Part
        name="SettingRow, SettingSwitch, SettingForm"
        rule="A setting: its name, what it is for, and one action at the side. The form opens below it."
      >
        <SettingRow
          title="Visible in search"
          value="People can find you."
          action={<Button size="sm">Hide</Button>}
        />
        <SettingSwitch
          title="Answers by text"
          value="To the number below."
          checked={on}
          onChange={setOn}
        />
        <SettingForm
          title="Phone number"
          value="0113 496 0000"
          change="Change your phone number"
          form={(close) => (
            <div className="grid gap-4">
              <Field label="Phone number">
                <Input type="tel" defaultValue="0113 496 0000" />
              </Field>
              <Row>
                <Button onClick={close}>Save</Button>
              </Row>
            </div>
          )}
        />
      </Part>
      <Part
        name="Badge, Chip, FoldedChips, Count"
        rule="A status chip is a word in one of six tones. The tone repeats the word and never replaces it."
      >
        <dl className="grid gap-2">
          {CHIPS.map(([tone, meaning]) => (
            <div key={tone} className="flex flex-wrap items-center gap-3">
              <dt>
                <Badge tone={tone}>{tone}</Badge>
              </dt>
              <dd className="text-sm text-ink-soft">{meaning}</dd>
            </div>
          ))}
        </dl>
        <Row>
          <Chip label="Plumber" />
          <Chip label="Garden Maintenance" onRemove={() => undefined} />
          <Count value={31} />
        </Row>
        <FoldedChips
          items={[
            "Architecture",
            "Bricklaying",
            "Builder",
            "Carpentry",
            "Demolition",
            "Electrician",
            "Fencing",
            "Flooring",
            "Roofing",
          ]}
          keyOf={(name) => name}
        >
          {(name) => <Chip label={name} />}
        </FoldedChips>
      </Part>
      <Part name="Logo, Avatar, Stars, Card, Link">
        <Row>
          <Logo name={useSettings().siteName} />
          <Avatar name="Ada Byron" size="lg" />
          <Avatar name="Brightside" />
          <Avatar name="Élodie van der Berg" size="sm" />
          <Avatar name="Street" src={drawing("electrical")} size="xs" />
        </Row>
        <Row>
          <Stars rating={4.5} count={31} />
          <Stars rating={3.4} size="sm" showValue={false} />
          <Stars rating={5} size="lg" />
          <Stars rating={4.8} compact />
        </Row>
        <Card interactive>
          <h3 className="text-lg">
            <Link to="/directory" className="after:absolute after:inset-0">
              A card that is one link
            </Link>
          </h3>
          <p className="mt-1 text-ink-soft">It lifts a little under the pointer.</p>
        </Card>
      </Part>
      <Part
        name="StepList"
        rule="What to do next, each a link to the place where it is done. At most a few."
      >
        <StepList
          steps={[
            {
              key: "photo",
              title: "Add a photo of yourself",
              why: "It is beside your name everywhere.",
              to: "/styleguide",
            },
          ]}
        />
      </Part>
      <Part
        name="StepNumber"
        rule="Before each step of an explanation, and in StepList where there are several."
      >
        <StepNumber value={1} />
      </Part>
      <Part
        name="WorkMosaic"
        rule="One large photo and four smaller ones, 8 px apart and 380 px high. Three, two or one if there are fewer."
      >
        <WorkMosaic samples={SAMPLES} path="/directory" />
      </Part>
    </>
  );
};
