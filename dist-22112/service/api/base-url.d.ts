/** The service's regions, as its specification lists them. */
declare const regions: readonly ['us', 'eu', 'in'];
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
/** True if an address is one of this machine; false for everything that is no URL. */
export declare const isLoopback: (address: string) => boolean;
/**
 * `https://<appId>.api-<region>.<serviceHost>/v3`, the base address of all chat calls.
 * @throws RangeError if a part is invalid
 */
export declare const chatUrl: (app: AppAddress) => string;
/** The same with `call-` in place of `api-`: the base address of call records. */
export declare const callsUrl: (app: AppAddress) => string;
/**
 * `https://<managementHost>`, without app, region and version.
 * @throws RangeError if it is not a host name
 */
export declare function managementUrl(managementHost: string): string;
/**
 * An address that requests may be sent to, without a slash at the end: https, or plain http on this machine only.
 * @throws RangeError if it is not such an address
 */
export declare function checkedUrl(address: string): string;
export {};
