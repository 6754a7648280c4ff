type Address = {
    readonly address: string;
    readonly family: number;
};
/** Hosts that webhooks of all apps may be sent to. */
export type Network = {
    /** The hosts besides this machine, in lower case. */
    readonly hosts: readonly string[];
    /** Finds the addresses of a name; an address is found as itself. */
    readonly lookup: (host: string) => Promise<readonly Address[]>;
};
/** Addresses of a webhook, resolved once: the request connects to exactly these addresses. */
export type WebhookReceiver = {
    readonly addresses: readonly Address[];
    /** True if it is this machine. */
    readonly isLoopback: boolean;
};
/** Reads the hosts that webhooks may be sent to. Throws a SandboxError if one of the hosts is none. */
export declare function openNetwork(hosts?: readonly string[], lookup?: Network['lookup']): Network;
/** True if the host of a URL is this machine by its name or address alone. */
export declare function namesThisMachine(url: URL): boolean;
/**
 * Finds the addresses of a receiver. Rejects with the reason if it is not this machine and none of the allowed
 * `hosts`, if a name leads elsewhere than it says, and when `signal` aborts. No other name is even looked up.
 */
export declare function findReceiver(url: URL, { hosts, lookup }: Network, signal: AbortSignal): Promise<WebhookReceiver>;
export {};
