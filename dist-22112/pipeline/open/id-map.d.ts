import type { PersonId } from '../../exports/export-rules.ts';
import { type ReferredName } from '../../input/entities/entity.ts';
import type { Files } from '../../system/files.ts';
/** An app's own ids of users and groups, by the text in the source. */
export type OwnIdMap = Readonly<Record<ReferredName, ReadonlyMap<string, string>>>;
/** Content of the file of an `idMap`: ids by the text in the source, and by what people of an export are called. */
export type LoadedIdMap = {
    readonly ids: OwnIdMap;
    readonly people: readonly PersonId[];
};
/**
 * Loads the file of an `idMap`: a CSV file with the columns entity, source and id, and perhaps `by`.
 * @param isExport whether the pipeline has an export, whose users may be named by e-mail or name
 * @throws RunError `SOURCE.*`, `LOOKUP.KEY_REPEATED`, `LOOKUP.ROW_INVALID`
 */
export declare function loadIdMap(path: string, files: Files, isExport: boolean): Promise<LoadedIdMap>;
/** A sentence for the first circle of each entity: ids that lead from one to the next and back. */
export declare const idCircles: (ids: OwnIdMap) => readonly string[];
