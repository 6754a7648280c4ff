import { type AttachedTable, type CreatedTable, type TableName } from './dump-heads.ts';
import { type RowPlace, type TakeRow, type Wanted } from './row-taker.ts';
import { type Dialect } from './statement-skip.ts';
/** A statement that gives rows. */
export type RowsStatement = {
    readonly table: TableName;
    readonly columns: readonly string[] | undefined;
    readonly isCopy: boolean;
    readonly place: RowPlace;
};
/** State of a dump for the statements after a place. */
export type DumpState = Dialect & {
    /** The database that statements are about, if one was named. */
    database: string | undefined;
    /** The zone of columns that keep a moment, if it was set. */
    zone: string | undefined;
};
/** Takes what a dump holds. */
export interface DumpTaker {
    created?(table: CreatedTable, state: DumpState): void;
    /** A table that is there already becomes part of another one. */
    attached?(table: AttachedTable, state: DumpState): void;
    /** Which values of a statement are wanted, and who takes them; undefined to pass over its rows. */
    rows(statement: RowsStatement, state: DumpState): {
        readonly wanted: Wanted;
        readonly take: TakeRow;
    } | undefined;
    /** A statement whose rows are not read: INSERT with SELECT or SET, COPY in another form than that of pg_dump. */
    withoutRows?(place: RowPlace): void;
    /** The statement ends before `byte`; `isEmpty` is set if it surely had no rows. */
    rowsEnded?(byte: number, isEmpty: boolean): void;
    /** The dump ends inside of a statement, or in a row that begins at `row`. */
    cut(place: RowPlace, what: string, row: RowPlace | undefined): void;
}
/** Takes a dump apart, piece by piece. What it keeps in memory does not grow with the dump, its statements or its rows. */
export declare class DumpTokenizer {
    #private;
    readonly state: DumpState;
    constructor(taker: DumpTaker, state: DumpState, { byte, line }: RowPlace);
    /** Takes the next piece of the file. */
    push(piece: Uint8Array): void;
    /** Takes the end of the file. */
    end(): void;
}
