import { z } from "zod";
import { refuse } from "../errors.ts";

/** Pixels, limited to Supabase's own maximum; 0 leaves the side to the other one. */
const side = z.coerce
  .number()
  .int()
  .min(0)
  .transform((pixels) => Math.min(pixels, 2500) || undefined)
  .optional();

const schema = z.object({
  width: side,
  height: side,
  resize: z.enum(["cover", "contain", "fill"]).default("cover"),
  quality: z.coerce.number().int().min(20).max(100).optional(),
  format: z.enum(["origin", "webp", "avif"]).optional(),
});

/** The options for a picture. Without `format` the best type that the reader accepts is chosen. */
export type ImageOptions = z.infer<typeof schema>;

/** Reads options from a query or a signed address; throws `invalidRequest` naming the first error. */
export const parseImageOptions = (values: unknown): ImageOptions => {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refuse("invalidRequest", {
    message: `Invalid image option ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`,
  });
};

/** As on the hosted platform, if none is given. */
export const QUALITY = 80;

const RESIZING = { cover: "fill", contain: "fit", fill: "force" } as const;

/** The applied transformation, in the hosted platform's own header. */
export const describeOptions = ({ width, height, resize, quality, format }: ImageOptions): string =>
  [
    height && `height:${height}`,
    width && `width:${width}`,
    (width || height) && `resizing_type:${RESIZING[resize]}`,
    quality && `quality:${quality}`,
    format && format !== "origin" && `format:${format}`,
  ]
    .filter(Boolean)
    .join(",");

/** Options as text, the same for equal options: the name of a transformed picture. */
export const optionsKey = ({ width, height, resize, quality, format }: ImageOptions): string =>
  [width ?? "", height ?? "", resize, quality ?? QUALITY, format ?? ""].join("_");
