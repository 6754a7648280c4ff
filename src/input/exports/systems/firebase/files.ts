import { RunError } from '../../../../errors/run-error.ts';
import type { ExportFile, ExportFiles } from '../../files/export-files.ts';
import type { Container } from './paths.ts';
import type { Preset } from './presets.ts';

/** A JSON file of a database. */
export type DatabaseFile = { readonly file: ExportFile; readonly container: Container };

/** Names that exporters of Firestore write, and keys that the Realtime Database makes. */
const FIRESTORE = /"(?:__collections__|__datatype__|subCollection|_seconds|_nanoseconds)"\s*:/;
const PUSH_KEY = /"-[-0-9A-Z_a-z]{19}"\s*:\s*\{/;

const containerOf = (head: string): Container =>
  /"__collections__"\s*:/.test(head)
    ? 'collections'
    : /"subCollection"\s*:/.test(head)
      ? 'subCollection'
      : 'plain';

/**
 * The files that may be of a database, by their content.
 * @param isDeclared whether the pipeline says so: then any JSON object may be
 * @throws RunError `EXPORT.FORM_UNSUPPORTED` for what Firestore's own export service writes
 */
export async function databaseFiles(
  files: ExportFiles,
  isDeclared: boolean,
): Promise<readonly DatabaseFile[]> {
  const found: DatabaseFile[] = [];
  for (const file of files.all) {
    refuseManaged(file.name);
    const head = await files.head(file);
    if (!/^\s*\{/.test(head)) continue;
    if (isDeclared || FIRESTORE.test(head) || PUSH_KEY.test(head) || presetIn(head))
      found.push({ file, container: containerOf(head) });
  }
  return found;
}

/** Names that the export service itself gives its files. */
const MANAGED =
  /(?:^|\/)(?:[^/]*\.overall_export_metadata|all_namespaces\/.*\.export_metadata|all_namespaces\/.*\/output-\d+)$/;

function refuseManaged(name: string): void {
  if (MANAGED.test(name))
    throw new RunError(
      'EXPORT.FORM_UNSUPPORTED',
      `${name} is of an export of Firestore's own export service (gcloud firestore export): its files are no JSON`,
    );
}

/** The layout of a database by the beginning of its text. */
export function presetIn(head: string): Preset | undefined {
  const has = (name: string): boolean => hasMember(head, name);
  if (has('userIds') || has('authorId')) return has('rooms') ? 'flutter_firebase_chat_core' : undefined;
  if (has('threads') && (has('creation-date') || has('user-firebase-id') || has('json_v2')))
    return 'chat-sdk';
  if (/"chats"\s*:\s*\{/.test(head) && (has('messages') || has('members'))) return 'chats';
  const isOneRoom =
    /^\s*\{\s*"messages"\s*:\s*\{\s*"-[-0-9A-Z_a-z]{19}"\s*:\s*\{\s*"(?:text|name)"\s*:\s*"/.test(head);
  return isOneRoom ? 'friendlychat' : undefined;
}

const BLANKS_MAX = 20;

/** Whether a text has a member of this name. */
function hasMember(head: string, name: string): boolean {
  const key = `"${name}"`;
  for (let at = head.indexOf(key); at >= 0; at = head.indexOf(key, at + 1)) {
    const end = at + key.length;
    if (
      head
        .slice(end, end + BLANKS_MAX)
        .trimStart()
        .startsWith(':')
    )
      return true;
  }
  return false;
}
