import type { WorkSample } from "#domain/providers/portfolio.ts";

/** A member's work of one file of their own, called by its id. */
export const sampleOf = (id: string, type: "image" | "video" = "image"): WorkSample => ({
  id,
  title: id,
  description: "",
  media: [
    {
      id: `${id}-1`,
      url: `/storage/v1/object/public/portfolio_media/me/portfolio/${id}.png`,
      type,
      filename: "",
      alt: "",
      caption: "",
    },
  ],
});
