import Bookmark from "lucide-react/icons/bookmark";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import { useSettings } from "#web/session/settings.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { toast } from "#web/ui/toast.ts";
import { Part, Row } from "./part.tsx";

const COLOURS = [
  "bg-paper",
  "bg-surface",
  "bg-raised",
  "bg-sunken",
  "bg-ink",
  "bg-ink-soft",
  "bg-line",
  "bg-line-strong",
  "bg-brand",
  "bg-brand-wash",
  "bg-signal",
  "bg-signal-wash",
  "bg-star",
  "bg-pine",
  "bg-danger",
  "bg-success",
  "bg-warning",
  "bg-info",
];

export const Text = () => (
  <Part name="Logo, type, colour">
    <Logo name={useSettings().siteName} />
    <p className="font-display text-5xl font-extrabold tracking-display">Consider it solved</p>
    <p className="font-display text-4xl font-bold tracking-display">Find good people</p>
    <h2 className="text-3xl">A heading of a section</h2>
    <h3 className="text-xl">A heading of a card</h3>
    <p className="text-lg">A lead: the sentence under a title that says what the page is for.</p>
    <p>
      Plain text, with{" "}
      <a className="link" href="#link">
        a link in it
      </a>
      . Prices such as £1,250.00 and dates such as 14 Nov 2025 set well.
    </p>
    <p className="text-sm text-ink-soft">Small and soft, for what matters less.</p>
    <ul className="grid grid-cols-6 gap-2">
      {COLOURS.map((colour) => (
        <li key={colour} className="text-xs break-words text-ink-soft">
          <span className={`block h-10 rounded-sm border border-line ${colour}`} />
          {colour.slice(3)}
        </li>
      ))}
    </ul>
  </Part>
);

export const Buttons = () => (
  <Part name="Button, ButtonLink, IconButton, FileButton">
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
      <IconButton label="Edit" icon={<Pencil />} variant="outline" />
      <IconButton label="Edit" icon={<Pencil />} variant="solid" size="sm" />
      <IconButton label="Save" icon={<Bookmark fill="currentColor" />} pressed />
      <IconButton label="Busy" icon={<Pencil />} busy />
      <FileButton accept="image/png" onFiles={([file]) => toast({ title: file?.name ?? "" })}>
        Choose a picture
      </FileButton>
      <FileButton onFiles={() => undefined} busy>
        Uploading
      </FileButton>
      <Spinner />
    </Row>
  </Part>
);
