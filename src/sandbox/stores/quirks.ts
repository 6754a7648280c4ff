import { SandboxError } from '../wire/sandbox-error.ts';
import type { ConversationIdForm } from './conversation-store.ts';

/** What an import does with a batch that has a bad row. */
type PoisonMode = 'row' | 'batch500' | 'batch400';

/** Behaviour that public sources leave open. Each member is a choice, with the sandbox's default. */
export type Quirks = {
  /**
   * row: a bad row fails alone. batch500: for a blank or too old message, the answer is HTTP 500 ERR_EXCEPTION
   * after the good rows were imported. batch400: a bad row makes the whole batch fail, and nothing is imported.
   * @default 'row'
   */
  readonly poison: PoisonMode;
  /**
   * Imported rows are answered as `data.<key>.data.data` instead of `data.<key>.data`.
   * @default false
   */
  readonly nested: boolean;
  /**
   * An import changes an existing user or group instead of refusing the row.
   * @default false
   */
  readonly overwrite: boolean;
  /**
   * A message to a group is imported only if its sender is a member.
   * @default false
   */
  readonly membersOnly: boolean;
  /**
   * Imported messages without readAt count as unread.
   * @default false
   */
  readonly unreadImports: boolean;
  /**
   * The import refuses messages older than this many days; 0 means no limit.
   * @default 0
   */
  readonly retentionDays: number;
  /**
   * The status of `*_ALREADY_EXISTS`.
   * @default 400
   */
  readonly existsStatus: 400 | 409;
  /**
   * The status of a key that does not exist.
   * @default 404
   */
  readonly keyStatus: 401 | 403 | 404;
  /**
   * An authOnly key can create only auth tokens, no users.
   * @default false
   */
  readonly tokensOnly: boolean;
  /**
   * The largest request body, in bytes. A larger one gets status 413.
   * @default 10_485_760
   */
  readonly bodyBytes: number;
  /**
   * Cursors repeat the boundary row.
   * @default false
   */
  readonly inclusive: boolean;
  /**
   * The last page has `meta.next` too.
   * @default false
   */
  readonly nextAtEnd: boolean;
  /**
   * The `total` of every page is 0, as in the documented examples.
   * @default false
   */
  readonly totalZero: boolean;
  /**
   * Messages on a page if the request gives no number. Both 100 and 10 are documented.
   * @default 100
   */
  readonly messageLimit: number;
  /**
   * Ids of messages are numbers instead of texts, as on one page of the documentation.
   * @default false
   */
  readonly numberIds: boolean;
  /**
   * The action message of a permanent delete stays in the history.
   * @default false
   */
  readonly deletedNotes: boolean;
  /**
   * Action messages cannot be deleted, not even by the app.
   * @default false
   */
  readonly fixedActions: boolean;
  /**
   * The form of ids of conversations between users in answers. Requests may use both.
   * @default 'specified'
   */
  readonly conversationIds: ConversationIdForm;
  /**
   * Rules of moderation are applied to imported messages too.
   * @default false
   */
  readonly moderateImports: boolean;
  /**
   * The answer to sending a message shows what moderation has decided, instead of `pending`.
   * @default false
   */
  readonly moderationDecided: boolean;
  /**
   * Imports cause events, as live calls do.
   * @default false
   */
  readonly importWebhooks: boolean;
  /**
   * How long webhooks wait before the first and before the second further try, milliseconds.
   * @default [10_000, 30_000]
   */
  readonly webhookRetriesMs: readonly [number, number];
};

/** The sandbox without any switch. */
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
  moderateImports: false,
  moderationDecided: false,
  importWebhooks: false,
  webhookRetriesMs: [10_000, 30_000],
};

/** Reads the text after `=`, empty without one. Undefined for a text that the switch does not accept. */
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

/** The switches, by their written form. */
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
  moderateimports: plain({ moderateImports: true }),
  moderationdecided: plain({ moderationDecided: true }),
  importwebhooks: plain({ importWebhooks: true }),
  'webhookretries=MS+MS': (value) => {
    const [, first, second] = /^(\d{1,7})\+(\d{1,7})$/.exec(value) ?? [];
    return second === undefined ? undefined : { webhookRetriesMs: [Number(first), Number(second)] };
  },
};

/** The written form of each switch, for help and documentation. */
export const QUIRK_FORMS: readonly string[] = Object.keys(SWITCHES);

/**
 * Reads an age such as `183d`, or `none` for no limit.
 * @returns whole days; 0 for no limit
 * @throws SandboxError for any other text
 */
export function parseRetention(text: string): number {
  if (text === 'none') return 0;
  const [, days] = /^([1-9]\d{0,4})d$/.exec(text) ?? [];
  if (days === undefined)
    throw new SandboxError('OPTION_INVALID', `--retention expects days such as 183d, or none, got "${text}"`);
  return Number(days);
}

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
