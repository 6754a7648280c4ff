import { OWN_MARK } from '../phrases/marks.ts';
import { isOfSystem, kindOfSystem } from '../phrases/system.ts';
import type { Header } from './header.ts';
import { idOfName, isYou, shownName } from './names.ts';

/** Who says the first line of a message. */
export type Said = {
  /** What the author is known by; absent where the app itself says it. */
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
  const name = shownName(rest.slice(0, at));
  if (name === '' || isOfSystem(name)) return { text: rest };
  if (dialect.form !== 'dash' && rest.startsWith(OWN_MARK) && kindOfSystem(rest) !== undefined)
    return { text: rest };
  const isTight = spaced < 0 && at < rest.length - 1;
  const text = rest.slice(at + (spaced >= 0 ? 2 : 1));
  const isMarked = dialect.form !== 'dash' && text.startsWith(OWN_MARK);
  return {
    ...{ name, text },
    ...(isYou(name) ? {} : { author: idOfName(name) }),
    ...(isMarked ? { isMarked } : {}),
    ...(isTight ? { isTight } : {}),
  };
}

/** Whether a name, as people who are known to be authors have it, is the beginning of what the app says of one of them. */
export function isSaidOf(name: string, authors: Iterable<string>): boolean {
  const kind = kindOfSystem(name);
  if (kind === undefined) return false;
  for (const author of authors) if (name.startsWith(`${author} `)) return true;
  return false;
}
