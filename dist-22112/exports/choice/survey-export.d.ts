import type { ExportInput, ExportReader } from '../export-reader.ts';
import type { ChoiceRules, PersonId } from '../export-rules.ts';
import { Choice } from './choice.ts';
/** Everything in a pipeline that names people of an export, or leaves some out. */
type SurveyRules = ChoiceRules & {
    /** Owns the groups that have none. */
    readonly owner?: string | undefined;
    readonly skipsBots: boolean;
    /** Users of the export with an id of the app: those that are named by e-mail or name, and the others by their id. */
    readonly named: readonly PersonId[];
    readonly users: ReadonlyMap<string, string> | undefined;
};
/** Facts that have to be known of all people of an export before the first one is converted. */
type Survey = {
    /** Which records are taken; absent for all. */
    readonly choice?: Choice;
    /** An app's own ids of users, by their id in the export; absent without an `idMap`. */
    readonly users?: ReadonlyMap<string, string>;
    readonly notes: readonly string[];
};
/**
 * Looks at the people of an export, if anything in the pipeline names them.
 * @throws RunError `EXPORT.NAME_UNKNOWN`, `LOOKUP.PERSON_*`, and as the reader does
 */
export declare function surveyExport(reader: ExportReader, input: Omit<ExportInput, 'uidOf'>, rules: SurveyRules): Promise<Survey>;
export {};
