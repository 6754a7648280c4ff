import { usualColumns } from '../shape/usual-columns.ts';
import { plainColumnName } from '../shape/usual-names.ts';
import type { ChatTable } from '../table.ts';
import type { TableFacts } from './table-facts.ts';

/** Names of tables of people. */
const PEOPLE =
  /user|admin|agent|staff|customer|client|member|employee|operator|contact|visitor|guest|person|people|buyer|seller|doctor|patient|driver|teacher|student|profile|account/i;
/** Names of columns which say on which side whoever wrote a message is. */
const SIDES =
  /^(?:(?:is|from|isfrom|by|sentby)(?:admin|staff|agent|operator|support|customer|client|user|visitor)|sentby|role|side|direction|senderrole)$/;
/** Words for those who talk, where no name says who it is. */
const SIDE =
  /^(?:users?|me|you|self|other|admin|staff|agent|operator|support|customer|client|visitor|guest|buyer|seller|bot|assistant|ai|model|system|human|in|out|incoming|outgoing|inbound|outbound|sender|receiver|[01]|true|false)$/i;

/** True if words say on which side somebody is, not who it is. */
export const areSides = (words: Iterable<string>): boolean => [...words].every((word) => SIDE.test(word));

/**
 * The column of messages that says of which of several tables of people an author is, as `is_admin` beside `user_id`.
 * @param others tables that may be of further people
 */
export function columnOfSide(
  { columns }: TableFacts,
  sender: string,
  others: readonly ChatTable[],
): string | undefined {
  if (!others.some((table) => isOfPeople(table))) return undefined;
  const stem = plainColumnName(sender).replace(/id$/, '');
  const names = ['role', 'kind', 'table'].map((end) => stem + end);
  return columns.find(({ name, words = new Map() }) => {
    const plain = plainColumnName(name);
    return words.size > 1 && (SIDES.test(plain) || names.includes(plain));
  })?.name;
}

function isOfPeople(table: ChatTable): boolean {
  const found = usualColumns('users', table);
  const isNamed = found.has('name') || found.has('email');
  return !table.isEmpty && found.has('id') && isNamed && PEOPLE.test(table.name);
}
