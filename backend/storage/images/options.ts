import { z } from "zod";
import { refuse } from "../errors.ts";

/** Pixels; the bounds are Supabase's own. */
const side = z.coerce.number().int().min(1).max(2500).optional();

const schema = z.object({
  width: side,
  height: side,
  resize: z.enum(["cover", "contain", "fill"]).default("cover"),
  quality: z.coerce.number().int().min(20).max(100).default(80),
  format: z.enum(["origin", "webp", "avif"]).optional(),
});

/** How a picture is asked for. Without `format` the best type that the reader accepts is chosen. */
export type ImageOptions = z.infer<typeof schema>;

/** Reads options from a query or a signed address; throws `invalidRequest` naming the first fault. */
export const parseImageOptions = (values: unknown): ImageOptions => {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refuse("invalidRequest", {
    message: `Invalid image option ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`,
  });
};

/** Options as text, the same for equal options: the name of a made picture. */
export const optionsKey = ({ width, height, resize, quality, format }: ImageOptions): string =>
  [width ?? "", height ?? "", resize, quality, format ?? ""].join("_");
