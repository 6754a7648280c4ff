import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import {
  guessEncoding,
  isDoubtfulGuess,
  unmarkedUtf16,
} from '../../../src/input/sources/bytes/encoding-guess.ts';
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

test.each([
  [
    'windows-1250',
    'login,name\nl0,Michał Wiśniewski\nl1,Zofia Dąbrowska\nl2,Tomasz Woźniak\nl3,Łukasz Nowak\n',
  ],
  ['windows-1250', 'id,text\n1,Żółć\n2,święta\n3,dziękuję\n4,proszę\n5,źle\n6,łóżko\n'],
  ['iso-8859-2', 'login,name\nl0,Michał Wiśniewski\nl1,Zofia Dąbrowska\nl2,Tomasz Woźniak\n'],
  ['windows-1252', 'id,text\n1,¿como estas?\n2,hola ¿quien eres?\n3,¡Hola!\n4,mañana\n'],
  ['windows-1252', 'id,text\n1,30 m³ für Müller\n2,½ Stunde später\n3,£50 for café\n'],
])('%s is told by letters, a symbol in the midst of a word is none', (encoding, text) => {
  expect(guessEncoding(iconv.encode(text, encoding))?.encoding).toBe(encoding);
});

test('a guess is doubtful if some characters make no sense, or make another one elsewhere', () => {
  const doubtful = (text: string, encoding: string) => {
    const guess = guessEncoding(iconv.encode(text, encoding));
    return [guess?.encoding, guess && isDoubtfulGuess(guess)];
  };
  expect(doubtful(german, 'windows-1252')).toEqual(['windows-1252', false]);
  expect(doubtful('a,Dvořák\nb,Němec\n', 'windows-1250')).toEqual(['windows-1252', true]);
  expect(doubtful(`${german}x,a±b\n`, 'windows-1252')[1]).toBe(true);
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
  expect(rows.map((row) => row.fault?.message?.replace(/^.*; it /, ''))).toEqual(
    Array(4).fill('looks like windows-1252 (guessed)'),
  );
});

/** The names of all countries in a language: words as people write them, more than a line of each. */
function countriesIn(language: string): string {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  const found = letters.flatMap((first) =>
    letters.flatMap((second) => {
      const name = names.of(first + second);
      return name === undefined ? [] : `${first}${second},${name}\n`;
    }),
  );
  return `uid,name\n${found.join('')}`;
}

test.each([
  ['windows-1252', 'de'],
  ['windows-1252', 'fr'],
  ['windows-1251', 'ru'],
  ['windows-1251', 'uk'],
  ['koi8-r', 'ru'],
  ['shift_jis', 'ja'],
  ['utf-16le', 'ru'],
  ['utf-16be', 'ja'],
])('a long list in %s (%s) is recognised by its bytes', (encoding, language) => {
  const text = countriesIn(language);
  expect(text.length).toBeGreaterThan(2_000);
  expect(guessEncoding(iconv.encode(text, encoding))?.encoding).toBe(encoding);
});
