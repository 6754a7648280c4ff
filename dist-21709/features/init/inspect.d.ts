import type { EntityName } from '../../input/entities/entity.ts';
import { type Runtime, type Stderr, type Stdout } from '../../terminal/context.ts';
/** Options of `inspect`. */
export type InspectCommandOptions = {
    readonly files: readonly string[];
    /** Shows values as written in the file, instead of their form. */
    readonly samples: boolean;
    readonly entity: EntityName | undefined;
    readonly encoding: string | undefined;
    readonly delimiter: string | undefined;
    readonly zone: string | undefined;
};
/**
 * Prints what each file contains; files of one form in a folder or an archive are shown as one. If a file cannot be
 * read, the others are still shown.
 * @returns the highest exit code of any file that was named; what a folder has besides exports is no error
 */
export declare function inspect({ files, samples, ...known }: InspectCommandOptions, context: Runtime & Stdout & Stderr): Promise<number>;
