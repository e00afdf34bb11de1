/** A small directory, and what people who type this must find in it first. */
export interface Listed {
  business: string;
  name: string;
  town: string;
  categories: string[];
  skills?: string[];
  bio: string;
}

const trade = (sub: string) => `Construction/Trade > ${sub}`;

/** Oldest first: among equals the later one stands before the earlier one. */
export const LISTED = {
  volt: { business: "Bright Volt", name: "Sam Ellery", town: "Leeds", categories: [trade("Electrician")], skills: ["Fuse boards", "Rewiring"], bio: "Qualified and insured. Also happy to work beside your builder." },
  amp: { business: "Ampersand Electrical", name: "Ravi Dole", town: "York", categories: [trade("Electrician")], bio: "Lights, sockets and car chargers." },
  tap: { business: "Stop Tap", name: "Joan Pell", town: "Leeds", categories: [trade("Plumber")], skills: ["Boiler servicing"], bio: "Leaks, radiators and bathrooms, day and night." },
  flue: { business: "Blue Flue Heating", name: "Ivor Crane", town: "Hull", categories: [trade("Plumber")], bio: "Gas Safe heating engineer for boilers of every age." },
  dovetail: { business: "Dovetail Yard", name: "Nell Marsh", town: "York", categories: [trade("Carpentry")], bio: "Doors, stairs and shelves made to measure." },
  course: { business: "Third Course", name: "Del Hobbs", town: "Leeds", categories: [trade("Bricklaying")], bio: "Garden walls, pointing and chimneys." },
  skim: { business: "Skim & Float", name: "Petra Vance", town: "Bradford", categories: [trade("Plastering/Rendering")], bio: "Smooth ceilings without dust." },
  ridge: { business: "Ridge Line", name: "Colm Ashby", town: "Halifax", categories: [trade("Roofing")], bio: "Slates, tiles and gutters." },
  keys: { business: "Key Change", name: "Una Birch", town: "Leeds", categories: [trade("Locksmith")], bio: "Locked out? Usually there within the hour." },
  hearth: { business: "Hearth Builders", name: "Tom Okoro", town: "Stoke-on-Trent", categories: [trade("Builder"), trade("Renovations")], bio: "Extensions and loft conversions. We bring our own electrician." },
  brush: { business: "Steady Brush", name: "Mina Sol", town: "Leeds", categories: ["Painting, Decorating and Interior Design > Internal Painting and Decorating"], bio: "Walls, woodwork and wallpaper." },
  spanner: { business: "Left Hand Spanner", name: "Gus Tye", town: "Wakefield", categories: ["Cars/Vehicles > Mechanic/Garage"], bio: "Servicing, clutches and brakes for every make." },
  suds: { business: "Suds", name: "Lil Avery", town: "Leeds", categories: ["Cars/Vehicles > Car Wash/Cleaning"], bio: "Inside and out, at your home." },
  gears: { business: "Smooth Gears", name: "Ed Nunn", town: "Leeds", categories: ["Cars/Vehicles > Driving Lessons/Teaching"], bio: "Patient lessons in a small manual car." },
  mop: { business: "Mop & Glory", name: "Bea Lund", town: "Leeds", categories: ["Cleaning & Removal Services > Domestic Cleaning"], bio: "The same person every week." },
  van: { business: "Two Trips", name: "Kit Odell", town: "Salford", categories: ["Cleaning & Removal Services > Man/Woman with a Van"], bio: "Small moves, students welcome." },
  tip: { business: "Clear View", name: "Rod Finch", town: "Leeds", categories: ["Cleaning & Removal Services > Waste Removal"], bio: "Licensed carriers. Sofas, soil and sheds." },
  lawn: { business: "Long Border", name: "Fern Oakes", town: "Harrogate", categories: ["Gardening and Outdoors > Garden Maintenance", "Gardening and Outdoors > Lawn Care Services"], bio: "Hedges, borders and mowing, every fortnight." },
  crown: { business: "Crown & Bough", name: "Ash Vale", town: "Skipton", categories: ["Gardening and Outdoors > Tree Surgery"], bio: "Pruning and stump grinding." },
  polish: { business: "Half Moon", name: "Cleo Dart", town: "Leeds", categories: ["Hair & Beauty > Nails"], bio: "Gel and acrylic, by appointment." },
  fringe: { business: "The Fringe", name: "Zoë O’Dowd", town: "Leeds", categories: ["Hair & Beauty > Hairdresser/ Barber"], bio: "Cuts and colour in a quiet room." },
  lens: { business: "Salt Print", name: "Max Ferro", town: "Whitby", categories: ["Music, Photography and Visuals > Photography"], bio: "Portraits by window light, and the odd wedding." },
  vows: { business: "Plain Vows", name: "Ida Moss", town: "York", categories: ["Events > Weddings"], bio: "Planning from first guest list to last dance. We know every photographer in town." },
  ledger: { business: "Ledger & Daughter", name: "Hetty Cole", town: "Leeds", categories: ["Legal and Financial Services > Accountancy"], bio: "Tax returns for the self-employed." },
  deed: { business: "Deed Poll", name: "Amir Shah", town: "Leeds", categories: ["Legal and Financial Services > Legal Services"], bio: "Wills and leases in plain English." },
  sums: { business: "Long Division", name: "Olive Penn", town: "Leeds", categories: ["Education > Tutoring"], bio: "Mathematics from age seven to A level." },
  squat: { business: "Good Form", name: "Dev Rao", town: "Leeds", categories: ["Fitness, Health and Wellbeing > Personal Training"], bio: "Strength for beginners." },
  knead: { business: "Slow Hands", name: "Wren Hale", town: "Ilkley", categories: ["Fitness, Health and Wellbeing > Sports Massage"], bio: "For runners and for desks." },
  pixel: { business: "Semicolon", name: "Jo Tran", town: "Sheffield", categories: ["IT > Website/App Development"], bio: "Small sites that load at once." },
  screen: { business: "Loose Screw", name: "Pip Dunn", town: "Leeds", categories: ["IT > Phone/Laptop/Electronic Repairs"], bio: "Cracked glass and tired batteries." },
  walkies: { business: "Four Paws", name: "Meg Holt", town: "Leeds", categories: ["Pets/Animals > Dog Walking"], bio: "Groups of three at most." },
  sit: { business: "Sit Stay", name: "Una Kerr", town: "Otley", categories: ["Pets/Animals > Dog Training"], bio: "Kind methods for nervous rescues." },
} satisfies Record<string, Listed>; // biome-ignore format: a table

interface Golden {
  service?: string;
  location?: string;
  category?: string;
  within?: number;
  sort?: string;
  /** Keys of `LISTED`: exactly these come first, in this order. */
  first: string[];
  /** How many are found in all, where that matters. */
  total?: number;
  corrected?: string;
}

/** What is typed, then who comes first. */
export const GOLDEN: Golden[] = [
  // Trades by their names, and by the names that people give them.
  { service: "electrician", first: ["amp", "volt", "hearth"], total: 3 },
  { service: "Electricians", first: ["amp", "volt", "hearth"] },
  { service: "ELECTRICIAN!", first: ["amp", "volt"] },
  { service: "sparky", first: ["amp", "volt", "hearth"] },
  { service: "spark", first: ["amp", "volt"] },
  { service: "electrics", first: ["amp", "volt"] },
  { service: "fuse box", first: ["amp", "volt"] },
  { service: "fuse board", first: ["volt"], total: 1 },
  { service: "plumber", first: ["flue", "tap"], total: 2 },
  { service: "plumbers", first: ["flue", "tap"], total: 2 },
  { service: "plumbing", first: ["flue", "tap"] },
  { service: "gas man", first: ["flue", "tap"] },
  { service: "boiler", first: ["flue", "tap"] },
  { service: "boilers", first: ["tap", "flue"], total: 2 },
  { service: "heating engineer", first: ["flue"] },
  { service: "chippy", first: ["dovetail"], total: 1 },
  { service: "carpenter", first: ["dovetail"], total: 1 },
  { service: "joiner", first: ["dovetail"] },
  { service: "brickie", first: ["course"], total: 1 },
  { service: "bricklayer", first: ["course"] },
  { service: "plasterer", first: ["skim"] },
  { service: "roofer", first: ["ridge"] },
  { service: "gutters", first: ["ridge"] },
  { service: "locked out", first: ["keys"] },
  { service: "loft conversion", first: ["hearth"] },
  { service: "decorator", first: ["brush"] },
  { service: "painter", first: ["brush"] },
  { service: "garage", first: ["spanner"] },
  { service: "MOT", first: ["spanner"] },
  { service: "mechanic", first: ["spanner"] },
  { service: "car", first: ["suds", "gears", "spanner", "amp"], total: 4 },
  { service: "valeting", first: ["suds"] },
  { service: "driving instructor", first: ["gears"] },
  { service: "cleaner", first: ["mop"] },
  { service: "man and van", first: ["van"] },
  { service: "man with a van", first: ["van"], total: 1 },
  { service: "rubbish", first: ["tip"] },
  { service: "gardener", first: ["lawn"] },
  { service: "mowing", first: ["lawn"] },
  { service: "tree surgeon", first: ["crown"], total: 1 },
  { service: "nails", first: ["polish"], total: 1 },
  { service: "manicure", first: ["polish"], total: 1 },
  { service: "haircut", first: ["fringe"] },
  { service: "barber", first: ["fringe"] },
  { service: "photographer", first: ["lens", "vows"], total: 2 },
  { service: "wedding", first: ["vows", "lens"], total: 2 },
  { service: "accountant", first: ["ledger"] },
  { service: "tax return", first: ["ledger"] },
  { service: "solicitor", first: ["deed"] },
  { service: "maths tutor", first: ["sums"], total: 1 },
  { service: "personal trainer", first: ["squat"] },
  { service: "physio", first: ["knead"] },
  { service: "web designer", first: ["pixel"] },
  { service: "phone repair", first: ["screen"] },
  { service: "IT", first: ["screen", "pixel"] },
  { service: "dog walker", first: ["walkies"], total: 1 },
  { service: "dog", first: ["sit", "walkies"], total: 2 },
  // Names, whole sentences, and towns typed where the trade goes.
  { service: "dovetail", first: ["dovetail"], total: 1 },
  { service: "O'Dowd", first: ["fringe"] },
  { service: "zoe odowd", first: ["fringe"], total: 1 },
  { service: "Ravi Dole", first: ["amp"], total: 1 },
  { service: "plumber in Leeds", first: ["tap"], total: 1 },
  { service: "an electrician in York", first: ["amp"], total: 1 },
  { service: "sparky leeds", first: ["volt"], total: 1 },
  // Unfinished.
  { service: "electr", first: ["screen", "amp", "volt"] },
  { service: "plum", first: ["flue", "tap"] },
  { service: "carp", first: ["dovetail"] },
  { service: "leeds plast", first: [], total: 0 },
  { service: "bradford plast", first: ["skim"] },
  // Slips of the keyboard.
  { service: "electrcian", first: ["amp", "volt"], corrected: "electrician" },
  { service: "elektrician", first: ["amp", "volt"], corrected: "electrician" },
  { service: "plummer", first: ["flue", "tap"], corrected: "plumber" },
  { service: "carpentar", first: ["dovetail"], corrected: "carpenter" },
  { service: "gardner", first: ["lawn"], corrected: "gardener" },
  { service: "lockmsith", first: ["keys"], corrected: "locksmith" },
  { service: "photografer", first: ["lens", "vows"], corrected: "photographer" },
  { service: "sparkey leeds", first: ["volt"], corrected: "sparky leeds" },
  { service: "acountant", first: ["ledger"], corrected: "accountant" },
  // Nothing of the kind.
  { service: "submarine", first: [], total: 0 },
  { service: "electrician submarine", first: [], total: 0 },
  { service: "qq", first: [], total: 0 },
  // Place and category.
  { location: "york", first: ["vows", "dovetail", "amp"], total: 3 },
  { location: "trent", first: ["hearth"], total: 1 },
  { location: "al", first: ["van", "ridge"], total: 2 },
  { location: "narnia", first: [], total: 0 },
  { category: trade("Plumber"), first: ["flue", "tap"], total: 2 },
  { category: "Pets/Animals", first: ["sit", "walkies"], total: 2 },
  { category: "Plumber", first: [], total: 0 },
  { service: "sparky", location: "leeds", category: "Construction/Trade", first: ["volt"], total: 1 },
  { service: "plumber", category: "Events", first: [], total: 0 },
  // Distances: from a town, a postcode or its area, and said in words.
  { location: "York", within: 5, first: ["vows", "dovetail", "amp"], total: 3 },
  { location: "York", within: 25, sort: "distance", first: ["vows", "dovetail", "amp", "lawn"], total: 21 },
  { location: "Harrogate", sort: "distance", first: ["lawn", "sit", "knead"], total: 32 },
  { location: "Leeds", within: 10, first: ["sit", "walkies"], total: 20 },
  { location: "LS6", within: 10, first: ["sit", "walkies"], total: 20 },
  { location: "LS6 3AB", first: ["sit", "walkies"], total: 20 },
  { location: "ls63ab", service: "plumber", first: ["tap"], total: 1 },
  { location: "within 10 miles of LS6", first: ["sit", "walkies"], total: 20 },
  { location: "Within 5 miles of York", first: ["vows", "dovetail", "amp"], total: 3 },
  { location: "M1", within: 10, first: ["van"], total: 1 },
  { location: "Hull", within: 10, first: ["flue"], total: 1 },
  { location: "HU5", within: 5, first: ["flue"], total: 1 },
  { location: "Stoke on Trent", within: 5, first: ["hearth"], total: 1 },
  { location: "York Road, Leeds", within: 5, first: ["walkies", "screen"], total: 17 },
  { location: "Leeds, West Yorkshire", within: 5, first: ["walkies", "screen"], total: 17 },
  { location: "York", service: "plumber", sort: "distance", first: ["tap", "flue"], total: 2 },
  { location: "Hull", service: "plumber", sort: "distance", first: ["flue", "tap"], total: 2 },
  { location: "Leeds", service: "sparky", within: 40, sort: "distance", first: ["volt", "amp"], total: 2 },
  { location: "Leeds", category: trade("Plumber"), within: 60, sort: "distance", first: ["tap", "flue"], total: 2 },
  { location: "Truro", within: 20, first: [], total: 0 },
  { location: "narnia", within: 50, first: [], total: 0 },
  { service: "plumber near leeds", first: ["tap"], total: 1 },
  { service: "sparky near York", first: ["amp"], total: 1 },
  { service: "electrician within 30 miles of York", first: ["amp", "volt"], total: 2 },
  { service: "dog trainer within 15 miles of LS1", first: ["sit"], total: 1 },
  { service: "joiner near YO1", first: ["dovetail"], total: 1 },
  // Towns that are misspelt.
  { location: "Leads", first: ["walkies", "screen"], total: 17 },
  { location: "Leedes", first: ["walkies", "screen"], total: 17 },
  { location: "Manchster", within: 5, first: ["van"], total: 1 },
  { location: "Manchestre", within: 5, first: ["van"], total: 1 },
  { location: "Brdford", first: ["skim"], total: 1 },
  { location: "sheffeild", first: ["pixel"], total: 1 },
  { location: "wakefeild", first: ["spanner"], total: 1 },
  { location: "Haligax", within: 12, sort: "distance", first: ["ridge", "skim"], total: 2 },
  { location: "Salfrod", within: 10, first: ["van"], total: 1 },
  { location: "ilkely", first: ["knead"], total: 1 },
  { location: "harogate", first: ["lawn"], total: 1 },
  { location: "Skiptun", first: ["crown"], total: 1 },
  { location: "Whitbey", first: ["lens"], total: 1 },
]; // biome-ignore format: a table
