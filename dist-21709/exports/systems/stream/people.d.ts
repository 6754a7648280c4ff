import type { ExportInput, PeopleSink } from '../../export-reader.ts';
import { type StreamFile } from './files.ts';
/**
 * Reads the people and channels of files whose rows may stand in any order: first all users, then channels, then members.
 * Rows of a kind mostly stand together, and only that part of a file is read again.
 */
export declare class PeoplePass {
    #private;
    /** By channel: when its history was cleared. */
    readonly truncated: Map<string, number>;
    constructor(input: ExportInput, sink: PeopleSink);
    read(files: readonly StreamFile[]): Promise<void>;
}
