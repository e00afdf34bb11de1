import type { FeedbackRow } from "../shape.ts";

/** Customers' feedback about learning, law and money, occasions, health and hair. */
export const servicesFeedback: Readonly<Record<string, readonly FeedbackRow[]>> = {
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
