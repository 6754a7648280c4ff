import { RunError } from '../../../errors/run-error.ts';
import type { ColumnSpec } from './shape-schema.ts';
import { plainColumnName } from './usual-names.ts';

/** Kind of record that an id is of: the beginning that makes it nobody else's, and whether it is that of a conversation. */
export type Owner = { readonly prefix: string; readonly isConversation: boolean };

/** A column with ids, and what is known of the one beside it. */
type Ids = Pick<Exclude<ColumnSpec, string>, 'column' | 'type'> & {
  readonly beside?: { readonly column: string } | undefined;
  readonly owner: Owner;
  readonly owners?: ReadonlyMap<string, Owner> | undefined;
};

/** Fields whose values are ids of something else. */
const REFERRING: ReadonlySet<string> = new Set([
  'sender',
  'receiver',
  'user',
  'owner',
  'conversation',
  'message',
  'parent',
]);
/** Values that are named. */
const NAMED_MAX = 10;

/**
 * The column beside one with ids that may say of which table they are: `sender_type` beside `sender_id`, as Rails and Laravel
 * have it. Undefined if there is none, or if it is declared whose ids they are.
 */
export function typeBeside(
  field: string,
  { column, of }: Exclude<ColumnSpec, string>,
  columns: readonly string[],
): string | undefined {
  const name = plainColumnName(column);
  if (of !== undefined || !isReferring(field) || !name.endsWith('id') || name === 'id') return undefined;
  const wanted = `${name.slice(0, -'id'.length)}type`;
  return columns.find((each) => plainColumnName(each) === wanted);
}

const isReferring = (field: string): boolean => REFERRING.has(field) || field.startsWith('member');

/** Sees to it that nobody's id is taken for that of somebody else. */
export class WhoseIds {
  /** By what is asked: the values that were there. */
  readonly #seen = new Map<string, Set<string>>();

  /**
   * Finds out what an id is of, by the value beside it.
   * @param name of the field, such as `messages.sender`
   * @param value of the column beside it
   * @throws RunError `EXPORT.SHAPE_UNCLEAR` if the values mean several tables, and nobody has said which
   */
  of(name: string, { column, type, beside, owner, owners }: Ids, value: string | undefined): Owner {
    if (type && owners) {
      const meant = owners.get(value ?? '');
      if (meant !== undefined) return meant;
      throw new RunError(
        'EXPORT.SHAPE_UNCLEAR',
        `${name}: the values of ${type.column} that are declared lack ${shown(value)}`,
        { hint: `say whose ids stand beside it:  values: { …, ${shown(value)}: … }` },
      );
    }
    if (beside === undefined) return owner;
    const seen = this.#seen.get(name) ?? new Set();
    if (seen.has(value ?? '')) return owner;
    this.#seen.set(name, seen.add(value ?? ''));
    if (seen.size > 1) throw unclear(name, column, beside.column, [...seen].sort().slice(0, NAMED_MAX));
    return owner;
  }
}

function unclear(name: string, column: string, type: string, values: readonly string[]): RunError {
  const [role = '', field = ''] = name.split('.');
  const meanings = values.map((value) => `${shown(value)}: ${/user/i.test(value) ? 'users' : '…'}`);
  return new RunError(
    'EXPORT.SHAPE_UNCLEAR',
    `${name}: whose ids are in ${column}? ${type} beside it has several values: ${values.map(shown).join(', ')}. One number may be two people`,
    {
      hint: `say it:  shape: { ${role}: { ${field}: { column: ${column}, type: { column: ${type}, values: { ${meanings.join(', ')} } } } } }  where … is a table, or conversations; or take the rows of one:  where: { ${type}: … }`,
    },
  );
}

const shown = (value: string | undefined): string =>
  value !== undefined && /^[A-Za-z]\w*$/.test(value) ? value : JSON.stringify(value ?? '');
