import { instantsOf, offsetOfDay } from '../../../../input/rows/zone-offset.ts';
import type { Chat } from '../chats/chats.ts';
import type { Entry } from '../lines/entries.ts';
import { type Said, saidIn } from '../lines/said.ts';
import { isDeleted, isOwnOfAuthors } from '../phrases/deleted.ts';
import { withoutEdited } from '../phrases/edited.ts';
import { OWN_MARK, withoutLeadingMarks, withoutMarks, withPlainBlanks } from '../phrases/marks.ts';
import { type MediaFile, mediaIn } from '../phrases/media.ts';
import { kindOfSystem } from '../phrases/system.ts';

/** A message of a chat, before it has an id. */
export type ChatMessage = {
  /** Absent if the app says it itself, or if it is of who made the export and is called nothing but `You`. */
  readonly author?: string;
  readonly system?: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly text: string;
  /** The content that copies of it have in common, whoever exported them and however. */
  readonly content: string;
  readonly files: readonly MediaFile[];
  readonly isEdited: boolean;
  readonly isDeleted: boolean;
};

/** Reads what a message of a chat says. */
export function messageOf(
  { header, day, more }: Pick<Entry, 'header' | 'day' | 'more'>,
  { surveyed: { authors } }: Pick<Chat, 'surveyed'>,
  clock: WallClock,
): ChatMessage {
  const time = clock.instantAt(day + header.seconds * 1_000);
  const said = saidIn(header);
  const text = `${said.text}${more}`.trimEnd();
  if (isOfApp(said, text, authors)) {
    const whole = plainText(`${header.rest}${more}`);
    const system = kindOfSystem(said.text) ?? kindOfSystem(whole) ?? 'other';
    return { ...nothing, time, system, text: whole, content: `${system} ${contentOf(whole)}` };
  }
  const written = { ...nothing, time, ...(said.author === undefined ? {} : { author: said.author }) };
  if (isDeleted(text)) return { ...written, isDeleted: true, content: 'deleted' };
  const edited = withoutEdited(text);
  const { files, caption } = mediaIn(edited ?? text) ?? { files: [], caption: edited ?? text };
  return {
    ...written,
    text: plainText(caption),
    files,
    isEdited: edited !== undefined,
    content: `${files.length > 0 ? 'file' : 'text'} ${contentOf(caption)}`,
  };
}

const nothing = { text: '', files: [], isEdited: false, isDeleted: false } as const;

/** True if the app says it itself: it has no author, what stands there is none, or it is marked and nobody says so. */
function isOfApp(
  { author, name, isMarked, text: first }: Said,
  text: string,
  authors: Chat['surveyed']['authors'],
): boolean {
  if (name === undefined) return true;
  if (author === undefined) return false;
  if (!authors.has(author)) return true;
  if (!isMarked || kindOfSystem(first) === undefined) return false;
  return mediaIn(first) === undefined && mediaIn(text) === undefined && !isOwnOfAuthors(text);
}

/** Without the marks that the app has written; those of a text in another direction stay. */
const plainText = (text: string): string =>
  withoutLeadingMarks(text).replaceAll(OWN_MARK, '').replaceAll(MENTION, '@$1').trimEnd();

/** A person who is named in a text. */
const MENTION = /@\u2068([^\u2068\u2069\n]{1,120})\u2069/g;
/** As each phone shows them: by a name of its own, or by the number. */
const ANY_MENTION = /@(?:\u2068[^\u2068\u2069\n]{1,120}\u2069|\+?\d{7,15})/g;

/** Copies name the same people in other ways, and their marks and blanks differ. */
const contentOf = (text: string): string =>
  withPlainBlanks(withoutMarks(text.replaceAll(ANY_MENTION, '@')))
    .trim()
    .normalize('NFC');

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A message may arrive some seconds late, and stands where it arrived. */
const LATE_MS = 2 * MINUTE_MS;

/**
 * Reads the times that the clock of a zone showed, in the order of a file. When clocks are put back, an hour comes twice:
 * times that go back in it are those of its second coming.
 */
export class WallClock {
  readonly #zone: string;
  #last = Number.NEGATIVE_INFINITY;

  constructor(zone: string) {
    this.#zone = zone;
  }

  /** @param wallMs the time as if it were in UTC; milliseconds since 1970, as the result */
  instantAt(wallMs: number): number {
    const minutes = offsetOfDay(this.#zone, wallMs);
    this.#last = minutes === undefined ? this.#onDayOfChange(wallMs) : wallMs - minutes * MINUTE_MS;
    return this.#last;
  }

  #onDayOfChange(wallMs: number): number {
    const [first, second] = instantsOf(this.#zone, wallMs);
    // Clocks that were not put forward yet show a time that the zone skips.
    if (first === undefined) return wallMs - (offsetOfDay(this.#zone, wallMs - 2 * DAY_MS) ?? 0) * MINUTE_MS;
    const isSecond = first < this.#last - LATE_MS && this.#last - first <= 2 * HOUR_MS;
    return isSecond && second !== undefined ? second : first;
  }
}
