import { expect, it } from "vitest";
import { findBySlug, groupCategories, slugOf } from "#domain/categories/categories.ts";
import { projectDatabase } from "#tests/project-database.ts";

/** What the second specification says of the stored data, name by name (spec 2 section 3). */
const test = projectDatabase();

const ENTITIES: Record<string, string> = {
  profiles:
    "id first_name last_name email account_type profile_image_url location business_name bio skills work_samples social_links phone_number is_active is_visible created_at updated_at",
  public_providers:
    "id user_id name title bio image_url business_name location phone_number membership_status plan_type promo_code is_visible created_at updated_at modified_at",
  jobs: "id title description category budget user_id posted_by contact_name contact_email contact_phone posted_date",
  subscribers: "user_id email subscribed subscription_tier",
  feedback: "id provider_id user_id rating title description author_name created_at approved",
  feedback_replies: "id feedback_id provider_id reply_text updated_at",
  reviews: "id provider_id reviewer_id message rating created_at",
  saved_jobs: "provider_id job_id",
  saved_providers: "user_id provider_id",
  businesses: "id business_name owner_user_id claimed claim_date created_at business_email",
  categories: "id name group_name display_order is_active",
  provider_categories: "provider_id category_id created_at",
  user_sessions: "is_active session_start",
};

const TAXONOMY: Record<string, string> = {
  "Cars/Vehicles":
    "Breakdown/Recovery Service, Car Styling, Car Wash/Cleaning, Driving Lessons/Teaching, Mechanic/Garage, Tyre Service, Vehicle Hire",
  "Cleaning & Removal Services":
    "Carpet Cleaning, Commercial Cleaning, Domestic Cleaning, House Clearance, Man/Woman with a Van, Post Construction Cleaning, Specialist Removal, Storage, Waste Removal, Window Cleaning",
  "Construction/Trade":
    "Architecture, Bathroom Specialist, Bricklaying, Builder, Carpentry, Demolition, Electrician, Kitchen Specialist, Locksmith, Mechanical, Plastering/Rendering, Plumber, Project Management, Renovations, Roofing, Scaffolding, Specialist Tradesperson, Stoneworker/Stonemason, Window/Door Fitting",
  Education:
    "Apprenticeship Programmes, Professional Courses, Special Education Needs (SEN) Teacher, Tutoring",
  Events: "Adults Party, Commercial Events, Kids Party, Weddings",
  "Fitness, Health and Wellbeing":
    "Boxing/MMA, Mental Health, Personal Training, Spa/Massage/Relaxation, Sports Massage",
  "Gardening and Outdoors":
    "Driveway Paving, Garden Design, Garden Maintenance, Landscaping, Lawn Care Services, Planting, Tree Surgery",
  "Hair & Beauty": "Beauty & cosmetics, Hairdresser/ Barber, Nails, Other",
  IT: "Computer Programming, Cyber Security, Graphic Design, Phone/Laptop/Electronic Repairs, Website/App Development, SEO Specialist",
  "Legal and Financial Services":
    "Accountancy, Consultancy, Finance Management/Advice, Legal Services, Mortgage Advice",
  "Marketing & Advertising":
    "Digital Advertising, Social Media Marketing/Management, Print Advertising, Radio Advertising, Brand Marketing, Direct Marketing",
  "Music, Photography and Visuals":
    "Music Production, Photography, Recording Studio, Video editing, Videography",
  "Painting, Decorating and Interior Design":
    "External Wall Painting, Interior Design, Internal Painting and Decorating, Wall Murals/Paint Effects",
  "Pets/Animals": "Dog Day-care, Dog Training, Dog Walking",
};

it.each(Object.entries(ENTITIES))(
  "%s has the fields of the specification",
  async (name, fields) => {
    const columns = await test.db.query<{ column_name: string }>(
      "select column_name from information_schema.columns where table_schema = 'public' and table_name = $1",
      [name],
    );
    expect(columns.map(({ column_name }) => column_name)).toEqual(
      expect.arrayContaining(fields.split(" ")),
    );
  },
);

it("an admin's row of a user has the fields of the specification", async () => {
  const [row] = await test.db.query<{ names: string[] }>(
    "select proargnames as names from pg_proc where proname = 'get_admin_user_details'",
  );
  expect(row?.names).toEqual(
    expect.arrayContaining(
      "profile_id first_name last_name email account_type business_name created_at bio profile_image_url location phone_number is_active is_visible".split(
        " ",
      ),
    ),
  );
});

it("the categories are the specification's, to the letter and in its order", async () => {
  const rows = await test.db.query<{ group_name: string; names: string; places: number[] }>(
    `select group_name, string_agg(name, ', ' order by display_order) as names,
       array_agg(display_order order by display_order) as places
     from public.categories where is_active group by group_name`,
  );
  expect(Object.fromEntries(rows.map(({ group_name, names }) => [group_name, names]))).toEqual(
    TAXONOMY,
  );
  for (const { places } of rows) expect(places).toEqual(places.map((_, index) => index + 1));
});

it("each category and group has a page of its own, at the same address in the browser and in the database", async () => {
  const names = Object.entries(TAXONOMY).flatMap(([group, list]) => [group, ...list.split(", ")]);
  const slugs = names.map(slugOf);
  expect(new Set(slugs).size).toBe(names.length);
  const stored = await test.db.query<{ slug: string }>(
    "select private.slugify(name) as slug from unnest($1::text[]) with ordinality as n (name, nr) order by nr",
    [names],
  );
  expect(stored.map(({ slug }) => slug)).toEqual(slugs);
  const groups = groupCategories(
    Object.entries(TAXONOMY).flatMap(([group_name, list]) =>
      list.split(", ").map((name) => ({ id: name, name, group_name })),
    ),
  );
  for (const name of names)
    expect(findBySlug(groups, slugOf(name))?.selection.split(" > ").at(-1)).toBe(name);
});

it("the coupon is FIRST100, for the first hundred, and the account types are three", async () => {
  const coupons = await test.db.query("select code, months, max_redemptions from public.coupons");
  expect(coupons).toEqual([{ code: "FIRST100", months: 12, max_redemptions: 100 }]);
  const [check] = await test.db.query<{ check: string }>(
    "select pg_get_constraintdef(oid) as check from pg_constraint where conname = 'profiles_account_type_check'",
  );
  expect([...(check?.check ?? "").matchAll(/'(\w+)'/g)].map(([, type]) => type).sort()).toEqual([
    "admin",
    "client",
    "provider",
  ]);
});
