/** Names of hosts end so: `.example.com` is all below that name. */
type Ending = `.${string}`;

/**
 * True for an address of a host of an old system itself: https at the usual port below one of the names, or the very host that
 * the pipeline has named for the API.
 * @param api the address of the API of the account
 */
export function isOwnHost(address: URL, api: URL, endings: readonly Ending[]): boolean {
  if (address.username !== '' || address.password !== '') return false;
  if (address.origin === api.origin) return true;
  return (
    address.protocol === 'https:' &&
    address.port === '' &&
    endings.some((ending) => address.hostname.endsWith(ending))
  );
}

/** The address of a file as a system has written it, if it is one that may be asked: https, or on the host of the API. */
export function fileAddress(written: unknown, api: URL): URL | undefined {
  const address = typeof written === 'string' ? URL.parse(written) : null;
  if (address?.username !== '' || address.password !== '') return undefined;
  return address.protocol === 'https:' || address.origin === api.origin ? address : undefined;
}
