/** A provider as lists have them, of whom little is known. */
export const LISTED = {
  user_id: "5ea7c400-0000-4000-8000-000000000001",
  name: "Sam Ellery",
  title: "Electrician",
  bio: null,
  image_url: null,
  business_name: "Bright Volt",
  location: "Leeds",
  rating_average: null,
  rating_count: 0,
};
