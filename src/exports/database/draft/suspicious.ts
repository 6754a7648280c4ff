import { conceptsIn } from '../../../inspection/words/concepts.ts';
import { plainColumnName } from '../shape/usual-names.ts';
import { deletedValues, internalValues, unsentValues } from '../shape/usual-values.ts';
import { isUsualColumn } from './decisions.ts';
import { type ColumnFacts, isMark } from './table-facts.ts';

/** Names of columns that may say that a message is not for everybody. */
const SUSPICIOUS =
  /delet|remov|hid|trash|spam|draft|intern|privat|note|whisper|visib|secret|moderat|approv|recall/;
const HIDING = /\b(?:deleted|private)\b/;
/** Names of columns that mark messages which are for everybody. */
const HARMLESS =
  /read|seen|view|open|deliver|rec[ei]*v|recd|new|sent|forward|pin|star|flag|mention|reply|bot|file|media|image|photo|attach|voice|audio|video|urgent|import|edit|update|html|like|favo|sync|push|notif|mail|sms|active|online/;
/** Names of columns that say no of what is not for everybody. */
const SHOWING = /public|publish|active|enabled|visible|approved/;
/** Values which say that a row is not for everybody. */
const HIDING_VALUE =
  /^(?:internal\w*|notes?|private\w*|whisper\w*|staff\w*|agents?_?only|admins?_?only|deleted\w*|removed\w*|hidden|trash\w*|spam|draft|scheduled|pending|rejected|blocked|unapproved|unpublished|inactive|unsent|recalled|revoked|retracted|failed|expired)$/i;
/** Values which say that somebody is no member any more, or not yet. */
const OUTSIDE =
  /^(?:ban\w*|block\w*|invit\w*|pending|left|kick\w*|remov\w*|delet\w*|declin\w*|reject\w*|request\w*|inactive|suspend\w*|expel\w*|former)$/i;
/** Names of columns of members that say that somebody is none, and of those that say that somebody is one. */
const GONE =
  /exit|leav|left|quit|ended|endat|kick|bann|block|remov|delet|revok|expel|declin|expire|invit|pending/;
const INSIDE = /active|enabled|approved|accepted|confirmed|valid|current/;
const NO = /^(?:0+|f|false|n|no|off)$/i;
const CODE = /^(?:-?\d+|\p{L})$/u;

/** Values that the reader knows. */
const isKnown = (word: string): boolean =>
  [deletedValues, unsentValues, internalValues].some((values) => values.has(word.toLowerCase()));

/**
 * True if a column may hide some rows: by its name, by its words, or because it marks some of them in words that nobody knows.
 * @param field that it is; undefined for a column of no known name
 */
export function isSuspicious(
  role: 'messages' | 'participants',
  column: ColumnFacts,
  field: string | undefined,
): boolean {
  if (column.filled === 0) return false;
  const said = [...(column.words?.keys() ?? [])];
  if (role === 'participants')
    return field === 'role'
      ? said.some((word) => OUTSIDE.test(word))
      : field === undefined && isOfOutside(column, said);
  if (field === 'status' || field === 'kind') return isState(said);
  return !isUsualColumn('messages', column.name) && isHiding(column, said);
}

/** True if a column may say that somebody is no member any more, or not yet. */
function isOfOutside(column: ColumnFacts, said: readonly string[]): boolean {
  const plain = plainColumnName(column.name);
  if (said.some((word) => OUTSIDE.test(word))) return true;
  if (INSIDE.test(plain) && isMark(column)) return column.empty > 0 || said.some((word) => NO.test(word));
  return GONE.test(plain) && (column.words === undefined || said.some((word) => !NO.test(word)));
}

/** True if nobody knows what some of the values of a state mean: numbers, letters, and words for what not everybody may see. */
const isState = (said: readonly string[]): boolean =>
  (said.length > 1 && said.some((word) => CODE.test(word))) ||
  said.some((word) => HIDING_VALUE.test(word) && !isKnown(word));

function isHiding(column: ColumnFacts, said: readonly string[]): boolean {
  const { name, empty, words } = column;
  const plain = plainColumnName(name);
  const isYes = words === undefined || said.some((word) => !NO.test(word));
  const isNo = empty > 0 || said.some((word) => NO.test(word));
  if (SHOWING.test(plain) && isMark(column)) return isNo;
  const concepts = conceptsIn(name);
  if (SUSPICIOUS.test(plain) || concepts.some((each) => HIDING.test(each))) return isYes;
  if (said.some((word) => HIDING_VALUE.test(word))) return true;
  return isYes && isNo && isMark(column) && concepts.length === 0 && !HARMLESS.test(plain);
}
