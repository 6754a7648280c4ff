import { type Environment, type HttpProxy } from '../../system/proxy.ts';
import { type Finding } from './finding.ts';
/** The host name, IP address and port of a service. */
export type ServiceSocket = {
    readonly host: string;
    readonly ip: string;
    readonly port: number;
    /** The proxy that connects to it, and looks up its name. */
    readonly proxy?: HttpProxy | undefined;
};
/** Resolves the host of the address; behind a proxy, that does. */
export declare function dns(url: URL, proxy: HttpProxy | undefined): Promise<{
    readonly finding: Finding;
    readonly place?: ServiceSocket;
}>;
/** Checks that the service accepts a connection. */
export declare function connection({ host, ip, port, proxy }: ServiceSocket): Promise<Finding>;
/** Rejects if the work takes longer than `ms` milliseconds. */
export declare function answeredWithin<T>(ms: number, work: Promise<T>): Promise<T>;
/** Names the proxy that requests to an address go through, and tries it. */
export declare function proxy(url: URL, caFile: string | undefined, env: Environment): Promise<{
    readonly finding: Finding;
    readonly proxy?: HttpProxy;
}>;
