import type { FeedbackRow } from "../shape.ts";

/** Customers' feedback about health and hair, newest first. */
export const wellbeingFeedback: Readonly<Record<string, readonly FeedbackRow[]>> = {
  seawall: [
    [
      5,
      "Stairs",
      "I can do stairs. I could not in the spring. I have a notebook that proves it.",
      "Forty-two kilos off the floor, too. You left that out.",
    ],
    [5, "No mirrors", "It is a garage. It smells of rubber and toast. I love it."],
    [4, "Early but good", "Seven on the Hoe in November is a test of character."],
    [
      5,
      "After my second baby",
      "She had been told by two gyms to 'just do planks'. Jack read the physio's letter and started there. My wife's words, typed by me.",
    ],
  ],
  southpaw: [
    [
      5,
      "I was terrified and then I was not",
      "Fifty-three, never hit anything in my life. Monday night is now the best night of the week.",
    ],
    [
      5,
      "Two pounds on a Saturday",
      "My lad has somewhere to be and someone who notices if he is not there.",
      "He holds the pads for the little ones now. You should see him.",
    ],
    [
      4,
      "Great sessions, cold changing room",
      "Bring a big coat for afterwards.",
      "Boiler fund is at two hundred pounds. We are getting there.",
    ],
    [5, "Women's session", "Nobody showing off, everybody sweating, somebody always laughing."],
  ],
  quiethour: [
    [5, "The same hour each week", "I will not say what for. I will say that I am glad I rang."],
    [
      5,
      "She told me the truth in the first call",
      "That she was not the right person, and who was. I am writing this for the person I was that day.",
    ],
    [5, "A low-cost place", "I asked, as it says to. There was no form and no fuss."],
    [4, "Helpful", "Video did not suit me and we changed to the room without any trouble."],
  ],
  knotandtide: [
    [
      5,
      "Two exercises, and I do them",
      "That is the whole secret. My shoulder thanks her.",
      "Two is the magic number. See you in six weeks, not before.",
    ],
    [5, "Marathon legs", "Could not get down the stairs on Monday. Could on Tuesday."],
    [
      4,
      "Strong hands",
      "If you think that you like firm pressure, you may find out you do not. She eases off if you ask.",
    ],
    [5, "During my pregnancy", "The only hour in nine months in which nothing hurt."],
  ],
  halfmoon: [
    [
      5,
      "She painted our bathroom tiles",
      "On my nails. Eight colours. Strangers ask on the train.",
      "The tiny fish took me forty minutes and I regret nothing.",
    ],
    [
      5,
      "Clean, kind, clever",
      "Everything out of a sealed pouch. First salon where I have not had a reaction.",
    ],
    [4, "Amazing designs, book early", "Two chairs, so you wait. Three weeks for a Saturday."],
  ],
  numbernine: [
    [
      5,
      "The quiet slot",
      "My son is fourteen and this is the first haircut that he has not dreaded. No radio, lights low, ten minutes, done.",
      "He picked the book for the waiting bench. He is welcome any time.",
    ],
    [5, "On time", "A barber with a clock. Half past nine means half past nine."],
    [4, "Best shave in the north", "Dear for a shave, cheap for a holiday."],
    [5, "Torri gwych", "Gwasanaeth yn Gymraeg a choffi da. Be' arall sydd eisiau?"],
    [
      3,
      "Fine cut, missed my fringe",
      "Good fade. I asked for longer at the front and got the usual.",
      "My mistake, I was on autopilot. Next one is on the house and I will write it on the mirror.",
    ],
  ],
  veilandlash: [
    [
      5,
      "I looked like me on a very good day",
      "It stayed on through the speeches, the crying and the dancing. Foundation matched, first time in my life.",
      "Twelve hours and one dramatic uncle! You were a joy.",
    ],
    [
      5,
      "Everybody in the party was matched",
      "From my pale sister-in-law to my nani. One kit, no grey faces.",
    ],
    [4, "Lovely, trial ran over", "By an hour, but the daylight photographs were worth it."],
    [
      5,
      "Lesson with my daughter",
      "She is fifteen. They talked about sun cream and saying no to her friends. I learned eyeliner.",
    ],
  ],
  kitchenchair: [
    [
      5,
      "My mother's set, as since 1974",
      "She has her hair back and so she has her Thursdays back.",
      "Tell her I have found the old blue rollers.",
    ],
    [5, "Three boys, one cartoon", "Done before the credits. Not a hair left on the floor."],
    [4, "Very handy", "A fringe slightly short. It has grown."],
  ],
};
