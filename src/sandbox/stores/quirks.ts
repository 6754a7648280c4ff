import { SandboxError } from '../wire/sandbox-error.ts';
import type { ConversationIdForm } from './conversation-store.ts';

/** What an import batch does when one of its rows is bad. */
export type PoisonMode = 'row' | 'batch500' | 'batch400';

/** Behaviour that is not settled publicly, each with the choice the sandbox makes by default. */
export type Quirks = {
  /**
   * row: a bad row fails alone. batch500: a blank or too old message makes the answer HTTP 500 ERR_EXCEPTION
   * after the good rows were imported. batch400: a bad row has the whole batch refused, nothing imported.
   */
  readonly poison: PoisonMode;
  /** Imported rows answer as `data.<key>.data.data` instead of `data.<key>.data`. */
  readonly nested: boolean;
  /** An import changes a user or group that exists, instead of refusing the row. */
  readonly overwrite: boolean;
  /** A message to a group is imported only where its sender is a member. */
  readonly membersOnly: boolean;
  /** Imported messages without readAt count as unread; by default an import changes no unread count. */
  readonly unreadImports: boolean;
  /** Messages older than this many days are refused by the import; 0 = no limit. */
  readonly retentionDays: number;
  /** The status of `*_ALREADY_EXISTS`. */
  readonly existsStatus: 400 | 409;
  /** The status of a key that does not exist. */
  readonly keyStatus: 401 | 403 | 404;
  /** An authOnly key creates auth tokens alone, no users. */
  readonly tokensOnly: boolean;
  /** The largest request body, in bytes; more is answered 413. */
  readonly bodyBytes: number;
  /** Cursors repeat the boundary row. */
  readonly inclusive: boolean;
  /** `meta.next` is there on the last page too. */
  readonly nextAtEnd: boolean;
  /** The `total` of every page is 0, as in the documented examples. */
  readonly totalZero: boolean;
  /** Rows of a page of messages where the request names no number; both 100 and 10 are documented. */
  readonly messageLimit: number;
  /** Ids of messages are numbers, as one page of the documentation says, instead of texts. */
  readonly numberIds: boolean;
  /** A permanent delete of a message leaves its action message in the history. */
  readonly deletedNotes: boolean;
  /** Action messages cannot be deleted, not even by the app. */
  readonly fixedActions: boolean;
  /** The form in which ids of conversations between users are answered; both are always taken. */
  readonly conversationIds: ConversationIdForm;
};

/** The sandbox as it is without any switch. */
export const DEFAULT_QUIRKS: Quirks = {
  poison: 'row',
  nested: false,
  overwrite: false,
  membersOnly: false,
  unreadImports: false,
  retentionDays: 0,
  existsStatus: 400,
  keyStatus: 404,
  tokensOnly: false,
  bodyBytes: 10 * 1024 * 1024,
  inclusive: false,
  nextAtEnd: false,
  totalZero: false,
  messageLimit: 100,
  numberIds: false,
  deletedNotes: false,
  fixedActions: false,
  conversationIds: 'specified',
};

/** Reads the text after `=`, empty where there is none; undefined where it is not what the switch takes. */
type Switch = (value: string) => Partial<Quirks> | undefined;

const plain =
  (quirk: Partial<Quirks>): Switch =>
  (value) =>
    value === '' ? quirk : undefined;
const oneOf =
  <const Word extends string>(words: readonly Word[], make: (word: Word) => Partial<Quirks>): Switch =>
  (value) => {
    const word = words.find((known) => known === value);
    return word === undefined ? undefined : make(word);
  };
const number =
  (pattern: RegExp, make: (number: number) => Partial<Quirks>): Switch =>
  (value) => {
    const digits = pattern.exec(value)?.[1];
    return digits === undefined ? undefined : make(Number(digits));
  };

/** The switches, each as it is written. */
const SWITCHES: Readonly<Record<string, Switch>> = {
  'poison=row|batch500|batch400': oneOf(['row', 'batch500', 'batch400'], (poison) => ({ poison })),
  nested: plain({ nested: true }),
  overwrite: plain({ overwrite: true }),
  membersonly: plain({ membersOnly: true }),
  unreadimports: plain({ unreadImports: true }),
  'retention=DAYSd': number(/^(\d{1,9})d?$/, (retentionDays) => ({ retentionDays })),
  conflict409: plain({ existsStatus: 409 }),
  'keystatus=401|403|404': oneOf(['401', '403', '404'], (status) => ({
    keyStatus: Number(status) as Quirks['keyStatus'],
  })),
  tokensonly: plain({ tokensOnly: true }),
  'body=BYTES': number(/^([1-9]\d{0,8})$/, (bodyBytes) => ({ bodyBytes })),
  inclusive: plain({ inclusive: true }),
  nextatend: plain({ nextAtEnd: true }),
  total0: plain({ totalZero: true }),
  'limit=1..1000': number(/^([1-9]\d{0,2}|1000)$/, (messageLimit) => ({ messageLimit })),
  numberids: plain({ numberIds: true }),
  deletednotes: plain({ deletedNotes: true }),
  fixedactions: plain({ fixedActions: true }),
  'conversationids=specified|short': oneOf(['specified', 'short'], (conversationIds) => ({
    conversationIds,
  })),
};

/** How each switch is written, for help and documentation. */
export const QUIRK_FORMS: readonly string[] = Object.keys(SWITCHES);

function parseQuirk(word: string): Partial<Quirks> | undefined {
  const [name, value = ''] = word.split('=', 2);
  return Object.entries(SWITCHES).find(([form]) => form.split('=', 1)[0] === name)?.[1](value);
}

/** Reads a list such as `poison=batch500,nested,conflict409,retention=183d`; rejects unknown words. */
export function parseQuirks(text: string): Quirks {
  let quirks = DEFAULT_QUIRKS;
  for (const word of text.split(',').map((part) => part.trim())) {
    if (word === '') continue;
    const quirk = parseQuirk(word);
    if (!quirk) {
      throw new SandboxError(
        'OPTION_INVALID',
        `unknown quirk "${word}"; expected ${QUIRK_FORMS.join(', ')} (comma separated)`,
      );
    }
    quirks = { ...quirks, ...quirk };
  }
  return quirks;
}
