import { RunError } from '../../errors/run-error.ts';
import type { Entity } from '../../input/entities/entity.ts';
import { type FieldMap, type Mapping, type MappingContext } from '../../input/rows/mapping.ts';
import type { Source } from '../../input/sources/source.ts';
import type { FileSourceSpec } from '../schema/source-schema.ts';
import type { Opening } from './opening.ts';
/** The map of a source. */
export declare const mapOf: ({ map }: FileSourceSpec) => FieldMap;
/** Every column that a source names, with pseudo columns and joined ones. */
export declare const usedColumns: (spec: FileSourceSpec) => readonly string[];
/** A file of sources, and what it is opened with. */
export type FileToOpen = {
    readonly path: string;
    /** Its number in the step. */
    readonly file: number;
    /** The sources that name it; the first one says how it is read. */
    readonly specs: readonly FileSourceSpec[];
    /** True if it may be without rows, because there are others. */
    readonly emptyAllowed: boolean;
};
/**
 * Opens a file of a source; one that is a rejects file is read as the original rows.
 * @throws RunError `SOURCE.*`
 */
export declare function openFile({ path, file, specs, emptyAllowed }: FileToOpen, entity: Entity, { files, notes, nameOf, pipeline }: Pick<Opening, 'files' | 'notes' | 'nameOf' | 'pipeline'>): Promise<Source>;
/**
 * Opens files, some at a time. What is said of them, and the error of the first that cannot be opened, come in their order.
 * @throws RunError `SOURCE.*`
 */
export declare function openFiles(all: readonly FileToOpen[], entity: Entity, opening: Pick<Opening, 'files' | 'notes' | 'nameOf' | 'pipeline'>): Promise<Source[]>;
/**
 * The mapping of a file.
 * @throws RunError `SOURCE.COLUMN_MISSING`, `CONFIG.INVALID` if the map names a field that the entity does not have
 */
export declare function mapSource(entity: Entity, map: FieldMap, { columns }: Pick<Source, 'columns'>, name: string, context: MappingContext): {
    mapping: Mapping;
    whereMissing: readonly string[];
};
/** The error for a column that a file does not have; of a joined column, for the own one by which rows are joined. */
export declare function columnMissing(absent: string, { name, columns }: {
    readonly name: string;
    readonly columns?: readonly string[] | undefined;
}, { joins }: Pick<MappingContext, 'joins'>): RunError;
/** The own column by which the rows of a joined column are found; undefined if it is no joined column. */
export declare function joinedBy(name: string, joins: MappingContext['joins']): string | undefined;
