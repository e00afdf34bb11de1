import type { FeedbackRow } from "../shape.ts";

/** Customers' feedback about occasions, newest first. */
export const occasionsFeedback: Readonly<Record<string, readonly FeedbackRow[]>> = {
  buttercream: [
    [
      5,
      "People still text about the cake",
      "Brown butter and pear, on her advice. She built it in front of the ushers and fixed a flower with tweezers.",
      "The tweezers have their own drawer. Congratulations again to you both.",
    ],
    [5, "Gluten-free and nobody knew", "Including my aunt, who can always tell."],
    [
      5,
      "Tasting alone is worth it",
      "Five flavours, a pot of tea and a woman who writes down the face that you make.",
    ],
    [
      4,
      "Delicious, smaller than I pictured",
      "It did feed ninety, as she said. I had something taller in my head.",
      "Flat and wide feeds more than tall, but I will bring the paper templates to tastings so that people can see it.",
    ],
    [
      5,
      "Cake for the choir's fiftieth",
      "With the right notes on it. I mean the correct tune. She had asked for the score.",
    ],
    [
      5,
      "Delivered through a flood",
      "Half of York was under water. She came the long way round with four tiers in the back.",
    ],
  ],
  longtable: [
    [
      5,
      "I was a guest at my own wedding",
      "There was a person with a headset and I never learned what she was solving. Bliss.",
      "You will be glad that you never learned. Many happy years.",
    ],
    [5, "An away day people enjoyed", "No sticky notes, a boat, and decisions that we have kept."],
    [4, "Great event, long emails", "Everything was covered. At length. But it was covered."],
    [
      2,
      "Not for small parties",
      "We were thirty people and felt like the least important thing that weekend. The food was good.",
      "Thank you for saying so, and I am sorry. Under forty guests we now send people to friends who do small parties better than we do.",
    ],
  ],
  ceilidhkitchen: [
    [
      5,
      "The haggis converted my father",
      "He does not know it was vegetarian. Please never tell him.",
      "Your secret is safe from here to Skye.",
    ],
    [
      5,
      "Fed a hundred and ten and washed up",
      "We went in on Sunday to clean the hall and it was done.",
    ],
    [5, "The band made everybody dance", "Even the groom's side."],
    [
      4,
      "Fantastic food, a wee bit late",
      "The venison was twenty minutes after the plan and worth every one of them.",
    ],
  ],
  saltprint: [
    [
      5,
      "I hate being photographed, apart from this once",
      "She talked about gulls until I forgot. There is one on the wall now, in which I look like myself.",
    ],
    [
      5,
      "A box of real prints",
      "My mother has never managed a download in her life. She has worn the box out.",
      "I will make her another lid. No, really.",
    ],
    [
      5,
      "Our wedding in a gale",
      "The umbrella picture. You will know it if you have seen her work. That is us.",
    ],
    [
      4,
      "Superb, a month to wait",
      "She says three weeks; it was nearer to four and a half in August.",
      "August beat me this year. I have two fewer Saturdays in the book for next summer.",
    ],
    [
      5,
      "Workshop portraits",
      "An hour in my pottery, and she noticed my hands. Sales went up the week I used them.",
    ],
  ],
  attictapes: [
    [
      5,
      "My grandfather's voice",
      "He transferred a tape from 1971 and cleaned it so gently that you hear the clock in the room.",
      "It was a fine clock. Thank you for trusting us with it.",
    ],
    [5, "Recorded live, kept the mistakes that matter", "He knew which ones. That is producing."],
    [
      4,
      "Great room, steep stairs",
      "Four flights with a bass amp. The biscuits are real.",
      "There is a hoist now. It only took nine years of complaints.",
    ],
    [5, "Podcast sorted in a morning", "We arrived with nerves and left with three episodes."],
  ],
  longshot: [
    [
      5,
      "No ukulele",
      "As promised. Just our voices and the rain on the marquee, and everybody in the room crying.",
      "The rain was a gift. Best sound I recorded all year.",
    ],
    [
      5,
      "Made us look like us",
      "Ninety seconds about our charity. We raised the year's target in a fortnight.",
    ],
    [4, "Good edit from bad footage", "Our footage was dreadful and he said so, nicely."],
  ],
};
