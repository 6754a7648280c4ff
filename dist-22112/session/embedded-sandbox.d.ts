/** The local service, running in a process of its own. */
export type EmbeddedSandbox = AsyncDisposable & {
    /** Aborts with a RunError if the sandbox ends by itself. */
    readonly lost: AbortSignal;
    readonly baseUrl: string;
    readonly appId: string;
    readonly region: string;
    readonly files: {
        readonly apiKey: string;
        readonly ca: string;
    };
};
/**
 * Starts the `sandbox` command in a process of its own, exactly as a user would. The sandbox ends when its standard input
 * ends, so it never outlives this process. Ctrl-C for this process does not reach it.
 * @param dataFile where it stores its data; its keys and certificates are in the same folder
 * @param secrets names of variables that it does not get
 * @throws RunError `SANDBOX.FAILED`
 */
export declare function startEmbeddedSandbox(dataFile: string, secrets: readonly string[]): Promise<EmbeddedSandbox>;
