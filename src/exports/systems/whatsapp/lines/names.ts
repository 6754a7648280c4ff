import { withoutMarks, withPlainBlanks } from '../phrases/marks.ts';

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
export const isYou = (name: string): boolean => shownName(name).toLowerCase() === 'you';

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
