/** The address if a secret may be sent there (by HTTPS, or within this machine), or null. */
export const secretAddress = (written: string): URL | null => {
  if (!URL.canParse(written)) return null;
  const url = new URL(written);
  // The name that the CLI's containers use for the machine; here it is the machine itself.
  if (url.hostname === "host.docker.internal") url.hostname = "127.0.0.1";
  const own = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && own) ? url : null;
};
