import type { ConversationIdForm } from './conversation-store.ts';
import { SandboxError } from './sandbox-error.ts';

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
  /** The status of `*_ALREADY_EXISTS`. */
  readonly existsStatus: 400 | 409;
  /** Messages older than this many days are refused by the import; 0 = no limit. */
  readonly retentionDays: number;
  /** The largest request body, in bytes; more is answered 413. */
  readonly bodyBytes: number;
  /** Message cursors repeat the boundary row. */
  readonly inclusive: boolean;
  /** Imported messages without readAt count as unread; by default an import changes no unread count. */
  readonly unreadImports: boolean;
  /** The form in which ids of conversations between users are answered; both are always taken. */
  readonly conversationIds: ConversationIdForm;
};

/** The sandbox as it is without any switch. */
export const DEFAULT_QUIRKS: Quirks = {
  poison: 'row',
  nested: false,
  existsStatus: 400,
  retentionDays: 0,
  bodyBytes: 10 * 1024 * 1024,
  inclusive: false,
  unreadImports: false,
  conversationIds: 'specified',
};

const GRAMMAR =
  'poison=row|batch500|batch400, nested, conflict409, retention=DAYSd, body=BYTES, inclusive, ' +
  'unreadimports, conversationids=specified|short (comma separated)';

function parseQuirk(word: string): Partial<Quirks> | undefined {
  const [name, value] = word.split('=', 2);
  if (name === 'poison' && (value === 'row' || value === 'batch500' || value === 'batch400')) {
    return { poison: value };
  }
  const number = /^(\d{1,9})(d?)$/.exec(value ?? '');
  if (name === 'retention' && number) return { retentionDays: Number(number[1]) };
  if (name === 'body' && number && number[2] === '' && Number(number[1]) > 0) {
    return { bodyBytes: Number(number[1]) };
  }
  if (word === 'nested') return { nested: true };
  if (word === 'conflict409') return { existsStatus: 409 };
  if (name === 'conversationids' && (value === 'specified' || value === 'short')) {
    return { conversationIds: value };
  }
  if (word === 'unreadimports') return { unreadImports: true };
  if (word === 'inclusive') return { inclusive: true };
  return undefined;
}

/** Reads a list such as `poison=batch500,nested,conflict409,retention=183d`; rejects unknown words. */
export function parseQuirks(text: string): Quirks {
  let quirks = DEFAULT_QUIRKS;
  for (const word of text.split(',').map((part) => part.trim())) {
    if (word === '') continue;
    const quirk = parseQuirk(word);
    if (!quirk) throw new SandboxError('OPTION_INVALID', `unknown quirk "${word}"; expected ${GRAMMAR}`);
    quirks = { ...quirks, ...quirk };
  }
  return quirks;
}
