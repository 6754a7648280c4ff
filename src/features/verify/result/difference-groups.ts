import { cut as cutText } from '../../../terminal/printable.ts';
import type { Difference, DifferenceGroup } from './verification-report.ts';

/** Differences shown per kind. */
const SAMPLES_MAX = 3;
/** Kinds counted separately; further combinations of fields are counted together. */
const GROUPS_MAX = 200;
const VALUE_CHARS = 200;

/** Groups differences by kind; memory does not grow with their number. */
export class DifferenceGroups {
  readonly #groups = new Map<string, DifferenceGroup>();

  add({ entity, mark, ...difference }: Difference): void {
    const named = (difference.fields ?? []).map(({ field }) => field).sort();
    const known = this.#groups.has(`${entity} ${mark} ${named.join(' ')}`);
    const fields = known || this.#groups.size < GROUPS_MAX ? named : [];
    const name = `${entity} ${mark} ${fields.join(' ')}`;
    const group = this.#groups.get(name) ?? { entity, mark, fields, count: 0, samples: [] };
    this.#groups.set(name, group);
    group.count++;
    if (group.samples.length < SAMPLES_MAX) group.samples.push(cutValues(difference));
  }

  /** In the order of the entities, the most frequent first within an entity and mark. */
  all(): readonly DifferenceGroup[] {
    return [...this.#groups.values()];
  }
}

function cutValues(difference: Omit<Difference, 'entity' | 'mark'>): Omit<Difference, 'entity' | 'mark'> {
  if (!difference.fields) return difference;
  const cut = (value: unknown): unknown => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text !== undefined && text.length > VALUE_CHARS ? cutText(text, VALUE_CHARS) : value;
  };
  const fields = difference.fields.map(({ field, ...sides }) => ({
    field,
    ...('source' in sides ? { source: cut(sides.source) } : {}),
    ...('target' in sides ? { target: cut(sides.target) } : {}),
  }));
  return { ...difference, fields };
}
