import { parse } from 'csv-parse/sync';
import type { Plan } from '../../delivery/plan.ts';
import { attachedOf } from '../../input/entities/attached-key.ts';
import { sideOf } from '../../input/entities/conversation.ts';
import { entities } from '../../input/entities/entities.ts';
import type { Entity, EntityName } from '../../input/entities/entity.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { NamingFields } from '../../pipeline/files/named-objects.ts';
import { NAMED, PEOPLE, peopleIn } from '../../pipeline/forgotten.ts';
import type { Files } from '../../system/files.ts';

/** The marks by which a person is found in what is kept. */
export type Traces = {
  /** The uid in lower case. */
  readonly uid: string;
  /** The names of the person in text: the uid, and the cells that it was made of. */
  readonly names: Set<string>;
  /** Keys of messages that the person has sent or received. */
  readonly messages: Set<string>;
  /** Addresses of files that only the person's rows name, without what opens them. */
  readonly addresses: Set<string>;
};

/** The traces that the uid alone gives. */
export const tracesOf = (uid: string): Traces => ({
  uid: uid.toLowerCase(),
  names: new Set([uid]),
  messages: new Set(),
  addresses: new Set(),
});

const FIELDS: ReadonlySet<string> = new Set([...PEOPLE, ...NAMED, 'muid']);
/** Cells that the uid is made of; more are texts around it, in which it stands by itself. */
const NAMES_MAX = 1_000;
const NAMING = ['uid', 'friendUid', 'blockedUid', 'sender', 'receiver', ...NAMED] as const;

/**
 * Adds what the sources say: the keys of the person's messages, and the cells that the uid is made of.
 * @throws RunError `SOURCE.*`
 */
export async function addFromSources({ steps }: Plan, traces: Traces, signal: AbortSignal): Promise<void> {
  for (const { entity, sources, mappings } of steps)
    for (const [file, source] of sources.entries()) {
      const mapping = mappings[file];
      const read = mapping?.some(FIELDS);
      if (!mapping || !read) continue;
      for await (const rows of source.read(undefined, signal))
        for (const { fault, values } of rows) {
          if (fault) continue;
          const fields = read(values);
          for (const field of NAMING) {
            const cell = isPerson(fields[field], traces) ? mapping.cell(values, field) : undefined;
            if (typeof cell === 'string' && cell !== '' && traces.names.size < NAMES_MAX)
              traces.names.add(cell);
          }
          const muid = fields['muid'];
          // A reaction or pin of the person makes it no message of the person.
          if (entity.name !== 'messages') continue;
          if (typeof muid === 'string' && peopleIn(fields).some((each) => isPerson(each, traces)))
            traces.messages.add(muid);
        }
    }
}

/** Adds the ids of the sources that became the uid, as `id-map.csv` has them. */
export async function addFromIdMap(path: string, traces: Traces, files: Files): Promise<void> {
  if (!files.existsSync(path)) return;
  const rows = parse(await files.readFile(path, 'utf8')) as string[][];
  for (const [entity, source = '', id] of rows)
    if (entity === 'users' && isPerson(id, traces) && source !== '') traces.names.add(source);
}

/** True if a row with files is the person's own, or a message that the person has sent. */
export const hasFilesOf = ({ name }: Entity, fields: NamingFields, traces: Traces): boolean =>
  isPerson(name === 'users' ? fields['uid'] : name === 'messages' ? fields['sender'] : undefined, traces);

const isPerson = (value: unknown, { uid }: Traces): boolean =>
  typeof value === 'string' && value.toLowerCase() === uid;

/** True if a row of the ledger is about the person. */
export function isRowOf(entity: EntityName, { key, conversation }: LedgerEntry, traces: Traces): boolean {
  const { uid, messages } = traces;
  switch (entity) {
    case 'users':
      return isPerson(key, traces);
    case 'members':
    case 'bans':
      return key.toLowerCase().endsWith(`_member_${uid}`);
    case 'messages': {
      const [kind, ...people] = (conversation ?? '').split(' ');
      return messages.has(key) || (kind === 'u' && people.some((each) => isPerson(each, traces)));
    }
    case 'reactions': {
      const { uid: by, muid } = attachedOf(key);
      return isPerson(by, traces) || messages.has(muid);
    }
    case 'pins':
      return messages.has(key);
    case 'receipts': {
      const { uid: by, peer } = sideOf(key) ?? {};
      return isPerson(by, traces) || (peer?.entity === 'users' && isPerson(peer.id, traces));
    }
    default:
      return entities[entity].goesWith === 'users' && key.split(' ').some((each) => isPerson(each, traces));
  }
}

/** A test of bytes, each read as one character, for what names the person, by itself or in the key of a member or conversation. */
export function nameTest({ names }: Traces): (text: string) => boolean {
  const forms = [...names].flatMap((name) => {
    const quoted = [name, JSON.stringify(name).slice(1, -1), name.replaceAll('"', '""'), escaped(name)];
    return quoted.map((form) => Buffer.from(form).toString('latin1'));
  });
  const any = [...new Set(forms)].map((form) => form.replaceAll(/[^A-Za-z0-9]/g, '\\$&')).join('|');
  const test = new RegExp(
    `(?:(?<![A-Za-z0-9_-])|(?<=_member_|_user_))(?:${any})(?:(?![A-Za-z0-9_-])|(?=_user_))`,
    'i',
  );
  return (text) => test.test(text);
}

/** The same for files that are no text, where any byte can stand beside a name. */
export function bytesTest({ names }: Traces): (text: string) => boolean {
  const forms = [...names].map((name) => Buffer.from(name).toString('latin1').toLowerCase());
  return (text) => forms.some((form) => text.toLowerCase().includes(form));
}

/** Text as it stands in a page. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
