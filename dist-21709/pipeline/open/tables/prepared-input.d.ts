import type { Entity } from '../../../input/entities/entity.ts';
import type { Values } from '../../../input/rows/row.ts';
import type { Source } from '../../../input/sources/source.ts';
import type { PrepareInput } from '../../../tables/prepare-table.ts';
import type { LoadedTransform } from '../../code/load-transform.ts';
import type { FileSourceSpec } from '../../schema/source-schema.ts';
import type { Joins } from '../joins.ts';
/** Way in which the rows of a file become those of a prepared table. */
export type Making = {
    readonly entity: Entity;
    readonly spec: FileSourceSpec;
    /** The number of the source in its list, from 0. */
    readonly index: number;
    readonly name: string;
    readonly joins: Joins;
    readonly transform: LoadedTransform | undefined;
    /** Pseudo columns that are the same in every row of the file. */
    readonly constants: Readonly<Record<string, string>>;
    /** Number of messages that a row makes, if each file becomes one. */
    readonly partsOf: ((values: Values) => number) | undefined;
    /** The pseudo columns that become cells; with `partsOf` the last one is the number of the message. */
    readonly extras: readonly string[];
};
/** A file as an input of a prepared table: its rows after `explode`, `join` and `transform`. */
export declare function preparedInput(source: Source, making: Making): PrepareInput;
/** A row with the columns of its joined files. */
export declare function withJoined(values: Record<string, unknown>, joins: Joins): Record<string, unknown>;
