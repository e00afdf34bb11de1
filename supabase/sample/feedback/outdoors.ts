import type { FeedbackRow } from "../shape.ts";

/** Customers' feedback about gardens and animals, newest first. */
export const outdoorsFeedback: Readonly<Record<string, readonly FeedbackRow[]>> = {
  hollin: [
    [
      5,
      "She came back in June",
      "As promised, with a trowel, to see what had sulked. Two things had. She replaced them and would not take money.",
      "The astrantia was my fault. Everything else is yours; you water beautifully.",
    ],
    [5, "North-facing and glorious", "Everybody else said gravel."],
    [
      4,
      "A lovely plan, a lot of digging",
      "I did the planting myself to save money. Know your own back.",
      "It is looking splendid, and I hope that the back is, too.",
    ],
    [5, "Forty plants that live", "I bought just the list. All forty are alive, two years on."],
    [
      5,
      "Still one parking space",
      "And a hedge, and bees, and the post lady says that it is her favourite gate.",
    ],
  ],
  crownandlimb: [
    [
      5,
      "The tree is fine",
      "Came out, climbed it, told us so, and charged for an hour. Anyone else would have sold us a felling.",
      "She has another century in her. Just keep the mower off her toes.",
    ],
    [
      5,
      "In pieces you could catch",
      "Over a glass roof, and not a scratch on it. It was like watching surgery with ropes.",
    ],
    [4, "Very good, muddy gateway", "They raked it but it took the winter to recover."],
    [
      5,
      "Our old perry pear",
      "He knew the variety from the bark. Pruned it as if it belonged to his nan.",
    ],
  ],
  kerbstone: [
    [
      4,
      "Good drive, and Brenda is real",
      "Four days as said. The neighbours are still talking to us.",
    ],
    [
      2,
      "Puddle by the gate",
      "One corner holds water and it took five weeks to get them back to look at it.",
      "Two blocks lifted and re-laid on the 3rd. Sorry for the wait, we should have been quicker.",
    ],
    [5, "Did the drainage properly", "The council came to look and went away happy."],
  ],
  saturdaymower: [
    [
      5,
      "Edges you could shave with",
      "And no petrol, and no noise, at eight in the morning. The neighbour has booked him as well.",
    ],
    [
      5,
      "Rescued the lawn",
      "Moss, wasps and a paddling-pool ring. It is a lawn again.",
      "The ring took three goes. Move the pool about next summer!",
    ],
    [
      4,
      "Reliable, careful with my roses",
      "Missed a week for his brother's wedding and told me a month before.",
    ],
    [4, "Straight hedge", "Forty metres of it, and not one wobble."],
  ],
  machair: [
    [
      5,
      "It drains",
      "In Stirling, in November. I stand at the window and watch it drain.",
      "We watch them too. Nobody understands but you and me.",
    ],
    [
      5,
      "A wall without cement",
      "Our children have named every stone. The men were unfailingly polite and always here.",
    ],
    [4, "First-rate, went over by two days", "It rained sideways. The deck is rock solid."],
    [
      5,
      "The fire-pit seat",
      "We have eaten outside in a coat on four occasions, in February. It is that good.",
    ],
    [
      3,
      "Work good, mess in the lane",
      "Sand on the shared lane for a week. The terrace itself is excellent.",
      "We should have swept on the day. Came back on Saturday with a blower and an apology to your neighbours.",
    ],
  ],
  muddyheath: [
    [
      5,
      "A tired dog is a happy house",
      "Photos every day. He has friends now. He has a best friend, in fact, called Mabel.",
      "They share a stick. It is very moving.",
    ],
    [
      5,
      "He turned us down, then took us",
      "Our dog was not ready for a group, so he did six solo walks first. That is why I trust him.",
    ],
    [
      4,
      "Excellent, prices went up",
      "By a pound, with two months' notice. Still the best walker we have had.",
      "Thank you for sticking with us. It went straight to the insurance.",
    ],
    [
      5,
      "Told me that she had eaten a sock",
      "Half a sock. He rang, and the vet was glad that he had.",
    ],
    [5, "Towels", "She comes home cleaner than she left, from a heath, in winter."],
  ],
  weedug: [
    [
      5,
      "Hats are now fine",
      "Umbrellas are nearly fine. The bus we are working on.",
      "The bus is the final boss. He will get there, and so will you.",
    ],
    [5, "She trained us, not the dog", "Gently, and with cheese for everybody."],
    [4, "Great class, echoing hall", "Hard to hear over nine puppies, but that is puppies."],
    [5, "Recall off a squirrel", "I have it on film because nobody believed me."],
  ],
  waggingshed: [
    [
      5,
      "Nap time is real",
      "They sent a photo of twelve dogs asleep on sofas, at one o'clock on the dot.",
    ],
    [
      4,
      "She loves it",
      "Traffic at pick-up can be a bit much in the lane. Everything else is perfect.",
    ],
    [
      5,
      "Trial morning told us everything",
      "He hated day care, and they said so by eleven, and recommended a solo walker. Honest people.",
      "Give him a scratch from us. Not every dog is a party dog.",
    ],
    [
      5,
      "For our old girl",
      "Fourteen, deaf, arthritic, spoiled. They carry her to the sunny sofa.",
    ],
  ],
};
