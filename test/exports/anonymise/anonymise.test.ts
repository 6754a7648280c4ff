import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { maskedText } from '../../../src/exports/anonymise/anonymous-records.ts';
import type { ExportSummary } from '../../../src/exports/export-summary.ts';
import { tarOf } from '../../input/sources/documents/tar-file.ts';
import { zipOf } from '../../input/sources/documents/zip-file.ts';
import { runHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { expectBalanced, landedIn } from '../choice/landed.ts';
import { jsonFiles, MARK, slackFiles, textsBelow } from './marked.ts';

type Files = Readonly<Record<string, string>>;

/** A dump with what a home-grown chat may have, and rows that are broken. */
const DUMP = `CREATE TABLE users (id varchar(50), name text, email text, avatar_url text, bio text);
INSERT INTO users VALUES ('ann${MARK}@x.test','Ann ${MARK}','ann${MARK}@x.test','https://x.test/${MARK}.png','${MARK}'),('ben${MARK}','Ben',NULL,NULL,NULL);
INSERT INTO users VALUES ('cy${MARK}','broken ${MARK}');
CREATE TABLE rooms (id varchar(50), type text, name text, description text, owner_id text);
INSERT INTO rooms VALUES ('quay${MARK}','odd ${MARK}','Quay ${MARK}','All about ${MARK}','ann${MARK}@x.test'),('pair${MARK}','dm',NULL,NULL,NULL);
CREATE TABLE room_members (room_id text, user_id text);
INSERT INTO room_members VALUES ('quay${MARK}','ann${MARK}@x.test'),('quay${MARK}','ben${MARK}'),('pair${MARK}','ann${MARK}@x.test'),('pair${MARK}','ben${MARK}');
CREATE TABLE messages (id varchar(50), room_id text, sender_id text, body text, kind text, created_at int, file_url text, file_name text);
INSERT INTO messages VALUES ('m1${MARK}','quay${MARK}','ann${MARK}@x.test','Write to ann${MARK}@x.test, +49 170 1234, Ünï${MARK}
next line','text',1767225600,'https://x.test/${MARK}.pdf','${MARK}.pdf');
INSERT INTO messages VALUES ('m2${MARK}','pair${MARK}','ben${MARK}','Hi ${MARK}','text',1767225601,NULL,NULL),('m3${MARK}','gone${MARK}','ben${MARK}','lost ${MARK}','text',1767225602,NULL,NULL);
INSERT INTO messages VALUES ('m4${MARK}','quay${MARK}','who${MARK}','no time ${MARK}','text',0,NULL,NULL),('m5${MARK}','quay${MARK}','ann${MARK}@x.test','ann joined','system: ${MARK}',1767225603,NULL,NULL);
INSERT INTO messages VALUES ('m6${MARK}','quay${MARK}','ann${MARK}@x.test','broken ${MARK}');
CREATE TABLE reactions (message_id text, user_id text, emoji text);
INSERT INTO reactions VALUES ('m1${MARK}','ben${MARK}',':${MARK}:');
CREATE TABLE attachments (message_id text, url text, file_name text, mime_type text);
INSERT INTO attachments VALUES ('m2${MARK}','upload/${MARK}.png','${MARK}.png','image/${MARK}'),('m2${MARK}','https://x.test/${MARK}','b','x');
`;

/** A chat of three people, as an Android phone writes it. */
const CHAT = `13/07/2025, 10:15 - Messages and calls are end-to-end encrypted.
13/07/2025, 10:15 - Ann ${MARK} created group "Quay ${MARK}"
13/07/2025, 10:16 - Ann ${MARK}: Hi ${MARK}, write to ann${MARK}@x.test
next line ${MARK}
13/07/2025, 10:17 - Ben ${MARK}: ${MARK}.jpg (file attached)
13/07/2025, 10:18 - +49 170 1234${MARK}: This message was deleted
13/07/2025, 10:19 - Cy ${MARK}: @Ann ${MARK} ok <This message was edited>
`;

type How = readonly [system: string, path: string, make: () => Files | Promise<Files>, options: string];

const SYSTEMS: readonly How[] = [
  [
    'slack',
    'export.zip',
    async () => ({
      ...(await slackFiles()),
      [`général-été${MARK}/2025-07-30.json`]: `[{"type":"message","ts":"soon","text":"no time ${MARK}","user":"U00000001${MARK}"},\n{"text":"${MARK} broken, }]`,
    }),
    '',
  ],
  ['sendbird', 'export.zip', () => jsonFiles('sendbird/synthetic'), ''],
  ['stream', 'export.zip', () => jsonFiles('stream/synthetic'), ''],
  ['firebase', 'export.zip', () => jsonFiles('firebase/firestore'), ''],
  [
    'sql',
    'export.sql',
    () => ({ 'export.sql': DUMP }),
    ', zone: UTC, shape: { messages: { system: ["system*"] } }',
  ],
  ['discord', 'export.zip', () => jsonFiles('discord/synthetic'), ''],
  ['intercom', 'export.zip', () => jsonFiles('intercom/synthetic'), ''],
  ['crisp', 'export.zip', () => jsonFiles('crisp/api'), ''],
  ['telegram', 'export.zip', () => jsonFiles('telegram/synthetic'), ''],
  ['twilio', 'export.zip', () => jsonFiles('twilio/synthetic'), ''],
  ['whatsapp', 'export.zip', () => ({ [`WhatsApp Chat with Quay ${MARK}.txt`]: CHAT }), ', zone: UTC'],
];

async function anonymised(
  [system, path, make, options]: How,
  { rules = ', anonymise: true', rest = 'sync: {}' } = {},
): Promise<ServiceHere> {
  const files = await make();
  const content = path.endsWith('.zip')
    ? zipOf(Object.entries(files).map(([name, text]) => ({ name, content: text })))
    : (files[path] as string);
  return await serviceHere({
    files: { [path]: content },
    rest: `  export: { system: ${system}, path: ${path}${options}${rules} }\nretention: { messagesOlderThanDays: 36500 }\n${rest}`,
  });
}

/** What is ours in a text: links to made addresses, names of files, mentions of made ids. */
const MADE =
  /\[(?:file\.bin|image\.png|audio\.mp3)\](?:\(https:\/\/example\.invalid\/[0-9a-f]{32}\/[a-z3.]+\))?|<@uid:u-[0-9a-f]{32}>|\[deleted\]/g;

/** What is said of everything, by every command that says it. */
async function saidBy(here: ServiceHere): Promise<string> {
  const said: string[] = [];
  for (const command of [
    ['validate', '--json'],
    ['plan'],
    ['run', '--yes'],
    ['status'],
    ['rejects'],
    ['report'],
    ['verify'],
  ]) {
    const { stdout, stderr } = await runHere([command[0] as string, here.pipeline, ...command.slice(1)]);
    said.push(stdout, stderr);
  }
  return said.join('\n');
}

describe.each(SYSTEMS)('%s', (...how) => {
  const [, path, ,] = how;

  test('nothing of an anonymised export is in the tables, the state, the rejects, the reports or the service', async () => {
    await using here = await anonymised(how);
    const said = await saidBy(here);
    expect(said).not.toMatch(new RegExp(MARK, 'i'));
    const { messages } = await landedIn(here);
    expect(messages.size, said).toBeGreaterThan(1);
    rmSync(join(here.folder, path));
    const found = textsBelow(here.folder).filter(([, text]) => new RegExp(MARK, 'i').test(text));
    expect(found.map(([name]) => name)).toEqual([]);
    for await (const { data } of here.service.messages.list({ limit: 1000 }))
      expect(String(data?.text ?? '').replaceAll(MADE, '')).toMatch(/^[\sxX0!-/:-@[-`{-~жあ🙂]*$/u);
  });
});

test('without it, the same search finds what is there, in the state and in the service', async () => {
  await using here = await anonymised(SYSTEMS[4] as How, { rules: '' });
  expect(await saidBy(here)).toContain(MARK);
  const found = textsBelow(here.folder).flatMap(([name, text]) => (text.includes(MARK) ? name : []));
  expect(found.join()).toMatch(/service\.sqlite.*rejects|rejects.*service\.sqlite/);
});

/** The time and the length of every text but long ones, which are cut where their metadata leave room. */
async function lengthsIn({ service }: ServiceHere): Promise<readonly string[]> {
  const found: [at: number, bytes: number][] = [];
  for await (const { sentAt, data } of service.messages.list({ limit: 1000 }))
    found.push([Number(sentAt), Buffer.byteLength(String(data?.text ?? ''))]);
  return found.flatMap(([at, bytes]) => (bytes > 5_000 ? [] : `${at} ${bytes}`)).sort();
}

const countsOf = ({ kinds }: ExportSummary): object =>
  Object.fromEntries(
    Object.entries(kinds).map(([kind, { read, imported, converted, kept, dropped }]) => [
      kind,
      { read, there: imported + converted, kept, dropped },
    ]),
  );

test.each([SYSTEMS[0] as How, SYSTEMS[2] as How])(
  '%s: as many as without it, of the same length, with ids that stay',
  async (...how) => {
    await using plain = await anonymised(how, { rules: '', rest: '' });
    await using here = await anonymised(how, { rest: '' });
    await using again = await anonymised(how, { rest: '' });
    const [before, run] = [await plain.json('run', '--yes'), await here.json('run', '--yes')];
    await again.json('run', '--yes');
    expectBalanced(run.result.export as ExportSummary);
    expect(countsOf(run.result.export as ExportSummary)).toEqual(
      countsOf(before.result.export as ExportSummary),
    );
    expect(run.result.entities.messages).toMatchObject({ created: before.result.entities.messages?.created });
    const [original, landed] = [await landedIn(plain), await landedIn(here)];
    expect(landed.users).toHaveLength(original.users.length);
    expect([...(await landedIn(again)).messages.keys()]).toEqual([...landed.messages.keys()]);
    // Links of Slack's files have made addresses.
    if (how[0] !== 'slack') expect(await lengthsIn(here)).toEqual(await lengthsIn(plain));
    const owners = ({ groups }: typeof landed): number =>
      [...groups.values()].filter(({ owner }) => owner !== undefined).length;
    expect(owners(landed)).toBe(owners(original));
  },
);

test('letters, digits and what is neither keep their number and their bytes; made mentions stay', () => {
  const id = `<@uid:u-${'0a'.repeat(16)}>`;
  const text = `Ann Lee, 2nd: ünïc 日本 👍🏽 \u200bx@y.example\n\tend\u0000 ${id} <@uid:ann>`;
  const masked = maskedText(text);
  expect(masked).toBe(`Xxx Xxx, 0xx: жxжx ああ 🙂🙂 あx@x.xxxxxxx\n\txxxx ${id} <@xxx:xxx>`);
  expect(Buffer.byteLength(masked)).toBe(Buffer.byteLength(text));
  expect(maskedText(masked)).toBe(masked);
  expect(maskedText('\ud800')).toBe('\ufffd');
});

describe('what cannot be kept back is refused', () => {
  test.each([
    ['a folder', 'path: .', 'names of the files in a folder'],
    ['a glob', 'path: "*.sql"', 'name the files one by one'],
    ['a file of a server', 'path: https://127.0.0.1:9/export.sql', 'would be copied into the state'],
    ['filesBase', 'path: export.sql, filesBase: https://x.test/', 'filesBase reveals'],
    ['a compressed tar archive', 'path: export.tar.gz', 'is unpacked into the state'],
  ])('%s', async (_, path, text) => {
    await using here = await refusedHere(`export: { system: sql, ${path}, anonymise: true }`);
    const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('CONFIG.INVALID')]);
    expect(stderr).toContain(text);
  });

  test.each([
    [
      'idMap',
      '  export: { system: sql, path: export.sql, anonymise: true }\nidMap: ids.csv',
      'idMap names people',
    ],
    [
      'other sources',
      '  users: { path: users.csv }\n  export: { system: sql, path: export.sql, anonymise: true }',
      'the rows of sources.users',
    ],
  ])('%s', async (_, rest, text) => {
    await using here = await serviceHere({ files: {}, rest });
    const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(text)]);
  });

  test('an error says nothing of the export, not even which name is meant', async () => {
    await using here = await anonymised(SYSTEMS[4] as How, {
      rules: ', anonymise: true, exclude: { users: [Bem] }',
    });
    const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('EXPORT.NAME_UNKNOWN')]);
    expect(stderr).toContain('is hidden (anonymise)');
    expect(stderr).not.toMatch(/Ben/);
  });
});

const refusedHere = (source: string): Promise<ServiceHere> =>
  serviceHere({
    files: {
      'export.sql': DUMP,
      'export.tar.gz': gzipSync(tarOf([{ name: 'export.sql', content: DUMP }])),
    },
    rest: `  ${source}\n`,
  });
