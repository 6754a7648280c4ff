import { inspect } from 'node:util';
/** Address of a source on a server. Its query and its user are secrets: an address that was signed beforehand has its key there. */
export declare class RemoteUrl {
    #private;
    /** Name of it wherever it is shown or kept: without user and query. */
    readonly shown: string;
    /**
     * @param url has the form that `urlProblem` asks for
     * @param shown differs from that of each other address of the pipeline
     */
    constructor(url: string, shown: string);
    /** The address with its secrets; only for a request to it. */
    reveal(): string;
    toString(): string;
    toJSON(): string;
    [inspect.custom](): string;
}
/** The address in a path, and what follows it: `!/` and a path inside of an archive. */
export declare function urlParts(path: string): readonly [url: string, inside: string];
/** An address without its user and its query. */
export declare function withoutSecrets(url: string): string;
/** Describes what is wrong with a path that is an address, without any part of it that may be secret; undefined if nothing is. */
export declare function urlProblem(path: string): string | undefined;
