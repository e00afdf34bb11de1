import type { FeedbackRow } from "../shape.ts";

/** Customers' feedback about learning, law and money, newest first. */
export const learningFeedback: Readonly<Record<string, readonly FeedbackRow[]>> = {
  longdivision: [
    [
      5,
      "From a 4 to a 7",
      "It was not magic, it was one hour a week and a cat that sits on the formula sheet.",
      "Gauss sends his regards. She earned every mark.",
    ],
    [
      5,
      "Found the gap in ten minutes",
      "Turned out he had never understood negative numbers and had been hiding it since year 7. Two terms on, he helps his friends.",
    ],
    [4, "Good, homework is heavy", "Results are there. Be ready for three worksheets a week."],
    [
      5,
      "She wrote to the school",
      "A kind, useful page about how our son learns. His teacher put it up by her desk.",
    ],
    [5, "Worth the bus", "Two buses in fact. My daughter never once asked to miss it."],
  ],
  llais: [
    [
      5,
      "I ordered a coffee in Welsh",
      "In Canton, on purpose, after four weeks. They answered in Welsh and I understood it.",
      "Ardderchog! Cacen nesaf: cake is next.",
    ],
    [
      5,
      "Lunchtime course for our office",
      "Eleven of us, nobody dropped out, and two have started answering the phone with bore da.",
    ],
    [
      4,
      "Lovely group",
      "The room is cold in January. Everything else is warm.",
      "The new heater came on Monday. Bring one fewer cardigan.",
    ],
    [
      5,
      "I can read the school letters now",
      "Somebody should tell every parent in this city about the ten-week course.",
    ],
  ],
  steadysteps: [
    [
      5,
      "He asked when she was coming back",
      "Fourteen months out of school. That sentence was worth everything.",
    ],
    [
      5,
      "She read the report properly",
      "Helen found one line in forty pages that changed what the council had to offer.",
      "You kept every letter. That is what made it possible.",
    ],
    [
      5,
      "Trains",
      "If your child talks about trains, she will talk about trains, and somehow there is fractions in it.",
    ],
    [
      4,
      "Hard to get a place, worth it",
      "Half a term on the waiting list, and she was honest about that from the first call.",
    ],
  ],
  ledgerandlamb: [
    [
      5,
      "I brought the biscuit tin",
      "She really did not sigh. Three years sorted in five weeks, and a refund.",
      "It was a very good tin. Shortbread, if I remember.",
    ],
    [
      5,
      "The same fee for six years",
      "And she answers the phone herself. I have recommended her to the whole market.",
    ],
    [
      4,
      "Very good, old-fashioned portal",
      "Excellent accountant; the website for uploading things is from another age.",
      "Quite right, and it is being replaced in April. Envelopes are always welcome.",
    ],
    [
      5,
      "She told me to put my prices up",
      "Nobody had ever looked at my numbers and said that. I did. Nothing bad happened.",
      "You were worth it all along. I only did the sums.",
    ],
    [5, "VAT without tears", "She came to the workshop and explained it with screws in piles."],
  ],
  frontdoor: [
    [
      5,
      "Two years self-employed and we own a flat",
      "The bank laughed. Samir did not, and found a lender in nine days.",
      "Send me a photograph of the front door, please. I collect them.",
    ],
    [5, "One sheet of paper", "All of it, both sides, in words. I have kept it."],
    [4, "Helpful and patient", "Seller's solicitor was the slow part. He chased every Tuesday."],
    [
      3,
      "Advice good, replies slow",
      "Knows the market but I waited four days for an email in the middle of an offer.",
      "You did, and it was too long. I have taken on somebody to answer messages the same day.",
    ],
  ],
  plainclause: [
    [5, "I read my own will", "All of it, and I understood it, and my sister understood it too."],
    [
      5,
      "Came to us",
      "My husband cannot do stairs. She came out to Caldicot twice and had a Welsh cake each time.",
      "Three times, if we count the Welsh cakes I went back for.",
    ],
    [
      4,
      "Clear contract",
      "A template for my studio that clients sign without ringing me. Took one more week than planned.",
    ],
    [5, "She said I did not need her", "Half an hour, no charge, and the name of the right form."],
  ],
  candlewick: [
    [5, "We stopped doing half our work", "The wrong half. Profit is up and I am home for tea."],
    [
      3,
      "Sharp but blunt",
      "He was right about the pricing. He could have been right a little more gently.",
      "Accepted. I am working on it, and on the coffee.",
    ],
  ],
};
