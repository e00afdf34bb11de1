import Bookmark from "lucide-react/icons/bookmark";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { Glyph } from "#web/ui/glyph.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast.ts";
import { Part, Row } from "./part.tsx";

const COLOURS = [
  "paper",
  "surface",
  "raised",
  "sunken",
  "hover",
  "ink",
  "ink-soft",
  "line",
  "line-strong",
  "focus",
  "brand",
  "brand-strong",
  "brand-wash",
  "signal",
  "signal-wash",
  "star",
  "pine",
  "danger",
  "danger-wash",
  "success",
  "success-wash",
  "warning",
  "warning-wash",
  "info",
  "info-wash",
];

/** The two registers: poster on the home page and share pictures, work everywhere else. */
export const Text = () => (
  <>
    <Part
      name="Type: the poster register"
      rule="58 to 82 px on a desktop, for the home page and share pictures. Never on a page that people work with."
    >
      <p className="font-display text-5xl font-extrabold tracking-display">Consider it solved</p>
      <p className="font-display text-4xl font-bold tracking-display">Find good people</p>
    </Part>
    <Part
      name="Type: the work register"
      rule="28 to 34 px for the title of a page, then 24, 20 and 17 px. One title on each page."
    >
      <p className="font-display text-title font-bold tracking-title">The title of a page</p>
      <h3 className="text-3xl">A heading of a long page</h3>
      <h3 className="text-xl">A heading of a section</h3>
      <p className="text-lg">A lead: the sentence that says what the page is for.</p>
      <p>
        Plain text, with{" "}
        <a className="link" href="#link">
          a link in it
        </a>
        . Prices such as £1,250.00 and dates such as 3 Nov 2026 set well.
      </p>
      <p className="text-sm text-ink-soft">Small and soft, for what matters less.</p>
    </Part>
  </>
);

/** The colour roles, each with its two values in app.css. */
export const Colours = () => (
  <Part
    name="Colours"
    rule="Every colour is a role. Marigold is for the one next step of a screen."
  >
    <ul className="grid grid-cols-3 gap-2 sm:grid-cols-6">
      {COLOURS.map((colour) => (
        <li key={colour} className="text-xs break-words text-ink-soft">
          <span
            className="block h-10 rounded-sm border border-line"
            style={{ background: `var(--color-${colour})` }}
          />
          {colour}
        </li>
      ))}
    </ul>
  </Part>
);

const DURATIONS = [
  ["", "quick, 150 ms: what is pressed or pointed at, and every transition that names none"],
  ["duration-calm", "calm, 250 ms: what arrives or moves"],
] as const;

const MOTIONS = [
  ["animate-rise", "rise: calm, once, for what arrives over the page"],
  ["animate-glow", "glow: 1.4 s, on and on, for what is loading"],
  ["animate-page-progress", "page-progress: slower and slower, while the next page loads"],
] as const;

/** The motion tokens; each starts again on a press. */
export const Motion = () => {
  const [turn, setTurn] = useState(0);
  return (
    <Part
      name="Motion"
      rule="Two durations, three animations and one curve, ease-settle. Nothing moves if the system asks for less motion."
    >
      <ul className="grid gap-4 sm:grid-cols-3">
        {MOTIONS.map(([animation, words]) => (
          <li key={animation} className="text-sm text-ink-soft">
            <span
              key={turn}
              className={`mb-2 block h-10 origin-left rounded-md bg-brand ${animation}`}
            />
            {words}
          </li>
        ))}
      </ul>
      <ul className="grid gap-4 sm:grid-cols-3">
        {DURATIONS.map(([duration, words]) => (
          <li key={words} className="text-sm text-ink-soft">
            <span
              className={`mb-2 block h-10 rounded-md bg-brand transition-opacity ${duration} ${turn % 2 === 1 ? "opacity-55" : ""}`}
            />
            {words}
          </li>
        ))}
      </ul>
      <Row>
        <Button variant="outline" onClick={() => setTurn(turn + 1)}>
          Play again
        </Button>
      </Row>
    </Part>
  );
};

export const Buttons = () => (
  <Part
    name="Button, ButtonLink, IconButton, FileButton, Glyph"
    rule="Signal, in marigold, once on a screen; solid for the main action of a part; outline and quiet for the rest."
  >
    <Row>
      <Button variant="signal">The main action</Button>
      <Button>Solid</Button>
      <Button variant="outline">Outline</Button>
      <Button variant="quiet">Quiet</Button>
      <Button variant="danger">Delete</Button>
    </Row>
    <Row>
      <Button size="sm">Small</Button>
      <Button icon={<Plus />}>With icon</Button>
      <Button size="lg">Large</Button>
      <Button busy>Saving</Button>
      <Button disabled>Disabled</Button>
      <ButtonLink to="/styleguide" variant="outline">
        Link
      </ButtonLink>
    </Row>
    <Row>
      <IconButton label="Edit" icon={<Pencil />} />
      <IconButton label="Edit the name" icon={<Pencil />} variant="outline" />
      <IconButton label="Edit the price" icon={<Pencil />} variant="solid" size="sm" />
      <IconButton label="Save" icon={<Bookmark fill="currentColor" />} pressed />
      <IconButton label="Busy" icon={<Pencil />} busy />
      <FileButton accept="image/png" onFiles={([file]) => toast({ title: file?.name ?? "" })}>
        Choose a picture
      </FileButton>
      <Glyph name="search" className="size-5" />
      <Glyph name="pin" className="size-5" />
      <FileButton onFiles={() => undefined} busy>
        Uploading
      </FileButton>
    </Row>
  </Part>
);
