import type { SampleJob } from "../shape.ts";

export const homeJobs: readonly SampleJob[] = [
  {
    title: "Radiator in back bedroom stays cold",
    description:
      "All the others heat up fine. I have bled it twice and nothing changes. It was moved when the room was decorated last year, so I suspect something was not opened properly. Terraced house, parking outside after 9.30am.",
    categories: ["Construction/Trade > Plumber"],
    location: "Leeds",
    budget: "£80-150",
    by: "hannah",
    posted: 1,
    phone: true,
  },
  {
    title: "Fit a dishwasher where there has never been one",
    description:
      "Space, a socket and a sink next door, but no waste or feed. The unit will need a panel taking out. Dishwasher is already here, blocking the hallway, so sooner would be lovely.",
    categories: ["Construction/Trade > Plumber", "Construction/Trade > Kitchen Specialist"],
    location: "Birmingham",
    budget: "up to £250",
    by: "mohammed",
    posted: 3,
  },
  {
    title: "Repoint front of 1890s terrace in lime",
    description:
      "About 35 square metres, two storeys, soft red brick. Somebody used cement in the eighties and it needs to come out gently. Please only quote if you work in lime: I have had three who said it makes no difference.",
    categories: ["Construction/Trade > Stoneworker/Stonemason", "Construction/Trade > Bricklaying"],
    location: "Bath",
    budget: "£3,500 - £5,000",
    by: "abigail",
    posted: 9,
  },
  {
    title: "Electric shower trips the whole house",
    description:
      "Happens about one morning in four, never in the evening. The fuse board is the old kind with a wooden back. Happy to hear that the board needs replacing if that is really the answer.",
    categories: ["Construction/Trade > Electrician"],
    location: "Newcastle upon Tyne",
    budget: "no more than £600",
    by: "dave",
    posted: 2,
    phone: true,
  },
  {
    title: "Two slipped slates and a damp patch",
    description:
      "Damp appeared in the box room after the storm a fortnight ago. I can see two slates lower than they should be, near the chimney. Access by ladder from the back green, neighbour is fine about it.",
    categories: ["Construction/Trade > Roofing"],
    location: "Aberdeen",
    budget: "£200-400",
    by: "alistair",
    posted: 6,
    phone: true,
  },
  {
    title: "Level-access shower for my mother",
    description:
      "Mum is 84 and determined to stay where she is. The bath needs to go and a walk-in shower with a seat and rails go in. Small bathroom, upstairs, house has one toilet so we need to plan around that. Patience and a bit of chat essential.",
    categories: ["Construction/Trade > Bathroom Specialist"],
    location: "Belfast",
    budget: "from £4,000",
    by: "sinead",
    posted: 11,
    phone: true,
  },
  {
    title: "Alcove shelves either side of a chimney breast",
    description:
      "Nothing is square, including me. Cupboards below to hide the router and toys, shelves above for far too many books. Painted finish; I can do the painting if that saves money.",
    categories: ["Construction/Trade > Carpentry"],
    location: "Sheffield",
    budget: "£900-1,400",
    by: "beth",
    posted: 5,
  },
  {
    title: "Drawings for a side return extension",
    description:
      "Victorian tenement main-door flat with a small lean-to that leaks. We would like a kitchen we can all stand in. Need someone to tell us what is realistic before we fall in love with it.",
    categories: ["Construction/Trade > Architecture"],
    location: "Edinburgh",
    budget: "£2k-4k",
    by: "eilidh",
    posted: 14,
  },
  {
    title: "Skim hall, stairs and landing",
    description:
      "Wallpaper is off, walls underneath look like a map of the moon. Ceilings are fine. Empty house until the 14th so dust is not a problem.",
    categories: ["Construction/Trade > Plastering/Rendering"],
    location: "Manchester",
    budget: "£700",
    by: "pete",
    posted: 8,
  },
  {
    title: "Sash windows rattle and one is painted shut",
    description:
      "Five windows on the front, original I think. Would like them opened, draught-proofed and the cords replaced. House is listed so no plastic please.",
    categories: ["Construction/Trade > Window/Door Fitting"],
    location: "Norwich",
    budget: "£250 per window or thereabouts",
    by: "jean",
    posted: 12,
  },
  {
    title: "Take down wall between kitchen and dining room",
    description:
      "Builder friend says it is holding something up. Need an engineer's view, steel if required, making good and a floor that meets in the middle. Start in the new year.",
    categories: ["Construction/Trade > Builder", "Construction/Trade > Renovations"],
    location: "Reading",
    budget: "£6k - £9k",
    by: "grace",
    posted: 18,
  },
  {
    title: "New lock after a lodger left with the keys",
    description:
      "Wooden front door, five-lever mortice plus a night latch. Three sets of keys, please. Not an emergency but I would sleep better before the weekend.",
    categories: ["Construction/Trade > Locksmith"],
    location: "London",
    budget: "up to £180",
    by: "tunde",
    posted: 0,
    phone: true,
  },
  {
    title: "Stairwell painting, very high ceiling",
    description:
      "Three-storey stairwell, last painted by someone who gave up halfway. White ceiling, walls one colour (chosen after much debate), woodwork in satin. You will need your own tower.",
    categories: ["Painting, Decorating and Interior Design > Internal Painting and Decorating"],
    location: "Glasgow",
    budget: "£1,200-1,600",
    by: "douglas",
    posted: 10,
  },
  {
    title: "Mural for a reception classroom",
    description:
      "Wall is 4.2 by 2.6 metres. The children have voted for 'underwater but also space'. The school can pay on invoice, work must be in the holidays or at weekends, and you will need a DBS check.",
    categories: ["Painting, Decorating and Interior Design > Wall Murals/Paint Effects"],
    location: "Brighton",
    budget: "max £950",
    by: "jo",
    posted: 20,
  },
  {
    title: "Colours for a whole flat, I am stuck",
    description:
      "Forty tester pots and no decision. North-facing sitting room, tiny bright kitchen, hallway with no window. Two hours with somebody who knows would save the marriage.",
    categories: ["Painting, Decorating and Interior Design > Interior Design"],
    location: "Guildford",
    budget: "£150",
    by: "caroline",
    posted: 4,
  },
  {
    title: "Weekly clean, two bedrooms and a cat",
    description:
      "Three hours on a Wednesday or Thursday morning. Floors, kitchen, bathroom, and ignore the study. The cat bites people who flatter him. Own products preferred, eco if possible.",
    categories: ["Cleaning & Removal Services > Domestic Cleaning"],
    location: "Brighton",
    budget: "£17 per hour",
    by: "jo",
    posted: 7,
  },
  {
    title: "Flat move, third floor, no lift",
    description:
      "One-bedroom flat to a house about four miles away. Sofa comes apart, bed comes apart, bookcase does not. Saturday 12th if at all possible. I will carry boxes too and there will be bacon rolls.",
    categories: ["Cleaning & Removal Services > Man/Woman with a Van"],
    location: "Glasgow",
    budget: "£200-280",
    by: "douglas",
    posted: 2,
    phone: true,
  },
  {
    title: "Empty my late father's garage",
    description:
      "Single garage, forty years of tools, tins and timber. Some of it may be worth something and I would like it to go to people who will use it. Family papers to be put to one side.",
    categories: ["Cleaning & Removal Services > House Clearance"],
    location: "Exeter",
    budget: "£300ish",
    by: "margaret",
    posted: 16,
    phone: true,
  },
  {
    title: "Wool rug, one dog, one regret",
    description:
      "Large Turkish rug, about three by two metres, real wool. The puppy was ill on it over a weekend. Needs collecting and washing properly rather than scrubbing on the floor.",
    categories: ["Cleaning & Removal Services > Carpet Cleaning"],
    location: "Leicester",
    budget: "under £120",
    by: "rajiv",
    posted: 3,
  },
];
