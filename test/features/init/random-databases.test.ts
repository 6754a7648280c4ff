import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runHere } from '../../support/command-here.ts';
import { pick, type Random, seeded } from '../../support/random.ts';

/** Databases at random, of which it is known what is what: nothing that init takes for certain is wrong. */

const DATABASES = 16;

/** Names of tables and columns; the last ones say nothing. */
const NAMES = [
  'benutzer raum teilnehmer nachricht anzeigename mailadresse titel absender inhalt gesendet geaendert geloescht intern lesevermerk kommentar ersteller austritt',
  'usuarios salas miembros mensajes apodo correo titulo autor cuerpo enviado cambiado borrado interno lecturas comentarios dueno hasta',
  'kayttajat huoneet jasenet viestit nimi posti otsikko lahettaja sisalto aika muokattu poistettu sisainen luetut huomiot omistaja lahti',
  't1 t2 t3 t4 c2 c3 d2 f3 f4 f5 f6 f7 f8 t6 t7 d3 e4',
].map((line) => line.split(' '));
const WORDS = 'casa luna sol mar rio verde azul norte sur pan vino agua fuego tierra'.split(' ');

type Column = { readonly name: string; readonly type?: string; value(row: number): string | number | null };
type Truth = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Writes a database, and says what its tables are. */
function filled(database: DatabaseSync, random: Random): Truth {
  const [users, rooms, members, messages, ...columns] = pick(random, NAMES) as [
    string,
    string,
    string,
    string,
  ];
  const [name, mail, title, from, text, time, edited, deleted, internal, reads, comments, owner, left] =
    columns as string[] as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
  const chance = (share: number): boolean => random() < share;
  const some = (count: number): number => Math.floor(random() * count);
  const form = pick(random, ['small', 'large', 'text']);
  const id = pick(random, ['id', 'nr', 'clave']);
  const isDeclared = chance(0.5);
  const key = (table: number, row: number): string | number =>
    form === 'small'
      ? row + 1
      : form === 'large'
        ? 1_000_000 * table + row
        : `${table}${row}ab-${(row * 7919).toString(16)}`;
  const said = (): string => Array.from({ length: 1 + some(8) }, () => pick(random, WORDS)).join(' ');
  const at = (row: number): string =>
    new Date(1_714_557_600_000 + row * 61_000).toISOString().replace('Z', '').replace('T', ' ');
  const to = (column: string, table: string, value: Column['value']): Column => ({
    name: column,
    type: isDeclared ? `x references ${table}(${id})` : 'x',
    value,
  });
  const keyed = (table: number): Column => ({
    name: id,
    type: 'primary key',
    value: (row) => key(table, row),
  });
  const made = (table: string, count: number, all: readonly (Column | false)[]): void => {
    const own = all.filter((column) => column !== false);
    database.exec(
      `create table ${table} (${own.map((column) => `"${column.name}" ${column.type ?? 'text'}`).join(', ')})`,
    );
    const insert = database.prepare(`insert into ${table} values (${own.map(() => '?').join(',')})`);
    for (let row = 0; row < count; row++) insert.run(...own.map(({ value }) => value(row)));
  };
  const [people, places, lines] = [5 + some(40), 2 + some(15), 20 + some(200)];
  const [hasMail, hasDeleted, hasInternal, hasLeft] = [0.6, 0.5, 0.3, 0.4].map(chance);
  const pairs = Array.from(
    { length: people * places },
    (_, at) => [at % people, Math.floor(at / people)] as const,
  ).filter(([person, place]) => person < 2 || (person + place) % 3 !== 0);
  const roomColumn = pick(random, ['ref1', `${rooms}_${id}`]);
  const memberColumn = pick(random, ['ref2', from]);
  made(users, people, [
    keyed(1),
    { name, value: (row) => `${said()} ${row}` },
    hasMail === true && { name: mail, value: (row) => `u${row}@example.com` },
  ]);
  made(rooms, places, [
    keyed(2),
    { name: title, value: (row) => `${said()} ${row}` },
    chance(0.5) && to(owner, users, (row) => key(1, row % people)),
  ]);
  made(members, pairs.length, [
    to(roomColumn, rooms, (row) => key(2, pairs[row]?.[1] ?? 0)),
    to(memberColumn, users, (row) => key(1, pairs[row]?.[0] ?? 0)),
    hasLeft === true && { name: left, value: (row) => (row % 5 === 4 ? at(row) : null) },
  ]);
  const spoken = Array.from({ length: lines }, () => pick(random, pairs));
  made(messages, lines, [
    keyed(4),
    to(roomColumn, rooms, (row) => key(2, spoken[row]?.[1] ?? 0)),
    to(from, users, (row) => key(1, spoken[row]?.[0] ?? 0)),
    { name: text, value: said },
    { name: time, value: at },
    chance(0.5) && { name: edited, value: (row) => at(row + (row % 4 === 0 ? 30 : 0)) },
    hasDeleted === true && { name: deleted, value: (row) => (row % 9 === 0 ? 1 : 0) },
    hasInternal === true && { name: internal, value: (row) => (row % 7 === 0 ? 't' : 'f') },
  ]);
  if (chance(0.4))
    made(reads, lines, [
      to('msg', messages, (row) => key(4, row)),
      to('wer', users, (row) => key(1, row % people)),
      { name: 'wann', value: at },
    ]);
  if (chance(0.4))
    made(comments, chance(0.3) ? lines * 2 : 15, [
      keyed(7),
      to('zu', messages, (row) => key(4, row % lines)),
      to('wer', users, (row) => key(1, row % people)),
      { name: 'txt', value: said },
      { name: 'wann', value: at },
    ]);
  const marks = { isDeleted: hasDeleted ? deleted : false, internal: hasInternal ? internal : false };
  return {
    users: { table: users, id, name, email: hasMail ? mail : undefined },
    conversations: { table: rooms, id, name: title },
    participants: {
      table: members,
      conversation: roomColumn,
      user: memberColumn,
      leftAt: hasLeft ? left : undefined,
    },
    messages: Object.assign(marks, {
      table: messages,
      id,
      conversation: roomColumn,
      sender: from,
      text,
      time,
    }),
  };
}

test('nothing is taken for certain that is wrong, and a draft that runs lacks nothing', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const counts = { certain: 0, asked: 0 };
  const wrong: string[] = [];
  for (let seed = 1; seed <= DATABASES; seed++) {
    const [path, out] = [join(folder.path, `${seed}.db`), join(folder.path, `${seed}.yaml`)];
    using database = new DatabaseSync(path);
    const truth = filled(database, seeded(seed));
    const { exitCode, stderr } = await runHere(['init', path, '--yes', '--zone', 'UTC', '--out', out]);
    expect([seed, exitCode, stderr]).toEqual([seed, 0, '']);
    const text = await readFile(out, 'utf8');
    const { shape } = (parse(text) as { sources: { export: { shape: Truth } } }).sources.export;
    const found = Object.entries(shape).flatMap(([role, fields]) =>
      Object.entries(fields).map(([field, value]) => ({ role, field, value })),
    );
    for (const { role, field, value } of found)
      if (value === '?' || field === 'where') counts.asked++;
      else if (value === truth[role]?.[field]) counts.certain++;
      else wrong.push(`${seed}: ${role}.${field}: ${String(value)}`);
    if (text.includes('"?"')) continue;
    for (const [role, fields] of Object.entries(truth))
      for (const [field, value] of Object.entries(fields))
        if (value && shape[role]?.[field] !== value) wrong.push(`${seed}: no ${role}.${field}`);
  }
  expect(wrong).toEqual([]);
  expect(counts.certain).toBeGreaterThan(2 * counts.asked);
});
