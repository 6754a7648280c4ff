import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../src/sandbox/app/app.ts';
import { ENTITIES, type Entity, type Export, type ExportedRow, type SourceRow } from './exports/export.ts';

/** What is in the service, read from its data and not through its API. */
export type Found = Readonly<Record<Entity, ReadonlyMap<string, SourceRow>>> & {
  /** Keys of messages in the order in which the service has them, by conversation. */
  readonly order: ReadonlyMap<string, readonly string[]>;
  /** Keys that are there more than once. */
  readonly doubled: readonly string[];
};

type Row = Record<string, string | number | null>;

/** Reads the service's tables. Users that were deactivated have the name `deactivated`. */
export function readService({ db }: App): Found {
  db.settle();
  const users = db.all<Row>("SELECT * FROM users WHERE uid <> 'app_system'");
  const groups = db.all<Row>('SELECT * FROM groups');
  const members = db.all<Row>('SELECT * FROM members WHERE is_banned = 0');
  const messages = db.all<Row>(
    `SELECT messages.*, kind, peer_a, peer_b FROM messages JOIN conversations ON conversations.seq = conversation
       WHERE muid IS NOT NULL AND deleted_at IS NULL ORDER BY id`,
  );
  const order = new Map<string, string[]>();
  for (const row of messages) {
    const name = `${row['kind']} ${row['peer_a']} ${row['peer_b']}`;
    order.set(name, [...(order.get(name) ?? []), String(row['muid'])]);
  }
  const muids = messages.map(({ muid }) => String(muid));
  return {
    users: new Map(users.map((row) => [String(row['uid']), userOf(row)])),
    groups: new Map(
      groups.map((row) => [
        String(row['guid']),
        { guid: text(row['guid']), name: text(row['name']), type: text(row['type']) },
      ]),
    ),
    members: new Map(
      members.map((row) => [
        `${row['guid']}_member_${row['uid']}`,
        { guid: text(row['guid']), uid: text(row['uid']), scope: text(row['scope']) },
      ]),
    ),
    messages: new Map(messages.map((row) => [String(row['muid']), messageOf(row)])),
    order,
    doubled: muids.filter((muid, at) => muids.indexOf(muid) !== at),
  };
}

const text = (value: string | number | null | undefined): string => String(value);

const userOf = (row: Row): SourceRow => ({
  uid: text(row['uid']),
  name: text(row['name']),
  ...(row['deactivated_at'] === null ? {} : { isDeactivated: 1 }),
});

function messageOf(row: Row): SourceRow {
  const sender = text(row['sender']);
  const receiver =
    row['kind'] === 'group'
      ? text(row['peer_a'])
      : text(row['peer_a'] === sender ? row['peer_b'] : row['peer_a']);
  const data = JSON.parse(text(row['data'])) as { readonly text?: string };
  return {
    muid: text(row['muid']),
    sender,
    receiver,
    receiverType: text(row['kind']),
    sentAt: Number(row['sent_at']),
    text: data.text ?? '',
  };
}

/** The rows of an export that must be in the service. */
export const expectedOf = (tables: Export, entity: Entity): readonly ExportedRow[] =>
  tables[entity].filter(({ isBad, isRepeat }) => !isBad && !isRepeat);

/** Compares the service with an export; `extra` are keys that may be there as well. */
export function compare(
  found: Found,
  tables: Export,
  { extra, times }: { readonly extra: ReadonlySet<string>; readonly times: boolean },
): string[] {
  const trouble = found.doubled.map((muid) => `message ${muid} is there twice`);
  for (const entity of ENTITIES) {
    const expected = new Map(expectedOf(tables, entity).map(({ key, row }) => [key, row]));
    for (const [key, row] of expected) {
      const there = found[entity].get(key);
      if (!there) trouble.push(`${entity} ${key} is lost`);
      else trouble.push(...differences(entity, key, row, there, times));
    }
    for (const key of found[entity].keys())
      if (!expected.has(key) && !extra.has(`${entity} ${key}`))
        trouble.push(`${entity} ${key} is in no source`);
  }
  return trouble;
}

function differences(
  entity: Entity,
  key: string,
  row: SourceRow,
  there: SourceRow,
  times: boolean,
): string[] {
  return Object.entries(row)
    .filter(([field, value]) => (times || field !== 'sentAt') && there[field] !== value)
    .map(([field, value]) => `${entity} ${key}: ${field} is ${there[field]} instead of ${value}`);
}

/** Conversations whose messages are in another order than in the export. */
export function disordered(found: Found, tables: Export, except: ReadonlySet<string>): string[] {
  const expected = expectedOf(tables, 'messages');
  const place = new Map(expected.map(({ key }, at) => [key, at]));
  const late = new Set(expected.flatMap(({ key, isLate }) => (isLate ? [key] : [])));
  return Array.from(found.order).flatMap(([name, keys]) => {
    const places = keys
      .filter((key) => !except.has(key) && place.has(key) && !late.has(key))
      .map((key) => place.get(key) as number);
    const at = places.findIndex((each, index) => index > 0 && each < (places[index - 1] as number));
    return at < 0
      ? []
      : [`${name}: ${expected[places[at] as number]?.key} comes too late: ${keys.join(' ')}`];
  });
}

/** Files below a folder that hold a text, in any of the forms in which a key could leak. */
export function filesWith(folder: string, secret: string): string[] {
  const forms = [secret, Buffer.from(secret).toString('base64'), secret.toUpperCase()];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    if (!statSync(path).isFile()) return false;
    const content = readFileSync(path, 'latin1');
    return forms.some((form) => content.includes(form));
  });
}

type Command = { readonly exitCode: number | undefined; readonly stdout: string; readonly stderr: string };
type Counts = Readonly<Record<string, number>>;
type Difference = {
  readonly mark: string;
  readonly fields?: readonly string[];
  readonly samples: readonly { readonly key: string }[];
};

/**
 * What a verification misses besides rows of which, after a lost answer, nobody knows any more what was sent, and besides
 * the places of messages that were in doubt.
 */
export function unverified(
  { exitCode, stdout, stderr }: Command,
  tables: Export,
  doubted: ReadonlySet<string>,
): string[] {
  const trouble = [`verify: exit ${exitCode}: ${stdout.slice(0, 2_000)} ${stderr.slice(0, 500)}`];
  if (exitCode !== 0 && exitCode !== 5) return trouble;
  const { differences, entities } = JSON.parse(stdout) as {
    readonly differences: readonly Difference[];
    readonly entities: Readonly<Record<Entity, Counts>>;
  };
  const isLate = ({ fields, samples }: Difference): boolean =>
    fields?.join() === 'order' && samples.every(({ key }) => doubted.has(key));
  const late = differences.filter(isLate);
  if (differences.some((one) => one.mark !== '!' && !isLate(one))) return trouble;
  return ENTITIES.flatMap((entity) => {
    const moved = entity === 'messages' ? late.flatMap(({ samples }) => samples).length : 0;
    const same = (entities[entity]['same'] ?? 0) + moved;
    const expected = expectedOf(tables, entity).length;
    return same < expected ? [`verify compares ${same} ${entity} of ${expected}`] : [];
  });
}

type Problem = { readonly code: string; readonly samples: readonly { readonly key: string }[] };

/** The rows that a process has reported to be in doubt. */
export function doubtedIn({ exitCode, stdout }: Command): string[] {
  if (exitCode !== 7 || !stdout.startsWith('{')) return [];
  const { problems = [] } = JSON.parse(stdout) as { readonly problems?: readonly Problem[] };
  return problems.flatMap(({ code, samples }) =>
    code === 'ROW.IN_DOUBT' ? samples.map(({ key }) => key) : [],
  );
}

/** What a plan still finds to do after all is done. */
export function unfinished({ exitCode, stdout, stderr }: Command): string[] {
  const { entities } = JSON.parse(stdout || '{}') as { readonly entities?: Record<Entity, Counts> };
  if (!entities) return [`plan: exit ${exitCode}: ${stdout.slice(0, 1_000)} ${stderr.slice(0, 500)}`];
  return ENTITIES.flatMap((entity) =>
    ['new', 'changed', 'removed']
      .filter((kind) => entities[entity][kind] !== 0)
      .map((kind) => `plan: ${entities[entity][kind]} ${entity} ${kind} after all is done`),
  );
}
