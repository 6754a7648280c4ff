import type { Files } from '../../../../system/files.ts';
import type { ExportFile } from '../../../files/export-files.ts';
import type { ColumnType } from '../dump/dump-heads.ts';
import { type DumpState } from '../dump/dump-tokenizer.ts';
import type { RowPlace } from '../dump/row-taker.ts';
import type { SqlTable, TableRows } from './sql-table.ts';
/** Rows of a table in a dump: statements that follow each other. */
export type Section = {
    readonly file: ExportFile;
    readonly encoding: string | undefined;
    /** Absent if they are those of the table. */
    readonly columns: readonly string[] | undefined;
    readonly isCopy: boolean;
    readonly from: RowPlace;
    /** The byte behind it. */
    to: number;
    /** Not set if it surely has none: pg_dump writes a COPY for every table. */
    hasRows: boolean;
    /** The state of the dump where it begins. */
    readonly state: DumpState;
};
/** A table of a dump. */
export declare class DumpTable implements SqlTable {
    #private;
    readonly name: string;
    readonly path: string;
    readonly columns: readonly string[];
    readonly parents: readonly string[];
    readonly isEmpty: boolean;
    constructor({ name, path, parents }: Pick<DumpTable, 'name' | 'path' | 'parents'>, { types, sections }: {
        readonly types: readonly ColumnType[];
        readonly sections: readonly Section[];
    }, files: Files);
    /** MySQL writes moments in the zone of the dump; wall time has none. */
    zoneOf(column: string): string | undefined;
    pass(columns: readonly string[], rows: TableRows, signal: AbortSignal): Promise<void>;
}
