import { OWN_MARK, withoutMarks, withPlainBlanks } from '../phrases/marks.ts';
import { isOfSystem, kindOfSystem } from '../phrases/system.ts';
import type { Header } from './header.ts';

/** Speaker and text of the first line of a message. */
export type Said = {
  /** The name that the author is known by; absent where the app itself says it. */
  readonly author?: string;
  /** The author as the file shows them. */
  readonly name?: string;
  /** Its first line, without the author. */
  readonly text: string;
  /** An iPhone marks what the app says, and names the chat as its author. */
  readonly isMarked?: true;
  /** No blank stands behind the colon, as it does behind every author. */
  readonly isTight?: true;
};

/** Takes apart what stands behind the time. Only the file as a whole tells whether a name is that of an author. */
export function saidIn({ rest, dialect }: Pick<Header, 'rest' | 'dialect'>): Said {
  const spaced = rest.indexOf(': ');
  const at = spaced >= 0 ? spaced : rest.indexOf(':');
  if (at < 0) return { text: rest };
  const named = namedBy(rest.slice(0, at));
  if (named === undefined) return { text: rest };
  if (dialect.form !== 'dash' && rest.startsWith(OWN_MARK) && kindOfSystem(rest) !== undefined)
    return { text: rest };
  const isTight = spaced < 0 && at < rest.length - 1;
  const text = rest.slice(at + (spaced >= 0 ? 2 : 1));
  const isMarked = dialect.form !== 'dash' && text.startsWith(OWN_MARK);
  return { ...named, text, ...(isMarked ? { isMarked } : {}), ...(isTight ? { isTight } : {}) };
}

const NAME_CHARS_MAX = 120;
/** Names that are remembered: most lines have one of a few. */
const NAMES_MAX = 10_000;
const names = new Map<string, Named | undefined>();
type Named = Required<Pick<Said, 'name'>> & Pick<Said, 'author'>;

/** The person named before a colon; undefined if it is no name. */
function namedBy(written: string): Named | undefined {
  if (written.length > NAME_CHARS_MAX) return undefined;
  const known = names.get(written);
  if (known !== undefined || names.has(written)) return known;
  // A part of a line would keep all of it in memory.
  const own = Buffer.from(written).toString();
  const name = shownName(own);
  const isName = name !== '' && !isOfSystem(name);
  const found = isName ? { name, ...(isYou(name) ? {} : { author: idOfName(name) }) } : undefined;
  if (names.size >= NAMES_MAX) names.clear();
  names.set(own, found);
  return found;
}

/**
 * True if a name is the beginning of what the app says of an author, such as `Ann added Bob` of somebody who is called
 * `Bob: the builder`.
 */
export function isSaidOf(name: string, authors: Iterable<string>): boolean {
  for (const author of authors) {
    // One word is a family name.
    const rest = name.startsWith(`${author} `) ? name.slice(author.length + 1).trim() : '';
    if (rest.includes(' ') && kindOfSystem(rest) !== undefined) return true;
  }
  return false;
}

/** Nothing but a number, as phones show it. */
const PHONE = /^\+?[\d ().\-‐‑–]{6,30}$/u;

/** The name of a person or a chat as it is shown: without marks, with plain blanks, in one form of Unicode. */
export const shownName = (name: string): string =>
  withPlainBlanks(withoutMarks(name)).trim().normalize('NFC');

/** The id that a person is known by: the name, or a phone number without what only makes it readable. */
export function idOfName(name: string): string {
  const shown = shownName(name);
  return PHONE.test(shown) ? shown.replaceAll(/[^\d+]/g, '') : shown;
}

/** The letters and digits of a name: names of files lack some of the others. */
const letters = (name: string): string =>
  shownName(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** True if the name of a file may be that of a person. */
export const isSameName = (a: string, b: string): boolean =>
  letters(a) === '' || letters(b) === '' ? shownName(a) === shownName(b) : letters(a) === letters(b);

/** The app's own name for who made the export, which is nobody's. */
const isYou = (name: string): boolean => shownName(name).toLowerCase() === 'you';

const CHAT =
  '(?:whatsapp[ -]?(?:chat|discussion|gesprek|sohbeti|görüşmesi|conversation)|(?:chat|conversa|conversación|discussion|conversation|czat|чат|obrolan) (?:de |do |da |dal |di )?whatsapp)';
const WITH = '(?:-|–|with|mit|con|com|avec|met|med|dengan|с контактом|с|z użytkownikiem|z)';
const NAMED = [
  new RegExp(`^${CHAT} ${WITH} (.+)$`, 'iu'),
  /^(.+) ile whatsapp sohbeti$/iu,
  /^(?:与|與)(.+?)的 ?whatsapp ?(?:聊天记录|聊天|對話紀錄|對話)$/iu,
  /^(.+?)(?:さん)?との ?whatsapp ?(?:トーク|チャット)$/iu,
  /^محادثة (?:واتساب|whatsapp) مع (.+)$/iu,
];

/** The name of the chat in the name that the app gives to its file, folder or archive; undefined for any other name. */
export function chatNameIn(stem: string): string | undefined {
  const plain = shownName(stem);
  for (const pattern of NAMED) {
    const found = pattern.exec(plain)?.[1]?.trim();
    if (found) return found;
  }
  return undefined;
}
