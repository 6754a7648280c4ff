import { basename } from 'node:path';
import { entityNames } from '../../input/entities/entity.ts';
import { type OldMessages, oldMessagesText, RETENTION_WAYS_OUT } from '../../report/result/old-messages.ts';
import type { Stderr, Stdout } from '../../terminal/context.ts';
import { cut, fromHere, grouped, printable, printableJson } from '../../terminal/printable.ts';
import type { Drafted } from './draft/draft.ts';
import type { Table } from './files/tables.ts';
import type { UnreadFile } from './files/walk.ts';
import { nextCommands, nextLines } from './next-commands.ts';
import { type Rehearsal, rehearsalJson, rehearsalLines } from './rehearsal.ts';

/** The outcome of `init`. */
export type InitResult = {
  readonly name: string;
  readonly file: string;
  readonly draft: Drafted;
  /** Files that cannot be read. */
  readonly leftOut: readonly UnreadFile[];
  readonly old: OldMessages | undefined;
  readonly rehearsal: Rehearsal;
};

/** A line for each table and for what is made of other rows. */
export function foundLines({ chosen, sources, leftOut }: Drafted): string {
  const lines = entityNames.flatMap((entity) => [
    ...(chosen.of.get(entity) ?? []).map((table) => `${entity.padEnd(9)} ${tableText(table)}`),
    ...(sources[entity] ?? [])
      .filter(({ options: [first] }) => first?.key === 'from')
      .map(({ remarks }) => `${entity.padEnd(9)} from the messages: ${remarks.join(', ')}`),
  ]);
  const left = leftOut.map(({ path, reason }) => `left out  ${path}: ${reason}`);
  return [...lines, ...left].map((line) => `  ${printable(cut(line, 200))}\n`).join('');
}

function tableText({ files, rows, whole, paths, entity }: Table): string {
  const names = cut(paths.map((path) => basename(path)).join(', '), 80);
  const count = `${whole ? '' : 'more than '}${grouped(rows)} rows`;
  return `${names} (${files.length > 1 ? `${files.length} files, ` : ''}${count}, by ${entity?.evidence})`;
}

/** The result for people. */
export function resultText({ file, draft, old, rehearsal }: InitResult, context: Stdout & Stderr): void {
  const { style, errStyle, quiet } = context;
  if (old && !quiet)
    context.err(
      `  ${errStyle.yellow('!')} for a hosted target, of the rows read: ${oldMessagesText(old)}\n    → ${RETENTION_WAYS_OUT}\n`,
    );
  const open = draft.questions.length;
  const check =
    open > 0 ? `; ${open} ${open === 1 ? 'question is' : 'questions are'} open, see the lines with "?"` : '';
  context.out(
    [
      `${style.green('✔')} wrote ${printable(fromHere(file))}${check}`,
      ...rehearsalLines(rehearsal, context),
      ...nextLines(nextCommands(file)),
      '',
    ].join('\n'),
  );
}

/** The result for programs. */
export function resultJson({ name, file, draft, leftOut, old, rehearsal }: InitResult): string {
  const { chosen, questions } = draft;
  const sources = entityNames.flatMap((entity) => {
    const tables = chosen.of.get(entity) ?? [];
    const derived = (draft.sources[entity] ?? []).some(({ options: [first] }) => first?.key === 'from');
    if (tables.length === 0 && !derived) return [];
    const files = tables.flatMap((table) => table.files.map(({ path }) => path));
    return [{ entity, files, derived }];
  });
  const body = {
    version: 1,
    exitCode: 0,
    pipeline: file,
    name,
    sources,
    leftOut: [...leftOut, ...draft.leftOut],
    questions: questions.map(({ check: _, ...question }) => question),
    dryRun: rehearsalJson(rehearsal),
    ...(old ? { retention: old } : {}),
    next: nextCommands(file),
  };
  return printableJson(body);
}
