import { ApiError } from '../wire/api-error.ts';
import { type Field, requiredText } from '../wire/field.ts';
import * as param from '../wire/param.ts';

/** Documented: at most 100 characters, without spaces and special characters. */
const ID = /^[A-Za-z0-9_-]{1,100}$/;

const text = requiredText(100);

/** The id of a rule, a list or a reason, as given. */
export const requiredModerationId: Field<string> = {
  schema: { type: 'string', pattern: ID.source },
  required: true,
  read: (reader, name) => {
    const id = text.read(reader, name);
    if (id !== '' && !ID.test(id)) reader.problem(name, `The ${name} format is invalid.`);
    return id;
  },
};

/** The refusal of an id that is taken; the code is assumed. */
export const idTaken = (kind: 'RULE' | 'KEYWORD' | 'REASON', id: string): ApiError =>
  new ApiError(`ERR_${kind}_ALREADY_EXISTS`, `The id ${id} already exists.`);

/** Documented: rules, and lists of keywords, of one app. */
export const MAX_PER_APP = 25;

/** The page of a list; without a number its own default. */
export const LIMITED = { limit: param.number(1, param.MAX_PAGE) } as const;
