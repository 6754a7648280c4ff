import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { guessEncoding, unmarkedUtf16 } from '../../../src/input/sources/bytes/encoding-guess.ts';
import { csv } from '../../../src/input/sources/csv/csv.ts';
import { rowsIn } from './read-rows.ts';

const german = 'uid,name\njg,Jürgen Groß\nso,Änne Östreich\nfw,"Weiß, Franz"\npr,„Nur“ 89,90 €…\n';
const russian = 'uid,name\niv,Иван Петров\nma,Мария Кузнецова из Москвы\n';
const japanese = 'uid,text\na,おはようございます、田中さん\nb,これはテストです\n';

test.each([
  ['windows-1252', german],
  ['windows-1251', russian],
  ['koi8-r', russian],
  ['shift_jis', japanese],
  ['euc-jp', japanese],
  ['euc-kr', 'uid,text\na,안녕하세요 반갑습니다\nb,회의는 세 시에 시작합니다\n'],
  ['gb18030', 'uid,text\na,大家好，很高兴见到你们。\nb,会议三点开始，请准时参加。\n'],
  ['utf-16le', german],
  ['utf-16be', russian],
])('text in %s is told by its bytes, with evidence', (encoding, text) => {
  const found = guessEncoding(iconv.encode(text, encoding));
  expect(found?.encoding).toBe(encoding);
  expect(found?.evidence).toMatch(/\d/);
});

test('bytes that make no sense in any encoding get no guess', () => {
  expect(guessEncoding(Buffer.from([0x61, 0xff, 0xfe, 0x81, 0x8d, 0x9d, 0x00, 0x62]))).toBeUndefined();
  expect(unmarkedUtf16(Buffer.from('uid,name\nann,Ann\n'))).toBeUndefined();
  expect(unmarkedUtf16(Buffer.from('uid,name\nann,A\0n\0n\n'))).toBeUndefined();
  const few = '{"uid":"first"}\n"\0\0a\0b\0"\n{"uid":"last"}\n';
  expect(unmarkedUtf16(Buffer.from(few))).toBeUndefined();
});

test('the fault of a row that is not UTF-8 names the likely encoding, but the guess is not used for decoding', async () => {
  const rows = await rowsIn(csv, 'a.csv', iconv.encode(german, 'windows-1252'));
  expect(rows.map((row) => row.fault?.message?.replace(/^.*, /, ''))).toEqual(
    Array(4).fill('looks like windows-1252 (a guess)'),
  );
});

const shared = join(import.meta.dirname, '../../../../shared/data/encodings');
const oracle = join(shared, 'oracle.json');
const names = existsSync(oracle)
  ? (Object.entries(JSON.parse(readFileSync(oracle, 'utf8'))) as [string, { encoding: string }][]).filter(
      ([name]) => existsSync(join(shared, name)) && /cp125|koi8|nobom|sjis/.test(name),
    )
  : [];

if (names.length === 0)
  test.skip('real files (not beside this repository in ../shared/data/encodings)', () => {});
for (const [name, { encoding }] of names)
  test(`${name} is recognised by its bytes`, () => {
    const told = guessEncoding(readFileSync(join(shared, name)))?.encoding;
    expect(told).toBe(encoding.replace(/^cp(?=\d)/, 'windows-'));
  });
