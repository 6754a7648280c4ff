import type { Runtime, Stdout } from '../../terminal/context.ts';
/** An option of a command that the environment gives. */
type OptionGiven = {
    readonly name: string;
    readonly value: string;
    readonly variable: string;
};
/**
 * Shows every effective setting of a pipeline and where it comes from: a line of the file, an environment variable named
 * there, or the default. Then the options that the environment gives to commands. Sends nothing, and shows no key.
 * @throws RunError `CONFIG.*`
 */
export declare function showConfig({ pipeline: named, options }: {
    readonly pipeline: string;
    readonly options: readonly OptionGiven[];
}, context: Runtime & Stdout): Promise<number>;
export {};
