import { ValueSet } from '../../../../input/columns/column.ts';
import type { Container } from '../paths.ts';
import type { TreeNames, TreeNode, TreeValues } from './tree.ts';

/** A field of documents, with what it has in all of them. */
export type TreeField = {
  /** Dotted, in an object. */
  readonly name: string;
  readonly filled: number;
  /** Its values, or the ids in a list or an object of ids. */
  readonly values: ValueSet;
  /** Absent for lists and objects. */
  readonly plain?: TreeValues;
  readonly isTime: boolean;
};

/** A step on the way to documents: a name, or any of many. */
type PlaceStep = { readonly isField: boolean } & (
  | { readonly name: string }
  | { readonly names: TreeNames; readonly isList: boolean }
);

/** A place at which many documents are. */
export type Place = {
  readonly steps: readonly PlaceStep[];
  readonly count: number;
  readonly fields: readonly TreeField[];
  /** The ids of the documents, and of what they are in, from outside. */
  readonly ids: readonly TreeNames[];
  readonly isList: boolean;
};

const DEPTH_MAX = 12;

/** All places of a tree at which documents are, or marks under ids. */
export function placesIn(root: TreeNode, container: Container): readonly Place[] {
  const found: Place[] = [];
  const walk = (node: TreeNode, steps: readonly PlaceStep[], isInside: boolean): void => {
    if (steps.length > DEPTH_MAX) return;
    for (const [name, child] of node.children) {
      const isCollectionStep = steps.length % 2 === 0;
      const isField =
        isInside || (container !== 'plain' && isCollectionStep && !child.isCollection && steps.length > 0);
      const { names, isList } = node;
      const step = names ? { names, isList, isField } : { name, isField };
      const own = [...steps, step];
      if (names) found.push(placeOf(child, own, names, isList));
      walk(child, own, isField);
    }
  };
  walk(root, [], false);
  return found;
}

const placeOf = (node: TreeNode, steps: readonly PlaceStep[], names: TreeNames, isList: boolean): Place => ({
  steps,
  count: Math.max(names.count, node.count),
  fields: fieldsIn(node, '', 0),
  ids: steps.flatMap((step) => ('names' in step ? step.names : [])),
  isList,
});

const FIELD_DEPTH = 3;

/** The fields of documents, also those of objects in them; not what other documents below them have. */
function fieldsIn(node: TreeNode, before: string, depth: number): readonly TreeField[] {
  if (node.names) return [];
  return [...node.children].flatMap(([own, child]) => {
    const name = before + own;
    const plain = plainIn(child);
    if (plain) return [plain(name)];
    if (child.each)
      return idsIn(child).map((values) => ({ name, filled: child.count, values, isTime: false }));
    return depth < FIELD_DEPTH ? fieldsIn(child, `${name}.`, depth + 1) : [];
  });
}

/** A field of one value: a text, a number, a mark, or one that exporters write as an object. */
function plainIn(node: TreeNode): ((name: string) => TreeField) | undefined {
  const { children, values } = node;
  const seconds =
    children.get('_seconds')?.values ??
    (children.has('nanoseconds') ? children.get('seconds')?.values : undefined);
  const held = children.get('__time__')?.values ?? children.get('__ref__')?.values;
  const typed =
    children.has('__datatype__') || children.has('_type')
      ? (children.get('value') ?? children.get('_value'))
      : undefined;
  if (typed) return plainIn(typed);
  const found = seconds ?? held ?? values;
  if (!found) return undefined;
  const isTime = found.filled > 0 && found.times >= found.looked * 0.9;
  return (name) => ({ name, filled: found.filled, values: found.values, plain: found, isTime });
}

/** The values that may be ids in an object of documents or in a list: its names, or its values, or fields of its elements. */
function idsIn({ names, each, isList }: TreeNode): readonly ValueSet[] {
  if (!names || !each) return [];
  const held = [each, each.children.get('value'), each.children.get('__ref__')];
  const inElements = ['id', 'uid', 'userId', '_id'].map((name) => each.children.get(name));
  const values = new ValueSet();
  for (const node of isList ? [...held, ...inElements] : held)
    if (node?.values?.texts) values.addAll(node.values.values);
  // Of two documents, one may have a list and the other an object.
  return [...(isList && names.all.size === 0 ? [] : [names.all]), ...(values.size > 0 ? [values] : [])];
}

/** A path as shapes declare it. @param ids the names in braces, one for each of many */
export function pathOf({ steps }: Pick<Place, 'steps'>, ids: readonly string[]): string {
  let at = 0;
  return steps.reduce((path, step) => {
    const name = 'names' in step ? (ids[at++] ?? '*') : step.name;
    return path === '' ? name : `${path}${step.isField ? '.' : '/'}${name}`;
  }, '');
}

/** The share of some values that a set has. */
export const shareIn = (values: ValueSet, known: ValueSet): number =>
  values.size === 0 ? 0 : values.sharedWith(known).exact / values.size;

const FIELDS_SHOWN = 8;

/** The number of documents of a place, and their fields. */
export const contentsOf = ({ count, fields }: Place): string =>
  `${count} ${count === 1 ? 'document' : 'documents'}${
    fields.length > 0
      ? `; fields ${fields
          .slice(0, FIELDS_SHOWN)
          .map(({ name }) => name)
          .join(' ')}`
      : ''
  }`;

/** True if a field may be the id of messages, which is unique in each conversation. */
export const isIdIn =
  ({ count }: Place) =>
  ({ values, filled, plain }: TreeField): boolean =>
    plain !== undefined && filled >= count && values.size >= Math.min(filled, 1_000) / 2;
