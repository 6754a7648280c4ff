import { RunError } from '../../../errors/run-error.ts';

/** One step of a path: a member by name, an element by index, all elements of an array, or all members or elements. */
export type PathStep =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'elements' }
  | { readonly kind: 'members' };

/** The path of the rows in a JSON document. */
export type RowsPath = {
  /** As written. */
  readonly text: string;
  readonly steps: readonly PathStep[];
};

const STEP =
  /\.\*|\[\*\]|\[(?<index>\d{1,9})\]|\.(?<name>[^.[\]*"'\s()?@,:]+)|\['(?<single>[^']+)'\]|\["(?<double>[^"]+)"\]/uy;

/**
 * Parses `$.channels[*]`, `$.users.*`, `$.a['b c'][*].messages[*]`, `$[0].rows[*]`.
 * @throws RunError `SOURCE.PATH_INVALID`
 */
export function parseRowsPath(text: string): RowsPath {
  const steps: PathStep[] = [];
  let at = text.startsWith('$') ? 1 : -1;
  while (at >= 0 && at < text.length) {
    STEP.lastIndex = at;
    const found = STEP.exec(text);
    if (!found) at = -1;
    else {
      steps.push(stepOf(found));
      at = STEP.lastIndex;
    }
  }
  if (at < 0)
    throw new RunError('SOURCE.PATH_INVALID', `rows: ${text} is not a path of rows in a JSON document`);
  return { text, steps };
}

function stepOf({ 0: written, groups = {} }: RegExpExecArray): PathStep {
  if (written === '.*') return { kind: 'members' };
  if (written === '[*]') return { kind: 'elements' };
  if (groups['index'] !== undefined) return { kind: 'index', index: Number(groups['index']) };
  return { kind: 'name', name: groups['name'] ?? groups['single'] ?? groups['double'] ?? '' };
}

/** A column such as `^.channel.id`: a scalar of an object that encloses the row. */
export type ParentColumn = {
  /** As written, the name of the column. */
  readonly text: string;
  /** 1: the nearest object that encloses the row, 2: the one around it. */
  readonly level: number;
  /** The names from that object to the scalar; `$key` alone is the name under which the object itself stands. */
  readonly names: readonly string[];
};

const PARENT = /^(?<up>\^(?:\.?\^)*)\.(?<names>[^.^].*)$/;

/** True if the name of a column means a scalar of an enclosing object: `^.channel.id`, `^^.name`, `^.^.$key`. */
export const isParentColumn = (name: string): boolean => PARENT.test(name);

/**
 * Parses `^.channel.id`.
 * @throws RunError `SOURCE.PATH_INVALID`
 */
export function parseParentColumn(text: string): ParentColumn {
  const { up = '', names = '' } = PARENT.exec(text)?.groups ?? {};
  if (names === '')
    throw new RunError('SOURCE.PATH_INVALID', `${text} is not the path of a value in an enclosing object`, {
      hint: 'write ^ for each object around the row, then the names: ^.channel.id',
    });
  return { text, level: up.replaceAll('.', '').length, names: names.split('.') };
}
