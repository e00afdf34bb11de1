/** The National Grid of Great Britain (OSGB36), by Ordnance Survey's "A guide to coordinate systems in Great Britain". */

const RADIANS = Math.PI / 180;
const SECONDS = RADIANS / 3600;

/** The ellipsoids: half axes in metres. */
const AIRY_1830 = { a: 6_377_563.396, b: 6_356_256.909 };
const WGS84 = { a: 6_378_137, b: 6_356_752.3142 };
const eccentricity = ({ a, b }: typeof WGS84): number => 1 - (b * b) / (a * a);

/** The projection: its true origin in metres and radians, and the scale there. */
const ORIGIN = { east: 400_000, north: -100_000, latitude: 49 * RADIANS, longitude: -2 * RADIANS };
const SCALE = 0.999_601_271_7;

/** Metres along the meridian from the true origin (annexe C). */
const meridian = (latitude: number): number => {
  const { a, b } = AIRY_1830;
  const n = (a - b) / (a + b);
  const [minus, plus] = [latitude - ORIGIN.latitude, latitude + ORIGIN.latitude];
  return (
    b *
    SCALE *
    ((1 + n + (5 / 4) * n ** 2 + (5 / 4) * n ** 3) * minus -
      (3 * n + 3 * n ** 2 + (21 / 8) * n ** 3) * Math.sin(minus) * Math.cos(plus) +
      (15 / 8) * (n ** 2 + n ** 3) * Math.sin(2 * minus) * Math.cos(2 * plus) -
      (35 / 24) * n ** 3 * Math.sin(3 * minus) * Math.cos(3 * plus))
  );
};

/** Latitude and longitude on Airy's ellipsoid, in radians. */
const unproject = (east: number, north: number): [number, number] => {
  const e2 = eccentricity(AIRY_1830);
  const scaled = AIRY_1830.a * SCALE;
  let latitude = ORIGIN.latitude;
  // Each step is a thousandth of the one before; six reach a tenth of a millimetre.
  for (let step = 0; step < 6; step += 1)
    latitude += (north - ORIGIN.north - meridian(latitude)) / scaled;
  const sine = 1 - e2 * Math.sin(latitude) ** 2;
  const nu = scaled / Math.sqrt(sine);
  const rho = (scaled * (1 - e2)) / sine ** 1.5;
  const eta = nu / rho - 1;
  const tan = Math.tan(latitude);
  const sec = 1 / Math.cos(latitude);
  const d = east - ORIGIN.east;
  return [
    latitude -
      (tan / (2 * rho * nu)) * d ** 2 +
      (tan / (24 * rho * nu ** 3)) * (5 + 3 * tan ** 2 + eta - 9 * tan ** 2 * eta) * d ** 4 -
      (tan / (720 * rho * nu ** 5)) * (61 + 90 * tan ** 2 + 45 * tan ** 4) * d ** 6,
    ORIGIN.longitude +
      (sec / nu) * d -
      (sec / (6 * nu ** 3)) * (nu / rho + 2 * tan ** 2) * d ** 3 +
      (sec / (120 * nu ** 5)) * (5 + 28 * tan ** 2 + 24 * tan ** 4) * d ** 5 -
      (sec / (5040 * nu ** 7)) * (61 + 662 * tan ** 2 + 1320 * tan ** 4 + 720 * tan ** 6) * d ** 7,
  ];
};

/**
 * Eastings and northings in metres as latitude and longitude in degrees (WGS84), by the Helmert transformation of the
 * guide's section 6.6: at most 5 metres off.
 */
export const gridToDegrees = (east: number, north: number): [number, number] => {
  const [latitude, longitude] = unproject(east, north);
  const e2 = eccentricity(AIRY_1830);
  const nu = AIRY_1830.a / Math.sqrt(1 - e2 * Math.sin(latitude) ** 2);
  const x = nu * Math.cos(latitude) * Math.cos(longitude);
  const y = nu * Math.cos(latitude) * Math.sin(longitude);
  const z = nu * (1 - e2) * Math.sin(latitude);
  const scale = 1 - 20.4894e-6;
  const [rx, ry, rz] = [0.1502 * SECONDS, 0.247 * SECONDS, 0.8421 * SECONDS];
  const moved = {
    x: 446.448 + scale * x - rz * y + ry * z,
    y: -125.157 + rz * x + scale * y - rx * z,
    z: 542.06 - ry * x + rx * y + scale * z,
  };
  const flat = eccentricity(WGS84);
  const p = Math.hypot(moved.x, moved.y);
  let degrees = Math.atan2(moved.z, p * (1 - flat));
  for (let step = 0; step < 4; step += 1) {
    const curve = WGS84.a / Math.sqrt(1 - flat * Math.sin(degrees) ** 2);
    degrees = Math.atan2(moved.z + flat * curve * Math.sin(degrees), p);
  }
  return [degrees / RADIANS, Math.atan2(moved.y, moved.x) / RADIANS];
};
