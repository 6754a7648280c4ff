import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import type { CoreName } from '../../src/input/entities/entity.ts';
import { POISON_400, POISON_500, REFUSED } from './import-model.ts';

/** A row of a generated migration. */
export type MigrationRow = {
  readonly entity: CoreName;
  /** Absent if the row cannot be read. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The code of a row whose own fields are invalid. */
  readonly invalidCode?: string;
};

/** The expected outcome of a row. */
export type Expected = {
  readonly key?: string;
  readonly outcome: 'landed' | 'skipped' | 'rejected' | 'blocked';
  readonly code?: string | undefined;
};

const KINDS = [
  'good',
  'good',
  'good',
  'good',
  'present',
  'bad',
  'fault',
  'same',
  'other',
  'refused',
  'poison4',
  'poison5',
  'stranger',
] as const;
const PREFIX: Readonly<Record<string, string>> = {
  refused: REFUSED,
  poison4: POISON_400,
  poison5: POISON_500,
};

type Spec = { readonly kind: (typeof KINDS)[number]; readonly a: number; readonly b: number };

const spec: fc.Arbitrary<Spec> = fc.record({
  kind: fc.constantFrom(...KINDS),
  a: fc.nat(999),
  b: fc.nat(999),
});
const good: Spec = { kind: 'good', a: 0, b: 1 };

/** Rows of every entity, and the keys that exist in the service before anything is sent. */
export type Migration = {
  readonly rows: Readonly<Record<CoreName, readonly MigrationRow[]>>;
  readonly present: ReadonlySet<string>;
};

export const migrations: fc.Arbitrary<Migration> = fc
  .record({
    users: fc.array(spec, { minLength: 1, maxLength: 14 }),
    groups: fc.array(spec, { minLength: 1, maxLength: 6 }),
    members: fc.array(spec, { minLength: 1, maxLength: 12 }),
    messages: fc.array(spec, { minLength: 1, maxLength: 60 }),
    /** Plain messages at the end: more than one write-ahead mark. */
    more: fc.constantFrom(...Array<number>(15).fill(0), 1_100),
  })
  .map(({ users, groups, members, messages, more }) => {
    const present = new Set<string>();
    const user = rowsOf('users', [good, good, ...users], present, (id, _a, _b) => ({
      uid: `${id}u`,
      name: `name of ${id}`,
    }));
    const userIds = idsOf(user, 'uid');
    const group = rowsOf('groups', [good, ...groups], present, (id, a) => ({
      guid: `${id}g`,
      name: `name of ${id}`,
      type: 'public',
      owner: a % 3 ? '' : pick(userIds, a),
    }));
    const groupIds = idsOf(group, 'guid');
    const member = rowsOf('members', [good, ...members], present, (_id, a, b) => ({
      guid: pick(groupIds, a),
      uid: pick(userIds, b),
      scope: 'participant',
    }));
    const filler = Array.from(
      { length: more },
      (_, index): Spec => ({ kind: 'good', a: index, b: index * 7 }),
    );
    const message = rowsOf('messages', [...messages, ...filler], present, (id, a, b) => ({
      muid: `${id}m`,
      sender: pick(userIds, a),
      receiver: a % 2 ? pick(userIds, b) : pick(groupIds, b),
      receiverType: a % 2 ? 'user' : 'group',
      sentAt: String(1_700_000_000 + a),
      text: b % 5 ? `text ${b}` : `two\nlines "${b}", 🙂`,
    }));
    return { rows: { users: user, groups: group, members: member, messages: message }, present };
  });

const pick = (ids: readonly string[], at: number): string => ids[at % ids.length] as string;
const idsOf = (rows: readonly MigrationRow[], field: string): string[] =>
  rows.flatMap(({ fields }) => fields?.[field] ?? []);

const INVALID: Readonly<Record<CoreName, readonly [field: string, value: string, code: string]>> = {
  users: ['name', 'n'.repeat(101), 'USER.NAME_TOO_LONG'],
  groups: ['type', 'open', 'GROUP.TYPE_INVALID'],
  members: ['scope', 'boss', 'MEMBER.SCOPE_INVALID'],
  messages: ['text', '', 'MESSAGE.TEXT_EMPTY'],
};
const KEY: Readonly<Record<CoreName, readonly string[]>> = {
  users: ['uid'],
  groups: ['guid'],
  members: ['guid', 'uid'],
  messages: ['muid'],
};
const REFERENCE: Readonly<Record<CoreName, string>> = {
  users: 'role',
  groups: 'owner',
  members: 'uid',
  messages: 'sender',
};
const CHANGED: Readonly<Record<CoreName, readonly [field: string, value: string]>> = {
  users: ['name', 'another name'],
  groups: ['name', 'another name'],
  members: ['scope', 'admin'],
  messages: ['text', 'another text'],
};

export const keyOf = (entity: CoreName, fields: Readonly<Record<string, string>>): string =>
  KEY[entity].map((name) => fields[name]).join('_member_');

function rowsOf(
  entity: CoreName,
  specs: readonly Spec[],
  present: Set<string>,
  make: (id: string, a: number, b: number) => Record<string, string>,
): readonly MigrationRow[] {
  const rows: MigrationRow[] = [];
  const [field, value, code] = INVALID[entity];
  const [changed, other] = CHANGED[entity];
  specs.forEach(({ kind, a, b }, index) => {
    const before = rows[a % Math.max(1, rows.length)];
    const fields = make(`${PREFIX[kind] ?? ''}${index}-`, a, b);
    if (kind === 'fault') rows.push({ entity });
    else if (kind === 'bad') rows.push({ entity, fields: { ...fields, [field]: value }, invalidCode: code });
    else if (kind === 'same' && before) rows.push(before);
    else if (kind === 'other' && before?.fields)
      rows.push(checked(entity, { ...before.fields, [field]: fields[field] as string, [changed]: other }));
    else if (kind === 'stranger' && entity !== 'users')
      rows.push(checked(entity, { ...fields, [REFERENCE[entity]]: 'nobody' }));
    else {
      if (kind === 'present') present.add(keyOf(entity, fields));
      rows.push(checked(entity, fields));
    }
  });
  return rows;
}

function checked(entity: CoreName, fields: Readonly<Record<string, string>>): MigrationRow {
  const { sender, receiver, receiverType } = fields;
  const toSelf = entity === 'messages' && receiverType === 'user' && sender === receiver;
  return { entity, fields, ...(toSelf ? { invalidCode: 'MESSAGE.TO_SELF' } : {}) };
}

/** The expected outcomes, computed row by row. */
export function expectedOf({ rows }: Migration): Readonly<Record<CoreName, readonly Expected[]>> {
  const states = {
    users: new Map<string, Known>(),
    groups: new Map<string, Known>(),
    members: new Map<string, Known>(),
    messages: new Map<string, Known>(),
  };
  const each = (entity: CoreName): Expected[] => rows[entity].map((row) => expected(row, states));
  return {
    users: each('users'),
    groups: each('groups'),
    members: each('members'),
    messages: each('messages'),
  };
}

type Known = { readonly content: string; readonly state: 'landed' | 'invalid' | 'refused' };

function expected(row: MigrationRow, states: Readonly<Record<CoreName, Map<string, Known>>>): Expected {
  const { entity, fields, invalidCode } = row;
  const known = states[entity];
  if (!fields) return { outcome: 'rejected' };
  const key = keyOf(entity, fields);
  const content = JSON.stringify(fields);
  const before = known.get(key);
  const named = entity === 'users' || entity === 'groups';
  if (invalidCode) {
    if (named && (before?.state ?? 'invalid') === 'invalid') known.set(key, { content, state: 'invalid' });
    return { key, outcome: 'rejected', code: invalidCode };
  }
  const refs = refsOf(entity, fields).map(([to, id]) => states[to].get(id)?.state);
  const end = (outcome: Expected['outcome'], state: Known['state'], code?: string): Expected => {
    known.set(key, { content, state });
    return { key, outcome, code };
  };
  // An invalid or blocked row does not take its key, but rows that refer to it need its state.
  const claim = (outcome: Expected['outcome'], state: Known['state'], code: string): Expected => {
    if (named && (before?.state ?? 'invalid') === 'invalid') known.set(key, { content, state });
    return { key, outcome, code };
  };
  if (refs.includes(undefined)) return claim('rejected', 'invalid', 'REFERENCE.UNKNOWN');
  if (refs.some((state) => state !== 'landed')) return claim('blocked', 'refused', 'REFERENCE.BLOCKED');
  if (before && before.state !== 'invalid')
    return before.content === content
      ? { key, outcome: 'skipped' }
      : { key, outcome: 'rejected', code: 'ROW.DUPLICATE' };
  if (key.includes(REFUSED)) return end('rejected', 'refused', 'SERVICE.ERR_BAD_ROW');
  if (key.includes(POISON_400)) return end('rejected', 'refused', 'SERVICE.ERR_BAD_REQUEST');
  if (key.includes(POISON_500)) return end('rejected', 'refused', 'SERVICE.ERR_EXCEPTION');
  return end('landed', 'landed');
}

function refsOf(entity: CoreName, fields: Readonly<Record<string, string>>): [CoreName, string][] {
  const { owner = '', guid = '', uid = '', sender = '', receiver = '', receiverType } = fields;
  if (entity === 'groups') return owner === '' ? [] : [['users', owner]];
  if (entity === 'members')
    return [
      ['groups', guid],
      ['users', uid],
    ];
  if (entity === 'users') return [];
  return [
    ['users', sender],
    [receiverType === 'group' ? 'groups' : 'users', receiver],
  ];
}

/** The text of a file with these rows, and the line on which each row begins. */
export function written(
  rows: readonly MigrationRow[],
  columns: readonly string[],
  format: 'csv' | 'ndjson',
): { readonly text: string; readonly lines: readonly number[] } {
  const lines: number[] = [];
  let text = format === 'csv' ? stringify([columns]) : '';
  let line = format === 'csv' ? 2 : 1;
  for (const { fields } of rows) {
    const record =
      format === 'ndjson'
        ? `${fields ? JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([, cell]) => cell !== ''))) : '{"broken":'}\n`
        : fields
          ? stringify([columns.map((name) => fields[name])])
          : `${'x,'.repeat(columns.length)}x\n`;
    lines.push(line);
    line += record.split('\n').length - 1;
    text += record;
  }
  return { text, lines };
}
