import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { type Declared, type SourcesHere, sourcesHere } from '../../e2e/sources/sources-here.ts';
import { zipOf } from '../../input/sources/documents/zip-file.ts';

type Cells = Record<string, unknown>;

/** The rows of the rejects files, by the name of the file. */
const rowsIn = (path: string): Cells[] => {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.csv')) return parse(text, { columns: true, bom: true });
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Cells);
};

const folderOf = ({ state }: SourcesHere): string => join(state, 'rejects');

/** Where the rejected rows stood, by rejects file. */
const places = (here: SourcesHere): Record<string, string[]> =>
  Object.fromEntries(
    readdirSync(folderOf(here)).map((name) => [
      name,
      rowsIn(join(folderOf(here), name)).map(({ _file, _line, _row }) => `${_file} ${_line} ${_row}`),
    ]),
  );

/** Rewrites every row of a rejects file. */
function edit(path: string, change: (row: Cells) => Cells): void {
  const rows = rowsIn(path).map(change);
  const text = path.endsWith('.csv')
    ? stringify(rows, { header: true, bom: true })
    : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(path, text);
}

/** What the service holds. */
async function held({ reader }: SourcesHere): Promise<{ users: Cells[]; messages: Cells[] }> {
  const users: Cells[] = await Array.fromAsync(reader.list('/users'));
  const messages: Cells[] = await Array.fromAsync(reader.messages('&category=message'));
  return { users, messages };
}

/** A run whose rejects files are as they are expected to be. */
async function rejected(declared: Declared, expected: Record<string, string[]>): Promise<SourcesHere> {
  const here = await sourcesHere(declared);
  expect((await here.run('run', '--yes')).exitCode).toBe(4);
  expect(places(here)).toEqual(expected);
  return here;
}

const LONG = 'x'.repeat(101);
const USERS = `uid,name\nann,Ann\nben,"${LONG}\n"\nb en,Ben\n`;
const TALK =
  'map: { muid: id, sender: who, receiver: { const: ben }, receiverType: { const: user }, sentAt: at, text: body }';
const LINES = 'id,who,at,body\nm1,ann,2024-03-01T10:00:00Z,"a\nb"\nm2,c y,2024-03-01T10:01:00Z,c\n';
const ANN = { 'ann.csv': 'uid,name\nann,Ann\nben,Ben\n' };

describe('a rejects file says where a row stood: the path from the pipeline file, the line, the number of the row', () => {
  test('files in folders, CSV and NDJSON alike', async () => {
    await using _ = await rejected(
      {
        files: {
          'in/a/users.csv': USERS,
          'in/b/users.ndjson': '\n{"uid":"u 1","name":"U"}\nno row\n{"uid":"u 2","name":"U"}\n',
        },
        sources: '  users: { path: [in/*/users.csv, ./in/b/users.ndjson] }',
      },
      {
        'users.csv': ['in/a/users.csv 3 2', 'in/a/users.csv 5 3'],
        'users.ndjson': ['in/b/users.ndjson 2 1', 'in/b/users.ndjson 3 2', 'in/b/users.ndjson 4 3'],
      },
    );
  });

  test('a file outside of the folder of the pipeline', async () => {
    await using there = await sourcesHere({
      files: { 'users.csv': USERS },
      sources: '  users: { path: users.csv }',
    });
    const path = `../${basename(there.folder)}/users.csv`;
    await using _ = await rejected(
      { files: {}, sources: `  users: { path: ${join(there.folder, 'users.csv')} }` },
      { 'users.csv': [`${path} 3 2`, `${path} 5 3`] },
    );
  });

  test('files in an archive', async () => {
    await using here = await sourcesHere({ files: ANN, sources: '' });
    const archive = zipOf([{ name: 'rooms/a/1.csv', content: LINES }]);
    writeFileSync(join(here.folder, 'export.zip'), archive);
    here.declare(`  users: { path: ann.csv }\n  messages: { path: export.zip!/rooms/*/*.csv, ${TALK} }`);
    expect((await here.run('run', '--yes')).exitCode).toBe(4);
    expect(places(here)).toEqual({ 'messages.csv': ['export.zip!/rooms/a/1.csv 4 2'] });
  });

  test('rows of tables, and rows that are made of them', async () => {
    const rows = {
      ...ANN,
      'in/1.csv': LINES,
      'in/2.csv': LINES.replaceAll('m1', 'm3').replaceAll('m2', 'm 4'),
    };
    const derived = '  users: [ { path: ann.csv }, { from: messages, key: sender } ]';
    await using _ = await rejected(
      { files: rows, sources: `  messages: { path: in/*.csv, order: newestFirst, ${TALK} }\n${derived}` },
      {
        'messages.csv': ['in/1.csv 4 2', 'in/2.csv 4 2'],
        'users-2.ndjson': ['in/1.csv 4 2'],
      },
    );
  });
});

describe('in a retry', () => {
  const declared = (options: string): Declared => ({
    files: { ...ANN, 'in/general/1.csv': LINES.replace('ann', 'a nn').replace('m1', 'm1,"') },
    sources: `  users: { path: ann.csv }\n  messages: { path: in/*/*.csv, ${options}${TALK.replace('{ muid', '{ tags: $dir, metadata.path: $path, muid')} }`,
  });
  const kinds = { 'read where it is': '', 'of a table': 'order: byTime, ' };

  test.each(Object.entries(kinds))('a row %s that is rejected again keeps its place', async (_, options) => {
    const expected = { 'messages.csv': ['in/general/1.csv 2 1'] };
    await using here = await sourcesHere({ ...declared(options) });
    here.write('in/general/1.csv', 'id,who,at,body\nm1,a nn,2024-03-01T10:00:00Z,x\n');
    expect((await here.run('run', '--yes')).exitCode).toBe(4);
    expect(places(here)).toEqual(expected);
    for (let round = 0; round < 2; round++) {
      expect((await here.run('rejects retry', '--yes')).exitCode).toBe(4);
      expect(places(here)).toEqual(expected);
    }
  });

  test.each(['csv', 'ndjson'])(
    'the pseudo columns of a %s row that could not be read are those of its place',
    async (format) => {
      const text = {
        csv: 'id,who,at,body\nm1,ann,2024-03-01T10:00:00Z,x\nm2,ann,2024-03-01T10:00:00Z,x,y\n',
        ndjson: '{"id":"m1","who":"ann","at":1709287200,"body":"x"}\n{"id":"m2",\n',
      }[format] as string;
      const sources = `  users: { path: ann.csv }
  messages: { path: in/*/1.*, map: { muid: id, sender: who, receiver: { const: ben }, receiverType: { const: user }, sentAt: at, text: body, metadata.path: $path, metadata.row: $row, metadata.line: $line } }`;
      await using here = await sourcesHere({ files: { ...ANN, [`in/general/1.${format}`]: text }, sources });
      expect((await here.run('run', '--yes')).exitCode).toBe(4);
      const line = format === 'csv' ? 3 : 2;
      expect(places(here)).toEqual({ [`messages.${format}`]: [`in/general/1.${format} ${line} 2`] });
      edit(join(folderOf(here), `messages.${format}`), ({ _raw, $path: _p, $row: _r, $line: _l, ...row }) => {
        const cells = { id: 'm2', who: 'ann', at: '2024-03-01T10:00:00Z', body: 'x' };
        return format === 'csv'
          ? { ...row, ...cells, $path: '', $row: '', $line: '', _raw: '' }
          : { ...cells, ...row };
      });
      expect((await here.run('rejects retry', '--yes')).exitCode).toBe(0);
      const { messages } = await held(here);
      expect(messages.find(({ muid }) => muid === 'm2')).toMatchObject({
        data: { metadata: { path: `in/general/1.${format}`, row: '2', line: String(line) } },
      });
    },
  );

  test('a transform is told where the row stood', async () => {
    await using here = await sourcesHere({
      files: {
        'in/users.csv': 'uid,name\nann,Ann\nben,?\n',
        'named.ts':
          "export default (row, { file, line, row: n }) => { if (row.name === '?') throw new Error('no name'); return { ...row, name: [row.name, file, line, n].join(' ') }; };\n",
      },
      sources: '  users: { path: in/users.csv, transform: ./named.ts }',
    });
    expect((await here.run('run', '--yes')).exitCode).toBe(4);
    edit(join(folderOf(here), 'users.ndjson'), (row) => ({ ...row, name: 'Ben' }));
    expect((await here.run('rejects retry', '--yes')).exitCode).toBe(0);
    const { users } = await held(here);
    expect(users.find(({ uid }) => uid === 'ben')).toMatchObject({ name: 'Ben users.csv 3 2' });
  });
});

describe('rejects files of an earlier version, with short names and without row numbers', () => {
  const files = {
    ...ANN,
    'in/general/1.csv':
      'id,who,at,body,_row\nm1,a nn,2024-03-01T10:00:00Z,x,own\nm2,b en,2024-03-01T10:01:00Z,y,own\n',
    'in/2.ndjson': '{"id":"m3","who":"c y","at":1709287260,"body":"z","_row":"own"}\n',
  };
  const sources = `  users: { path: ann.csv }
  messages: { path: [in/*/*.csv, in/2.ndjson], map: { muid: id, sender: who, receiver: { const: ben }, receiverType: { const: user }, sentAt: at, text: body, metadata.own: _row, metadata.dir: $dir } }`;

  /** Rewrites a row as the earlier version wrote it. */
  const earlier = ({ _row, __row, _file, ...row }: Cells): Cells => {
    const { _code, _field, _message, _hint, _line, $dir, _raw, ...own } = row;
    const raw = _raw === undefined ? {} : { _raw };
    return {
      ...own,
      _row: __row,
      $dir,
      ...raw,
      _code,
      _field,
      _message,
      _hint,
      _file: basename(String(_file)),
      _line,
    };
  };

  test('are corrected and land as ever', async () => {
    await using here = await rejected(
      { files, sources },
      {
        'messages.csv': ['in/general/1.csv 2 1', 'in/general/1.csv 3 2'],
        'messages.ndjson': ['in/2.ndjson 1 1'],
      },
    );
    for (const name of ['messages.csv', 'messages.ndjson'])
      edit(join(folderOf(here), name), (row) =>
        earlier({
          ...row,
          who: row['id'] === 'm2' ? row['who'] : 'ann',
          ...(name.endsWith('csv') ? { $dir: '' } : {}),
        }),
      );
    const { exitCode, result } = await here.json('rejects retry', '--yes');
    expect([exitCode, result.problems.map(({ samples }) => samples[0])]).toEqual([
      4,
      [expect.objectContaining({ file: '1.csv', line: 3 })],
    ]);
    expect(places(here)).toEqual({ 'messages.csv': ['in/general/1.csv 3 0'] });
    edit(join(folderOf(here), 'messages.csv'), (row) => ({ ...row, who: 'ann' }));
    expect((await here.json('rejects retry', '--yes')).exitCode).toBe(0);
    const { messages } = await held(here);
    const landed = messages.map(({ muid, data }) => [muid, (data as { metadata: unknown }).metadata]);
    expect(landed.sort()).toEqual([
      ['m1', { own: 'own', dir: 'general' }],
      ['m2', { own: 'own', dir: 'general' }],
      ['m3', { own: 'own', dir: 'in' }],
    ]);
  });
});
