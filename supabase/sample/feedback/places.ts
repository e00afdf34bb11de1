import type { FeedbackRow } from "../shape.ts";

/** Customers' feedback about gardens, animals, screens, brands and walls. */
export const placesFeedback: Readonly<Record<string, readonly FeedbackRow[]>> = {
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
