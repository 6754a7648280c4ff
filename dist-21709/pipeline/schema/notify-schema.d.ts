import { z } from 'zod';
/** Schema of how a pipeline file says who is told about a run. */
/** Classes of what can have happened: each class is a group of exit codes, but for `start`. */
declare const notifyClasses: readonly ['start', 'success', 'rejected', 'stopped', 'locked', 'guard', 'state', 'auth', 'error'];
export type NotifyClass = (typeof notifyClasses)[number];
/** Why nothing may be sent to an address; undefined if it may. Never quotes it: such an address is often a secret. */
export declare function addressFault(address: string): string | undefined;
/** A value that is often a secret: itself, or where it is found when it is needed. */
export declare const secretPlace: z.ZodUnion<readonly [z.ZodObject<{
    env: z.ZodString;
}, z.core.$strict>, z.ZodObject<{
    file: z.ZodString;
}, z.core.$strict>]>;
declare const secretAddress: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
    env: z.ZodString;
}, z.core.$strict>, z.ZodObject<{
    file: z.ZodString;
}, z.core.$strict>]>;
/** Placeholders that a template may name. */
declare const placeholders: readonly ['pipeline', 'class', 'exitCode', 'summary', 'code', 'message', 'hint', 'startedAt', 'finishedAt', 'seconds', 'read', 'landed', 'rejected', 'blocked', 'skipped', 'inDoubt', 'report', 'log'];
export type Placeholder = (typeof placeholders)[number];
/** Finds `{name}` in a template. */
export declare const PLACEHOLDER: RegExp;
export declare const notifySchema: z.ZodArray<z.ZodUnion<readonly [z.ZodObject<{
    webhook: z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        env: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        file: z.ZodString;
    }, z.core.$strict>]>;
    headers: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
    body: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodRecord<z.ZodString, z.ZodUnknown>]>>;
    on: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        auth: "auth";
        error: "error";
        failure: "failure";
        guard: "guard";
        locked: "locked";
        rejected: "rejected";
        start: "start";
        state: "state";
        stopped: "stopped";
        success: "success";
    }>>>;
}, z.core.$strict>, z.ZodObject<{
    ping: z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
        env: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        file: z.ZodString;
    }, z.core.$strict>]>, z.ZodObject<{
        start: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            env: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            file: z.ZodString;
        }, z.core.$strict>]>>;
        success: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            env: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            file: z.ZodString;
        }, z.core.$strict>]>>;
        failure: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodObject<{
            env: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            file: z.ZodString;
        }, z.core.$strict>]>>;
    }, z.core.$strict>]>;
    on: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        auth: "auth";
        error: "error";
        failure: "failure";
        guard: "guard";
        locked: "locked";
        rejected: "rejected";
        start: "start";
        state: "state";
        stopped: "stopped";
        success: "success";
    }>>>;
}, z.core.$strict>, z.ZodObject<{
    command: z.ZodArray<z.ZodString>;
    on: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        auth: "auth";
        error: "error";
        failure: "failure";
        guard: "guard";
        locked: "locked";
        rejected: "rejected";
        start: "start";
        state: "state";
        stopped: "stopped";
        success: "success";
    }>>>;
}, z.core.$strict>]>>;
export type Notifier = z.infer<typeof notifySchema>[number];
export type NotifyAddress = z.infer<typeof secretAddress>;
export {};
