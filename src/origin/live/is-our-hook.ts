/** The path of the receiver: the system, and 24 random bytes. */
const PATH = /\/(?<system>[a-z]+)\/[\w-]{32}$/;

/** True for the address of a webhook that has the form of ours. */
export function isOurHook(url: string, system: string): boolean {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  return PATH.exec(path)?.groups?.['system'] === system;
}
