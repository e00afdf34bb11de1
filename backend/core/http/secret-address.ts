/** The address, as far as a secret may travel to it: by HTTPS, or within this machine; else null. */
export const secretAddress = (written: string): URL | null => {
  if (!URL.canParse(written)) return null;
  const url = new URL(written);
  // What the CLI's containers call the machine is the machine itself here.
  if (url.hostname === "host.docker.internal") url.hostname = "127.0.0.1";
  const own = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && own) ? url : null;
};
