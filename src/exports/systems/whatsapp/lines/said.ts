import { OWN_MARK } from '../phrases/marks.ts';
import { isOfSystem, kindOfSystem } from '../phrases/system.ts';
import type { Header } from './header.ts';
import { idOfName, isYou, shownName } from './names.ts';

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
  return {
    ...named,
    text,
    ...(isMarked ? { isMarked } : {}),
    ...(isTight ? { isTight } : {}),
  };
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
