import type { System } from '../../system/system.ts';
import { type HttpAnswer } from './http-get.ts';
import type { RemoteUrl } from './remote-url.ts';
/** Asks servers for files, again where they fail for a while. */
export type FileServers = AsyncDisposable & {
    /**
     * @param headers besides those of every request
     * @param bytesMax of the body
     * @param isWhole whether a 200 or 206 has what it should; else it is asked for again
     * @returns an answer with one of the statuses 200, 206, 304, 416
     * @throws RunError `SOURCE.MISSING`, `SOURCE.FETCH_REFUSED`, `SOURCE.FETCH_UNTRUSTED`, `SOURCE.FETCH_FAILED`
     */
    ask(url: RemoteUrl, headers: Readonly<Record<string, string>>, bytesMax: number, signal: AbortSignal, isWhole?: (answer: HttpAnswer) => boolean): Promise<HttpAnswer>;
};
/** Requests to a server at once; each has a piece of a file in memory. */
export declare const REQUESTS_AT_ONCE = 4;
/** @param silentMs so long a server may send nothing */
export declare function fileServers(system: Pick<System, 'connect' | 'clock' | 'random'>, silentMs?: number): FileServers;
