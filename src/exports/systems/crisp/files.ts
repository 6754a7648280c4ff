import type { ExportFile, ExportFiles } from '../../files/export-files.ts';

/** A file in a form of Crisp's. */
export type CrispFile = {
  readonly file: ExportFile;
  /** The path of its objects; absent if each is a line. */
  readonly rows: string | undefined;
  /**
   * `api`: answers of the REST API; `operators`: those with the list of operators; `import`: what Crisp's tool for
   * imports reads, of which `isCertain` says that it cannot be of anything else.
   */
  readonly form: 'api' | 'operators' | 'import';
  readonly isCertain: boolean;
};

/** The first line may be broken. */
const JSON_LINE = /(?:^|\n)[^\S\n]*[[{]/;
const OF_SESSION = [/"session_id"\s*:\s*"/, /"website_id"\s*:\s*"/];
/** Members of messages, and of conversations. */
const MESSAGE = [/"from"\s*:\s*"(?:user|operator)"/, /"content"\s*:/];
const CONVERSATION = /"meta"\s*:\s*\{|"(?:is_blocked|people_id|preview_message|waiting_since)"\s*:/;
const OPERATORS = [/"type"\s*:\s*"operator"/, /"details"\s*:\s*\{/, /"first_name"\s*:/];
const IMPORT = [
  /^\s*\[/,
  /"messages"\s*:\s*\[/,
  /"from"\s*:\s*"(?:user|operator)"/,
  /"(?:text|note)"\s*:/,
  /"date"\s*:\s*\d{12}/,
];
const STORE = 'https://storage.crisp.chat/';

/** A page of an answer, and an answer with one object. */
const PAGE = /^\s*\{[^{}[\]]*"data"\s*:\s*\[/;
const ANSWER = /^\s*\{[^{}[\]]*"data"\s*:\s*\{/;

/** The files in a form of Crisp's, by their content; those with the names of operators first. */
export async function crispFiles(files: ExportFiles): Promise<readonly CrispFile[]> {
  const found: CrispFile[] = [];
  for (const file of files.all) {
    const head = await files.head(file);
    const form = formOf(head);
    if (form !== undefined)
      found.push({ file, form, rows: rowsIn(head), isCertain: form !== 'import' || head.includes(STORE) });
  }
  const isFirst = ({ form }: CrispFile): boolean => form === 'operators';
  return [...found.filter(isFirst), ...found.filter((each) => !isFirst(each))];
}

function formOf(head: string): CrispFile['form'] | undefined {
  if (!JSON_LINE.test(head)) return undefined;
  const has = (patterns: readonly RegExp[]): boolean => patterns.every((pattern) => pattern.test(head));
  if (has(OF_SESSION) && (has(MESSAGE) || CONVERSATION.test(head))) return 'api';
  if (has(OPERATORS)) return 'operators';
  return has(IMPORT) ? 'import' : undefined;
}

function rowsIn(head: string): string | undefined {
  if (PAGE.test(head)) return '$.data[*]';
  if (ANSWER.test(head)) return '$.data';
  if (/^\s*\[/.test(head)) return '$[*]';
  return /^\s*\{\s*\n/.test(head) ? '$' : undefined;
}
