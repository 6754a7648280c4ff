import type { ExportInput } from '../../export-reader.ts';
import type { JsonRow } from '../../files/export-rows.ts';
import { list, number, record, text } from '../../files/values.ts';
import { type Day, type List, listsOf, otherThan, passList } from './lists.ts';
import type { Pins } from './messages.ts';

/** What the lists say of the folders and messages beside them. A folder has the name of its conversation, or its id. */
export class Workspaces {
  readonly #folders = new Map<string, string>();
  readonly #ids = new Set<string>();
  readonly #pins = new Map<string, Pins>();
  readonly #discussions = new Set<string>();

  static async read(input: Pick<ExportInput, 'files' | 'signal'>): Promise<Workspaces> {
    const workspaces = new Workspaces();
    const { conversations, discussions } = listsOf(input.files);
    for (const each of conversations) await passList(each, input, (row) => workspaces.#add(row, each));
    for (const each of discussions)
      await passList(each, input, ({ id, name }) => {
        for (const given of [text(id), text(name)])
          if (given !== undefined) workspaces.#discussions.add(given.normalize('NFC'));
      });
    return workspaces;
  }

  /** What a file of a day has: the id of its conversation, which is the name of its folder if no list has it. */
  partOf(day: Day): { readonly conversation: string } | { readonly other: 'discussion' | 'flags' } {
    const conversation = this.#conversationOf(day);
    if (conversation !== undefined) return { conversation };
    const other = this.#discussions.has(day.conversation.normalize('NFC')) ? 'discussion' : otherThan(day);
    return other === undefined ? { conversation: day.conversation } : { other };
  }

  #conversationOf({ file, folder, conversation }: Day): string | undefined {
    const name = conversation.normalize('NFC');
    if (this.#ids.has(name)) return name;
    // A list describes the folders below it, too.
    for (let at: string | undefined = folder; at !== undefined; at = parentOf(at)) {
      const id = this.#folders.get(key(file.root, at, name));
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** The pinned messages of a conversation, by their `ts`, as far as its list has them. */
  pinsOf(conversation: string): Pins | undefined {
    return this.#pins.get(conversation);
  }

  #add(row: JsonRow, { file: { root }, folder }: List<string>): void {
    const id = text(row['id']);
    if (id === undefined) return;
    const name = text(row['name'])?.normalize('NFC');
    this.#ids.add(id);
    if (name !== undefined) this.#folders.set(key(root, folder, name), id);
    const pins = pinsOf(row);
    if (pins.size > 0) this.#pins.set(id, pins);
  }
}

/** The folder around a folder; undefined for the outermost one. */
const parentOf = (folder: string): string | undefined =>
  folder === '' ? undefined : folder.slice(0, Math.max(0, folder.lastIndexOf('/')));

const key = (root: number, folder: string, name: string): string => `${root}\n${folder}\n${name}`;

/** The pins of a conversation's list; those of files have no message. */
function pinsOf(row: JsonRow): Pins {
  const pins = new Map<string, { readonly by: string | undefined; readonly at: number | undefined }>();
  for (const each of list(row['pins'])) {
    const pin = record(each);
    const id = pin?.['type'] === 'C' ? text(pin['id']) : undefined;
    const at = number(pin?.['created']);
    if (id !== undefined)
      pins.set(id, { by: text(pin?.['user']), at: at === undefined ? undefined : at * 1000 });
  }
  return pins;
}
