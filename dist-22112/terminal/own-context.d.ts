import type { CommandContext, Runtime } from './context.ts';
/** Setting of a command that no command line has started. */
export type OwnSetting = Pick<Runtime, 'system' | 'env' | 'signal' | 'allowCode' | 'pipelineText'> & {
    /** The call as hints, locks and reports name it. */
    readonly name: string;
    /** Gets what the command would print as a warning. */
    readonly warn: (message: string) => void;
};
/** Makes a context in which nothing is printed: for programs and workers. */
export declare function ownContext({ name, warn, ...given }: OwnSetting): {
    readonly context: CommandContext;
    readonly printed: () => string;
};
