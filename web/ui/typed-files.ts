/** The type of a picture by its first bytes, as Latin letters. */
const typeOf = (letters: string): string | undefined => {
  if (letters.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (letters.startsWith("\u0089PNG\r\n")) return "image/png";
  return letters.startsWith("RIFF") && letters.endsWith("WEBP") ? "image/webp" : undefined;
};

const typed = async (file: File): Promise<File> => {
  // A file that cannot be read is refused where it is sent.
  const head = await file
    .slice(0, 12)
    .arrayBuffer()
    .catch(() => new ArrayBuffer());
  const type = typeOf(String.fromCharCode(...new Uint8Array(head)));
  return type && type !== file.type
    ? new File([file], file.name, { type, lastModified: file.lastModified })
    : file;
};

/**
 * Chosen files, pictures with the type of their content: some browsers and file managers give none, or another name of
 * it (`image/jpg`, `image/pjpeg`).
 */
export const typedFiles = (files: Iterable<File>): Promise<File[]> =>
  Promise.all(Array.from(files, typed));
