import { isReportFormat, type ReportFormatName } from './formats.ts';

/**
 * The report format that a command line asks for, whether or not the rest of it is understood; undefined for the text.
 * @param env gives `CHATFERRY_FORMAT` where the command line names no format
 */
export function askedFormat(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ReportFormatName | undefined {
  const end = args.indexOf('--');
  const typed = end < 0 ? args : args.slice(0, end);
  if (!typed.includes('validate')) return undefined;
  if (typed.includes('--json')) return 'json';
  const given = typed.flatMap((word, at) =>
    word === '--format' ? [typed[at + 1]] : word.startsWith('--format=') ? [word.slice(9)] : [],
  );
  const name = given.at(-1) ?? env['CHATFERRY_FORMAT'] ?? '';
  return isReportFormat(name) ? name : undefined;
}
