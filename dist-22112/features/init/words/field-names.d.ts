import type { EntityName } from '../../../input/entities/entity.ts';
import { type HintName } from './languages.ts';
/** The most likely column of each field of an entity; each column is used once. */
export declare function columnsByField(entity: EntityName, columns: readonly string[]): ReadonlyMap<string, string>;
/** True if a column has the ids of groups, by its name; the receiver type of its rows is then `group`. */
export declare const isRoomColumn: (column: string) => boolean;
/** True if a column is a value of an object around the rows, such as `^.channel.id`. */
export declare const isAround: (name: string) => boolean;
/** The names of the columns that a field may read: those that are filled, and no lists or objects that no field takes. */
export declare const readableNames: (columns: readonly {
    readonly name: string;
    readonly type: string;
}[]) => readonly string[];
/** The column that most likely has what a hint is about, of those that pass `fits`; the most likely word wins. */
export declare function columnOfHint<T extends {
    readonly name: string;
}>(hint: HintName, columns: readonly T[], fits?: (column: T) => boolean): T | undefined;
