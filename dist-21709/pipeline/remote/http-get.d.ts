import type { System } from '../../system/system.ts';
/** An answer to a request. */
export type HttpAnswer = {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly bytes: Buffer;
    /** False if the body is longer than was wanted: the rest of it was not read. */
    readonly isComplete: boolean;
};
/** Connections that get what servers answer on the way to a file. */
export type Getter = AsyncDisposable & {
    /**
     * Asks for a file, and follows where its server sends us. Nothing is asked twice.
     * @param bytesMax of the body
     * @throws RedirectError; the errors of the connection; the reason of the signal
     */
    get(url: string, headers: Readonly<Record<string, string>>, bytesMax: number, signal: AbortSignal): Promise<HttpAnswer>;
};
/** A server sends us where a file may not come from. */
export declare class RedirectError extends Error {
    readonly name = "RedirectError";
}
/**
 * Opens connections when they are needed; disposing of it closes them.
 * @param connections to a server at once
 * @param silentMs so long a server may send nothing
 */
export declare function httpGetter({ connect }: Pick<System, 'connect'>, { connections, silentMs }: {
    readonly connections: number;
    readonly silentMs: number;
}): Getter;
