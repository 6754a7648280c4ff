import * as field from '../wire/field.ts';
import { isObject, LIMITS } from '../wire/validation.ts';

const WORDS: readonly unknown[] = ['all', 'friendsOnly'];
const SETTINGS = ['listUsers', 'sendMessagesTo'] as const;

const json = field.object(LIMITS.metadataBytes);

/** The settings of a role: what it may see and whom it may write to. Unknown members are stored unchanged. */
const settings: field.Field<string | null> = {
  schema: {
    type: 'object',
    properties: Object.fromEntries(SETTINGS.map((name) => [name, { type: 'string', enum: WORDS }])),
  },
  read: (reader, name) => {
    const value = reader.value(name);
    for (const setting of SETTINGS) {
      const word = isObject(value) ? value[setting] : undefined;
      if (word === undefined || WORDS.includes(word)) continue;
      reader.problem(`${name}.${setting}`, `The selected ${name}.${setting} is invalid.`);
    }
    return json.read(reader, name);
  },
};

const DESCRIBED = {
  description: field.text(LIMITS.description),
  metadata: field.object(Number.POSITIVE_INFINITY),
  settings,
} as const;

/** The body of POST /roles. */
export const NEW_ROLE = field.shape({
  role: field.requiredId,
  name: field.requiredText(LIMITS.name),
  ...DESCRIBED,
});

/** The body of PUT /roles/{role}. */
export const ROLE_CHANGE = field.shape(
  {
    name: field.text(LIMITS.name),
    ...DESCRIBED,
    unset: field.words(['settings', 'description', 'metadata']),
  },
  (reader, { name }) => {
    if (name?.trim() === '') reader.problem('name', 'The name field is required.');
  },
);
