import { z } from 'zod';
declare const schema: z.ZodObject<{
    version: z.ZodLiteral<1>;
    concurrency: z.ZodDefault<z.ZodInt>;
    env: z.ZodDefault<z.ZodArray<z.ZodString>>;
    pipelines: z.ZodDefault<z.ZodArray<z.ZodString>>;
    folders: z.ZodDefault<z.ZodArray<z.ZodString>>;
    hosts: z.ZodDefault<z.ZodArray<z.ZodString>>;
    keys: z.ZodDefault<z.ZodArray<z.ZodUnion<readonly [z.ZodObject<{
        host: z.ZodString;
        appId: z.ZodOptional<z.ZodString>;
        env: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        host: z.ZodString;
        appId: z.ZodOptional<z.ZodString>;
        file: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        host: z.ZodString;
        appId: z.ZodOptional<z.ZodString>;
        command: z.ZodArray<z.ZodString>;
    }, z.core.$strict>]>>>;
}, z.core.$strict>;
/** The permissions that the machine of a worker gives. */
export type WorkerConfig = z.infer<typeof schema>;
export type Env = Readonly<Record<string, string | undefined>>;
/** The permissions and the environment of the machine of a worker. */
export type WorkerRules = {
    readonly config: WorkerConfig;
    readonly env: Env;
    /** `fleet work --allow-code`. */
    readonly allowCode: boolean;
};
/** Without a file: no pipeline that is trusted, no folder, no variable and no key. */
export declare const CLOSED_CONFIG: WorkerConfig;
/**
 * Reads the file of a worker; paths in it are relative to its folder. It names programs, keys and what is trusted: nobody
 * else may change it.
 * @throws RunError `CONFIG.FILE_MISSING`, `CONFIG.CODE_NOT_OWN`, `CONFIG.SYNTAX`, `CONFIG.INVALID`
 */
export declare function readWorkerConfig(file: string): Promise<WorkerConfig>;
export {};
