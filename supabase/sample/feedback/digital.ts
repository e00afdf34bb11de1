import type { FeedbackRow } from "../shape.ts";

/** Customers' feedback about screens, brands and walls, newest first. */
export const digitalFeedback: Readonly<Record<string, readonly FeedbackRow[]>> = {
  semicolon: [
    [
      5,
      "The third firm, and the last",
      "They looked at what the other two left and rebuilt it in five weeks. We can change our own opening hours now.",
      "You changed them twice on day one. We counted it as a success.",
    ],
    [
      5,
      "A trustee can use it by ear",
      "She is blind, and for the first time she filled in our form herself. There was a silence in the room.",
    ],
    [
      4,
      "Great work, we were slow",
      "They waited for our words for two months and were nice about it.",
    ],
    [5, "Booking system with no fuss", "No-shows have halved. My mother can use it."],
    [
      5,
      "They gave us the keys",
      "All the passwords, the code and a page on how to leave them. So we have not.",
      "That page is the best thing we write.",
    ],
  ],
  loosescrew: [
    [
      5,
      "Three weeks of thesis",
      "Recovered from a dead board, in front of me, for less than a night out.",
      "Back it up tonight. Then again tomorrow. Good luck with the viva!",
    ],
    [
      5,
      "He taught my son to solder",
      "While mending the console. I came for a repair and left with a hobby.",
    ],
    [
      4,
      "Quick, honest",
      "Waited an hour over the time for a part that came late. No charge for the diagnosis.",
    ],
    [5, "Water damage, no promises", "He made none, tried for two days and it works."],
  ],
  padlockpacket: [
    [
      5,
      "The list",
      "Eleven items, in order, with what each would cost. We did four in the first week and I sleep.",
      "Number five is the old router. Just saying.",
    ],
    [5, "She tested the backup", "It had not worked since March. Nobody had ever tried it."],
    [
      4,
      "Staff enjoyed it",
      "A security talk that people asked questions in. Slides could be bigger.",
    ],
    [
      5,
      "Rang at eight, here by eleven",
      "Somebody had clicked on something. She was kind to them, which I will not forget.",
    ],
  ],
  inkwelllane: [
    [
      5,
      "Two routes, both right",
      "We argued for a week about which, because both were good. The fleece looks wonderful.",
      "I was secretly for the cow. But the wheel is perfect.",
    ],
    [5, "Survives the fridge", "The label, the ink, even the corners. Six months in."],
    [4, "Clear process", "I would have liked a third round, but she did say two."],
    [5, "She read the whole book", "Before designing its cover. Apparently that is rare."],
  ],
  loudhailer: [
    [
      5,
      "She filmed the dog",
      "The dog has more followers than the town.",
      "He is a natural and he knows it.",
    ],
    [
      4,
      "Busier on weekdays",
      "We can see bookings from it. A month in which two posts had the wrong date, fixed in minutes.",
    ],
    [
      5,
      "Answers like one of us",
      "She picked up how we talk. Customers think that it is my sister.",
    ],
  ],
  paperkite: [
    [
      5,
      "Monday questions, Friday a brand",
      "I did not believe that a week was enough. It was the right week.",
      "You brought the seeds, and they are growing on our windowsill.",
    ],
    [5, "The posters get stolen", "That is the review."],
    [4, "Intense", "Clear your diary, they mean it. Very happy with the name."],
    [
      2,
      "Not for us",
      "Talented people, but we wanted a logo and left with a philosophy. We should have asked more before we booked.",
      "Fair, and on us to find out sooner. We now do a free call first to make sure that a week is what you need.",
    ],
  ],
  secondcoat: [
    [
      5,
      "Two thin coats",
      "You can see it. Or rather, you cannot see anything.",
      "That is the nicest thing anybody has said about my nothing.",
    ],
    [
      5,
      "Stairwell, with chandelier",
      "He took it down, washed it and put it back. I had only asked for paint.",
    ],
    [
      4,
      "Took his time, was right to",
      "A day longer for filling. The walls were a disgrace and now they are not.",
    ],
    [5, "Wallpaper that meets", "Even behind the radiator."],
    [
      4,
      "Outside woodwork",
      "Booked for May, done in June, because of the weather. Neat as anything.",
      "It would not stop raining on us, would it? Glad that it was worth the wait.",
    ],
  ],
  bigwall: [
    [
      5,
      "The whole street came out",
      "She painted for nine days and by the end there were deckchairs.",
      "And a man with an accordion. I have never had an accordion before.",
    ],
    [
      5,
      "Children chose the octopus",
      "She made it work, and there is a small astronaut in it for every child in the class.",
    ],
    [
      4,
      "Beautiful, some fading",
      "South wall, three summers. She said it would and left us the pots to touch up with.",
    ],
    [5, "Our shutter is the landmark", "People say 'turn left at the sunrise'."],
  ],
  roomtobreathe: [
    [
      5,
      "She took a third away",
      "I thought I would miss it. I cannot remember what it was.",
      "It is in your sister's flat, and she loves it.",
    ],
    [
      5,
      "Two hours, every room",
      "Seven paint names on a card. No more tester pots. The marriage is fine.",
    ],
    [
      4,
      "Good eye, firm opinions",
      "We kept the green chair against advice. She now says that we were right.",
    ],
    [
      5,
      "A rented flat that feels ours",
      "And everything came off the walls without a mark when we left.",
    ],
  ],
};
