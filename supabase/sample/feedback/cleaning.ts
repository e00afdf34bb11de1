import type { FeedbackRow } from "../shape.ts";

/** Customers' feedback about cleaning, newest first. */
export const cleaningFeedback: Readonly<Record<string, readonly FeedbackRow[]>> = {
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
};
