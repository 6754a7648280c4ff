import { pick, type Random } from '../../../support/random.ts';
import type { Language, Vocabulary } from './words.ts';

/** Names tables and columns as one system does; those of one table are all different. */
export type Namer = {
  readonly table: (term: keyof Vocabulary) => string;
  /** @param taken names of the same table; gets the new one */
  readonly column: (term: keyof Vocabulary, taken: Set<string>) => string;
};

type Style = (words: readonly string[]) => string;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const small = (word: string): string => word.toLowerCase();

/** Without accents, as names of old databases are. */
const plainLetters = (text: string): string =>
  text
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/([A-Za-z])[\u0300-\u036f]+/g, '$1')
    .normalize('NFC');

const styles: readonly Style[] = [
  (words) => plainLetters(words.join('_')),
  (words) => plainLetters(words.join('_')).toUpperCase(),
  (words) => words.map(capital).join(''),
  (words) => small(words[0] as string) + words.slice(1).map(capital).join(''),
  (words) => capital(words.join(' ')),
];

/** @param isOpaque names tell nothing */
export function namerOf(random: Random, { vocabulary }: Language, isOpaque: boolean): Namer {
  const style = pick(random, styles);
  const chosen = new Map<string, string>();
  const names = (term: keyof Vocabulary): string[] =>
    isOpaque ? [opaque(term)] : vocabulary[term].split(', ').map((words) => style(words.split(' ')));
  // One system calls one thing alike, now and then.
  const any = (term: keyof Vocabulary): string => pick(random, names(term));
  return {
    table: (term) => {
      const name = chosen.get(term) ?? any(term);
      chosen.set(term, name);
      return name;
    },
    column: (term, taken) => {
      const found = [any(term), ...names(term)].find((name) => !taken.has(name)) ?? `${any(term)}2`;
      taken.add(found);
      return found;
    },
  };
}

/** The same name for the same thing, which says nothing of it. */
function opaque(term: string): string {
  const sum = [...term].reduce((before, letter) => (before * 31 + letter.charCodeAt(0)) % 97, 7);
  return `${term.startsWith('table.') ? 'T' : 'F'}${sum}`;
}
