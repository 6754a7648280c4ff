import type { ExportInput, PeopleSink } from '../../export-reader.ts';
import type { DatabaseFile } from './files.ts';
import type { Shape } from './shape.ts';
/** Reads the users, conversations and members of a database. */
export declare class PeoplePass {
    #private;
    constructor(files: readonly DatabaseFile[], shape: Shape, input: ExportInput, sink: PeopleSink);
    read(): Promise<void>;
}
