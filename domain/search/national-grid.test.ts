import { expect, it } from "vitest";
import { gridToDegrees } from "./national-grid.ts";

/** Test points that Ordnance Survey publishes with its exact transformation: ETRS89 degrees, and the grid in metres. */
it.each([
  ["St Mary's", 49.922263937, -6.29977752, 91_492.146, 11_318.804],
  ["Lizard", 49.960061378, -5.2030461, 170_370.718, 11_572.405],
  ["Plymouth", 50.438858256, -4.108645636, 250_359.811, 62_016.569],
  ["Isle of Wight", 50.57563665, -1.297822772, 449_816.371, 75_335.861],
  ["Southampton", 50.931279379, -1.450514337, 438_710.92, 114_792.25],
  ["Cardiff", 51.400782201, -3.551283492, 292_184.87, 168_003.465],
  ["North Foreland", 51.374470256, 1.444547304, 639_821.835, 169_565.858],
  ["London", 51.48936565, -0.119925572, 530_624.974, 178_388.464],
  ["Northampton", 52.251609512, -0.91248957, 474_335.969, 262_047.755],
  ["Nottingham", 52.962191094, -1.197476559, 454_002.834, 340_834.943],
  ["Warrington", 53.344802802, -2.640493208, 357_455.843, 383_290.436],
  ["Holyhead", 53.41628516, -4.289180698, 247_958.971, 393_492.909],
  ["Leeds", 53.800215196, -1.663791682, 422_242.186, 433_818.701],
])("%s is at most 5 metres off", (_, latitude, longitude, east, north) => {
  const [found, along] = gridToDegrees(east, north);
  const metres = Math.hypot(
    (found - latitude) * 111_200,
    (along - longitude) * 111_320 * Math.cos((latitude * Math.PI) / 180),
  );
  expect(metres).toBeLessThan(5);
});
