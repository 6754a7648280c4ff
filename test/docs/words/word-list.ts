/** Words that readers should not meet, each with what to write instead. */
const WORDS: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b(?:landed|lands|(?:did|does|do|would|cannot|can) not land|would land)\b/i, 'imported'],
  [/\(floor \d|\bfloor of \d/i, 'minimum'],
  [/\bmend(?:s|ed|ing)?\b/i, 'repair'],
  [/\b(?:left|leaves?|leaving) out\b/i, 'skipped, omit'],
  [/\bas declared\b/i, 'as you specified'],
  [/\b(?:goes|go|going|went) on\b/i, 'continue'],
  [/\bwhoever\b/i, 'who, anyone who'],
  [/\ball the same\b/i, 'anyway'],
  [/\bfor good\b/i, 'permanently'],
  [/\bonly you (?:can )?know\b/i, 'what it cannot find out'],
  [/\bput back\b/i, 'restore'],
  [/\bno word about\b/i, 'says nothing about'],
  [/\bare told\b|\bis told\b|\bwas told\b/i, 'is notified, is reported'],
  [/\breferences hold\b/i, 'referenced rows included'],
  [/\bdo without it\b/i, 'drop it'],
  [/(?<!-)\bbehaviors?\b/i, 'behaviour'],
  [/(?<![-\w])colors?\b(?![-:])/i, 'colour'],
  [
    /\b(?!Authorization:)(?:recogni|anonymi|organi|summari|normali|authori|synchroni)z(?:e[ds]?|ing|ation)\b/i,
    'British spelling: -ise',
  ],
  [/\blicenses?\b/i, 'licence'],
];

/** Where a word stands that is on the list, as a line for a person. */
export const found = (place: string, text: string): readonly string[] =>
  WORDS.flatMap(([word, instead]) => {
    const match = word.exec(text);
    if (!match) return [];
    const about = text.slice(Math.max(0, match.index - 30), match.index + match[0].length + 30);
    return [`${place}: "${match[0]}" → ${instead}: …${about.replaceAll(/\s+/g, ' ')}…`];
  });

/** A page without what is code. */
export const proseOf = (page: string): string =>
  page
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`|\{\w+\}/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']');
