/** The PEM texts that a TLS server needs, and the file of the authority that its clients trust. */
export type Certificates = {
    readonly cert: string;
    readonly key: string;
    readonly caFile: string;
};
/**
 * Provides the server's certificate and its authority. They are created in `folder` on the first start, used
 * again after that, and renewed before they expire. `host` is one more name or address of IPv4 that the server is reached
 * under; `now` is in milliseconds.
 */
export declare function provideCertificates(folder: string, now: number, host?: string): Certificates;
