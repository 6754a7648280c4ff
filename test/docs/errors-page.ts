import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Explanation, explanations } from '../../src/errors/explanations.ts';
import { repository } from '../support/repository.ts';

const HEAD = `# Codes

Every code of reports, rejects files and errors, with its cause, what to do, and an example. The same text is printed by
\`chatferry explain CODE\`; this page is generated from the same table by \`npm run docs:errors\`.

In examples \`⟨x × 101⟩\` means 101 times x, \`⟨u-# × 3 lines⟩\` means the lines u-1, u-2 and u-3, \`⟨E9⟩\` means the byte with that value.
`;

const CHAPTERS = [
  [
    'row',
    'Rows that are rejected',
    'The row is not sent and is written to the rejects file; the good rows around it are imported. Exit code 4.',
  ],
  ['notice', 'Notices', 'The row is imported anyway. With `--strict` a notice makes a validation fail.'],
  ['run', 'What ends a command', 'Nothing is lost: finished work is saved.'],
] as const;

/** `docs/errors.md`, from the table of codes. */
export function errorsPage(): string {
  const chapters = CHAPTERS.map(([kind, title, text]) => {
    const entries = explanations.filter((each) => each.kind === kind).map(entry);
    return `## ${title}\n\n${text}\n\n${entries.join('\n')}`;
  });
  return `${HEAD}\n${chapters.join('\n')}`;
}

function entry({ code, kind, cause, fix, exitCode, example, corrected }: Explanation): string {
  const exit = kind === 'run' ? ` Exit code ${exitCode}.` : '';
  return `### ${code.replaceAll('<', '&lt;')}\n\n${inText(cause)}${exit}\n\n**What to do:** ${inText(fix)}\n\n${shown(example)}${corrected ? `\nCorrected:\n\n${shown(corrected)}` : ''}`;
}

/** `<column>` is not an HTML tag. */
const inText = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('*', '\\*');

function shown(example: Explanation['example']): string {
  if (typeof example === 'string') return `\`\`\`\n${example}\n\`\`\`\n`;
  const files = Object.entries({ ...example.files, ...example.beside }).map(
    ([name, text]) => `# ${name}\n${text.trimEnd()}\n`,
  );
  const more = [
    example.source && `# the source in the pipeline\n${example.source}\n`,
    example.map && `# map: of the pipeline\n${example.map}\n`,
    example.pipeline && `# pipeline\n${example.pipeline}\n`,
  ];
  return `\`\`\`\n${[...files, ...more.filter(Boolean)].join('')}\`\`\`\n`;
}

if (import.meta.main) writeFileSync(join(repository, 'docs/errors.md'), errorsPage());
