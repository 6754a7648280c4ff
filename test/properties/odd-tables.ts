import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { Plan } from '../../src/delivery/plan.ts';
import { openPlan } from '../../src/pipeline/open-plan.ts';
import { parsePipeline } from '../../src/pipeline/pipeline.ts';
import { routesOf } from '../../src/session/connect.ts';
import { realFiles } from '../../src/system/files.ts';
import { columns } from './odd-cells.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');

/** The rows of a table; sometimes one row appears twice. */
function rowsOf(
  cells: Readonly<Record<string, fc.Arbitrary<string>>>,
  maxLength: number,
): fc.Arbitrary<string[][]> {
  return fc
    .tuple(fc.array(fc.tuple(...Object.values(cells)), { maxLength, minLength: 1 }), fc.nat(), fc.boolean())
    .map(([rows, at, twice]) => (twice ? [...rows, rows[at % rows.length] as string[]] : rows));
}

/** Most messages have the right receiver type. */
function addressed(row: string[], index: number): string[] {
  const [muid = '', sender = '', receiver = '', type = '', ...rest] = row;
  const fitting = /^(?:team|yard|zoo)$/i.test(receiver) ? 'group' : 'user';
  return [muid, sender, receiver, index % 5 === 4 ? type : fitting, ...rest];
}

/** Maps of fields that stand inside of another member; files with a header have none. */
const NESTED = [
  'users: { avatar: in.avatar, link: { from: in.link }, metadata.x: in.role }',
  'groups: { description: in.description, icon: "in.icon" }',
  'members: { scope: in.scope, joinedAt: in.joinedAt }',
];
const IN = 'in.';

const maps = fc.constantFrom(
  '',
  'messages: { sender: { template: "u-{sender}" }, receiver: { template: "{receiver}" } }',
  'messages: { sentAt: { from: sentAt, time: ms } }',
  'messages: { sentAt: { from: sentAt, time: iso, zone: Europe/Berlin } }',
  'messages: { sentAt: { from: sentAt, time: "dd.MM.yyyy HH:mm", zone: Europe/Berlin } }',
  'messages: { sentAt: { from: sentAt, time: "yyyy-MM-dd HH:mm:ss", zone: America/Sao_Paulo } }',
  'messages: { receiverType: { const: user } }',
  'messages: { receiverType: { from: receiverType, values: { user: user, other: group } } }',
  'users: { uid: { template: "u-{uid}" }, metadata.x: role }',
);
const settings = fc.constantFrom(
  '',
  'references: open',
  'retention: { messagesOlderThanDays: 800, policy: reject }',
  'retention: { messagesOlderThanDays: 800, policy: skip }',
  'retention: { messagesOlderThanDays: 800, policy: archive }',
  'retention: { messagesOlderThanDays: 800, policy: allow }',
);

/** Tables of all entities with mostly right and some odd cells, and how their files are written. */
export const oddTables = fc.record({
  users: rowsOf(columns.users, 12),
  groups: rowsOf(columns.groups, 6),
  members: rowsOf(columns.members, 10),
  messages: rowsOf(columns.messages, 40).map((rows) => rows.map(addressed)),
  map: fc.oneof({ arbitrary: fc.constant(''), weight: 2 }, maps, fc.constantFrom(...NESTED)),
  setting: settings,
  quoted: fc.boolean(),
  delimiter: fc.constantFrom(',', ';', '\t'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  form: fc.constantFrom('csv', 'csv', 'lines', 'array'),
  /** Whether owners join their groups, and only members may write. */
  guarded: fc.boolean(),
});

/** A row as a line of NDJSON; some cells that look like JSON are written as JSON values. */
function line(
  names: readonly string[],
  cells: readonly string[],
  { number, inner }: { readonly number: number; readonly inner: ReadonlySet<string> },
): string {
  const member = (name: string, index: number): string[] => {
    const cell = cells[index] ?? '';
    if (cell === '' && (number + index) % 3 > 0) return (number + index) % 3 === 1 ? [] : [`"${name}":null`];
    const bare =
      /^(?:-?[1-9]\d*(?:\.\d+)?(?:e\d+)?|0|true|false|\{.*\}|\[.*\])$/.test(cell) && (number + index) % 4 > 0;
    return [`"${name}":${number % 5 === 0 ? ' ' : ''}${bare ? cell : JSON.stringify(cell)}`];
  };
  const members = names.flatMap((name, index) => (inner.has(name) ? [] : member(name, index)));
  const within = names.flatMap((name, index) => (inner.has(name) ? member(name, index) : []));
  // Some rows have nothing inside.
  if (within.length > 0 && number % 4 > 0) members.push(`"in":{${within.join(',')}}`);
  const more =
    number % 7 === 0
      ? [`"stranger":${number % 2 === 0 ? 1 : '{"a": [1]}'}`]
      : number % 11 === 0
        ? ['"metadata.y":"z"']
        : [];
  return `{${[...(number % 2 === 0 ? members : members.reverse()), ...more].join(number % 3 === 0 ? ' , ' : ',')}}`;
}

/** A cell as the map says that times are written. */
function inFormat(cell: string, map: string): string {
  const [, format] = /time: "(.*)"/.exec(map) ?? [];
  return format && /^\d{10}$/.test(cell) ? DateTime.fromSeconds(Number(cell)).toFormat(format) : cell;
}

/** Rows that other rows can refer to. */
function known(entity: string, names: readonly string[]): string[][] {
  const ids =
    { users: ['ann', 'ben', 'cyd', 'dan', 'u-1', 'u_2', '12345', '9e'], groups: ['team', 'yard', 'zoo'] }[
      entity
    ] ?? [];
  const cells = (id: string) => ({
    uid: id,
    guid: id,
    name: `The ${id}`,
    createdAt: '1600000000',
    ...(id.length === 3 ? { avatar: `https://example.com/${id}`, description: id } : {}),
  });
  return ids.map((id) => names.map((name) => (cells(id) as Record<string, string>)[name] ?? ''));
}

const ENDINGS = { csv: 'csv', lines: 'ndjson', array: 'json' } as const;

/** Writes the files of a case into a folder. Returns what opens its plan, which can be done several times. */
export async function writeTables(
  folder: string,
  { map, setting, quoted, delimiter, lineEnd, form, guarded: _, ...tables }: OddTables,
): Promise<() => Promise<Plan>> {
  const sources: string[] = [];
  for (const [entity, cells] of Object.entries(columns)) {
    const names = Object.keys(cells);
    const isOwn = map.startsWith(`${entity}:`) && !(form === 'csv' && map.includes(IN));
    const own = isOwn ? `, map: ${map.slice(entity.length + 1)}` : '';
    const inner = new Set(isOwn ? names.filter((each) => map.includes(`${IN}${each}`)) : []);
    const rows = [...known(entity, names), ...tables[entity as keyof typeof columns]].map((cells) =>
      cells.map((cell, at) => (names[at] === 'sentAt' ? inFormat(cell, own) : cell)),
    );
    const name = `${entity}.${ENDINGS[form]}`;
    const objects = rows.map((row, number) => line(names, row, { number, inner }));
    const file = {
      csv: () => stringify([names, ...rows], { delimiter, quoted, record_delimiter: lineEnd }),
      lines: () => objects.join(lineEnd),
      array: () => `[${lineEnd}${objects.join(`${lineEnd},${lineEnd} `)}]`,
    }[form]();
    await writeFile(join(folder, name), file);
    const separator = form !== 'csv' ? '' : `, delimiter: "${delimiter === '\t' ? '\\t' : delimiter}"`;
    sources.push(`  ${entity}: { path: ${name}${separator}${own} }`);
  }
  const text = ['version: 1', 'name: case', 'target: sandbox', setting, 'sources:', ...sources].join('\n');
  const pipeline = parsePipeline(text, join(folder, 'pipeline.yaml'), {});
  return () =>
    openPlan(pipeline, { routes: routesOf(pipeline), nowMs: NOW, strict: false, files: realFiles });
}

type OddTables = typeof oddTables extends fc.Arbitrary<infer T> ? T : never;
