/** The variables of an environment. */
type Env = Readonly<Record<string, string | undefined>>;
/**
 * The environment of a program that is started: without what is for chatferry itself, above all its key, and without what the
 * pipeline names as secrets.
 */
export declare const childEnv: (env: Env, secrets: readonly string[]) => Record<string, string>;
export {};
