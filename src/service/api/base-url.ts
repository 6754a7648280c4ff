/** The service's regions, as its specification lists them. */
export const regions = ['us', 'eu', 'in'] as const;
export type Region = (typeof regions)[number];

/** What the addresses of an app are made of. */
export type AppAddress = {
  /** Letters, digits and hyphens, at most 63: it is one label of a host name. */
  readonly appId: string;
  /** `us` where absent. */
  readonly region?: Region;
  /** Without scheme and path; may carry a port, `localhost:8443`. */
  readonly serviceHost: string;
};

const APP_ID = /^[A-Za-z0-9-]{1,63}$/;
const HOST = /^[A-Za-z0-9.-]+(?::\d{1,5})?$/;
const LOOPBACK = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * `https://<appId>.api-<region>.<serviceHost>/v3`, where every chat call goes.
 * @throws RangeError where a part is none
 */
export const chatUrl = (app: AppAddress): string => urlOf(app, 'api');

/** The same with `call-` in place of `api-`, where the records of calls are. */
export const callsUrl = (app: AppAddress): string => urlOf(app, 'call');

/**
 * `https://<managementHost>`, without app, region and version.
 * @throws RangeError where it is no host
 */
export function managementUrl(managementHost: string): string {
  if (!fits(HOST, managementHost)) throw new RangeError(`${shown(managementHost)} is not a host name`);
  return checkedUrl(`https://${managementHost}`);
}

/** What may be said of an address: what stands before an `@` may be a password. */
const shown = (value: unknown): string => String(value).replace(/^.*@/s, '…@');

/** A pattern alone would read a missing value as the text `undefined`. */
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
 * An address that requests may be sent to, without a slash at its end: https, or plain http on this machine alone.
 * @throws RangeError where it is not such an address
 */
export function checkedUrl(address: string): string {
  if (!URL.canParse(address)) throw new RangeError(`${shown(address)} is not a URL`);
  const url = new URL(address);
  if (url.username || url.password || url.search || url.hash)
    throw new RangeError('the address holds no user, query or fragment');
  // A password with a slash in it makes the user the host and itself the path.
  if (url.pathname.includes('@'))
    throw new RangeError(`${shown(address)} holds an @, which no address here does`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname)))
    throw new RangeError(`${url.origin} is not https; plain http is for this machine alone`);
  return url.href.replace(/\/$/, '');
}
