import { RunError } from '../../../errors/run-error.ts';
import type { ExportFiles } from '../../files/export-files.ts';
import { isFetched } from './documents.ts';

/** The other formats of DiscordChatExporter, which have neither ids of messages nor of channels. */
const FORMS = [
  ['CSV', [/^\ufeff?"?AuthorID"?,"?Author"?,"?Date"?,"?Content"?,/]],
  ['HTML', [/<html/, /\bchatlog__/]],
  ['plain text', [/^\ufeff?={20,}\r?\nGuild: [^\n]*\nChannel: /]],
] as const;

/** Files that may be an export of something else. */
const DATA = /\.(?:json|jsonl|ndjson|csv|tsv|sql|db|sqlite)(?:\.\w+)?$/i;

/**
 * Refuses an export in a format that cannot be read; nothing is said of one that has other data, too.
 * @throws RunError `EXPORT.FORM_UNSUPPORTED`
 */
export async function refuseOtherForms(files: ExportFiles): Promise<void> {
  let refused: readonly [file: string, form: string] | undefined;
  for (const file of files.all) {
    if (isFetched(file)) continue;
    const head = await files.head(file);
    const form = FORMS.find(([, patterns]) => patterns.every((pattern) => pattern.test(head)))?.[0];
    if (form !== undefined) refused ??= [file.name, form];
    else if (DATA.test(file.name)) return;
  }
  if (!refused) return;
  const [file, form] = refused;
  throw new RunError(
    'EXPORT.FORM_UNSUPPORTED',
    `${file} is the ${form} of DiscordChatExporter, which has no ids of messages and channels`,
    { hint: 'export again as JSON: --format Json' },
  );
}
