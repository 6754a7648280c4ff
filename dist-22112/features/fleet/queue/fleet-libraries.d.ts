/**
 * The libraries of fleets, loaded when a fleet command needs them: as CommonJS, so that the engine finds the drivers beside it.
 * @throws RunError `FLEET.LIBRARY_MISSING`
 */
export declare const fleetLibraries: {
    readonly bullmq: () => typeof import("bullmq");
    readonly ioredis: () => typeof import("ioredis");
    readonly pg: () => typeof import("pg");
    readonly cronParser: () => Pick<typeof import("cron-parser"), "CronExpressionParser">;
};
