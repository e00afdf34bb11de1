import { zodResolver } from "@hookform/resolvers/zod";
import Bookmark from "lucide-react/icons/bookmark";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import Trash2 from "lucide-react/icons/trash-2";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Alert } from "#web/ui/alert.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { BarList } from "#web/ui/bar-list.tsx";
import { Breadcrumb } from "#web/ui/breadcrumb.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chart } from "#web/ui/chart.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Combobox, type Option } from "#web/ui/combobox.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Container } from "#web/ui/container.tsx";
import { Dialog, DialogClose } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { Form, FormField, SubmitButton } from "#web/ui/form.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from "#web/ui/menu.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { RangeSlider } from "#web/ui/range-slider.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import { Sparkline } from "#web/ui/sparkline.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { StarsInput } from "#web/ui/stars-input.tsx";
import { Stat } from "#web/ui/stat.tsx";
import { Suggest } from "#web/ui/suggest.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Table } from "#web/ui/table.tsx";
import { TabLinks, Tabs } from "#web/ui/tabs.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";

export const meta = () => [{ title: "Styleguide" }, { name: "robots", content: "noindex" }];

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="border-t border-line py-8">
    <h3 className="mb-5 font-sans text-sm font-semibold tracking-normal text-ink-soft">{name}</h3>
    <div className="grid gap-5">{children}</div>
  </section>
);

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);

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

const TOWNS: Option[] = ["Aberdeen", "Bath", "Cardiff", "Derry", "Exeter", "Leeds", "York"].map(
  (town) => ({ value: town.toLowerCase(), label: town }),
);

const FLAVOURS = [
  { value: "monthly", label: "Monthly Plan", hint: "Stop whenever you like", aside: "£9" },
  { value: "yearly", label: "Annual Plan", hint: "Two months free", aside: "£90" },
] as const;

const Text = () => (
  <Part name="Logo, type, colour">
    <Logo name="Solutionz" />
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

const Buttons = () => (
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

const Controls = () => {
  const [town, setTown] = useState<Option | null>(null);
  const [text, setText] = useState("");
  const [plan, setPlan] = useState<"monthly" | "yearly">("yearly");
  const [budget, setBudget] = useState<[number, number]>([500, 2500]);
  const [on, setOn] = useState(true);
  const [stars, setStars] = useState(0);
  const matches = TOWNS.filter(
    ({ label }) => text && label.toLowerCase().includes(text.toLowerCase()),
  );
  return (
    <Part name="Field and the controls">
      <Field label="Business name" hint="As your customers know it">
        <Input placeholder="Green & Sons" />
      </Field>
      <Field label="Email" error="Invalid email address">
        <Input type="email" defaultValue="ada@" />
      </Field>
      <Field label="Search" optional>
        <Input icon={<Search />} placeholder="Search categories..." />
      </Field>
      <Field label="Price">
        <Input prefix="£" inputMode="decimal" defaultValue="250" />
      </Field>
      <Field label="Disabled">
        <Input disabled defaultValue="Cannot be changed" />
      </Field>
      <Field label="About you" aside={<span className="text-sm text-ink-soft">0 of 500</span>}>
        <Textarea placeholder="What do you do best?" />
      </Field>
      <Field label="Category">
        <Select defaultValue="">
          <option value="">All Categories</option>
          <option>Gardening and Outdoors</option>
        </Select>
      </Field>
      <Field label="Password">
        <PasswordInput defaultValue="correct horse" meter />
      </Field>
      <Field label="Town (Combobox)">
        <Combobox options={TOWNS} value={town} onChange={setTown} placeholder="Type to search" />
      </Field>
      <Field label="Town (Suggest)" hint="Free text, with suggestions">
        <Suggest
          value={text}
          onChange={setText}
          suggestions={matches}
          itemText={(item) => item.label}
          itemKey={(item) => item.value}
        />
      </Field>
      <Checkbox label="I agree to the terms" hint="You can read them first" defaultChecked />
      <Checkbox label="Send me news" />
      <Switch label="Job alerts" hint="By email, once a day" checked={on} onChange={setOn} />
      <Switch label="Security alerts" checked onChange={() => undefined} disabled />
      <Field group label="Plan">
        <RadioCards value={plan} onChange={setPlan} options={FLAVOURS} columns={2} />
      </Field>
      <Field group label="Your rating" error="Choose a rating">
        <StarsInput value={stars} onChange={setStars} />
      </Field>
      <RangeSlider
        label="Budget"
        min={0}
        max={5000}
        step={50}
        value={budget}
        onChange={setBudget}
        format={(pounds) => `£${pounds.toLocaleString("en-GB")}`}
      />
    </Part>
  );
};

const schema = z.object({
  name: z.string().trim().min(1, "Full name is required"),
  email: z.email("Invalid email address"),
  rating: z.number().min(1, "Choose a rating"),
});

const FormExample = () => {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: "", email: "", rating: 0 },
  });
  return (
    <Part name="Form (press Send empty; the name “server” is refused by the server)">
      <Form
        form={form}
        onSubmit={async ({ name }) => {
          await new Promise((resolve) => setTimeout(resolve, 800));
          if (name === "server") return { message: "Failed to save.", fields: { name: "Taken" } };
          toast({ title: "Sent", description: `Thank you, ${name}`, variant: "success" });
        }}
      >
        <FormField form={form} name="name" label="Full name" required>
          <Input autoComplete="name" />
        </FormField>
        <FormField form={form} name="email" label="Email" required>
          <Input type="email" autoComplete="email" />
        </FormField>
        <FormField form={form} name="rating" label="Your rating" group>
          {(field) => <StarsInput value={field.value} onChange={field.onChange} />}
        </FormField>
        <SubmitButton>Send</SubmitButton>
      </Form>
    </Part>
  );
};

const Overlays = () => {
  const [asking, setAsking] = useState(false);
  return (
    <Part name="Dialog, ConfirmDialog, Menu, Popover, toast">
      <Row>
        <Dialog
          trigger={<Button variant="outline">Dialog</Button>}
          title="Edit feedback"
          description="What you change is marked as edited."
          footer={
            <>
              <DialogClose>
                <Button variant="outline">Cancel</Button>
              </DialogClose>
              <DialogClose>
                <Button>Save Changes</Button>
              </DialogClose>
            </>
          }
        >
          <Field label="Title">
            <Input />
          </Field>
        </Dialog>
        <Button variant="outline" onClick={() => setAsking(true)}>
          ConfirmDialog
        </Button>
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title="Are you sure you want to cancel?"
          description="You stay in the directory until the end of the period that you paid for."
          confirmLabel="Cancel Membership"
          cancelLabel="Keep My Membership"
          danger
          onConfirm={() => new Promise((resolve) => setTimeout(resolve, 800))}
        />
        <Menu trigger={<Button variant="outline">Menu</Button>} align="start">
          <MenuLabel>Ada Byron</MenuLabel>
          <MenuItem icon={<Pencil />} onSelect={() => toast({ title: "Edit" })}>
            Edit
          </MenuItem>
          <MenuLink icon={<Search />} to="/directory">
            View
          </MenuLink>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} danger onSelect={() => toast({ title: "Deleted" })}>
            Delete
          </MenuItem>
        </Menu>
        <Popover trigger={<Button variant="outline">Popover</Button>} title="Budget">
          <p>Anything that belongs to the button.</p>
        </Popover>
        <Button variant="outline" onClick={() => toast({ title: "Profile updated" })}>
          Toast
        </Button>
        <Button
          variant="outline"
          onClick={() =>
            toast({
              title: "Search fields empty",
              description: "Please enter a service or location to search.",
              variant: "destructive",
            })
          }
        >
          Destructive toast
        </Button>
      </Row>
    </Part>
  );
};

const PEOPLE = [
  { id: "1", name: "Green & Sons", town: "Leeds", jobs: 12, live: true },
  { id: "2", name: "Brightside Electrical", town: "Bath", jobs: 3, live: false },
];

const Showing = () => {
  const [page, setPage] = useState(5);
  return (
    <>
      <Part name="Breadcrumb, PageHeader, Tabs, Pagination">
        <PageHeader
          title="Professionals"
          lead="Everyone here has a live membership and real feedback."
          breadcrumb={<Breadcrumb trail={[{ label: "Home", to: "/" }, { label: "Directory" }]} />}
          actions={<Button icon={<Plus />}>Add</Button>}
        />
        <Tabs
          label="Profile"
          tabs={[
            { value: "about", label: "About", content: "What they do, in their own words." },
            { value: "work", label: "Portfolio", count: 8, content: "Eight pictures." },
            { value: "feedback", label: "Feedback", count: 31, content: "Thirty-one opinions." },
          ]}
        />
        <TabLinks label="Pages" links={[{ to: "/styleguide", label: "This page" }]} />
        <Pagination page={page} pageCount={12} onChange={setPage} />
      </Part>
      <Part name="Alert, Banner, Badge, Chip">
        <Alert title="Confirm your email">After signing up you confirm your email address.</Alert>
        <Alert tone="success">Thank you for your feedback.</Alert>
        <Alert tone="warning">No professionals match your current filters.</Alert>
        <Alert tone="danger" title="Upload failed" action={<Button size="sm">Try again</Button>}>
          There was an error uploading your profile picture.
        </Alert>
        <Banner
          tone="warning"
          onDismiss={() => undefined}
          action={
            <Button size="sm" variant="outline">
              Resend Email
            </Button>
          }
        >
          Please confirm your email address.
        </Banner>
        <Row>
          {(["neutral", "brand", "success", "warning", "danger", "info"] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </Row>
        <Row>
          <Chip label="Plumber" />
          <Chip label="Garden Maintenance" onRemove={() => undefined} />
        </Row>
      </Part>
      <Part name="Avatar, Stars, Card, Skeletons">
        <Row>
          <Avatar name="Ada Byron" size="lg" />
          <Avatar name="Brightside" />
          <Avatar name="Élodie van der Berg" size="sm" />
          <Avatar name="Broken Picture" src="/art/missing.png" />
          <Avatar name="Street" src="/art/electrical.svg" size="xs" />
        </Row>
        <Row>
          <Stars rating={4.5} count={31} showValue />
          <Stars rating={3.4} size="sm" />
          <Stars rating={5} size="lg" />
        </Row>
        <Card interactive>
          <h3 className="text-lg">
            <a href="#card" className="after:absolute after:inset-0">
              A card that is one link
            </a>
          </h3>
          <p className="mt-1 text-ink-soft">It lifts a little under the pointer.</p>
        </Card>
        <Skeletons count={2} />
      </Part>
      <Part name="Stat, BarList, Sparkline, Chart, ProgressBar, Table, EmptyState">
        <div className="grid grid-cols-2 gap-6">
          <Stat label="Solutionz Providers" value="1,204" note="38 this month" />
          <Stat
            label="New Users (30d)"
            value="310"
            note={<Sparkline label="Rising from 4 to 18 a day" values={[4, 6, 5, 9, 12, 11, 18]} />}
          />
        </div>
        <BarList
          items={[
            { label: "Plumber", value: 84, to: "/directory" },
            { label: "Electrician", value: 61 },
            { label: "Dog Walking", value: 17 },
          ]}
        />
        <Chart
          label="Jobs by day"
          look="bars"
          axis={String}
          points={[4, 6, 5, 9, 12, 11, 7].map((value, at) => ({
            value,
            mark: `${at + 9} Nov`,
            when: `${at + 9} Nov 2026`,
            said: `${value} jobs`,
            unfinished: at === 6,
          }))}
        />
        <ProgressBar label="Uploading" value={40} />
        <Table
          caption="Businesses"
          columns={[
            { key: "name", header: "Name", cell: (row) => row.name, primary: true },
            { key: "town", header: "Town", cell: (row) => row.town },
            { key: "jobs", header: "Jobs", cell: (row) => row.jobs, align: "end" },
            {
              key: "state",
              header: "State",
              cell: (row) => (
                <Badge tone={row.live ? "success" : "neutral"}>{row.live ? "Live" : "Off"}</Badge>
              ),
            },
          ]}
          rows={PEOPLE}
          rowKey={(row) => row.id}
        />
        <EmptyState
          title="No jobs found matching your filters"
          action={<Button variant="outline">Clear Filters</Button>}
        >
          Try a wider area or another category.
        </EmptyState>
        <Row>
          <EmptyState art="letter" title="No feedback yet" />
          <EmptyState art="shelf" title="Nothing saved" />
          <EmptyState art="lost" title="Page Not Found" />
        </Row>
      </Part>
    </>
  );
};

/** Every primitive in its states, in light and dark side by side. */
export default function Styleguide() {
  return (
    <div className="grid lg:grid-cols-2">
      {(["light", "dark"] as const).map((theme) => (
        <div key={theme} data-theme={theme} className="min-w-0 bg-paper">
          <Container className="py-10">
            <h2 className="mb-8 text-3xl capitalize">{theme}</h2>
            <Text />
            <Buttons />
            <Controls />
            <FormExample />
            <Overlays />
            <Showing />
          </Container>
        </div>
      ))}
    </div>
  );
}
