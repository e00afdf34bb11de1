import type { FeedbackRow } from "../shape.ts";

/** Customers' feedback about vehicles, newest first. */
export const vehiclesFeedback: Readonly<Record<string, readonly FeedbackRow[]>> = {
  harrowlane: [
    [
      5,
      "Told me not to bother",
      "Went in for new discs because another place said so. Imran measured them, showed me the numbers and sent me home. I will be back when they do need doing.",
      "That is the deal. See you around 60,000 miles.",
    ],
    [
      5,
      "MOT without the drama",
      "Failed on a bulb and a bush, both fixed the same afternoon, photos on my phone of each.",
    ],
    [
      4,
      "Good work, full car park",
      "Clutch feels like new and the price was the price. Finding somewhere to leave the car at drop-off was a nuisance.",
      "Fair. We have asked the unit next door for two of their spaces in the mornings.",
    ],
    [
      5,
      "The courtesy car is everything he says",
      "Lime green. My children refuse to go back to our own car. Oh, and the timing belt is done.",
    ],
    [
      3,
      "Took two days longer than said",
      "The part came in wrong and I only found out when I rang. Work itself seems fine.",
      "You should have heard it from me first. I have put a board up so that nobody waits to be told again.",
    ],
    [
      5,
      "Fixed a noise three garages could not hear",
      "He came out for a drive with me, heard it in the first minute and it was a loose heat shield. Charged me for a clip.",
    ],
  ],
  secondgear: [
    [
      5,
      "Passed at 47",
      "I had failed four times in my twenties and given up. Bethan never once made me feel daft. Second attempt, two minors.",
      "You did the hard bit, which was coming back. Da iawn ti!",
    ],
    [
      5,
      "Calm",
      "My daughter has anxiety and used to cry before lessons with her old instructor. With Bethan she talks about the lesson all evening.",
      "Mae hi'n seren. She talks all through the lesson too, and never misses a mirror.",
    ],
    [
      4,
      "Great teacher, long waiting list",
      "Waited nine weeks to start. Worth it, but start ringing before you think you need to.",
    ],
    [
      5,
      "Diolch o galon",
      "Gwersi drwy'r Gymraeg, amynedd di-ben-draw, a phasio'r tro cyntaf. Perffaith.",
    ],
    [
      5,
      "Roundabouts, finally",
      "She drew one on a napkin, then we did the same one eleven times. I now like roundabouts.",
    ],
  ],
  slateandchrome: [
    [
      5,
      "I did not recognise it",
      "Nine-year-old black saloon with car-wash scratches all over. He talked me out of the coating and the polish alone is astonishing.",
    ],
    [
      4,
      "Very good, not quick",
      "A whole day and then some. The boot is the cleanest place in our house. I would have liked to know it would run past six.",
      "Dog hair in that weave beats me every time. I will quote a day and a half for spaniels from now on.",
    ],
    [
      5,
      "Worth the drive from Durham",
      "Two cups of tea, one honest conversation and leather that looks like leather again.",
      "Leather likes to be fed twice a year. I will text you in May.",
    ],
    [
      2,
      "Missed a patch",
      "Paid for the full correction and the passenger door still has swirls in the sun. He offered to redo it but I had to chase.",
      "You are right about the door and about the chasing. It is booked for the 9th and there is no charge.",
    ],
  ],
  catseye: [
    [
      5,
      "She said fifty minutes, it was forty-eight",
      "Broken down above Shap in the dark with two children. Joanne rang when she was ten minutes away so we would not be scared by the lights.",
    ],
    [
      4,
      "Proper job",
      "Got a van out of a field gate without touching the gate. Not cheap, but who else is coming at 3am.",
      "That gate is older than both of us, I would never hear the end of it.",
    ],
  ],
};
