/**
 * The beginning of the keys of messages of an app that have none: its id, or else the host of its API.
 * @param address of its API
 */
export function keyPrefix(address: string, appId: string | undefined): string {
  const [, label] = /^https:\/\/([a-z0-9-]+)\.api-/i.exec(address) ?? [];
  return appId ?? label ?? new URL(address).hostname.replaceAll(/[^a-z0-9]+/gi, '-');
}
