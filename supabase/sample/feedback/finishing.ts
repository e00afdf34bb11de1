import type { FeedbackRow } from "../shape.ts";

/** Customers' feedback about stone, plaster, plans, joinery, locks and bricks, newest first. */
export const finishingFeedback: Readonly<Record<string, readonly FeedbackRow[]>> = {
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
