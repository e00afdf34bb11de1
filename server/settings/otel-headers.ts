/** What OTEL_EXPORTER_OTLP_HEADERS means: `name=value,name=value`, percent-encoded. Null if it is malformed. */
export const parseHeaders = (text: string): Record<string, string> | null => {
  const headers: Record<string, string> = {};
  for (const part of text.split(",").filter((each) => each.trim() !== "")) {
    const [, name, value] = /^\s*([\w!#$%&'*.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    if (!name || value === undefined) return null;
    try {
      headers[name] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return headers;
};
