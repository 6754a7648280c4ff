/** The place of a state that is not kept in a folder: a database of PostgreSQL. Its password is shown nowhere. */
export declare class StateServer {
    #private;
    /** As messages call it: host, port and database. */
    readonly shown: string;
    /** Differs for each database, and for each user of one, who may have other tables: a folder for copies. */
    readonly digest: string;
    /** For so long a holder that gives no sign of life keeps the state, milliseconds. */
    readonly leaseMs: number;
    /** @param url has the form that `serverProblem` asks for */
    constructor(url: string);
    /** The URL to connect with, password included; only for the driver. */
    reveal(): string;
    toString(): string;
    toJSON(): string;
}
/** The problem with the URL of a server, without any part of it; undefined if nothing is. */
export declare function serverProblem(url: string): string | undefined;
