import { z } from 'zod';
/** The commands that a worker may be asked to do with a pipeline. */
declare const fleetCommands: readonly ['run', 'validate', 'plan', 'verify'];
export type FleetCommand = (typeof fleetCommands)[number];
/** The longest text of a pipeline, in characters. */
export declare const TEXT_MAX = 1000000;
/** A job as it stands in the queue: whoever can write there is not trusted. It has no key. */
export declare const jobSchema: z.ZodObject<{
    version: z.ZodLiteral<1>;
    submission: z.ZodString;
    submittedAt: z.ZodISODateTime;
    command: z.ZodEnum<{
        plan: "plan";
        run: "run";
        validate: "validate";
        verify: "verify";
    }>;
    name: z.ZodString;
    to: z.ZodExactOptional<z.ZodString>;
    file: z.ZodString;
    text: z.ZodString;
    options: z.ZodObject<{
        strict: z.ZodBoolean;
        allowNotifications: z.ZodBoolean;
    }, z.core.$strict>;
    stage: z.ZodExactOptional<z.ZodObject<{
        of: z.ZodString;
        name: z.ZodString;
    }, z.core.$strict>>;
    canceled: z.ZodExactOptional<z.ZodLiteral<true>>;
    schedule: z.ZodExactOptional<z.ZodObject<{
        at: z.ZodString;
        zone: z.ZodString;
    }, z.core.$strict>>;
}, z.core.$strict>;
export type FleetJob = z.infer<typeof jobSchema>;
declare const lastSchema: z.ZodObject<{
    command: z.ZodEnum<{
        plan: "plan";
        run: "run";
        validate: "validate";
        verify: "verify";
    }>;
    at: z.ZodISODateTime;
    exitCode: z.ZodInt;
    durationMs: z.ZodNumber;
    counts: z.ZodRecord<z.ZodString, z.ZodNumber>;
    code: z.ZodExactOptional<z.ZodString>;
    message: z.ZodExactOptional<z.ZodString>;
    hint: z.ZodExactOptional<z.ZodString>;
}, z.core.$strip>;
/** The end of a command of a pipeline. */
export type LastResult = Readonly<z.infer<typeof lastSchema>>;
declare const rowsSchema: z.ZodObject<{
    entity: z.ZodExactOptional<z.ZodString>;
    done: z.ZodNumber;
    total: z.ZodExactOptional<z.ZodNumber>;
    rowsPerMinute: z.ZodExactOptional<z.ZodNumber>;
    rateClass: z.ZodExactOptional<z.ZodString>;
    requestsPerMinute: z.ZodExactOptional<z.ZodNumber>;
    allowedPerMinute: z.ZodExactOptional<z.ZodNumber>;
    allowedBy: z.ZodExactOptional<z.ZodEnum<{
        declared: "declared";
        documented: "documented";
        found: "found";
        stated: "stated";
    }>>;
    app: z.ZodExactOptional<z.ZodString>;
    heldMs: z.ZodExactOptional<z.ZodNumber>;
}, z.core.$strip>;
/** The progress of the rows of a run. */
export type RowsDone = Readonly<z.infer<typeof rowsSchema>>;
declare const retrySchema: z.ZodObject<{
    code: z.ZodString;
    message: z.ZodString;
    hint: z.ZodString;
    tries: z.ZodInt;
}, z.core.$strip>;
/** An attempt that is made again later. */
export type Retry = Readonly<z.infer<typeof retrySchema>>;
/** Data that others can write as well: a part that is not as we write it is taken for missing. */
declare const progressSchema: z.ZodCatch<z.ZodObject<{
    rows: z.ZodCatch<z.ZodOptional<z.ZodObject<{
        entity: z.ZodExactOptional<z.ZodString>;
        done: z.ZodNumber;
        total: z.ZodExactOptional<z.ZodNumber>;
        rowsPerMinute: z.ZodExactOptional<z.ZodNumber>;
        rateClass: z.ZodExactOptional<z.ZodString>;
        requestsPerMinute: z.ZodExactOptional<z.ZodNumber>;
        allowedPerMinute: z.ZodExactOptional<z.ZodNumber>;
        allowedBy: z.ZodExactOptional<z.ZodEnum<{
            declared: "declared";
            documented: "documented";
            found: "found";
            stated: "stated";
        }>>;
        app: z.ZodExactOptional<z.ZodString>;
        heldMs: z.ZodExactOptional<z.ZodNumber>;
    }, z.core.$strip>>>;
    last: z.ZodCatch<z.ZodOptional<z.ZodObject<{
        command: z.ZodEnum<{
            plan: "plan";
            run: "run";
            validate: "validate";
            verify: "verify";
        }>;
        at: z.ZodISODateTime;
        exitCode: z.ZodInt;
        durationMs: z.ZodNumber;
        counts: z.ZodRecord<z.ZodString, z.ZodNumber>;
        code: z.ZodExactOptional<z.ZodString>;
        message: z.ZodExactOptional<z.ZodString>;
        hint: z.ZodExactOptional<z.ZodString>;
    }, z.core.$strip>>>;
    retry: z.ZodCatch<z.ZodOptional<z.ZodObject<{
        code: z.ZodString;
        message: z.ZodString;
        hint: z.ZodString;
        tries: z.ZodInt;
    }, z.core.$strip>>>;
    begunMs: z.ZodCatch<z.ZodOptional<z.ZodNumber>>;
}, z.core.$strip>>;
/** The notes that the worker of a job writes beside it. */
export type JobProgress = Readonly<z.infer<typeof progressSchema>>;
/** The parts of a job that its worker writes. */
export declare const jobProgressOf: (progress: unknown) => JobProgress;
declare const nightSchema: z.ZodObject<{
    plannedMs: z.ZodInt;
    missed: z.ZodInt;
    why: z.ZodExactOptional<z.ZodEnum<{
        noWorker: "noWorker";
        running: "running";
    }>>;
}, z.core.$strip>;
/** The outcome of one night of a schedule. */
export type NightResult = Readonly<z.infer<typeof nightSchema>>;
/** The same of a job that has ended; undefined for what no schedule of ours returns. */
export declare const nightOf: (returned: unknown) => NightResult | undefined;
/** The id of a pipeline in the queue: one for each file name, folder and target. */
export declare function jobIdOf({ name, to, file }: Pick<FleetJob, 'name' | 'to' | 'file'>): string;
/** The name of a pipeline with its target. */
export declare const shownName: ({ name, to }: Pick<FleetJob, 'name' | 'to'>) => string;
export {};
