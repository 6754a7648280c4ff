import type { WrittenPlace } from '../../input/rows/place.ts';
import type { Opening } from '../open/opening.ts';
/** A file of a finished run that a row of a rejects file is from. */
export type KnownFile = {
    /** The file itself, or the archive that it is in; the output of a command is kept no longer. */
    readonly input: string;
    /** Its path relative to the folder of the pipeline file, as `_file` has it. */
    readonly file: string;
    /** The short name. */
    readonly name: string;
    /** The pseudo columns that are the same in all of its rows. */
    readonly constants: Readonly<Record<string, string>>;
};
/** Finds a file by what `_file` says; undefined if no source has it. */
export type KnownFiles = (place: WrittenPlace) => KnownFile | undefined;
/**
 * The input files of a finished run. `_file` is a path relative to the pipeline file, also of a file in an archive
 * (`export.zip!/general/1.json`), or `command:psql` or `stdin`; earlier versions wrote the short name and no `_row`.
 * @param names the short names of the inputs, by path
 */
export declare function knownFiles(names: ReadonlyMap<string, string>, opening: Opening): KnownFiles;
