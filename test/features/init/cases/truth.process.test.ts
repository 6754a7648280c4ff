import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../../support/command-here.ts';
import { contentOf, type Entry } from '../../../support/sandbox-process.ts';

/** From `init` to `verify`, and what the service then has compared with what the files were made of. */

/** Runs `init`, `run` and `verify` of a folder called `chat`, and returns what the sandbox has. */
async function imported(files: Readonly<Record<string, string | Uint8Array>>, ...flags: readonly string[]) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const chat = join(folder.path, 'chat');
  await mkdir(chat);
  for (const [name, content] of Object.entries(files)) await writeFile(join(chat, name), content);
  const started = await runHere(['init', chat, '--yes', ...flags]);
  expect([started.exitCode, started.stdout]).toEqual([0, expect.stringContaining('✔ wrote')]);
  const pipeline = join(chat, 'pipeline.yaml');
  const run = await runHere(['run', pipeline, '--yes']);
  expect(run.exitCode, run.stdout + run.stderr).toBe(0);
  const verified = await runHere(['verify', pipeline]);
  expect(verified.exitCode, verified.stdout).toBe(0);
  const [, same, all] = /verified (\d+) of (\d+)/.exec(verified.stdout) ?? [];
  expect(same).toBe(all);
  const content = await contentOf(join(chat, '.chatferry/chat/sandbox.sqlite'));
  return { ...content, said: started.stdout, verified: Number(same) };
}

const textOf = ({ data }: Entry): unknown => (data as Entry | undefined)?.['text'];
/** Rows in an order of their own; ids without the hash that keeps those of one spelling apart. */
const bySorted = (rows: readonly (readonly unknown[])[]): string[] =>
  rows.map((row) => JSON.stringify(row).replaceAll(/-[0-9a-f]{12}"/g, '"')).sort();

const NAMES = ['Änne Groß', 'Ben Osei', 'Cem Öz', 'Dora Lind', 'Eva Maier', 'Fritz Lang', 'Gül Ak'];
const PEOPLE = NAMES.map((name, n) => ({
  mail: `${'AbCdEfG'[n]}nn${n}.Ex@acme.example`,
  uid: `${'abcdefg'[n]}nn${n}-ex-acme-example`,
  name: n === 3 ? '' : name,
}));
const person = (n: number) => PEOPLE[n % PEOPLE.length] as (typeof PEOPLE)[number];
const two = (n: number): string => String(n).padStart(2, '0');
/** Rooms have three people each; the role 3 is that of most. */
const MEMBERS = [1, 2, 3, 4].flatMap((room) =>
  [0, 1, 2].map((k) => ({ room, who: person(room + k), role: k === 0 ? 1 : k === 1 ? 3 : 3 })),
);
const ROLE = new Map([
  [1, 'admin'],
  [3, 'participant'],
]);
/** In Berlin, two hours before UTC in July. */
const at = (n: number) => ({
  written: `${two(13 + (n % 15))}.07.2026 ${two(9 + (n % 9))}:${two(n % 60)}`,
  seconds: Date.UTC(2026, 6, 13 + (n % 15), 7 + (n % 9), n % 60) / 1_000,
});
const TEXTS = ['Guten Morgen zusammen!', 'Schöne Grüße', 'Wer hat die Liste?'];
const ROOM_ROWS = Array.from({ length: 60 }, (_, n) => {
  const room = 1 + (n % 4);
  const who = person(room + (n % 3));
  // Some write their address in another way.
  const author = n % 5 === 0 ? who.mail.toLowerCase() : who.mail;
  return { id: n + 1, room, who, author, text: `${TEXTS[n % 3]} ${n}`, time: at(n), gone: n % 20 === 19 };
});
const DIRECT_ROWS = Array.from({ length: 20 }, (_, n) => ({
  id: n + 1,
  from: person(n),
  to: person(n + 1 + (n % 3)),
  text: `privat ${n}`,
  time: at(n + 3),
}));

const table = (...rows: readonly (readonly (string | number)[])[]): Uint8Array =>
  Buffer.from(rows.map((row) => `${row.join(';')}\r\n`).join(''), 'latin1');

const DUMP = {
  'T_USR.csv': table(
    ['USR_MAIL', 'USR_DISP_NM', 'STAT_CD', 'CREA_DT', 'DEL_FLG', 'KST'],
    ...PEOPLE.map(({ mail, name }, n) => [mail, name, 1 + (n % 2), '01.01.2020 08:00', 'N', 4000 + (n % 3)]),
  ),
  'T_RAUM.csv': table(
    ['RAUM_NR', 'BEZ', 'TYP', 'EIGENTUEMER', 'CREA_DT'],
    ...[1, 2, 3, 4].map((n) => [n, `Vertrieb ${n}`, 'G', person(n).mail, '13.02.2020 08:00']),
  ),
  'T_RAUM_USR.csv': table(
    ['RAUM_NR', 'USR_MAIL', 'ROLLE', 'BEITRITT_DT'],
    ...MEMBERS.map(({ room, who, role }) => [room, who.mail, role, '14.03.2020 09:00']),
  ),
  'T_NACHRICHT.csv': table(
    ['NACHR_ID', 'RAUM_NR', 'AUTOR', 'INHALT_HTML', 'ZEIT', 'DEL_FLG', 'ANHANG', 'ANTWORT_AUF'],
    ...ROOM_ROWS.map(({ id, room, author, text, time, gone }) => [
      id,
      room,
      author,
      `<p>${text}</p>`,
      time.written,
      gone ? 'J' : 'N',
      '',
      '',
    ]),
  ),
  'T_PRIVAT.csv': table(
    ['PN_ID', 'VON', 'AN', 'INHALT_HTML', 'ZEIT', 'GELESEN', 'DEL_FLG'],
    ...DIRECT_ROWS.map(({ id, from, to, text, time }) => [
      id,
      from.mail,
      to.mail,
      `<p>${text}</p>`,
      time.written,
      'J',
      'N',
    ]),
  ),
  'T_KST.csv': table(['KST', 'BEZ'], [4000, 'Abteilung A'], [4001, 'Abteilung B'], [4002, 'Abteilung C']),
};

test('a legacy dump of six files: people, rooms, roles and messages are those that it was made of', async () => {
  const { users, groups, members, messages, said } = await imported(
    DUMP,
    '--zone',
    'Europe/Berlin',
    '--answer',
    'members.scope=1:admin,3:participant',
    't-kst.entity=none',
  );
  expect(said).not.toContain('?');
  expect(bySorted(users.map(({ uid, name }) => [uid, name]))).toEqual(
    bySorted(PEOPLE.map(({ uid, name, mail }) => [uid, name || mail])),
  );
  expect(bySorted(groups.map(({ guid, name, type }) => [guid, name, type]))).toEqual(
    bySorted([1, 2, 3, 4].map((n) => [`${n}`, `Vertrieb ${n}`, 'private'])),
  );
  expect(bySorted(members.map(({ guid, uid, scope }) => [guid, uid, scope]))).toEqual(
    bySorted(MEMBERS.map(({ room, who, role }) => [`${room}`, who.uid, ROLE.get(role)])),
  );
  const held = messages.map((message) => [
    message['receiverType'],
    message['receiver'],
    message['sender'],
    message['sentAt'],
    textOf(message),
  ]);
  const living = ROOM_ROWS.filter(({ gone }) => !gone).map(({ room, who, time, text }) => [
    'group',
    `${room}`,
    who.uid,
    time.seconds,
    text,
  ]);
  const direct = DIRECT_ROWS.map(({ from, to, time, text }) => [
    'user',
    to.uid,
    from.uid,
    time.seconds,
    text,
  ]);
  expect(bySorted(held)).toEqual(bySorted([...living, ...direct]));
});

const time = (n: number): string => `2026-06-10T10:${two(Math.floor(n / 60))}:${two(n % 60)}.325Z`;

/** A log in which messages are posted, changed and removed later, some of them several times. */
function eventLog() {
  const events: object[] = [];
  const add = (type: string, payload: object, actor?: string): void => {
    const seq = events.length + 1;
    events.push({ seq, ts: time(seq), type, ...(actor === undefined ? {} : { actor }), payload });
  };
  for (const n of [1, 2, 3, 4]) {
    const id = `USR:000${n}`;
    add('user.registered', { user: { id, nick: `Ann${n}`, mail: `${n}@x.example` } }, id);
  }
  for (const n of [1, 2])
    add('channel.opened', { channel: { id: `C:${n}`, title: `General ${n}`, private: n === 2 } });
  for (const channelId of ['C:1', 'C:2'])
    for (const n of [1, 2, 3, 4]) add('member.joined', { channelId, userId: `USR:000${n}` }, `USR:000${n}`);
  const truth = new Map<string, unknown[]>();
  for (let n = 1; n <= 40; n++) {
    const [id, channel] = [`M${n}`, 1 + (n % 2)];
    const sentAt = Math.floor(Date.parse(time(events.length + 1)) / 1_000);
    const message = {
      id,
      to: { kind: 'channel', channelId: `C:${channel}` },
      body: { plain: `hi number ${n}` },
    };
    add('message.posted', { message: { ...message, files: [] } }, `USR:000${1 + (n % 4)}`);
    let said = `hi number ${n}`;
    const edit = (plain: string): void => {
      said = plain;
      add('message.edited', { messageId: id, plain });
    };
    if (n % 5 === 0) edit(`edited ${n}`);
    if (n % 10 === 0) edit(`edited again ${n}`);
    if (n % 7 === 0) add('message.removed', { messageId: id });
    else truth.set(id, [`c-${channel}`, `usr-000${1 + (n % 4)}`, sentAt, said]);
  }
  return { events, truth };
}

test('a log of events with edits and removals: messages have their last text, and removed ones are gone', async () => {
  const { events, truth } = eventLog();
  const log = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const { users, groups, members, messages } = await imported({ 'events.ndjson': log });
  expect(bySorted(users.map(({ uid, name }) => [uid, name]))).toEqual(
    bySorted([1, 2, 3, 4].map((n) => [`usr-000${n}`, `Ann${n}`])),
  );
  expect(bySorted(groups.map(({ guid, name, type }) => [guid, name, type]))).toEqual(
    bySorted([
      ['c-1', 'General 1', 'public'],
      ['c-2', 'General 2', 'private'],
    ]),
  );
  expect(members).toHaveLength(8);
  const held = messages.map((message) => [
    message['receiver'],
    message['sender'],
    message['sentAt'],
    textOf(message),
  ]);
  expect(bySorted(held)).toEqual(bySorted([...truth.values()]));
});
