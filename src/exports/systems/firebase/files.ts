import { RunError } from '../../../errors/run-error.ts';
import type { ExportFile, ExportFiles } from '../../files/export-files.ts';
import { firefooPath, isListed, ownFile, ownNames } from './collections.ts';
import type { Container } from './paths.ts';

/** A JSON file of a database. */
export type DatabaseFile = {
  readonly file: ExportFile;
  readonly container: Container;
  /** The path of the collection that a file of Firefoo has; absent for other files. */
  readonly firefoo?: readonly string[];
  /** True if its documents are a list, each with its id in it. */
  readonly isListed: boolean;
  /** True if its text has what no other system writes. */
  readonly isCertain: boolean;
};

/** Names that exporters of Firestore write, and keys that the Realtime Database makes. */
const FIRESTORE = /"(?:__collections__|__datatype__|subCollection|_seconds|_nanoseconds)"\s*:/;
const PUSH_KEY = /"-[-0-9A-Z_a-z]{19}"\s*:\s*\{/;

/** The names of the layouts that are known, at the root. */
const CHATS = /^\s*\{[\s\S]*"(?:chats|rooms|threads)"\s*:\s*\{/;

const containerOf = (head: string): Container =>
  /"__collections__"\s*:/.test(head)
    ? 'collections'
    : /"subCollection"\s*:/.test(head)
      ? 'subCollection'
      : 'plain';

/**
 * The files that may be of a database, by their content.
 * @param shape what the pipeline declares, if it names the system: then any JSON object may be, and what it names as file
 *   of a collection
 * @throws RunError `EXPORT.FORM_UNSUPPORTED` for what Firestore's own export service writes
 */
export async function databaseFiles(
  files: ExportFiles,
  shape: Readonly<Record<string, unknown>> | undefined,
): Promise<readonly DatabaseFile[]> {
  const found: DatabaseFile[] = [];
  const own = ownNames(shape);
  for (const file of files.all) {
    refuseManaged(file.name);
    const head = await files.head(file);
    const isOwn = own.some((name) => ownFile(file.name, name) !== undefined);
    if (!(isOwn ? /^\s*[[{]/ : /^\s*\{/).test(head)) continue;
    const firefoo = firefooPath(head);
    const isCertain = FIRESTORE.test(head) || PUSH_KEY.test(head) || firefoo !== undefined;
    if (shape === undefined && !isCertain && !CHATS.test(head)) continue;
    const container = firefoo ? 'collections' : containerOf(head);
    const of = { file, container, isCertain, isListed: isOwn && isListed(head, file.name) };
    found.push(firefoo ? { ...of, firefoo } : of);
  }
  return found;
}

/** Names that the export service itself gives its files. */
const isManaged = (name: string): boolean =>
  name.endsWith('.overall_export_metadata') ||
  (/(?:^|\/)all_namespaces\//.test(name) && /\.export_metadata$|\/output-\d+$/.test(name));

function refuseManaged(name: string): void {
  if (isManaged(name))
    throw new RunError(
      'EXPORT.FORM_UNSUPPORTED',
      `${name} is of an export of Firestore's own export service (gcloud firestore export): its files are no JSON`,
    );
}
