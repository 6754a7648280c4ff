import { describe, expect, test } from 'vitest';
import { mappingOf } from './mapped.ts';

type Cells = Readonly<Record<string, unknown>>;

const fieldsOf = (form: string, row: Cells, more = ''): Cells =>
  mappingOf(`{ text: text, type: type, attachments: ${form}${more} }`, undefined)(row).fields;
const filesOf = (form: string, row: Cells): unknown => fieldsOf(form, row)['attachments'];

describe('attachments', () => {
  test('have the name, the type and the ending of the URL, if no column says more', () => {
    expect(filesOf('{ url: u }', { u: 'https://files.example.com/a/Q3%20report.PDF?x=1' })).toEqual([
      {
        url: 'https://files.example.com/a/Q3%20report.PDF?x=1',
        name: 'Q3 report.PDF',
        mimeType: 'application/pdf',
        extension: 'pdf',
      },
    ]);
  });

  test('have what the columns say', () => {
    const row = { u: 'https://x.org/7', n: 'cat', t: 'image/PNG' };
    expect(filesOf('{ url: u, name: n, type: t }', row)).toEqual([
      { url: 'https://x.org/7', name: 'cat', mimeType: 'image/png', extension: 'png' },
    ]);
  });

  test('of which nothing is known are binary files', () => {
    expect(filesOf('{ url: u }', { u: 'https://x.org/' })).toEqual([
      { url: 'https://x.org/', name: 'file.bin', mimeType: 'application/octet-stream', extension: 'bin' },
    ]);
  });

  test('with a base: a relative path is a path below it, a complete URL stays', () => {
    const form = '{ url: u, base: "https://files.example.com/x/" }';
    const url = (u: string): unknown => (filesOf(form, { u }) as { url: string }[])[0]?.url;
    expect(url('up/a b.png')).toBe('https://files.example.com/x/up/a%20b.png');
    expect(url('../a.png')).toBe('https://files.example.com/a.png');
    expect(url('http://other.org/a.png')).toBe('http://other.org/a.png');
  });

  test('may be several: a list, a path into a list, steps, or text with a separator', () => {
    const urls = ['https://x.org/a.png', 'https://x.org/b.mp3'];
    const types = ['image/png', 'audio/mpeg'];
    for (const [form, row] of [
      ['{ url: u }', { u: urls }],
      ['{ url: "u[*].link" }', { u: urls.map((link) => ({ link })) }],
      ['{ url: { from: u, as: split } }', { u: urls.join('|') }],
      ['{ url: { from: u, as: json } }', { u: JSON.stringify(urls) }],
      ['{ url: u, split: ";" }', { u: urls.join('; ') }],
    ] as const) {
      const files = filesOf(form, row) as { url: string; mimeType: string }[];
      expect(files.map(({ url }) => url)).toEqual(urls);
      expect(files.map(({ mimeType }) => mimeType)).toEqual(types);
    }
  });

  test.each([
    ['{ url: "f[*].url", name: "f[*].name", type: "f[*].type" }'],
    ['{ url: { from: "f[*].url", as: trim }, name: { from: "f[*].name", as: trim }, type: "f[*].type" }'],
    ['{ url: { first: ["f[*].link", "f[*].url"] }, name: { first: ["f[*].name"] }, type: "f[*].type" }'],
    ['{ url: "m[*].f[*].url", name: "m[*].f[*].name", type: { from: "m[*].f[*].type", as: lower } }'],
  ])('of %s have the names and types of their own object, also if others have none', (form) => {
    const f = [
      { url: 'https://x.org/1' },
      { name: 'gone', type: 'image' },
      { url: 'https://x.org/2', name: 'two', type: 'video' },
      { url: 'https://x.org/3', name: null },
    ];
    const files = filesOf(form, { f, m: [{ f: f.slice(0, 1) }, {}, { f: f.slice(1) }] });
    expect((files as Cells[]).map(({ url, name, mimeType }) => [url, name, mimeType])).toEqual([
      ['https://x.org/1', '1', 'application/octet-stream'],
      ['https://x.org/2', 'two', 'video/mp4'],
      ['https://x.org/3', '3', 'application/octet-stream'],
    ]);
  });

  test('of which some have no name get the default one, each', () => {
    const f = [{ url: 'https://x.org/1' }, { url: 'https://x.org/2', name: 'two' }];
    const files = filesOf('{ url: "f[*].url", name: { from: "f[*].name", default: file } }', { f });
    expect((files as Cells[]).map(({ name }) => name)).toEqual(['file', 'two']);
  });

  test('none: no attachments, also of an empty list', () => {
    expect(fieldsOf('{ url: u }', { u: '', text: 'Hi' })).toEqual({ text: 'Hi' });
    expect(fieldsOf('{ url: u }', { u: [], text: 'Hi' })).toEqual({ text: 'Hi' });
  });

  test.each([
    ['https://x.org/a.jpg', 'image'],
    ['https://x.org/a.mp4', 'video'],
    ['https://x.org/a.ogg', 'audio'],
    ['https://x.org/a.docx', 'file'],
    [['https://x.org/a.mp4', 'https://x.org/a.png'], 'video'],
  ])('a message with %j alone is of type %s', (u, type) => {
    expect(fieldsOf('{ url: u }', { u, text: '' })['type']).toBe(type);
    expect(fieldsOf('{ url: u }', { u, type: 'text' })['type']).toBe(type);
  });

  test('a message with files and text stays a text, and a declared type stays', () => {
    expect(fieldsOf('{ url: u }', { u: 'https://x.org/a.jpg', text: 'Look' })['type']).toBeUndefined();
    expect(fieldsOf('{ url: u }', { u: 'https://x.org/a.jpg', type: 'file' })['type']).toBe('file');
  });
});

describe('a message for each file', () => {
  const map = '{ muid: id, text: text, attachments: { url: u, split: true } }';
  const mapping = mappingOf(map, undefined);
  const messages = (row: Cells): unknown[] =>
    Array.from({ length: mapping.parts?.(row) ?? 0 }, (_, index) => {
      const { muid, type, text, attachments } = mapping({ ...row, $part: String(index + 1) }).fields;
      return [muid, type, text, (attachments as { name: string }[] | undefined)?.map(({ name }) => name)];
    });
  const u = ['https://x.org/a.png', 'https://x.org/b.mp4'];

  test('the text has the muid, each file has a muid of its own', () => {
    expect(messages({ id: 'm', text: 'Look', u })).toEqual([
      ['m', undefined, 'Look', undefined],
      ['m-f1', 'image', undefined, ['a.png']],
      ['m-f2', 'video', undefined, ['b.mp4']],
    ]);
  });

  test('files alone are as many messages as files, a text alone is one', () => {
    expect(messages({ id: 'm', u })).toEqual([
      ['m-f1', 'image', undefined, ['a.png']],
      ['m-f2', 'video', undefined, ['b.mp4']],
    ]);
    expect(messages({ id: 'm', text: 'Hi' })).toEqual([['m', undefined, 'Hi', undefined]]);
    expect(messages({ id: 'm' })).toEqual([['m', undefined, undefined, undefined]]);
  });

  test('a mapping without split makes one message of each row', () => {
    expect(mappingOf('attachments: { url: u }', undefined).parts).toBeUndefined();
  });
});
