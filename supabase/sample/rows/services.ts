import { NO_AREA } from "#domain/providers/area.ts";
import { priceColumns } from "#domain/providers/prices.ts";
import { availability } from "../availability.ts";
import { people } from "../people.ts";
import { services } from "../written.ts";

export const serviceRows = () =>
  people.flatMap(({ id, key }) =>
    services
      .filter(({ provider }) => provider === key)
      .map(({ title, description, price, unit }, index) => ({
        provider_id: id,
        title,
        description,
        ...priceColumns({ price, unit }),
        position: index + 1,
      })),
  );

export const availabilityRows = () =>
  people.flatMap(({ id, key }) => {
    const row = availability[key];
    return row ? [{ provider_id: id, hours: row.hours, ...NO_AREA, ...row.area }] : [];
  });
