import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeContent, markupOf } from '../../../../src/pipeline/files/fetch/content-type.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]);
const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n');
const EXE = Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1');
const ZIP = Buffer.from('504b0304140000000800', 'hex');
const MP4 = Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f32', 'hex');
const text = (content: string): Buffer => Buffer.from(content);

type Said = { declared?: string; answered?: string; name?: string; isAnswer?: boolean };

const judge = (head: Buffer, said: Said = {}, types = {}) =>
  judgeContent(
    {
      head,
      declared: said.declared,
      answered: said.answered,
      names: [said.name],
      isAnswer: said.isAnswer ?? true,
    },
    types,
  );

describe('the type to store', () => {
  test.each([
    ['an image, whatever it is called', PNG, { declared: 'image/jpeg', name: 'a.jpg' }, 'image/png', 'png'],
    ['an image of which nobody says anything', GIF, {}, 'image/gif', 'gif'],
    ['an image that the host calls a page', JPEG, { answered: 'text/html' }, 'image/jpeg', 'jpg'],
    ['a document', PDF, { declared: 'application/octet-stream' }, 'application/pdf', 'pdf'],
    ['a film', MP4, { declared: 'video/mp4' }, 'video/mp4', 'mp4'],
    ['sound in the container of films', MP4, { declared: 'audio/mp4' }, 'audio/mp4', 'm4a'],
    [
      'a document in an archive',
      ZIP,
      { declared: 'application/vnd.oasis.opendocument.text' },
      'application/vnd.oasis.opendocument.text',
      'odt',
    ],
    ['an archive', ZIP, { declared: 'image/png' }, 'application/zip', 'zip'],
    ['text as its row says', text('hello'), { declared: 'text/plain; charset=utf-8' }, 'text/plain', 'txt'],
    ['text as the host says', text('a,b'), { answered: 'text/csv' }, 'text/csv', 'csv'],
    [
      'text as its ending says',
      text('{}'),
      { name: 'a.json', answered: 'application/octet-stream' },
      'application/json',
      'json',
    ],
    ['nothing known', text('hello'), {}, 'application/octet-stream', 'bin'],
    [
      'no type at all',
      text('hello'),
      { declared: '../../etc', name: 'a.%00' },
      'application/octet-stream',
      'bin',
    ],
    [
      'a type that no library knows',
      text('hello'),
      { declared: 'application/x-odd.thing' },
      'application/x-odd.thing',
      'bin',
    ],
  ] as const)('%s', async (_, head, said, type, extension) => {
    expect(await judge(head, said)).toMatchObject({ type, extension, isDownload: false });
  });

  test.each([
    ['is another file', PDF, 'it was declared as image/png and is application/pdf'],
    ['is text', text('hello'), 'it was declared as image/png and is something else'],
    [
      'is cut before its first bytes',
      PNG.subarray(0, 3),
      'it was declared as image/png and is something else',
    ],
  ])('a declared image that %s is said to be so', async (_, head, notice) => {
    const found = await judge(head, { declared: 'image/png' });
    expect(found).toMatchObject({ notice });
    expect(found).not.toMatchObject({ type: 'image/png' });
    expect(await judge(PNG, { declared: 'image/jpeg' })).not.toHaveProperty('notice');
  });
});

const ACTIVE: Readonly<Record<string, string>> = {
  html: '<!DOCTYPE html><title>x</title>',
  'html in capitals after blanks': '\n\t  <HTML><script>alert(1)</script>',
  'html after a comment': '<!-- a --><!-- <b> -->\n<body onload=alert(1)>',
  'html after a comment without an end': `<!-- ${'x'.repeat(500)}`,
  'html after the declaration of XML':
    '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN"><html/>',
  'a script tag': '<script>alert(1)</script>',
  svg: '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
  'svg after a declaration': '<?xml version="1.0"?>\n<!-- Inkscape -->\n<svg/>',
  'svg with entities': '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>',
  'svg with a prefix': '<?xml version="1.0"?><s:svg xmlns:s="http://www.w3.org/2000/svg"/>',
  xml: '<?xml version="1.0"?><note/>',
  'xml with a style sheet': '<?xml-stylesheet href="a.xsl"?><note/>',
  php: '<?php system($_GET[0]);',
  'a program': '#!/bin/sh\nrm -rf /\n',
};

describe('what may be run', () => {
  test.each(Object.entries(ACTIVE))('%s is a download, whatever was declared', async (_, content) => {
    const utf16 = Buffer.from(`\ufeff${content}`, 'utf16le');
    const forms = [
      text(content),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text(content)]),
      utf16,
      Buffer.from(utf16).swap16(),
      Buffer.from(content, 'utf16le'),
    ];
    for (const head of forms)
      for (const declared of [undefined, 'image/png', 'text/plain', 'text/html', 'application/pdf'])
        expect(await judge(head, { declared: declared as never, isAnswer: false })).toMatchObject({
          type: 'application/octet-stream',
          extension: 'bin',
          isDownload: true,
        });
  });

  test.each([
    { declared: 'text/html' },
    { declared: 'image/svg+xml' },
    { declared: 'application/xhtml+xml' },
    { declared: 'application/rss+xml' },
    { declared: 'text/javascript' },
    { declared: 'application/x-httpd-php' },
    { declared: 'multipart/x-mixed-replace' },
    { declared: 'message/rfc822' },
    { answered: 'application/javascript' },
    { name: 'a.js' },
    { name: 'a.XHTML' },
    { name: 'a.mht' },
    { name: 'a.svgz' },
  ])('%j is enough for a download', async (said) => {
    expect(await judge(text('hello'), said)).toMatchObject({ extension: 'bin', isDownload: true });
  });

  test('office documents and programs are what they are', async () => {
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    expect(await judge(ZIP, { declared: docx })).toMatchObject({ type: docx, isDownload: false });
    expect(await judge(EXE)).toMatchObject({ type: 'application/x-msdownload', isDownload: false });
  });

  test('no text that a browser may run is stored under a type that it runs, and nothing breaks', async () => {
    const before = fc.array(fc.constantFrom(' ', '\n', '\t', '<!-- x -->', '<!---->', '<?pi?>'), {
      maxLength: 6,
    });
    const said = fc.option(
      fc.constantFrom('image/png', 'text/plain', 'text/html', 'image/svg+xml', 'a/b', '', 'x'),
      {
        nil: undefined,
      },
    );
    const encodings = fc.constantFrom<BufferEncoding>('utf8', 'utf16le');
    await fc.assert(
      fc.asyncProperty(
        before,
        fc.constantFrom('<html>', '<svg>', '<script>', '<BODY >', '#!'),
        said,
        encodings,
        async (first, tag, declared, encoding) => {
          if (tag === '#!' && first.length > 0) return;
          const head = Buffer.from(first.join('') + tag, encoding);
          const found = await judge(head, { declared: declared as never, isAnswer: false });
          expect(found).toMatchObject({ type: 'application/octet-stream', isDownload: true });
        },
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.string(),
        fc.string(),
        async (bytes, declared, name) => {
          const found = await judge(Buffer.from(bytes), { declared, name });
          if ('why' in found) return;
          expect(found.type).toMatch(/^[\w.+-]+\/[\w.+-]+$/);
          expect(found.type).not.toMatch(/html|svg|xml$|javascript/);
          expect(found.extension).toMatch(/^[a-z0-9]{1,10}$/);
        },
      ),
    );
  });

  test('a beginning that is made to keep a machine busy is read once', () => {
    for (const one of ['<!--', '<?', '<!doctype ', ' ', '<!a>', '<!---->', '<a:'])
      expect(markupOf(text(one.repeat(60_000)))).not.toBe('svg');
  });
});

describe('a web page', () => {
  const page = text('<!DOCTYPE html><html><body>Sign in</body></html>');

  test.each([
    {},
    { declared: 'image/png' },
    { declared: 'text/plain' },
    { answered: 'text/html' },
    { declared: 'application/octet-stream', answered: 'text/html; charset=utf-8' },
    { name: 'a.pdf' },
  ])('%j is the login of a host', async (said) => {
    expect(await judge(page, said)).toMatchObject({ why: 'login' });
  });

  test.each([{ declared: 'text/html' }, { declared: 'application/xhtml+xml' }, { name: 'page.HTML' }])(
    '%j is the file',
    async (said) => {
      expect(await judge(page, said)).toMatchObject({ isDownload: true });
    },
  );

  test('in an export it is the file', async () => {
    expect(await judge(page, { isAnswer: false })).toMatchObject({ isDownload: true });
  });
});

describe('files.types', () => {
  test.each([
    [PNG, { declared: 'image/png' }, { allow: ['image/*'] }, undefined],
    [
      PDF,
      { declared: 'image/png' },
      { allow: ['image/*'] },
      'it is application/pdf, and files.types does not allow that',
    ],
    [
      text('x'),
      {},
      { allow: ['image/*'] },
      'it is application/octet-stream, and files.types does not allow that',
    ],
    [
      EXE,
      { declared: 'image/png' },
      { deny: ['application/X-msdownload'] },
      'it is application/x-msdownload, and files.types denies that',
    ],
    [PNG, {}, { deny: ['video/*'] }, undefined],
    [
      ZIP,
      { declared: 'application/msword' },
      { deny: ['application/zip'] },
      'it is application/zip, and files.types denies that',
    ],
    [
      text('<html>'),
      { declared: 'text/html' },
      { deny: ['text/html'] },
      'it is text/html, and files.types denies that',
    ],
  ])('%# judge what was found', async (head, said, types, message) => {
    const found = await judge(head, said, types);
    if (message === undefined) expect(found).not.toHaveProperty('why');
    else expect(found).toEqual({ why: 'type', message });
  });
});
