import type { ExportFile, ExportFiles } from '../../files/export-files.ts';

/** A file with objects of Intercom's API. */
export type IntercomFile = {
  readonly file: ExportFile;
  /** The path of its objects; absent if each is a line. */
  readonly rows: string | undefined;
  readonly holds: 'conversations' | 'people';
  /** The number of conversations, as a list of them says before the first one. */
  readonly total?: number;
};

/** The first line may be broken. */
const JSON_LINE = /(?:^|\n)[^\S\n]*[[{]/;
const CONVERSATION = /"type"\s*:\s*"conversation(?:\.list)?"/;
/** Members of conversations that no other system's files have. */
const OWN = /"(?:conversation_parts|admin_assignee_id|delivered_as|first_contact_reply)"\s*:/;
const PAGE = /"type"\s*:\s*"conversation\.list"/;
const TOTAL =
  /"type"\s*:\s*"conversation\.list"[^[\]]{0,2000}"total_count"\s*:\s*(\d{1,12})\s*,\s*"conversations"/;

/** A list of people or teams as one answer. */
const LIST = /^\s*\{\s*"type"\s*:\s*"(?:(?:contact|admin|team)\.)?list"/;
const LISTED = /"(data|contacts|admins|teams)"\s*:\s*\[/;
const PERSON = /"type"\s*:\s*"(?:contact|admin|team)"/;
/** Members of contacts, admins and teams. */
const OF_PEOPLE = /"(?:workspace_id|external_id|has_inbox_seat|away_mode_enabled|admin_ids)"\s*:/;

/** The files that Intercom's API has written, by their content. */
export async function intercomFiles(files: ExportFiles): Promise<readonly IntercomFile[]> {
  const found: IntercomFile[] = [];
  for (const file of files.all) {
    const is = formOf(await files.head(file));
    if (is) found.push({ file, ...is });
  }
  return found;
}

function formOf(head: string): Omit<IntercomFile, 'file'> | undefined {
  if (!JSON_LINE.test(head)) return undefined;
  const isArray = /^\s*\[/.test(head);
  // An object over several lines is no line.
  const each = isArray ? '$[*]' : /^\s*\{\s*\n/.test(head) ? '$' : undefined;
  const total = Number(TOTAL.exec(head)?.[1] ?? 0);
  if (CONVERSATION.test(head) && (OWN.test(head) || PAGE.test(head)))
    return {
      total,
      holds: 'conversations',
      rows: PAGE.test(head) ? `${isArray ? '$[*]' : '$'}.conversations[*]` : each,
    };
  if (!PERSON.test(head) || !OF_PEOPLE.test(head)) return undefined;
  const [, listed] = (LIST.test(head) && LISTED.exec(head)) || [];
  return { holds: 'people', rows: listed === undefined ? each : `$.${listed}[*]` };
}
