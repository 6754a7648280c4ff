import { type Readable } from 'node:stream';
import { type CodeAccess } from '../../files/own-folder.ts';
import type { System } from '../../system/system.ts';
import type { Pipeline } from '../pipeline.ts';
import { type SourceSpec } from '../schema/source-schema.ts';
import type { PipelinePlace } from './load-module.ts';
import { type ProgramCommand, type ProgramOptions } from './run-program.ts';
/** The output of a command, standard input, or a file on a server, as a file. */
export type Spooled = {
    readonly path: string;
    /** Its name in messages: `command:psql`, `stdin`, `https://files.example.com/messages.csv`. */
    readonly name: string;
    /** Name of it in the state, wherever it is: `command:psql/messages-1-<digest of the command>.csv.zst`, an address. */
    readonly id: string;
};
/** The spools of those sources of a pipeline that are no files. */
export type Spools = ReadonlyMap<SourceSpec, Spooled>;
/**
 * Spools every source that is a command or standard input, one after the other.
 * @throws RunError as `spoolCommand`; `SOURCE.FORMAT_UNKNOWN` of compressed output
 */
export declare function spoolSources({ sources, file, folder, secrets }: Pipeline, options: Omit<SpoolOptions, 'name' | 'place' | 'secrets'>): Promise<Spools>;
/** Returns what a source spools; undefined if it is files or made from other rows. */
export declare function spoolSpecOf(spec: SourceSpec): SpoolSpec | undefined;
/** Thing that is spooled: the output of a program, or standard input. */
export type SpoolSpec = ProgramCommand | '-';
export type SpoolOptions = CodeAccess & Pick<ProgramOptions, 'env' | 'secrets' | 'signal' | 'silentMs'> & {
    /** The folder of spools, made with mode 0700 if it is not there. */
    readonly folder: string;
    /** The name of the spool in its folder, such as `messages-1`. */
    readonly name: string;
    /** The pipeline; the program runs in its folder. */
    readonly place: PipelinePlace;
    /** Runs the program again although there is a complete spool of it. */
    readonly again: boolean;
    readonly stdin: Readable & {
        readonly isTTY?: boolean;
    };
    readonly system: Pick<System, 'files' | 'clock' | 'random'>;
};
/** The name of the source in messages: `command:psql`, `stdin`. */
export declare const spooledName: (spec: SpoolSpec) => string;
/**
 * Writes the output of a program, or standard input, to a file (zstd, mode 0600), which is there only when it is complete.
 * A complete one is used again, unless `again`.
 * @returns its path, which ends like `.csv.zst`: the first bytes tell the format
 * @throws RunError `CONFIG.CODE_NOT_OWN`, `SOURCE.COMMAND_*`, `SOURCE.STDIN_MISSING`, `SOURCE.SPOOL_FULL`; the reason of
 * the signal
 */
export declare function spoolCommand(spec: SpoolSpec, options: SpoolOptions): Promise<string>;
