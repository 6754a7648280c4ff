import type { System } from '../../system/system.ts';
export type PageOptions = {
    /** Which page; its files are `view/<page>.html` and those in `view/<page>/`. */
    readonly page: 'run' | 'fleet';
    /** The address to listen on. Anything but 127.0.0.1 lets other machines read. */
    readonly host: string;
    /** 0 picks a free one. */
    readonly port: number;
    /** Makes the client of a page that is opened now, with the news that it gets first. */
    readonly opened: () => PageClient;
    /** Acts that the page may ask for, by name. Without any it can only be read. */
    readonly acts: Readonly<Record<string, () => void>>;
    readonly system: Pick<System, 'clock' | 'machine' | 'random'>;
};
/** An open page: what it has not got yet, as JSON that is one line; undefined if that is nothing. */
export type PageClient = {
    readonly news: () => unknown;
};
/** A page and its stream of news. */
export type PageServer = AsyncDisposable & {
    /** With the token that every request carries. */
    readonly url: string;
    /** Sends every open page its news. */
    readonly send: () => void;
    /** The number of open pages. */
    readonly open: () => number;
};
/** The address at which a page is seen by this machine alone. */
export declare const LOOPBACK = "127.0.0.1";
/**
 * Serves a page until it is disposed of; open pages get their last news before.
 * @throws RunError `USAGE.INVALID` if nothing can listen on the host and port
 */
export declare function servePage(options: PageOptions): Promise<PageServer>;
