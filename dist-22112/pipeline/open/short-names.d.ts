import type { Spools } from '../code/spool-sources.ts';
import { type Copies } from '../remote/copies.ts';
import type { FoundInputs } from './find-inputs.ts';
import type { Opening } from './opening.ts';
/** File names; files with the same name get their paths relative to the working directory. Addresses stay as they are. */
export declare function shortNames(paths: readonly string[]): ReadonlyMap<string, string>;
/** Names of the inputs of a pipeline, by path. */
type InputNames = Pick<Opening, 'spooled'> & {
    /** As messages name them. */
    readonly names: ReadonlyMap<string, string>;
};
/** Names files by their paths, and what was spooled or copied by where it came from. */
export declare function inputNames(found: FoundInputs, spools: Spools, copies: Copies): InputNames;
export {};
