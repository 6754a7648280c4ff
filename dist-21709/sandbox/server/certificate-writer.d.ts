import { type KeyObject } from 'node:crypto';
/** A certificate as PEM text with its private key. */
export type Signed = {
    readonly cert: string;
    readonly key: KeyObject;
};
/** The issuer of a certificate: its name and key. */
export type Issuer = {
    readonly name: string;
    readonly key: KeyObject;
};
/** The validity of a certificate, milliseconds since the epoch. */
export type Validity = {
    readonly from: number;
    readonly until: number;
};
/** The host names in the server's certificate, besides the loopback addresses. */
export declare const SERVER_HOSTS: readonly string[];
/** Creates a certificate authority that can sign only server certificates. */
export declare function newAuthority(name: string, validity: Validity): Signed;
/** Creates the certificate of a server that is reached under these hosts and the loopback addresses. */
export declare function newServerCertificate(issuer: Issuer, validity: Validity, hosts: readonly string[]): Signed;
