import { exitCodes } from '../../errors/run-error.ts';
import { lockKept } from '../../files/lock.ts';
import { entityNames } from '../../input/entities/entity.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { confirmed, requireTarget } from '../../session/consent/consent.ts';
import { openKept } from '../../state/open-kept.ts';
import type { CommandContext, Stdout } from '../../terminal/context.ts';
import { grouped, printableJson } from '../../terminal/printable.ts';
import { type Examination, examineState } from './examine-state.ts';
import { drop, planRepairs, type Repair, repairsText } from './plan-repairs.ts';
import { isRebuiltFromKeys, type RebuiltLedger, rebuildLedger } from './rebuild-ledger.ts';

/** Options of `chatferry state repair`. */
export type StateRepairOptions = {
  /** The pipeline file as typed. */
  readonly pipeline: string;
  /** Does not ask. */
  readonly yes: boolean;
  /** A rebuilt ledger counts rows of unknown origin as created by this pipeline. */
  readonly ours: boolean;
};

/**
 * Mends what `state check` finds, or does without it: says what is done and what is lost by it, and asks first. Sends only
 * reads, and these only to rebuild the ledger of a sync. Returns the exit code.
 * @throws RunError `STATE.LOCKED`, `RUN.DECLINED`, and the errors of reading the sources and the service
 */
export async function repairState(options: StateRepairOptions, outside: CommandContext): Promise<number> {
  await using kept = await openKept(options.pipeline, outside);
  const { pipeline, state, context } = kept;
  await using _lock = await lockKept(state.paths, context.commandLine, context.system);
  state.requireJoined();
  const found = await examineState(state, context.system, context.signal);
  const repairs = planRepairs(found.findings).map((repair) => explained(repair, pipeline, found));
  const next = `chatferry run ${options.pipeline}`;
  if (repairs.length === 0) return show(pipeline, { repairs, next }, context);
  if (!context.json || !options.yes) context.err(repairsText(repairs));
  if (!options.yes)
    await confirmed(context.ask, {
      question: '  Type yes to do this: ',
      answer: 'yes',
      without: 'without a terminal, a repair needs --yes',
      hint: `chatferry state repair ${options.pipeline} --yes`,
      declined: 'not confirmed, nothing was changed',
    });
  let rebuilt: RebuiltLedger | undefined;
  // The ledger first: it is rebuilt from what is dropped afterwards, and its service may be out of reach.
  if (repairs.some(({ part }) => part === 'ledger')) {
    requireTarget(pipeline, 'rebuild the ledger from');
    rebuilt = await rebuildLedger({ pipeline, state, ...sound(found, repairs), ours: options.ours }, context);
  }
  for (const repair of repairs) if (repair.part !== 'ledger') await drop(repair, state, context.system);
  return show(pipeline, { repairs, rebuilt, next }, context);
}

/** The checkpoints that a ledger can be rebuilt from: those whose files are sound. */
function sound(
  { checkpoint, retry }: Examination,
  repairs: readonly Repair[],
): Pick<Examination, 'checkpoint' | 'retry'> {
  const isDropped = (dropped: Repair['part']): boolean => repairs.some(({ part }) => part === dropped);
  return {
    checkpoint: isDropped('run') ? undefined : checkpoint,
    retry: isDropped('run') || isDropped('retry') ? undefined : retry,
  };
}

function explained(repair: Repair, pipeline: Pipeline, { findings, checkpoint }: Examination): Repair {
  if (repair.part !== 'ledger') return repair;
  const isSound = !findings.some(({ part, status }) => part === 'run' && status === 'damaged');
  const how = isRebuiltFromKeys(pipeline, isSound ? checkpoint : undefined)
    ? 'It is rebuilt from the saved keys and the rows of the sources, without the service.'
    : 'It is rebuilt by reading the rows of the sources from the service; nothing is written there. Rows that were removed from the sources since the last sync are not found: chatferry verify shows them.';
  const origin =
    'If it is unknown who created a row, the row counts as existing before and is never removed; with --ours it counts as created by this pipeline.';
  return { ...repair, what: `${how} ${origin} A damaged file is kept as ledger.log.damaged.` };
}

type Result = {
  readonly repairs: readonly Repair[];
  readonly rebuilt?: RebuiltLedger | undefined;
  readonly next: string;
};

function show(pipeline: Pipeline, { repairs, rebuilt, next }: Result, context: Stdout): number {
  const exitCode = exitCodes.ok;
  const body = { version: 1, command: 'state repair', pipeline: pipeline.name, exitCode };
  if (context.json) context.out(printableJson({ ...body, repaired: repairs, ledger: rebuilt, next }));
  else if (!context.quiet) context.out(resultText({ repairs, rebuilt, next }, context));
  return exitCode;
}

function resultText({ repairs, rebuilt, next }: Result, { style }: Pick<Stdout, 'style'>): string {
  const done = repairs.map(({ files }) => `  ${style.green('✔')} ${files.join(', ')}\n`).join('');
  const rows = entityNames.flatMap((name) => {
    const { ours = 0, others = 0 } = rebuilt?.entities[name] ?? {};
    if (ours + others === 0) return [];
    return [
      `    ${name.padEnd(9)} ${grouped(ours)} created by this pipeline, ${grouped(others)} of others or unknown\n`,
    ];
  });
  const unnamed = rebuilt?.unnamed
    ? `    ${grouped(rebuilt.unnamed)} written rows are in no source any more; their keys are unknown\n`
    : '';
  const verdict = repairs.length === 0 ? '  nothing to repair\n' : done;
  return `${verdict}${rows.join('')}${unnamed}  next  ${style.bold(next)}\n`;
}
