import { cellReader, placedReader, rootOf } from '../cell-reader.ts';
import type { CellReader, MappingContext } from './context.ts';
import type { Columns } from './value-forms.ts';

/** Finds the columns of one file, and notes which ones the mapping uses. */
export class ColumnIndex implements Columns {
  /** Columns of the file that fields use. */
  readonly used = new Set<string>();
  /** Columns that the map names and the header does not have. */
  readonly missing = new Set<string>();
  /** The pseudo columns that fields or conditions use. */
  readonly constants: Record<string, string> = {};
  /** The joined columns that are used. */
  readonly joined = new Set<string>();
  readonly #columns: readonly string[] | undefined;
  readonly #context: MappingContext;

  /** @param columns the file's header; undefined if rows are objects */
  constructor(columns: readonly string[] | undefined, context: MappingContext) {
    this.#columns = columns;
    this.#context = context;
  }

  /** Every top-level column of the file that is used. */
  roots(): Set<string> {
    const used = [...this.used];
    return new Set(this.#columns ? used : used.concat(used.map(rootOf)));
  }

  /** In object rows, the members in which the paths of used columns begin, such as `profile` of `profile.name`. */
  pathRoots(): ReadonlySet<string> {
    const paths = this.#columns ? [] : [...this.used].filter((name) => rootOf(name) !== name);
    return new Set(paths.map(rootOf));
  }

  readonly named = (name: string): CellReader => {
    const read = this.find(name);
    if (!read) this.missing.add(name);
    return read ?? (() => undefined);
  };

  readonly placed = (name: string): CellReader => {
    const read = this.named(name);
    const isJoined = this.joined.has(name);
    return this.#columns || isJoined || !name.includes('[*]') ? read : placedReader(name);
  };

  readonly find = (name: string): CellReader | undefined => {
    const { constants, joins } = this.#context;
    if (this.#columns?.includes(name)) return this.#own(name);
    const joined = joins?.(name, this.find);
    if (joined) {
      this.joined.add(name);
      return joined;
    }
    if (constants && Object.hasOwn(constants, name)) return this.#constant(name, constants[name] as string);
    return this.#columns ? undefined : this.#own(name);
  };

  #own(name: string): CellReader | undefined {
    this.used.add(name);
    return cellReader(name, this.#columns);
  }

  /** In object rows a member with the name wins. */
  #constant(name: string, value: string): CellReader {
    this.constants[name] = value;
    if (this.#columns) return () => value;
    this.used.add(name);
    return (values) =>
      Object.hasOwn(values, name) ? (values as Readonly<Record<string, unknown>>)[name] : value;
  }
}
