import { ApiError } from '../wire/api-error.ts';
import { type Field } from '../wire/field.ts';
import * as param from '../wire/param.ts';
/** The id of a rule, a list or a reason, as given. */
export declare const requiredModerationId: Field<string>;
/** The refusal of an id that is taken; the code is assumed. */
export declare const idTaken: (kind: 'RULE' | 'KEYWORD' | 'REASON', id: string) => ApiError;
/** Documented: rules, and lists of keywords, of one app. */
export declare const MAX_PER_APP = 25;
/** The page of a list; without a number its own default. */
export declare const LIMITED: {
    readonly limit: param.Param<number | undefined>;
};
