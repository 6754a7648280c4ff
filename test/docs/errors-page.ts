import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Explanation, explanations } from '../../src/errors/explanations.ts';
import { repository } from '../support/repository.ts';

const HEAD = `# Codes

Every code that can stand in a report, a rejects file or an error, with its cause, what to do, and an example. The same text is printed by
\`chatferry explain CODE\`; this page is written from the same table by \`npm run docs:errors\`.

In examples \`⟨x × 101⟩\` stands for 101 times x, \`⟨u-# × 3 lines⟩\` for the lines u-1, u-2 and u-3, \`⟨E9⟩\` for the byte of that value.
`;

const CHAPTERS = [
  [
    'row',
    'Rows that are rejected',
    'The row is not sent and stands in the rejects file; every good row around it goes on. Exit code 4.',
  ],
  ['notice', 'Notices', 'The row lands all the same. With `--strict` a notice makes a validation fail.'],
  ['run', 'What ends a command', 'Nothing is lost: what is done is saved.'],
] as const;

/** `docs/errors.md`, from the table of codes. */
export function errorsPage(): string {
  const chapters = CHAPTERS.map(([kind, title, text]) => {
    const entries = explanations.filter((each) => each.kind === kind).map(entry);
    return `## ${title}\n\n${text}\n\n${entries.join('\n')}`;
  });
  return `${HEAD}\n${chapters.join('\n')}`;
}

function entry({ code, kind, cause, fix, exitCode, example }: Explanation): string {
  const exit = kind === 'run' ? ` Exit code ${exitCode}.` : '';
  return `### ${code.replaceAll('<', '&lt;')}\n\n${inText(cause)}${exit}\n\n**What to do:** ${inText(fix)}\n\n${shown(example)}`;
}

/** `<column>` is no tag of HTML. */
const inText = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('*', '\\*');

function shown(example: Explanation['example']): string {
  if (typeof example === 'string') return `\`\`\`\n${example}\n\`\`\`\n`;
  const files = Object.entries(example.files).map(([name, text]) => `# ${name}\n${text.trimEnd()}\n`);
  const more = [
    example.map && `# map: of the pipeline\n${example.map}\n`,
    example.pipeline && `# pipeline\n${example.pipeline}\n`,
  ];
  return `\`\`\`\n${[...files, ...more.filter(Boolean)].join('')}\`\`\`\n`;
}

if (import.meta.main) writeFileSync(join(repository, 'docs/errors.md'), errorsPage());
