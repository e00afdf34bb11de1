import type { picturesOf } from "#domain/providers/pictures.ts";

export interface PictureFieldProps {
  userId: string;
  /** Where the pictures are stored: a quote's are in the portfolio. */
  bucket: "portfolio_media" | "pictures" | "enquiry_pictures";
  pictures: readonly string[];
  onChange: (pictures: string[]) => void;
  uploading: boolean;
  onUploading: (uploading: boolean) => void;
  /** Without the line about how many and which. */
  compact?: boolean;
}

/** A small picture in a row. */
export interface PictureItemProps {
  shape: "thumbnail";
  sizes: string;
  className: string;
  slide: ReturnType<typeof picturesOf>[number];
  onOpen: (pressed: HTMLElement) => Promise<void>;
}
