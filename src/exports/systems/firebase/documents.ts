import { RunError } from '../../../errors/run-error.ts';
import type { ExportInput } from '../../export-reader.ts';
import { type ExportObject, passJson } from '../../files/export-rows.ts';
import { list, record, setMember } from '../../files/values.ts';
import type { RecordPlace, UnreadableRow } from '../../neutral.ts';
import { idInRow, type OwnFile, ownFile, ownNames } from './collections.ts';
import { withDots } from './fields.ts';
import type { DatabaseFile } from './files.ts';
import {
  type DocumentPath,
  documentPath,
  type Held,
  type HeldIds,
  INNER,
  isAt,
  plainSteps,
} from './paths.ts';
import { type Field, SECTIONS, type SectionName, type Shape } from './shape.ts';

/** A document, or another value at a declared path. */
export type Document = {
  readonly value: unknown;
  /** The ids of its path. */
  readonly ids: HeldIds;
  /** The names that lead to its conversation, where that stands in a list and its id is a field. */
  readonly inConversation?: string;
};

/** Which documents are read, and who takes them. */
export type Documents = {
  /** As declared, such as `rooms/{conversation}`. */
  readonly path: string;
  /** The files that have these documents for themselves, by name. */
  readonly in: string | undefined;
  /** In such a file, the field with the id of a document of a list. */
  readonly key: Field | undefined;
  /** All declared names of such files. */
  readonly own: readonly string[];
  readonly root: string | undefined;
  /** True if commas in keys stand for the dots that the database refuses. */
  readonly commas: boolean;
  /** At most so many rows of a file; all of them if absent. */
  readonly rowsMax?: number;
  /** The declared paths of all documents: those below a document are no part of it. */
  readonly all: readonly string[];
  take(document: Document, place: RecordPlace): void;
  unreadable(row: UnreadableRow, place: RecordPlace): void;
};

/** The declared place of the documents of a section. */
export function documentsOf(name: SectionName, shape: Shape): Omit<Documents, 'take' | 'unreadable'> {
  const { path = '', in: own } = shape[name] ?? {};
  return {
    path,
    in: own,
    key: name === 'messages' ? shape.messages?.id : undefined,
    own: ownNames(shape),
    root: shape.root,
    commas: shape.commas === true,
    all: SECTIONS.flatMap((each) => shape[each]?.path ?? []),
  };
}

/**
 * Passes the documents at a path, in flat memory also where a document holds a million others: such a document is read
 * field by field.
 */
export async function passDocuments(
  database: DatabaseFile,
  documents: Documents,
  input: ExportInput,
): Promise<void> {
  const { file, container, firefoo } = database;
  const { path, root, all, take, unreadable, rowsMax } = documents;
  const some = rowsMax === undefined ? {} : { range: { from: { file: file.name, line: 1 }, until: rowsMax } };
  if (documents.in !== undefined && firefoo === undefined) {
    const own = ownFile(file.name, documents.in);
    return own && (await passOwn(database, own, documents, input));
  }
  if (firefoo === undefined && documents.own.some((name) => ownFile(file.name, name))) return;
  const at = documentPath(path, root, { container, firefoo });
  if (!at) return;
  const found = new FoundIds(at, documents, file.name);
  const below = innerNames(path, all);
  const inner = new Set([...below, ...(INNER[container] === undefined ? [] : [INNER[container]])]);
  if (inner.size === 0) {
    const row = ({ $keys, value }: ExportObject, place: RecordPlace): void => {
      const keys = $keys as string[];
      if (value !== null && isAt(at, keys)) take({ value, ...found.of(keys) }, place);
    };
    return await passJson(file, { rows: at.rows, keyed: true, row, unreadable, ...some }, input);
  }
  const open = new OpenDocument((value, keys, place) => {
    if (isAt(at, keys)) take({ value, ...found.of(keys) }, place);
  });
  const row = ({ $keys, value }: ExportObject, place: RecordPlace): void => {
    const [keys, name] = [($keys as string[]).slice(0, -1), ($keys as string[]).at(-1) as string];
    open.add(keys, inner.has(name) ? undefined : [name, value], place);
  };
  const bad = (row: UnreadableRow, place: RecordPlace, { $keys }: ExportObject): void => {
    // What holds other documents may be of any length, and is read by its own path.
    if (!inner.has(String(list($keys).at(-1)))) unreadable(row, place);
  };
  const rows = { rows: `${at.rows}.*`, keyed: true, unread: inner, row, unreadable: bad, ...some };
  await passJson(file, rows, input);
  open.end();
}

/** Passes the documents of a collection that has a file for itself: a list, or each under its id. */
async function passOwn(
  { file, isListed }: DatabaseFile,
  { ids }: OwnFile,
  { path, key, commas, take, unreadable }: Documents,
  input: ExportInput,
): Promise<void> {
  const last = /\{(user|conversation|message)\}$/.exec(path)?.[1] as Held | undefined;
  const idsOf = (id: string | undefined): Document['ids'] =>
    last === undefined || id === undefined ? ids : { ...ids, [last]: withDots(id, commas) };
  const listed = (row: ExportObject, place: RecordPlace): void =>
    take({ value: row, ids: idsOf(idInRow(row, key)) }, place);
  if (isListed) return await passJson(file, { row: listed, unreadable }, input);
  const row = ({ $keys, value }: ExportObject, place: RecordPlace): void => {
    if (value !== null) take({ value, ids: idsOf(String(list($keys).at(-1))) }, place);
  };
  await passJson(file, { rows: '$.*', keyed: true, row, unreadable }, input);
}

/** Puts the fields of documents together, which come one after the other. */
class OpenDocument {
  readonly #take: (value: ExportObject, keys: readonly string[], place: RecordPlace) => void;
  #key = '';
  #keys: readonly string[] = [];
  #fields: Record<string, unknown> | undefined;
  #place: RecordPlace | undefined;

  constructor(take: (value: ExportObject, keys: readonly string[], place: RecordPlace) => void) {
    this.#take = take;
  }

  add(keys: readonly string[], field: readonly [string, unknown] | undefined, place: RecordPlace): void {
    const key = keys.join('\0');
    if (key !== this.#key || !this.#fields) {
      this.end();
      [this.#key, this.#keys, this.#fields, this.#place] = [key, keys, {}, place];
    }
    // Of fields with the same name the last one counts, as in JSON.
    if (field) setMember(this.#fields, ...field);
  }

  end(): void {
    if (this.#fields && this.#place) this.#take(this.#fields, this.#keys, this.#place);
    this.#fields = undefined;
  }
}

/** The names in a document under which other declared paths go on. */
function innerNames(path: string, all: readonly string[]): readonly string[] {
  const own = plainSteps(path);
  return all.map(plainSteps).flatMap((steps) => {
    const isBelow = steps.length > own.length && own.every((step, at) => step === steps[at]);
    return isBelow ? (steps[own.length] as string) : [];
  });
}

/** Finds the ids in the names that lead to documents. */
class FoundIds {
  readonly #at: DocumentPath;
  readonly #commas: boolean;
  readonly #file: string;
  #root: string | undefined;

  constructor(at: DocumentPath, { commas }: Pick<Documents, 'commas'>, file: string) {
    this.#at = at;
    this.#commas = commas;
    this.#file = file;
  }

  /** @throws RunError `EXPORT.SHAPE_INVALID` if the root is several ones: their conversations would become one */
  of(keys: readonly string[]): Omit<Document, 'value'> {
    const { ids: places, fixed, stars } = this.#at;
    if (stars.root !== undefined) this.#checkRoot(keys[stars.root] ?? '');
    const ids: Partial<Record<keyof HeldIds, string>> = { ...fixed };
    for (const [held, at] of Object.entries(places) as [keyof HeldIds, number][])
      ids[held] = this.#idIn(keys[at] ?? '');
    const { conversation } = places;
    if (conversation === undefined) return { ids };
    if (stars.before.length > 0)
      ids.conversation = [...stars.before, conversation].map((at) => this.#idIn(keys[at] ?? '')).join('/');
    return { ids, inConversation: [this.#file, ...keys.slice(0, conversation + 1)].join('\0') };
  }

  /** A collection may be named by its whole path, of which the id is the last name. */
  #idIn(key: string): string {
    return withDots(key.slice(key.lastIndexOf('/') + 1), this.#commas);
  }

  #checkRoot(name: string): void {
    this.#root ??= name;
    if (name !== this.#root)
      throw new RunError(
        'EXPORT.SHAPE_INVALID',
        `sources.export.shape: root: * is both ${this.#root} and ${name}`,
        { hint: `name one of them:  root: ${this.#root}` },
      );
  }
}

/** The fields of a document; those of a plain value are none. */
export const fieldsOf = ({ value }: Document): ExportObject => record(value) ?? {};
