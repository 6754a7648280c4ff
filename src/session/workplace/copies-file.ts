import type { Plan } from '../../delivery/plan.ts';
import { addressKey } from '../../input/rows/forms/address-key.ts';
import { type FileWithoutRoom, meant } from '../../input/rows/forms/copied-address.ts';
import { sheetLine } from '../../input/sources/sheet-line.ts';
import type { MapEntry } from '../../pipeline/files/file-map.ts';
import type { Files } from '../../system/files.ts';
import { ATTACHMENT_COLUMNS, LIST_OF_FILES, unreachedCells } from './attachments-file.ts';
import { writeList } from './list-file.ts';

const COLUMNS = [...ATTACHMENT_COLUMNS, 'outcome', 'newUrl', 'bytes'];

/**
 * Writes the list of the files that were copied or could not be, one line for each address, and of those of an export that have
 * none: CSV. Addresses are without what opens them. Nothing is written if there are none.
 * @param map what is known of addresses; and each file whose copy has no room in its message, which gets a further line
 * @param publicUrl without a slash at its end
 * @throws RunError `STATE.UNWRITABLE`
 */
export async function writeCopiedFiles(
  { unreached }: Pick<Plan, 'unreached'>,
  map: { entries(): Iterable<MapEntry>; readonly noRoom?: AsyncIterable<FileWithoutRoom> },
  path: string,
  { publicUrl }: { readonly publicUrl: string },
  files: Files,
  signal: AbortSignal,
): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    for (const entry of map.entries()) {
      signal.throwIfAborted();
      yield sheetLine(cellsOf(entry, publicUrl));
    }
    for await (const file of map.noRoom ?? []) yield sheetLine(cellsWithoutRoom(file));
    if (unreached !== undefined)
      for await (const cells of unreachedCells(unreached, files, signal))
        yield sheetLine([...cells, '', '', '']);
  }
  await writeList(path, sheetLine(COLUMNS), lines(), LIST_OF_FILES, files);
}

const IN_EXPORT = /^export:\/\/\/(.*)$/;

/** An address as the list has it: of a file of an export, its path. */
export function shownAddress(address: string): string {
  const [, inExport] = IN_EXPORT.exec(address) ?? [];
  return inExport === undefined ? address : meant(inExport);
}

function cellsOf(entry: MapEntry, publicUrl: string): readonly string[] {
  const { address, outcome } = entry;
  const place = IN_EXPORT.test(address) ? [shownAddress(address), ''] : ['', address];
  const name = nameOf(address);
  if (entry.outcome === 'failed') return [...place, name, '', '', '', entry.why, '', outcome, '', ''];
  if (entry.outcome === 'kept') return [...place, name, '', '', '', '', '', outcome, '', ''];
  const { type, bytes, sha256, object } = entry;
  const own = [outcome, `${publicUrl}/${object}`, String(bytes)];
  return [...place, name, type, String(bytes), sha256, '', '', ...own];
}

const INSTEAD: Readonly<Record<FileWithoutRoom['instead'], string>> = {
  link: 'has a link in its text',
  ownAddress: 'has its old address',
  name: 'only names it',
};

function cellsWithoutRoom({ address, name, type, instead }: FileWithoutRoom): readonly string[] {
  const key = addressKey(address);
  const place = IN_EXPORT.test(key) ? [shownAddress(key), ''] : ['', key];
  const message = `a message that has no room for the address of its copy ${INSTEAD[instead]}`;
  return [...place, name, type ?? '', '', '', 'noRoom', message, '', '', ''];
}

/** The name of the file in an address; empty if it has none. */
function nameOf(address: string): string {
  const path = address.startsWith('data:') ? '' : (URL.parse(address)?.pathname ?? '');
  return meant(path.slice(path.lastIndexOf('/') + 1));
}
