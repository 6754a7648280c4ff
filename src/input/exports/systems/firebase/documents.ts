import type { ExportInput } from '../../export-reader.ts';
import { type JsonRow, passJson } from '../../files/export-rows.ts';
import { list, record } from '../../files/values.ts';
import type { Place, Unreadable } from '../../neutral.ts';
import type { DatabaseFile } from './files.ts';
import { type DocumentPath, documentPath, INNER, isAt } from './paths.ts';
import { withDots } from './typed.ts';

/** A document, or another value at a declared path. */
export type Document = {
  readonly value: unknown;
  /** The ids of its path. */
  readonly ids: Readonly<Partial<Record<'user' | 'conversation' | 'message', string>>>;
};

/** Which documents are read, and who takes them. */
export type Documents = {
  /** As declared, such as `rooms/{conversation}`. */
  readonly path: string;
  readonly root: string | undefined;
  /** Whether commas in keys stand for the dots that the database refuses. */
  readonly commas: boolean;
  /** The declared paths of all documents: those below a document are no part of it. */
  readonly all: readonly string[];
  take(document: Document, place: Place): void;
  unreadable(row: Unreadable, place: Place): void;
};

/**
 * Passes the documents at a path, in flat memory also where a document holds a million others: such a document is read
 * field by field.
 */
export async function passDocuments(
  { file, container }: DatabaseFile,
  documents: Documents,
  input: ExportInput,
): Promise<void> {
  const { path, root, all, take, unreadable } = documents;
  const at = documentPath(path, root, container);
  const idsOf = (keys: readonly string[]): Document['ids'] => idsAt(at, keys, documents.commas);
  const below = innerNames(path, all);
  const inner = new Set([...below, ...(INNER[container] === undefined ? [] : [INNER[container]])]);
  if (inner.size === 0) {
    const row = ({ $keys, value }: JsonRow, place: Place): void => {
      const keys = $keys as string[];
      if (value !== null && isAt(at, keys)) take({ value, ids: idsOf(keys) }, place);
    };
    return await passJson(file, { rows: at.rows, keyed: true, row, unreadable }, input);
  }
  const open = new OpenDocument((value, keys, place) => {
    if (isAt(at, keys)) take({ value, ids: idsOf(keys) }, place);
  });
  const row = ({ $keys, value }: JsonRow, place: Place): void => {
    const [keys, name] = [($keys as string[]).slice(0, -1), ($keys as string[]).at(-1) as string];
    open.add(keys, inner.has(name) ? undefined : [name, value], place);
  };
  const bad = (row: Unreadable, place: Place, { $keys }: JsonRow): void => {
    // What holds other documents may be of any length, and is read by its own path.
    if (!inner.has(String(list($keys).at(-1)))) unreadable(row, place);
  };
  await passJson(file, { rows: `${at.rows}.*`, keyed: true, unread: inner, row, unreadable: bad }, input);
  open.end();
}

/** Puts the fields of documents together, which come one after the other. */
class OpenDocument {
  readonly #take: (value: JsonRow, keys: readonly string[], place: Place) => void;
  #key = '';
  #keys: readonly string[] = [];
  #fields: Record<string, unknown> | undefined;
  #place: Place | undefined;

  constructor(take: (value: JsonRow, keys: readonly string[], place: Place) => void) {
    this.#take = take;
  }

  add(keys: readonly string[], field: readonly [string, unknown] | undefined, place: Place): void {
    const key = keys.join('\0');
    if (key !== this.#key || !this.#fields) {
      this.end();
      [this.#key, this.#keys, this.#fields, this.#place] = [key, keys, {}, place];
    }
    // Of fields with the same name the last one counts, as in JSON.
    if (field)
      Object.defineProperty(this.#fields, field[0], {
        ...{ value: field[1], enumerable: true, configurable: true },
      });
  }

  end(): void {
    if (this.#fields && this.#place) this.#take(this.#fields, this.#keys, this.#place);
    this.#fields = undefined;
  }
}

/** The names in a document under which other declared paths go on. */
function innerNames(path: string, all: readonly string[]): readonly string[] {
  const start = `${path.replaceAll(/\{\w+\}/g, '{}')}/`;
  return all
    .map((each) => each.replaceAll(/\{\w+\}/g, '{}'))
    .filter((each) => each.startsWith(start))
    .map((each) => each.slice(start.length).split('/')[0] as string);
}

function idsAt({ ids }: DocumentPath, keys: readonly string[], commas: boolean): Document['ids'] {
  const found: Partial<Record<'user' | 'conversation' | 'message', string>> = {};
  for (const [held, at] of Object.entries(ids)) {
    found[held as 'user'] = withDots(keys[at] ?? '', commas);
  }
  return found;
}

/** The fields of a document; those of a plain value are none. */
export const fieldsOf = ({ value }: Document): JsonRow => record(value) ?? {};
