import { RunError } from '../../../errors/run-error.ts';
import type { ParentColumn, PathStep } from './json-path.ts';

/** An object or array of a document that is open at the current place. */
export type Container = {
  readonly isArray: boolean;
  /** The number of steps of the path that lead to it; -1 if no row can be in it. */
  readonly matched: number;
  /** The name of the current member; in an array, undefined. */
  name: string | undefined;
  /** The index of the current element. */
  index: number;
  /** Scalars of this object that columns of its rows name, by dotted name. */
  scalars?: Map<string, unknown>;
  /** The dotted names that a row of this object has asked for and that had not been read before it. */
  asked?: Set<string>;
};

/** The key under which the current value of a container stands. */
export const keyIn = ({ isArray, index, name }: Container): string =>
  isArray ? String(index) : (name ?? '');

/** True if a step of a path leads to the current value of a container. */
export function leadsTo(step: PathStep | undefined, { isArray, index, name }: Container): boolean {
  switch (step?.kind) {
    case undefined:
      return false;
    case 'members':
      return true;
    case 'elements':
      return isArray;
    case 'index':
      return isArray && index === step.index;
    case 'name':
      return !isArray && name === step.name;
  }
}

/** Keeps the scalars that rows take from the objects around them. */
export class Enclosing {
  readonly #columns: readonly ParentColumn[];
  /** The dotted names of scalars, by their last name. */
  readonly #wanted: ReadonlyMap<string, readonly string[]>;
  readonly #path: string;

  /** @param path of the file, for errors */
  constructor(columns: readonly ParentColumn[], path: string) {
    this.#columns = columns;
    this.#path = path;
    this.#wanted = new Map(
      [...Map.groupBy(columns, ({ names }) => names.at(-1) as string)].map(([last, those]) => [
        last,
        those.map(({ names }) => names.join('.')),
      ]),
    );
  }

  /** True if a scalar under this name may be one that a row takes. */
  wants(name: string | undefined): boolean {
    return name !== undefined && this.#wanted.has(name);
  }

  /**
   * Keeps the current scalar, for each enclosing object that it may be asked for from.
   * @throws RunError `SOURCE.PARENT_LATE` if a row has asked for it before
   */
  keep(open: readonly Container[], value: unknown, line: number): void {
    const dotted: string[] = [];
    for (let at = open.length - 1; at >= 0; at -= 1) {
      const container = open[at] as Container;
      if (container.isArray) return;
      dotted.unshift(container.name ?? '');
      if (container.matched < 0) continue;
      const name = dotted.join('.');
      if (!this.#wanted.get(dotted.at(-1) as string)?.includes(name)) continue;
      if (container.asked?.has(name)) throw this.#late(name, line);
      container.scalars ??= new Map();
      container.scalars.set(name, value);
    }
  }

  /** The values that a row takes from the objects around it, by the names of the columns. */
  valuesFor(open: readonly Container[]): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    if (this.#columns.length === 0) return values;
    const objects = [...open.entries()].filter(([, { isArray }]) => !isArray).reverse();
    for (const { text, level, names } of this.#columns) {
      const [at, object] = objects[level - 1] ?? [];
      if (at === undefined || object === undefined) continue;
      const name = names.join('.');
      const outer = open[at - 1];
      const value = name === '$key' ? outer && keyIn(outer) : object.scalars?.get(name);
      if (value !== undefined) values[text] = value;
      else if (name !== '$key') {
        object.asked ??= new Set();
        object.asked.add(name);
      }
    }
    return values;
  }

  #late(name: string, line: number): RunError {
    const column = this.#columns.find(({ names }) => names.join('.') === name)?.text ?? name;
    const [first] = name.split('.');
    return new RunError(
      'SOURCE.PARENT_LATE',
      `${this.#path} has ${column} in line ${line}, after rows that take it`,
      {
        hint: `write ${JSON.stringify(first)} before the rows, for example  jq '{${first}} + .' old.json > new.json`,
        where: { file: this.#path, line },
      },
    );
  }
}
