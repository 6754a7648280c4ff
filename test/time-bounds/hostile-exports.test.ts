import { describe, expect, test } from 'vitest';
import { CPU_MS_MAX, workOf, workOfExport } from './work-of.ts';

describe('dumps of databases', () => {
  const TABLE = 'CREATE TABLE users (id int, name text);\n';
  test.each([
    ['names in quotes without a blank', `INSERT INTO users (${'"a"'.repeat(40)}X;\n`],
    ['names in backticks without a blank', `INSERT INTO users (${'`a`'.repeat(40)}X;\n`],
    ['names of a COPY', `COPY users (${'"a"'.repeat(40)}X FROM stdin;\n`],
    ['comments', `INSERT ${'/**/'.repeat(30)}X;\n`],
    ['comments before the table', `INSERT INTO ${'/**/'.repeat(30)}1;\n`],
    ['comments that never end', `CREATE TABLE t (a int, b text $$${'/*'.repeat(200_000)}$$);\n`],
    ['escaped quotes', `CREATE TABLE t (a int, b text "'${"\\'".repeat(200_000)}");\n`],
    ['blanks behind FROM', `COPY ${'FROM STDIN '.repeat(6_000)};\n`],
    ['statements without a head', 'INSERT x;'.repeat(7_000)],
    ['statements without a head', 'COPY x;'.repeat(9_000)],
  ])('%s', async (_, statement) => {
    for (const head of ['-- MySQL dump 10.13', '-- PostgreSQL database dump']) {
      const files = { 'b.sql': `${head}\n${TABLE}${statement}` };
      expect((await workOf(files, 'inspect', '@/b.sql')).cpuMs).toBeLessThan(CPU_MS_MAX);
      expect((await workOfExport(files, 'sql')).cpuMs).toBeLessThan(CPU_MS_MAX);
    }
  });
});

/** A text again and again, as long as the beginning by which a file is recognised. */
const of64KiB = (text: string): string => text.repeat(Math.ceil(65_536 / text.length));

describe('the beginnings of files', () => {
  test.each([
    ['empty lines', '\n'],
    ['returns', '\r'],
    ['blanks', ' '],
    ['separators of lines', '\u2028'],
    ['entries without an end', '[{"type":"'],
    ['commas', ',\n'],
    ['ids of people', '"id":"U1",'],
    ['ids of channels', '"id":"C1",'],
    ['lists of messages', '"messages":['],
    ['addresses of channels', '"cid":\t'],
    ['ids of messages', '"message_id":'],
    ['marks of Firefoo', ',"data":"app":"firefoo"'],
    ['paths of Firefoo', '"resourcePath":['],
    ['INSERT on each line', 'INSERT a\n'],
    ['INSERT with comments', 'INSERT /*\n'],
    ['COPY on each line', 'COPY M\r'],
    ['COPY on each line of another kind', 'COPY M\u2028'],
    ['pages', '<html_'],
    ['equals signs', '='],
    ['dates', '01.01.2026, 10:00 - A: '],
    ['dates without an end', '\u200e[01.01.2026'],
    ['zeros', '0'],
    ['mentions', '<@U12345|'],
    ['types of conversations', '"type":"conversation",'],
    ['sessions', '"session_id":"s","website_id":"w",'],
    ['columns', 'receipt_id,'],
  ])('%s', async (_, text) => {
    for (const begin of ['', '{"meta":{"a":1']) {
      const content = `${begin}${of64KiB(text)}`;
      for (const name of ['a.json', 'a.txt']) {
        const { cpuMs } = await workOf({ [name]: content }, 'inspect', `@/${name}`);
        expect(cpuMs).toBeLessThan(CPU_MS_MAX);
      }
    }
  });

  test.each([
    'slack',
    'stream',
    'sendbird',
    'firebase',
    'discord',
    'telegram',
    'twilio',
    'whatsapp',
    'intercom',
    'crisp',
  ])('as an export of %s', async (system) => {
    for (const text of ['\n', '\r', '{}\n', '"id":"U1",', '{"messages":['])
      for (const name of ['users.json', 'general/a.json', '_chat.txt']) {
        const { cpuMs } = await workOfExport({ [name]: of64KiB(text) }, system);
        expect(cpuMs).toBeLessThan(CPU_MS_MAX);
      }
  });
});
