/** The service's regions, as its specification lists them. */
const regions = ['us', 'eu', 'in'] as const;
export type Region = (typeof regions)[number];

/** The parts of an app's addresses. */
export type AppAddress = {
  /** The app's id: 1 to 63 letters, digits and hyphens. It becomes one label of a host name. */
  readonly appId: string;
  /** @default 'us' */
  readonly region?: Region;
  /** Host name without scheme and path. It may contain a port: `localhost:8443`. */
  readonly serviceHost: string;
};

const APP_ID = /^[A-Za-z0-9-]{1,63}$/;
const HOST = /^[A-Za-z0-9.-]+(?::\d{1,5})?$/;
const LOOPBACK = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** True if an address is one of this machine; false for everything that is no URL. */
export const isLoopback = (address: string): boolean =>
  URL.canParse(address) && LOOPBACK.test(new URL(address).hostname);

/**
 * `https://<appId>.api-<region>.<serviceHost>/v3`, the base address of all chat calls.
 * @throws RangeError if a part is invalid
 */
export const chatUrl = (app: AppAddress): string => urlOf(app, 'api');

/** The same with `call-` in place of `api-`: the base address of call records. */
export const callsUrl = (app: AppAddress): string => urlOf(app, 'call');

/**
 * `https://<managementHost>`, without app, region and version.
 * @throws RangeError if it is not a host name
 */
export function managementUrl(managementHost: string): string {
  if (!fits(HOST, managementHost)) throw new RangeError(`${shown(managementHost)} is not a host name`);
  return checkedUrl(`https://${managementHost}`);
}

/** An address as an error may quote it: the part before an `@` may contain a password. */
const shown = (value: unknown): string => String(value).replace(/^.*@/s, '…@');

/** The type is checked too: a pattern alone would read a missing value as the text `undefined`. */
const fits = (pattern: RegExp, value: unknown): boolean => typeof value === 'string' && pattern.test(value);

function urlOf({ appId, region = 'us', serviceHost }: AppAddress, kind: 'api' | 'call'): string {
  if (!fits(APP_ID, appId))
    throw new RangeError(`an app id is letters, digits and hyphens, not ${shown(appId)}`);
  if (!regions.includes(region)) throw new RangeError(`a region is one of ${regions.join(', ')}`);
  if (!fits(HOST, serviceHost))
    throw new RangeError(`${shown(serviceHost)} is not a host name without https:// and without a path`);
  return checkedUrl(`https://${appId}.${kind}-${region}.${serviceHost}/v3`);
}

/**
 * An address that requests may be sent to, without a slash at the end: https, or plain http on this machine only.
 * @throws RangeError if it is not such an address
 */
export function checkedUrl(address: string): string {
  if (!URL.canParse(address)) throw new RangeError(`${shown(address)} is not a URL`);
  const url = new URL(address);
  if (url.username || url.password || url.search || url.hash)
    throw new RangeError('the address must not contain a user, a query or a fragment');
  // If a password contains a slash, the user is parsed as the host, and the password as the path.
  if (url.pathname.includes('@'))
    throw new RangeError(`${shown(address)} contains an @, which is not allowed in an address`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname)))
    throw new RangeError(`${url.origin} is not https; plain http is allowed on this machine only`);
  return url.href.replace(/\/$/, '');
}
