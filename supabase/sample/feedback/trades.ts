import type { FeedbackRow } from "../shape.ts";

/** Customers' feedback about trades, vehicles and cleaning, newest first. */
export const tradesFeedback: Readonly<Record<string, readonly FeedbackRow[]>> = {
  harrowlane: [
    [
      5,
      "Told me not to bother",
      "Went in for new discs because another place said so. Imran measured them, showed me the numbers and sent me home. I will be back when they do need doing.",
      "That is the deal. See you around 60,000 miles.",
    ],
    [
      5,
      "MOT without the drama",
      "Failed on a bulb and a bush, both fixed the same afternoon, photos on my phone of each.",
    ],
    [
      4,
      "Good work, full car park",
      "Clutch feels like new and the price was the price. Finding somewhere to leave the car at drop-off was a nuisance.",
      "Fair. We have asked the unit next door for two of their spaces in the mornings.",
    ],
    [
      5,
      "The courtesy car is everything he says",
      "Lime green. My children refuse to go back to our own car. Oh, and the timing belt is done.",
    ],
    [
      3,
      "Took two days longer than said",
      "The part came in wrong and I only found out when I rang. Work itself seems fine.",
      "You should have heard it from me first. I have put a board up so that nobody waits to be told again.",
    ],
    [
      5,
      "Fixed a noise three garages could not hear",
      "He came out for a drive with me, heard it in the first minute and it was a loose heat shield. Charged me for a clip.",
    ],
  ],
  secondgear: [
    [
      5,
      "Passed at 47",
      "I had failed four times in my twenties and given up. Bethan never once made me feel daft. Second attempt, two minors.",
      "You did the hard bit, which was coming back. Da iawn ti!",
    ],
    [
      5,
      "Calm",
      "My daughter has anxiety and used to cry before lessons with her old instructor. With Bethan she talks about the lesson all evening.",
      "Mae hi'n seren. She talks all through the lesson too, and never misses a mirror.",
    ],
    [
      4,
      "Great teacher, long waiting list",
      "Waited nine weeks to start. Worth it, but start ringing before you think you need to.",
    ],
    [
      5,
      "Diolch o galon",
      "Gwersi drwy'r Gymraeg, amynedd di-ben-draw, a phasio'r tro cyntaf. Perffaith.",
    ],
    [
      5,
      "Roundabouts, finally",
      "She drew one on a napkin, then we did the same one eleven times. I now like roundabouts.",
    ],
  ],
  slateandchrome: [
    [
      5,
      "I did not recognise it",
      "Nine-year-old black saloon with car-wash scratches all over. He talked me out of the coating and the polish alone is astonishing.",
    ],
    [
      4,
      "Very good, not quick",
      "A whole day and then some. The boot is the cleanest place in our house. I would have liked to know it would run past six.",
      "Dog hair in that weave beats me every time. I will quote a day and a half for spaniels from now on.",
    ],
    [
      5,
      "Worth the drive from Durham",
      "Two cups of tea, one honest conversation and leather that looks like leather again.",
      "Leather likes to be fed twice a year. I will text you in May.",
    ],
    [
      2,
      "Missed a patch",
      "Paid for the full correction and the passenger door still has swirls in the sun. He offered to redo it but I had to chase.",
      "You are right about the door and about the chasing. It is booked for the 9th and there is no charge.",
    ],
  ],
  catseye: [
    [
      5,
      "She said fifty minutes, it was forty-eight",
      "Broken down above Shap in the dark with two children. Joanne rang when she was ten minutes away so we would not be scared by the lights.",
    ],
    [
      4,
      "Proper job",
      "Got a van out of a field gate without touching the gate. Not cheap, but who else is coming at 3am.",
      "That gate is older than both of us, I would never hear the end of it.",
    ],
  ],
  tidewater: [
    [
      5,
      "The same person every week",
      "After three agencies and eleven strangers, that is all I wanted. Rosa knows which plants are dead and which are resting.",
    ],
    [
      5,
      "Full deposit back",
      "End of tenancy clean on a flat we had lived in for six years with a toddler. The agent asked who we used.",
    ],
    [
      4,
      "Lovely, one broken mug",
      "They left a note and the money for it, which I have not cashed. Very good clean.",
      "Please cash it! It was a nice mug.",
    ],
    [
      5,
      "Our holiday let's best review is about them",
      "Guests now mention the ironing. Ana sends a photo after each changeover and spotted a leak before we did.",
    ],
    [
      3,
      "Good clean, changed day twice",
      "The standard is high when they come. Being moved from Tuesday to Friday two weeks running does not work for me.",
      "I am sorry. We were two people down with flu. You are back on Tuesdays and I have taken an hour off the last invoice.",
    ],
    [
      5,
      "Came back for the oven",
      "I mentioned the oven door was not quite right and somebody was there the next morning, no fuss at all.",
      "Oven doors are where honest cleaners are found out. Thanks for telling us.",
    ],
    [
      5,
      "Quietly excellent",
      "They clean our surgery at night and I have never had to write a single note.",
    ],
  ],
  twosisters: [
    [
      5,
      "Laughed all the way to Shawlands",
      "Third floor to second floor, torrential rain, not a mark on anything. They sang. I would move again just for the company.",
      "Please don't, your wardrobe weighs more than the van. Thank you!",
    ],
    [
      5,
      "So careful with my gran's things",
      "They helped clear her flat and found her wedding shoes at the back of a cupboard. They had wrapped them before I saw them.",
    ],
    [
      5,
      "Honest about what would fit",
      "I had booked one trip, they looked at my photos and said it would be two, and told me the price before the day.",
    ],
    [
      4,
      "Brilliant, half an hour late",
      "Closed lane on the motorway, and they rang. Everything after that was fast.",
    ],
  ],
  ladderless: [
    [
      5,
      "Can see the Exe again",
      "Even did the skylight that nobody has reached since we moved in. The text the night before is a small thing that makes life easier.",
    ],
    [
      4,
      "Good round, a few drips",
      "Sills a bit wet the first time, he came back with a cloth. No complaints since.",
      "First cleans always shed old dirt. I should warn people and now do.",
    ],
    [
      5,
      "Gutters too",
      "He filmed the inside of the gutter before and after. It is not entertaining but it is convincing.",
      "I am thinking of entering it for a festival.",
    ],
    [5, "Reliable", "Every six weeks since the spring, always on the day he says."],
  ],
  pileandloom: [
    [
      5,
      "The rug looks the way my mother remembers it",
      "He knew which village it came from. Collected on a Monday, back on the Friday, and he told us how to store it against moths.",
      "It was a privilege to wash it. Please do turn it round in six months.",
    ],
    [
      5,
      "Red wine, gone",
      "New Year's Eve, cream carpet, half a bottle. Do not let your friends put salt on it, he says. Too late, but still gone.",
    ],
    [
      4,
      "Very good on stairs",
      "Dry by teatime. One old stain is fainter rather than gone, which is what he told me would happen.",
      "Thank you. Another go in a year may take it down a little further.",
    ],
    [
      5,
      "Gentle with the products",
      "My son has asthma and Mr Vaghani asked before I did. No smell at all.",
    ],
    [
      5,
      "He refused to charge",
      "Tried for half an hour on an ink mark, could not shift it, and would not take the money. I have since given him three other carpets.",
    ],
  ],
  brackenfold: [
    [
      5,
      "Came at ten to seven on a Sunday",
      "Water through the kitchen ceiling. Danny talked me to the stopcock by phone, arrived in twenty minutes, and put a towel down before he put his bag down.",
      "You found that stopcock faster than most plumbers. Hope the ceiling has dried out.",
    ],
    [
      5,
      "Explained it so I understood",
      "I now know what a diverter valve is and why mine was tired. Seventy pounds rather than a new boiler.",
    ],
    [
      5,
      "Tidy",
      "My mother-in-law inspected behind the toilet and had nothing to say. First time in thirty years.",
    ],
    [
      4,
      "Excellent work, booked up",
      "Three weeks to wait for the radiators. The work was faultless and he hoovered the stairs.",
    ],
    [
      5,
      "The one-page note",
      "Every service leaves you with a page: what he checked, what is ageing, what it will cost and when. I wish my dentist did that.",
      "My daughter designed the page. I will tell her.",
    ],
    [
      3,
      "Good plumber, quote went up",
      "The bathroom came in £240 over because of pipework under the floor. He did show me, but I had budgeted to the pound.",
      "I should have lifted a board before quoting rather than after. I do that on every bathroom now; thanks for being straight with me.",
    ],
    [
      5,
      "Old house, no shouting",
      "1880s terrace with lead, copper and something nobody could name. He was fascinated, which is what you want.",
    ],
    [4, "All good", "Tap changed, kettle on, gone in an hour."],
  ],
  lamplighter: [
    [
      5,
      "Found it in the loft",
      "The breaker that trips on Thursdays: a chewed cable next to the tank, and Thursday is when the timer runs. Two others had wanted to rewire the house.",
      "My favourite call of the year. Tell the mouse I said hello.",
    ],
    [
      5,
      "The labels!",
      "Every single circuit, in real words, including 'Dad's shed (do not ask)'.",
      "I did not ask. Respect to Dad.",
    ],
    [
      5,
      "Charger in half a day",
      "Clear about the paperwork with the network, tidy run round the back, showed me the app.",
    ],
    [
      4,
      "Excellent, hard to get hold of",
      "Took three days to ring back, and then she was here the next morning. Rewire finished exactly when she said.",
    ],
    [
      5,
      "Landlord certificates, all four flats",
      "On time, readable, and she told the tenants what she was doing. They have asked for her by name.",
    ],
    [
      5,
      "First electrician to ask where I sit",
      "Before moving a single socket she asked where I read in the evening. Obvious, and nobody else had.",
    ],
  ],
  kestrelridge: [
    [
      5,
      "Made safe in the storm itself",
      "They were on our roof in the lull with a tarpaulin and did not mention money until the wind dropped.",
      "Your soup was the best payment we had all that week.",
    ],
    [
      5,
      "Drone photos settle arguments",
      "I have seen my own ridge for the first time in thirty years. New lead, old slates back where they came from.",
    ],
    [
      4,
      "Good roof, noisy radio",
      "Cannot fault the slating. We both work from home and know all the songs now.",
    ],
    [
      2,
      "Scaffold stayed for seven weeks",
      "Two weeks' work, seven weeks of scaffolding over our front door. Roof is dry, patience is not.",
      "No excuse. We hire from a firm that went quiet on us, and we have changed firm. I have refunded the last part of the hire.",
    ],
    [
      5,
      "Honest about the chimney",
      "He said it would last another five winters and to spend the money on the gutter.",
    ],
  ],
  copperbeech: [
    [
      5,
      "The tape on the floor saved us",
      "Standing in a kitchen made of masking tape we found that the fridge door would have hit the table. Louise moved one line and that was that.",
    ],
    [
      5,
      "Nine years on",
      "Not new customers: they made ours in the year our son was born. One hinge adjusted since. Thought somebody should say so.",
      "This made the whole workshop's week. Come and see the new spray booth.",
    ],
    [
      4,
      "Beautiful and not fast",
      "Sixteen weeks against the twelve we hoped for. They told us at week eight, and it is the nicest thing we own.",
      "Thank you for waiting. We now quote sixteen weeks and try to surprise people.",
    ],
    [
      5,
      "They used our staircase",
      "The island is made of the old pitch-pine treads. You can still see the worn parts. I stroke it.",
    ],
    [5, "Drawers", "I open them just to watch them close."],
  ],
  plumbline: [
    [
      5,
      "Dad can shower on his own",
      "Level floor, rails where his hands actually go, and Conor sat with him to find out where that was. I cried in the hall.",
      "Your da had me laughing for the whole ten days. Tell him the tea's on me next time.",
    ],
    [
      5,
      "Ten days means ten days",
      "Toilet every night as promised. Corners like you would see in a hotel.",
    ],
    [
      4,
      "Lovely tiling, grout a shade dark",
      "It is the one on the sample, so it is my own doing, but have a look at it wet before you choose.",
    ],
    [
      5,
      "Helped with the grant",
      "He knew the form better than the council did. It paid for most of it.",
    ],
    [
      5,
      "A box room is now a bathroom",
      "I did not believe him. He drew it full size on the floor in chalk and stood in the shower.",
    ],
  ],
  gableandsill: [
    [
      5,
      "All five open",
      "For the first time since 1970 or so. You cannot see where the new wood begins.",
      "One of those weights was a cannonball, for anybody reading. It is back in the box where it lives.",
    ],
    [
      4,
      "Warm and quiet",
      "The draught is gone and so is half of the road. It took two visits because the beading came short.",
    ],
    [
      5,
      "A front door with manners",
      "It shuts with a click rather than a slam. The conservation officer took a photograph of it.",
    ],
    [
      3,
      "Fine job, unclear invoice",
      "The windows are right. The invoice had three lines that I had to ring about.",
      "Thank you, I have rewritten it and will itemise from the start.",
    ],
  ],
  oldquarry: [
    [
      5,
      "The step my grandchildren will use",
      "He matched a stone from a quarry that closed before the war. It looks as if nothing ever happened there.",
    ],
    [
      5,
      "Watching the letters was the best part",
      "We went on a Saturday to see our house name being cut. He let my son hit the chisel once.",
      "And it is the best-cut part of the whole G.",
    ],
    [
      4,
      "Patient work",
      "Five weeks for a wall that I thought would take two. I understand why now, and it is lovely.",
      "Lime sets when it wants to. So do I. Enjoy the wall.",
    ],
  ],
  trowelfloat: [
    [5, "Like glass", "Three ceilings in a day and the carpet has not a speck on it."],
    [4, "Good plasterer", "Turned up when he said. Dogs very well behaved, as advertised."],
    [
      3,
      "Cracks came back in one corner",
      "Two rooms are perfect. A crack came back over the window after a month and I am waiting for a date.",
      "I have you down for the week after next. That lintel moves, I will mesh it this time and no charge.",
    ],
  ],
  drawnstraight: [
    [
      5,
      "She talked us out of it",
      "We wanted an extension. She moved a door on paper, and we have the kitchen we wanted for a tenth of the price.",
      "You make very good coffee in it, too.",
    ],
    [
      5,
      "Warrant granted first time",
      "Clear drawings, a builder who could read them, and every call returned on the day.",
    ],
    [
      5,
      "The written page",
      "Two hours, one page, every question answered, including what not to do. Best money of the whole project.",
    ],
    [
      4,
      "Very good, a bit brisk",
      "If you want hand-holding, say so at the beginning. If you want someone who gets it through planning, here she is.",
      "Noted, with thanks. I have been told that I write warmer than I talk.",
    ],
  ],
  dovetailyard: [
    [
      5,
      "We chose the tree",
      "He showed us the ash it came from, still in planks with the number chalked on. The shelves curve with the wall because the wall does.",
      "Nothing in Shropshire is straight except the bill. Enjoy the books.",
    ],
    [
      5,
      "Alcoves done before we forgot",
      "He said four weeks and it was four weeks. Painted inside too, which nobody ever does.",
    ],
    [
      4,
      "Handsome stairs",
      "A creak on the sixth tread that he has promised to come and look at. Otherwise the best thing in the house.",
      "Booked for Thursday morning. It is the newel settling, ten minutes' work.",
    ],
    [
      5,
      "Drawn by hand",
      "The drawing is framed in the hall, next to the cupboard that it is a drawing of.",
    ],
    [
      5,
      "Listened to a ten-year-old",
      "Our daughter asked for a secret compartment. There is one. I have not been told where.",
    ],
  ],
  brasskey: [
    [
      5,
      "Picked, not drilled",
      "Locked out at midnight with the baby inside asleep. Four minutes, no damage, and the price from the phone call.",
      "The quietest job I have ever done. Glad he slept through it.",
    ],
    [
      5,
      "Asked for proof, quite right",
      "I was annoyed for about ten seconds and then very reassured.",
    ],
    [4, "Good, took an hour to come", "It was a Saturday night, so fair enough. Price as quoted."],
    [
      5,
      "Whole house keyed alike",
      "One key for front, back and shed. My mother thinks that he is a wizard.",
      "Tell her that the wand is a number three pick.",
    ],
    [
      1,
      "Never turned up",
      "Rang twice, was told twenty minutes both times and gave up after two hours. Slept at my sister's.",
      "You are right to be angry. My van was hit at Catford and I should have called to say so. I would like to refit that lock for nothing if you will let me.",
    ],
  ],
  redcourse: [
    [
      5,
      "Somebody here every day",
      "That is what I would tell anybody choosing a builder. Somebody was here, every day, for fourteen weeks.",
      "And you made tea every day, which is not in the contract. Thank you.",
    ],
    [
      5,
      "The brick man is real",
      "You cannot find the join. I have had people round to look for the join.",
    ],
    [
      4,
      "Solid builders, dusty",
      "They sheet everything but it is still a building site. Friday walk-rounds kept us sane. Two snags left and they are on the list.",
    ],
    [
      5,
      "Stage payments against real work",
      "We paid for what we could see. After the last firm, that mattered more than the price.",
    ],
    [
      3,
      "Good extension, three weeks over",
      "Steel came late. Nobody's fault perhaps, but we had booked the kitchen fitters and had to pay them anyway.",
      "You were patient and it cost you. I have sent back the fitters' charge, it should have been ours.",
    ],
    [5, "Loft done before the twins came", "By four days."],
  ],
};
