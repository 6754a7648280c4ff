import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { jsonHere } from '../../support/command-here.ts';
import { mainHere } from '../../support/main-here.ts';
import { serviceHere } from '../../support/service-here.ts';

/** Databases whose tables have names of their own. */

/** German, as MySQL dumps it: a log beside the messages, flags, and states of messages. */
const GERMAN = `-- MySQL dump 10.13
/*!40101 SET NAMES utf8mb4 */;
CREATE TABLE \`benutzer\` (\`nr\` int NOT NULL, \`anzeigename\` varchar(80), \`mail\` varchar(80), \`gesperrt\` tinyint(1), PRIMARY KEY (\`nr\`));
INSERT INTO \`benutzer\` VALUES (1,'Anna Lenz','anna@example.com',0),(2,'Bernd Ott','bernd@example.com',0),(3,'Cora May','cora@example.com',1),(4,'Dora','dora@example.com',0);
CREATE TABLE \`raum\` (\`nr\` int NOT NULL, \`titel\` varchar(80), \`art\` varchar(10), \`besitzer\` int, PRIMARY KEY (\`nr\`), CONSTRAINT \`f0\` FOREIGN KEY (\`besitzer\`) REFERENCES \`benutzer\` (\`nr\`));
INSERT INTO \`raum\` VALUES (1,'Lager','offen',1),(2,'Vertrieb Nord','zu',2);
CREATE TABLE \`teilnahme\` (\`raum\` int, \`person\` int, \`weg\` datetime, CONSTRAINT \`f1\` FOREIGN KEY (\`raum\`) REFERENCES \`raum\` (\`nr\`), CONSTRAINT \`f2\` FOREIGN KEY (\`person\`) REFERENCES \`benutzer\` (\`nr\`));
INSERT INTO \`teilnahme\` VALUES (1,1,NULL),(1,2,NULL),(1,3,'2024-02-01 00:00:00'),(2,2,NULL),(2,4,NULL);
CREATE TABLE \`beitrag\` (\`nr\` int NOT NULL, \`raum\` int, \`von\` int, \`inhalt\` text, \`gesendet\` datetime, \`geaendert\` datetime, \`weg\` tinyint(1), \`zustand\` varchar(10), PRIMARY KEY (\`nr\`));
INSERT INTO \`beitrag\` VALUES (1,1,1,'Guten Morgen zusammen','2024-05-01 10:00:00','2024-05-01 10:00:00',0,'fertig'),(2,1,2,'Moin','2024-05-01 10:01:00','2024-05-01 10:05:00',0,'fertig'),(3,2,2,'Ist die Ware da?','2024-05-01 10:02:00','2024-05-01 10:02:00',0,'fertig'),(4,2,4,'Ja, seit heute','2024-05-01 10:03:00','2024-05-01 10:03:00',0,'fertig'),(5,1,1,'Quatsch dahin','2024-05-01 10:04:00','2024-05-01 10:04:00',1,'fertig'),(6,1,1,'Noch ein Entwurf','2024-05-01 10:04:30','2024-05-01 10:04:30',0,'entwurf');
CREATE TABLE \`protokoll\` (\`nr\` int, \`was\` text, \`wann\` datetime, \`wer\` int);
INSERT INTO \`protokoll\` VALUES (1,'hat sich angemeldet','2024-05-01 09:00:00',1),(2,'hat sich abgemeldet','2024-05-01 09:00:00',1);
ALTER TABLE \`beitrag\`
  ADD CONSTRAINT \`b1\` FOREIGN KEY (\`raum\`) REFERENCES \`raum\` (\`nr\`),
  ADD CONSTRAINT \`b2\` FOREIGN KEY (\`von\`) REFERENCES \`benutzer\` (\`nr\`) ON DELETE CASCADE;
-- Dump completed
`;

/** Spanish, without declared references: what the values share tells it. */
const SPANISH = `
create table personas(clave text primary key, nombre text, apellido text, correo text);
insert into personas values('p-ana','Ana','Ruiz Gil','ana@example.com'),('p-leo','Leo','Paz','leo@example.com'),('p-eva','Eva','Mar Sol','eva@example.com');
create table charlas(num integer primary key, asunto text);
insert into charlas values(10,'Ventas del norte'),(11,'Soporte');
create table asistentes(charla int, persona text, unido text);
insert into asistentes values(10,'p-ana','2024-01-01 00:00:00'),(10,'p-leo','2024-01-01 00:00:00'),(10,'p-eva','2024-01-03 00:00:00'),(11,'p-ana','2024-01-01 00:00:00'),(11,'p-eva','2024-01-01 00:00:00');
create table envios(num integer primary key, charla int, autor text, cuerpo text, cuando text);
insert into envios values(1,10,'p-ana','Hola a todos','2024-05-01 10:00:00'),(2,10,'p-leo','¿Qué tal el envío?','2024-05-01 10:01:00'),(3,11,'p-eva','Tengo una duda','2024-05-01 10:02:00'),(4,11,'p-ana','Dime qué pasa','2024-05-01 10:03:00');
`;

async function databaseOf(tables: string) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const isDump = tables.startsWith('-- ');
  const path = join(folder.path, isDump ? 'chat.sql' : 'chat.db');
  if (isDump) await writeFile(path, tables);
  else {
    using database = new DatabaseSync(path);
    database.exec(tables);
  }
  const pipeline = join(folder.path, 'pipeline.yaml');
  const init = (...answers: readonly string[]) =>
    mainHere(
      ['init', path, '--zone', 'UTC', '--force', '--json'].concat(
        answers.flatMap((answer) => ['--answer', answer]),
      ),
    );
  return {
    path,
    pipeline,
    init,
    asked: async (...answers: readonly string[]) => {
      const { out } = await init(...answers);
      const { questions = [] } = JSON.parse(out) as { questions?: readonly { readonly id: string }[] };
      return questions.map(({ id }) => id);
    },
    text: () => readFile(pipeline, 'utf8'),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

type Database = Awaited<ReturnType<typeof databaseOf>>;

/** The rows that verify finds equal after a run, of how many, by entity. */
async function moved({ pipeline, text }: Database): Promise<unknown> {
  await using here = await serviceHere({ files: {} });
  const [, target = ''] = /^(target: .*)$/m.exec(await readFile(here.pipeline, 'utf8')) ?? [];
  const own = (await text()).replace(/^target: .*$/m, target);
  await writeFile(pipeline, `${own}retention: { messagesOlderThanDays: 36500 }\n`);
  const run = await jsonHere<Report>(['run', pipeline, '--yes', '--json']);
  expect([run.exitCode, run.result.problems]).toEqual([0, []]);
  const { result } = await jsonHere<Verified>(['verify', pipeline, '--json']);
  return Object.fromEntries(
    Object.entries(result.entities).map(([name, { same = 0, ...others }]) => {
      const rest = Object.values(others).reduce((sum, count) => sum + count, 0);
      return [name, `${same}/${same + rest}`];
    }),
  );
}

type Verified = { readonly entities: Readonly<Record<string, Readonly<Record<string, number>>>> };

describe('a dump in another language', () => {
  const ANSWERS = [
    'messages.time=gesendet',
    'messages.isDeleted=weg',
    'messages.where.zustand=fertig',
    'users.deactivatedAt=false',
    'conversations.name=titel',
    'conversations.types.zu=private',
    'participants.leftAt=weg',
  ];

  test('is a shape with questions, which no run imports until they are answered', async () => {
    await using database = await databaseOf(GERMAN);
    expect(await database.asked()).toEqual([
      'messages.time',
      'messages.isDeleted',
      'messages.internal',
      'messages.where.zustand',
      'users.deactivatedAt',
      'conversations.name',
      'conversations.types.zu',
      'participants.leftAt',
    ]);
    const text = await database.text();
    for (const line of [
      'table: beitrag',
      'sender: von',
      'conversation: raum',
      'text: inhalt',
      'table: teilnahme',
      'email: mail',
    ])
      expect(text).toContain(line);
    expect(text).toMatch(/time: "\?" {3}# \? which column of beitrag is the time.*--answer messages\.time=…/);
    const { code, err } = await mainHere(['run', database.pipeline]);
    expect([code, err]).toEqual([2, expect.stringContaining('CONFIG.UNANSWERED')]);
  });

  test('answered, it is moved: nothing that was deleted, and nobody who has left', async () => {
    await using database = await databaseOf(GERMAN);
    expect(await database.asked(...ANSWERS)).toEqual([]);
    expect(await moved(database)).toEqual({ users: '4/4', groups: '2/2', members: '4/4', messages: '4/4' });
  });

  test('inspect says the same', async () => {
    await using database = await databaseOf(GERMAN);
    const { code, out } = await mainHere(['inspect', database.path]);
    expect([code, out]).toEqual([0, expect.stringContaining('--answer messages.isDeleted=…')]);
    expect(out).toContain('table: beitrag');
  });

  test('an answer that is no column of the table is refused', async () => {
    await using database = await databaseOf(GERMAN);
    const { code, err } = await database.init('messages.time=wann');
    expect([code, err]).toEqual([2, expect.stringContaining('not a column of this table')]);
  });
});

test('a database file in another language, without declared references, is moved after one answer', async () => {
  await using database = await databaseOf(SPANISH);
  expect(await database.asked()).toEqual(['users.name']);
  expect(await database.asked('users.name=nombre,apellido')).toEqual([]);
  expect(await database.text()).toContain('name: [[nombre, apellido]]');
  expect(await moved(database)).toEqual({ users: '3/3', groups: '2/2', members: '5/5', messages: '4/4' });
});

/** As pg_dump writes it: what refers to what stands at the end. */
const FINNISH = `-- PostgreSQL database dump
CREATE TABLE public.kayttajat (nro integer NOT NULL, nimi text, posti text);
CREATE TABLE public.huoneet (nro integer NOT NULL, otsikko text);
CREATE TABLE public.jasenet (h integer, k integer);
CREATE TABLE public.viestit (nro integer NOT NULL, h integer, k integer, sisalto text, aika timestamp with time zone);
INSERT INTO public.kayttajat VALUES (1,'Aino Aho','aino@example.com'),(2,'Eero Elo','eero@example.com'),(3,'Ilmo','ilmo@example.com');
INSERT INTO public.huoneet VALUES (1,'Varasto'),(2,'Myynti');
INSERT INTO public.jasenet VALUES (1,1),(1,2),(2,2),(2,3);
INSERT INTO public.viestit VALUES (1,1,1,'Hyvää huomenta','2024-05-01 10:00:00+00'),(2,1,2,'Moi vaan','2024-05-01 10:01:00+00'),(3,2,3,'Onko ketään?','2024-05-01 10:02:00+00');
ALTER TABLE ONLY public.viestit ADD CONSTRAINT v1 FOREIGN KEY (h) REFERENCES public.huoneet(nro);
ALTER TABLE ONLY public.viestit ADD CONSTRAINT v2 FOREIGN KEY (k) REFERENCES public.kayttajat(nro);
ALTER TABLE ONLY public.jasenet ADD CONSTRAINT j1 FOREIGN KEY (h) REFERENCES public.huoneet(nro);
ALTER TABLE ONLY public.jasenet ADD CONSTRAINT j2 FOREIGN KEY (k) REFERENCES public.kayttajat(nro);
-- PostgreSQL database dump complete
`;

test('a dump whose references are declared needs no answer', async () => {
  await using database = await databaseOf(FINNISH);
  expect(await database.asked()).toEqual([]);
  const moves = { users: '3/3', groups: '2/2', members: '4/4', messages: '3/3' };
  expect(await moved(database)).toEqual(moves);
});

test('where no table is clearly that of the messages, everything that refers to it is a question', async () => {
  await using database = await databaseOf(
    SPANISH +
      'create table notas(num integer primary key, charla int, autor text, cuerpo text, cuando text);insert into notas select * from envios;',
  );
  const asked = await database.asked();
  expect(asked).toEqual(expect.arrayContaining(['messages.table', 'messages.text', 'users.table']));
  expect(await database.text()).toContain('columns of notas: num, charla, autor, cuerpo, cuando');
  expect(await database.asked('messages.table=envios')).toEqual(['users.name']);
});

test('where nothing says which table has the people, all that follows from it is a question', async () => {
  await using database = await databaseOf(SPANISH.replaceAll('@example.com', ''));
  expect(await database.asked()).toEqual(
    expect.arrayContaining(['users.table', 'users.id', 'conversations.table', 'participants.table']),
  );
  expect(await database.asked('users.table=personas')).toEqual(['users.name']);
});

test('messages between two people, of which nothing says who writes, are asked for', async () => {
  const tables = `
create table konto(id integer primary key, kuerzel text, post text);
insert into konto values(1,'ann','a@example.com'),(2,'ben','b@example.com'),(3,'cem','c@example.com');
create table zettel(id integer primary key, an int references konto(id), von int references konto(id), was text, wann int, antwort int references zettel(id), datei text);
insert into zettel values(1,2,1,'hi du da',1714557600,null,'x/a.png'),(2,1,2,'selber hi',1714557700,1,null),(3,3,2,'na gut so',1714557800,null,'b/c.pdf');
`;
  await using database = await databaseOf(tables);
  expect(await database.asked()).toEqual(['messages.sender', 'messages.receiver']);
  expect(await database.asked('messages.sender=von')).toEqual([]);
  for (const line of ['receiver: an', 'parent: antwort', 'filePath: datei'])
    expect(await database.text()).toContain(line);
});

const TITLE = 'conversations.name=titel';

/** Rooms with a column of words for their types. */
const typed = (column: string, ...words: readonly string[]): string => `
create table konto(id integer primary key, kuerzel text, post text);
insert into konto values(1,'ann','a@example.com'),(2,'ben','b@example.com'),(3,'cem','c@example.com');
create table platz(id integer primary key, titel text, ${column} text);
insert into platz values ${words.map((word, at) => `(${at + 1},'Platz ${at + 1}','${word}')`).join(',')};
create table dabei(platz int references platz(id), wer int references konto(id));
insert into dabei values ${words.map((_, at) => `(${at + 1},1),(${at + 1},2)`).join(',')};
create table zettel(id integer primary key, platz int references platz(id), wer int references konto(id), was text, wann int);
insert into zettel values ${words.map((_, at) => `(${2 * at + 1},${at + 1},1,'hi du da',${1714557600 + at}),(${2 * at + 2},${at + 1},2,'selber hi',${1714557700 + at})`).join(',')};
`;

test.each([
  ['letters', 'typ', ['P', 'G', 'P', 'G'], ['P', 'G']],
  ['numbers', 'typ', ['1', '2', '1', '3'], ['1', '2', '3']],
  ['yes and no', 'type', ['0', '1', '0', '0'], ['0', '1']],
  [
    'words of several meanings',
    'art',
    ['channel', 'chat', 'direct', 'single'],
    ['channel', 'chat', 'single'],
  ],
  ['a status', 'stand', ['open', 'closed', 'open', 'open'], ['open']],
])('%s say no type of a conversation: they are asked for', async (_, column, words, asked) => {
  await using database = await databaseOf(typed(column, ...words));
  expect(await database.asked(TITLE)).toEqual(asked.map((word) => `conversations.types.${word}`));
  const { out } = await database.init(TITLE);
  const [first = ''] = words;
  const rows = words.filter((word) => word === first).length;
  expect(out).toContain(`(${rows} row`);
  expect(await database.text()).toMatch(/types:\n +\S+: "\?" {3}# \? platz\.\w+: which type does/);
  const given = asked.map((word) => `conversations.types.${word}=private`);
  expect(await database.asked(TITLE, ...given)).toEqual([]);
  const refused = await database.init(`conversations.types.${asked[0]}=maybe`);
  expect(refused.err).toContain('expected private, direct or public');
});

test('rooms that a word of their table makes public are counted', async () => {
  await using database = await databaseOf(typed('typ', 'Offen', 'geheim', 'privat', 'Offen', 'direkt'));
  expect(await database.asked(TITLE, 'conversations.types.geheim=private')).toEqual([]);
  const doubt = '2 of the groups read would be public, because typ is "Offen"';
  const { out } = await database.init(TITLE, 'conversations.types.geheim=private');
  expect(JSON.parse(out)).toMatchObject({ doubts: [doubt] });
  const text = await database.text();
  for (const line of [`# ! ${doubt}`, 'Offen: public', 'privat: private', 'direkt: direct'])
    expect(text).toContain(line);
});

test('of two columns for the type the reader takes none by its name, and too many words are no types', async () => {
  await using two = await databaseOf(
    typed('type text, visibility', 'x', 'y').replace(/'([xy])'/g, "'G','$1'"),
  );
  expect(await two.asked(TITLE)).toEqual(['conversations.types.G']);
  const words = Array.from({ length: 13 }, (_, at) => `d${at === 0 ? '' : at}`);
  await using many = await databaseOf(typed('type', ...words));
  expect(await many.asked(TITLE)).toEqual([]);
  expect(await many.text()).toContain('type: false');
});

test('a second table that looks like messages is said, and has no members', async () => {
  const second =
    "create table pn(id integer primary key, von int, an int, inhalt text, zeit int); insert into pn values(1,1,2,'psst du da',1714557600),(2,2,1,'ja was denn',1714557700),(3,1,3,'nur so halt',1714557800);";
  await using database = await databaseOf(typed('typ', 'public', 'private', 'private') + second);
  const { out } = await database.init(TITLE, 'messages.table=zettel');
  const { doubts, questions = [] } = JSON.parse(out);
  expect(doubts).toContain('3 rows of pn look like messages and are not read');
  expect(JSON.stringify(questions)).not.toContain('"pn"');
});
