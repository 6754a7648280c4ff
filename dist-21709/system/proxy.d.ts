/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;
/** A proxy that the environment names. */
export type HttpProxy = {
    /** Source of it: a variable, or the option of a client. */
    readonly variable: string;
    /** The address without credentials, such as `http://proxy.example.com:3128`; what messages may show. */
    readonly origin: string;
    /** The value of `Proxy-Authorization`; absent without credentials. Never shown. */
    readonly authorization?: string;
};
/**
 * The proxy for an address: `HTTPS_PROXY` for https, `HTTP_PROXY` for http, each also in lower case, which wins; none for a
 * host that `NO_PROXY` names, nor for this machine unless `CHATFERRY_PROXY_LOOPBACK=1`.
 * @throws ProxyError if the variable holds no address of a proxy; the message does not show it
 */
export declare function proxyFor({ protocol, hostname, port }: URL, env: Environment): HttpProxy | undefined;
/**
 * A proxy by its address, with or without credentials.
 * @param variable what names it, for messages
 * @throws ProxyError if it is no address of a proxy; the message does not show it
 */
export declare function proxyOf(variable: string, value: string): HttpProxy;
/** There is no way through a proxy: nothing of the request was sent. Its message never shows credentials. */
export declare class ProxyError extends Error {
    readonly name = "ProxyError";
    /** True if another try would end in the same way. */
    readonly fatal: boolean;
    constructor(message: string, { fatal, cause }: {
        fatal: boolean;
        cause?: unknown;
    });
}
/** True if the code of an error says that there is no trusted connection: TLS, or a certificate. */
export declare const isUntrusted: (code: string) => boolean;
