import { type Explanation, explanations } from '../../../src/errors/explanations.ts';
import { code, inText, type ReferencePage, sentence } from './page.ts';

const CHAPTERS = [
  [
    'row',
    'Rows that are rejected',
    'The row is not sent. It is written to the rejects file, and the rows around it are imported. The exit code is 4.',
  ],
  [
    'notice',
    'Notices',
    'The row is imported anyway. With `validate --strict` a notice makes the validation fail.',
  ],
] as const;

/** Codes with the same texts stand together. */
function entries(found: readonly Explanation[]): string {
  const groups = Map.groupBy(found, ({ cause, fix }) => JSON.stringify([cause, fix]));
  return [...groups.values()].map(entry).join('\n\n');
}

function entry(same: readonly Explanation[]): string {
  const { cause, fix } = same[0] as Explanation;
  return [
    ...same.map(({ code: name }) => `### ${name.replaceAll('<', '&lt;')}`),
    inText(cause),
    sentence(withCommands(fix)),
  ].join('\n\n');
}

/** A command in an advice stands between two blanks, or at its end; the page sets it as code. */
const withCommands = (text: string): string =>
  text
    .split(/(?:^| {2})(chatferry [^;()]+?)(?= {2}|;|$)/)
    .map((part, index) => (index % 2 ? ` ${code(part)}` : inText(part)))
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim();

const ended = Map.groupBy(
  explanations.filter(({ kind }) => kind === 'run'),
  ({ exitCode }) => exitCode,
);

const page = (): string => `# Error codes

\`chatferry explain CODE\` prints the same, with an example. [Exit codes](commands.md#exit-codes).

${CHAPTERS.map(([kind, title, text]) => `## ${title}\n\n${text}\n\n${entries(explanations.filter((each) => each.kind === kind))}`).join('\n\n')}

${[...ended]
  .sort(([a], [b]) => a - b)
  .map(([exit, found]) => `## Exit code ${exit}\n\n${entries(found)}`)
  .join('\n\n')}
`;

export const errorsPage: ReferencePage = { path: 'docs/reference/errors.md', text: page };
