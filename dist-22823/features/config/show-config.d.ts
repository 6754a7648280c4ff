import type { Runtime, Stdout } from '../../terminal/context.ts';
/**
 * Shows every effective setting of a pipeline and where it comes from: a line of the file, an environment variable named
 * there, or the default. Sends nothing, and shows no key.
 * @throws RunError `CONFIG.*`
 */
export declare function showConfig({ pipeline: named }: {
    readonly pipeline: string;
}, context: Runtime & Stdout): Promise<number>;
