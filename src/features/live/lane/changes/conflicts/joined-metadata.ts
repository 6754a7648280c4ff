import { isRecord } from '../../../../../service/transport/transport.ts';
import { factsOfSource } from '../../../pass/row-digest.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Metadata of a row of the old system, with what people have added to it in the service: a fact that stands there by itself stays
 * in its place, with its new value.
 */
export function joinedMetadata(given: unknown, there: unknown): unknown {
  const from = membersOf(given);
  const facts = factsOfSource(from);
  const { source: _, ...own } = membersOf(there);
  if (Object.keys(facts).length === 0 || Object.keys(own).length === 0) return given;
  const source = Object.entries(membersOf(from['source'])).filter(
    ([name]) => !(name in facts && name in own),
  );
  const added = Object.entries(own).map(([name, value]) => [name, name in facts ? facts[name] : value]);
  return Object.assign(Object.fromEntries(added), from, { source: Object.fromEntries(source) });
}

/** The members of a value, which may be JSON as text. */
function membersOf(value: unknown): Members {
  try {
    const found: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return isRecord(found) ? found : {};
  } catch {
    return {};
  }
}
