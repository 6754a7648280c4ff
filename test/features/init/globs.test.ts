import { describe, expect, test } from 'vitest';
import { rowsInDocument } from '../../../src/inspection/json-tables.ts';
import { namedPaths } from '../../../src/inspection/trees/globs.ts';
import { columnsByField, isRoomColumn } from '../../../src/inspection/words/field-names.ts';

const named = (own: readonly string[], others: readonly string[] = []): readonly string[] =>
  namedPaths(
    own.map((path) => `/base/${path}`),
    { base: '/base', all: [...own, ...others].map((path) => `/base/${path}`) },
  );

describe('the files of a source', () => {
  test('few are named one by one, in the order of the numbers in their names', () => {
    expect(named(['m-10.csv', 'm-9.csv'])).toEqual(['m-9.csv', 'm-10.csv']);
  });

  test.each([
    [['a.csv', 'b.csv', 'c.csv', 'd.csv'], [], '*.csv'],
    [['m-1.csv', 'm-2.csv', 'm-3.csv', 'm-10.csv'], ['users.csv'], 'm-*.csv'],
    [['rooms/a/1.csv', 'rooms/a/2.csv', 'rooms/b/1.csv', 'rooms/c/1.csv'], ['users.csv'], 'rooms/*/*.csv'],
    [['rooms/a/1.csv', 'rooms/b/1.csv'], ['users.csv'], 'rooms/*/1.csv'],
    [['r/a.csv', 'r/x/b.csv', 'r/x/y/c.csv', 'r/d.csv'], [], 'r/**/*.csv'],
    [
      ['x.zip!/a/1.json', 'x.zip!/a/2.json', 'x.zip!/b/1.json', 'x.zip!/c/1.json'],
      ['x.zip!/users.json'],
      'x.zip!/*/*.json',
    ],
    [['a.csv.gz', 'b.csv.gz', 'c.csv.gz', 'd.csv.gz'], ['a.csv'], '*.csv.gz'],
  ])('%j beside %j: %s', (own, others, glob) => {
    expect(named(own, others)).toEqual([glob]);
  });

  test('if every glob takes another file too, all are named', () => {
    const own = ['a.csv', 'b.csv', 'c.csv', 'd.csv'];
    expect(named(own, ['e.csv'])).toEqual(own);
  });
});

describe('rows in a JSON document', () => {
  test('arrays, maps and the object that says where the rows are from, with what stands before them', () => {
    const document = {
      channel: { id: 'c1', name: 'General', type: 'text' },
      exported: '2024-01-01',
      users: { u1: { name: 'Ann' }, u2: { name: 'Ben' } },
      messages: [{ id: 1, files: [{ url: 'https://a.example' }] }, { id: 2 }],
      total: 2,
    };
    expect(rowsInDocument(document).map(({ rows, count }) => [rows, count])).toEqual([
      ['$.channel', 1],
      ['$.users.*', 2],
      ['$.messages[*]', 2],
      ['$.messages[*].files[*]', 1],
    ]);
    expect(rowsInDocument(document)[2]?.parents).toEqual([
      '^.channel.id',
      '^.channel.name',
      '^.channel.type',
      '^.exported',
    ]);
  });

  test('names with blanks are quoted, and no rows are found where there are none', () => {
    expect(rowsInDocument({ 'a b': [{ id: 1 }] })[0]?.rows).toBe('$["a b"][*]');
    for (const document of [1, null, [], {}, { a: [1, 2] }, { a: { b: 1 } }])
      expect(rowsInDocument(document)).toEqual([]);
  });
});

describe('the words of header lines', () => {
  test.each([
    ['de', ['Nachrichten-ID', 'Absender', 'Empfänger', 'Gesendet am', 'Nachricht']],
    ['fr', ['id_message', 'Expéditeur', 'Destinataire', 'Horodatage', 'Contenu']],
    ['es', ['id mensaje', 'Remitente', 'Destinatario', 'Fecha envío', 'Mensaje']],
    ['pt', ['id_mensagem', 'Remetente', 'Destinatário', 'Data envio', 'Conteúdo']],
    ['zh', ['消息ID', '发送者', '接收者', '发送时间', '内容']],
    ['ja', ['メッセージID', '送信者', '宛先', '送信日時', '本文']],
    ['ko', ['메시지ID', '보낸사람', '받는사람', '보낸시간', '본문']],
  ])('messages in %s', (_language, columns) => {
    expect(Object.fromEntries(columnsByField('messages', columns))).toEqual({
      muid: columns[0],
      sender: columns[1],
      receiver: columns[2],
      sentAt: columns[3],
      text: columns[4],
    });
  });

  test('a column of rooms is known in every language', () => {
    for (const name of ['room_id', 'Raum', 'Kanal', 'salon', 'Grupo', '群组', 'グループ', 'ルーム名', '채널'])
      expect([name, isRoomColumn(name)]).toEqual([name, true]);
    for (const name of ['to', 'empfänger', '接收者'])
      expect([name, isRoomColumn(name)]).toEqual([name, false]);
  });
});
