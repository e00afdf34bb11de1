import type { FeedbackRow } from "../shape.ts";

/** Customers' feedback about plumbing, electrics, roofs, kitchens, bathrooms and windows, newest first. */
export const buildingFeedback: Readonly<Record<string, readonly FeedbackRow[]>> = {
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
};
