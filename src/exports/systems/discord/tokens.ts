import { list, record, textValue } from '../../files/values.ts';
import type { TextToken } from '../../neutral.ts';
import type { Names } from './people.ts';

/** Discord allows names of 32 characters, and 100 mentions in a message. */
const NAME_CHARS_MAX = 100;
const TOKENS_MAX = 200;

/** Marks that the exporter leaves in a text where it was told not to format it: people, channels, roles. */
const RAW = /<(@!?|@&|#)(\d{1,20})>/g;

/**
 * Finds what pieces of a text stand for. The exporter writes mentions as the names of people, and names those people beside the
 * text; where two of them have the same name, it stays as it is.
 */
export function tokensOf(content: string, mentions: unknown, names: Names): readonly TextToken[] {
  const found = content.includes('@') ? namesIn(mentions) : new Map<string, TextToken | undefined>();
  if (content.includes('<'))
    for (const [token, sign, id = ''] of content.matchAll(RAW)) {
      const meant = rawToken(token, sign, id, names);
      if (meant) found.set(token, meant);
    }
  return [...found.values()]
    .filter((token) => token !== undefined && content.includes(token.token))
    .slice(0, TOKENS_MAX) as TextToken[];
}

/** The names of those who are mentioned. The exporter writes the one that people see, older versions the other one. */
function namesIn(mentions: unknown): Map<string, TextToken | undefined> {
  const found = new Map<string, TextToken | undefined>();
  for (const field of ['nickname', 'name']) {
    const before = new Set(found.keys());
    for (const each of list(mentions)) {
      const [id, name] = [textValue(record(each)?.['id']), textValue(record(each)?.[field])];
      const token = `@${name}`;
      if (id === undefined || name === undefined || name.length > NAME_CHARS_MAX || before.has(token))
        continue;
      const isOther = found.has(token) && found.get(token)?.person !== id;
      found.set(token, isOther ? undefined : { token, person: id });
    }
  }
  return found;
}

function rawToken(token: string, sign: string | undefined, id: string, names: Names): TextToken | undefined {
  if (sign === '#' || sign === '@&') {
    const name = (sign === '#' ? names.channels : names.roles).get(id);
    return name === undefined ? undefined : { token, words: `${sign[0]}${name}` };
  }
  return names.people.has(id) ? { token, person: id } : undefined;
}
