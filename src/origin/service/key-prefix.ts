/**
 * The id of an app; undefined if neither its name nor the address of its API tells it.
 * @param address of its API
 */
export function appIdOf(address: string, appId: string | undefined): string | undefined {
  const [, label] = /^https:\/\/([a-z0-9-]+)\.api-/i.exec(address) ?? [];
  return appId ?? label;
}

/**
 * The beginning of the keys of messages of an app that have none: its id, or else the host of its API.
 * @param address of its API
 */
export const keyPrefix = (address: string, appId: string | undefined): string =>
  appIdOf(address, appId) ?? new URL(address).hostname.replaceAll(/[^a-z0-9]+/gi, '-');
