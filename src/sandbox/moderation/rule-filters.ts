import type { App } from '../app/app.ts';
import type { ReceiverType } from '../stores/conversation-store.ts';
import type { RuleFilter } from './rule.ts';

/** The two sides of a message. */
export type RuleSides = { readonly sender: string; readonly kind: ReceiverType; readonly receiver: string };

/**
 * True if a rule is for a message between these: every filter holds (assumed). A filter of users does not hold for a
 * group, nor the other way round. Tags hold if one of them does; for `notEquals` and `notIn`, if none is equal.
 */
export function areFor(app: App, filters: readonly RuleFilter[], sides: RuleSides): boolean {
  return filters.every((filter) => {
    const values = valuesOf(app, filter, sides);
    return values !== undefined && holds(filter, values);
  });
}

type Entity = Readonly<Record<string, string | number | null>>;

/** The values that a filter looks at. Undefined if the message has no such side. */
function valuesOf(
  app: App,
  { entity, type, operand }: RuleFilter,
  sides: RuleSides,
): readonly string[] | undefined {
  const isUser = type === 'sender' || sides.kind === 'user';
  if (isUser !== (entity === 'user')) return undefined;
  const id = type === 'sender' ? sides.sender : sides.receiver;
  const found: Entity | undefined = isUser ? app.users.find(id) : app.groups.find(id);
  if (!found) return undefined;
  const value = found[operand];
  if (value === null || value === undefined) return [];
  return operand === 'tags' ? (JSON.parse(String(value)) as string[]) : [String(value)];
}

function holds({ operator, value }: RuleFilter, values: readonly string[]): boolean {
  const wanted = typeof value === 'string' ? value.split(',').map((one) => one.trim()) : value;
  const text = typeof value === 'string' ? value : (value[0] ?? '');
  switch (operator) {
    case 'equals':
      return values.includes(text);
    case 'notEquals':
      return !values.includes(text);
    case 'in':
      return values.some((one) => wanted.includes(one));
    case 'notIn':
      return !values.some((one) => wanted.includes(one));
    case 'startsWith':
      return values.some((one) => one.startsWith(text));
    case 'endsWith':
      return values.some((one) => one.endsWith(text));
    case 'lessThan':
      return values.some((one) => Number(one) < Number(text));
    default:
      return values.some((one) => Number(one) > Number(text));
  }
}
