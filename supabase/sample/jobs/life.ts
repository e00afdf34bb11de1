import type { SampleJob } from "../shape.ts";

export const lifeJobs: readonly SampleJob[] = [
  {
    title: "GCSE maths, foundation, exam in May",
    description:
      "My son has decided he is bad at maths. He is not, he is bad at sitting still. One hour a week after school, at ours, with somebody who can laugh. Predicted a 4 and needs it for college.",
    categories: ["Education > Tutoring"],
    location: "Reading",
    budget: "£30-35/hour",
    by: "grace",
    posted: 5,
  },
  {
    title: "Welsh conversation for a complete beginner",
    description:
      "Married into a Welsh-speaking family and tired of smiling. Would like a lesson a week, evenings, mostly speaking. In person in the city or online.",
    categories: ["Education > Tutoring"],
    location: "Cardiff",
    budget: "£25/hour",
    by: "gareth",
    posted: 13,
  },
  {
    title: "Cake for a 60th, about forty people",
    description:
      "Dad keeps bees, so something with honey and no fondant figures, please. Two or three tiers. One guest is coeliac, so a separate small one would be kind. Collection is fine.",
    categories: ["Events > Adults Party"],
    location: "York",
    budget: "£180 - £250",
    by: "william",
    posted: 6,
  },
  {
    title: "Party for twelve five-year-olds in a village hall",
    description:
      "Two hours on a Sunday afternoon. Games and somebody to run them, because last year I did it and I still have not recovered. No clowns. One child has hearing aids, so not too loud.",
    categories: ["Events > Kids Party"],
    location: "Stockport",
    budget: "£250 max",
    by: "pete",
    posted: 1,
  },
  {
    title: "Photographer for a small registry-office wedding",
    description:
      "Fourteen of us, a Friday in February, then lunch at the pub. We need about three hours and no posing in rows. Black and white would suit us very well.",
    categories: ["Music, Photography and Visuals > Photography", "Events > Weddings"],
    location: "Bristol",
    budget: "£400-600",
    by: "olena",
    posted: 15,
  },
  {
    title: "Digitise two boxes of family video tapes",
    description:
      "Around thirty camcorder tapes from 1991 to 2004. Would like files we can all download and one edited film of my gran, about ten minutes, for her ninetieth in April.",
    categories: ["Music, Photography and Visuals > Video editing"],
    location: "Derry/Londonderry",
    budget: "£350",
    by: "colm",
    posted: 22,
  },
  {
    title: "Record three songs with a community choir",
    description:
      "Twenty-six singers and a piano, varying confidence. A hall is available or we can come to you if you are big enough. For a charity release, so something simple done well.",
    categories: ["Music, Photography and Visuals > Recording Studio"],
    location: "Sheffield",
    budget: "£500-700",
    by: "beth",
    posted: 19,
  },
  {
    title: "Strength training after a knee operation",
    description:
      "Physio has signed me off but I am nervous about stairs, let alone squats. I am 61. Twice a week to begin with, mornings, ideally not in a room full of mirrors.",
    categories: ["Fitness, Health and Wellbeing > Personal Training"],
    location: "Plymouth",
    budget: "£35 per session",
    by: "marek",
    posted: 10,
  },
  {
    title: "Sports massage at a half-marathon club",
    description:
      "We would like somebody to come to the clubhouse for a Thursday evening once a month: eight runners, twenty minutes each. Table and tea provided if you bring the elbows.",
    categories: ["Fitness, Health and Wellbeing > Sports Massage"],
    location: "Swansea",
    budget: "£40/hr",
    by: "nia",
    posted: 25,
  },
  {
    title: "Bridal make-up trial, and four bridesmaids",
    description:
      "Wedding is the second Saturday in May, getting ready at home from seven in the morning. Skin tones from very fair to deep, so please have the foundations. I wear hijab and would like advice on pinning too.",
    categories: ["Hair & Beauty > Beauty & cosmetics"],
    location: "Nottingham",
    budget: "£450-550",
    by: "farida",
    posted: 8,
  },
  {
    title: "Haircuts at home for a new baby household",
    description:
      "Two adults, one toddler, nobody has been to a hairdresser since the spring. Any weekday. The toddler will sit still for exactly one cartoon.",
    categories: ["Hair & Beauty > Hairdresser/ Barber"],
    location: "Edinburgh",
    budget: null,
    by: "eilidh",
    posted: 4,
  },
  {
    title: "Reduce a big ash over the neighbour's shed",
    description:
      "It is healthy as far as I know, but it leans the wrong way. We have checked and there is no preservation order. Would like the logs left; we have a stove. Climbing access only, no vehicle to the back.",
    categories: ["Gardening and Outdoors > Tree Surgery"],
    location: "Sheffield",
    budget: "£600-900",
    by: "beth",
    posted: 17,
    phone: true,
  },
  {
    title: "Fortnightly gardening for someone who cannot bend",
    description:
      "Small garden, mostly shrubs, one lawn the size of a rug. I know the plants and will talk you through them. No petrol machines, please, the fumes set me off.",
    categories: ["Gardening and Outdoors > Garden Maintenance"],
    location: "Norwich",
    budget: "£20-25/hour",
    by: "jean",
    posted: 9,
  },
  {
    title: "Planting plan for a windy front garden",
    description:
      "Two streets from the sea, full sun, salt. I can dig and plant, I just need somebody to tell me what will live. Five metres by eight. Bees welcome.",
    categories: ["Gardening and Outdoors > Garden Design", "Gardening and Outdoors > Planting"],
    location: "Aberdeen",
    budget: "up to £350",
    by: "alistair",
    posted: 27,
  },
  {
    title: "Terrace that does not hold water",
    description:
      "Existing slabs slope towards the house. Lift, dig, re-lay in stone with a proper fall, about 28 square metres. Side access 900 mm wide.",
    categories: ["Gardening and Outdoors > Landscaping"],
    location: "Glasgow",
    budget: "£5k",
    by: "douglas",
    posted: 31,
    closed: true,
  },
  {
    title: "Walk a bouncy spaniel at lunchtimes",
    description:
      "Biscuit is two, friendly, and believes that every puddle is hers. Monday to Thursday, an hour, solo or with a small group once she has met them.",
    categories: ["Pets/Animals > Dog Walking"],
    location: "London",
    budget: "£14-16 a walk",
    by: "tunde",
    posted: 6,
  },
  {
    title: "Rescue dog barks at everyone in a hat",
    description:
      "Greek rescue, about four years old, angel indoors. On the lead he shouts at hats, umbrellas and one particular bus. Looking for kind methods and homework we can actually do.",
    categories: ["Pets/Animals > Dog Training"],
    location: "Leeds",
    budget: "£60 per session",
    by: "hannah",
    posted: 12,
    phone: true,
  },
  {
    title: "Simple website for a reading charity",
    description:
      "Five pages, a donate button, and photographs we already have. It must work with a screen reader: two of our trustees use one. We will need to edit it ourselves afterwards.",
    categories: ["IT > Website/App Development"],
    location: "Manchester",
    budget: "£1.5k-2.5k",
    by: "pete",
    posted: 7,
  },
  {
    title: "Laptop will not charge, thesis is on it",
    description:
      "Charging light flickers if you hold the plug at an angle. Yes I have a backup, but it is three weeks old and I would like those three weeks. Collection from the university is easy.",
    categories: ["IT > Phone/Laptop/Electronic Repairs"],
    location: "Birmingham",
    budget: "£100 max",
    by: "mohammed",
    posted: 0,
  },
  {
    title: "Two years of self-assessment to catch up",
    description:
      "Freelance illustrator. I have the invoices, roughly, and the letters, unopened. Looking for an accountant who does not sigh.",
    categories: ["Legal and Financial Services > Accountancy"],
    location: "Bristol",
    budget: "£400-500",
    by: "olena",
    posted: 21,
  },
  {
    title: "Wills for the two of us, at home if possible",
    description:
      "Straightforward, we think: two children, one house, one difficult brother. My husband does not travel easily so a home visit would be a great help.",
    categories: ["Legal and Financial Services > Legal Services"],
    location: "Swansea",
    budget: "£300",
    by: "nia",
    posted: 35,
    closed: true,
  },
  {
    title: "Social posts for a new bakery, first three months",
    description:
      "We open in January. We can bake, we cannot do captions. A visit a month and somebody to reply when people ask if the sourdough has gluten in it.",
    categories: ["Marketing & Advertising > Social Media Marketing/Management"],
    location: "Exeter",
    budget: "£300 - £400 a month",
    by: "margaret",
    posted: 11,
  },
  {
    title: "Small car: knocking over speed bumps, MOT due",
    description:
      "2011 hatchback, 84,000 miles. Knock from the front left over bumps, worse when cold. MOT runs out on the 30th. Happy to wait with a book.",
    categories: ["Cars/Vehicles > Mechanic/Garage"],
    location: "Nottingham",
    budget: "hopefully under £350",
    by: "farida",
    posted: 2,
  },
];
