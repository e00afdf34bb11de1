import { offers } from "../offers.ts";
import { people } from "../people.ts";

const offering = people.flatMap((person) => {
  const offer = offers[person.key];
  return person.type === "provider" && offer ? [{ person, offer }] : [];
});

export const serviceRows = () =>
  offering.flatMap(({ person, offer }) =>
    offer.services.map(([title, price, unit, description], index) => ({
      provider_id: person.id,
      title,
      description: description ?? null,
      price_pence: typeof price === "number" ? price : null,
      price_text: typeof price === "string" ? price : null,
      unit: unit ?? null,
      position: index + 1,
    })),
  );

export const availabilityRows = () =>
  offering.map(({ person, offer: { hours, places, radius } }) => ({
    provider_id: person.id,
    hours,
    places,
    radius,
  }));
