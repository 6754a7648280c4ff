import { mkdirSync, rmSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { arrived, type Draft, drafted, writeFiles } from './arrived.ts';
import { type Judgement, judged } from './judge.ts';
import { type Layout, layoutOf } from './layout.ts';
import { FIELDS } from './sheets.ts';

/** A layout with what became of it. */
type Outcome = { readonly layout: Layout; readonly draft: Draft; readonly judgement: Judgement };

/** What came of many layouts. */
export type Figures = {
  readonly right: number;
  readonly asked: number;
  /** Wrong, of which `certain` without a word about it. */
  readonly wrong: number;
  readonly certain: readonly string[];
  readonly table: string;
};

/** Writes a layout, has `init` draft a pipeline, runs it and judges what arrived. */
async function tried(layout: Layout, folder: string): Promise<Outcome> {
  const from = join(folder, 'old');
  writeFiles(from, layout.files);
  const file = join(folder, 'draft.yaml');
  const zone = ['--zone', layout.zone];
  const first = await drafted(from, file, layout.isZoneSaid ? zone : []);
  const answers = layout.isZoneSaid || !first.questions.some(({ id }) => id === 'zone') ? [] : zone;
  const last = answers.length > 0 ? await drafted(from, file, answers) : first;
  const draft = {
    ...last,
    questions: [...new Map([...first.questions, ...last.questions].map((one) => [one.id, one])).values()],
  };
  const isOpen = /^[^#\n]*:\s*"\?"/m.test(draft.text);
  const landed = draft.text === '' || isOpen ? undefined : await arrived(folder, draft.text);
  const isRun = landed && (landed.exitCode === 0 || landed.exitCode === 4 || landed.messages.length > 0);
  return { layout, draft, judgement: judged(layout, draft, isRun ? landed : undefined) };
}

/** Tries the layouts of some seeds, one after the other. */
export async function figuresOf(seeds: readonly number[], keep?: string): Promise<Figures> {
  const outcomes: Outcome[] = [];
  for (const seed of seeds) {
    if (keep === undefined) {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-layout-'));
      outcomes.push(await tried(layoutOf(seed), folder.path));
    } else {
      const folder = join(keep, String(seed));
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      outcomes.push(await tried(layoutOf(seed), folder));
    }
  }
  return figures(outcomes);
}

function figures(outcomes: readonly Outcome[]): Figures {
  const verdicts = outcomes.flatMap(({ judgement }) => [...judgement]);
  const share = (all: typeof verdicts, states: readonly string[]): number =>
    all.length === 0 ? 0 : (100 * all.filter(([, { state }]) => states.includes(state)).length) / all.length;
  const line = (name: string, all: typeof verdicts): string =>
    [
      name.padEnd(20),
      String(all.length).padStart(6),
      ...[['right'], ['asked'], ['lost', 'wrong'], ['wrong']].map((states) =>
        share(all, states).toFixed(1).padStart(8),
      ),
    ].join('');
  const certain = reasonsOf(outcomes, 'wrong');
  const lost = reasonsOf(outcomes, 'lost');
  const table = [
    `${'field'.padEnd(20)}${'layouts'.padStart(6)}${['right %', 'asked %', 'wrong %', 'certain'].map((each) => each.padStart(8)).join('')}`,
    ...FIELDS.map((name) =>
      line(
        name,
        verdicts.filter(([field]) => field === name),
      ),
    ),
    line('all', verdicts),
    '',
    `all right or asked: ${outcomes.filter(isSound).length} of ${outcomes.length} layouts`,
    `wrong as certain: ${certain.length} of ${outcomes.length} layouts`,
    ...certain,
    '',
    `wrong in fields that are said, lost or less than they were: ${lost.length} layouts`,
    ...lost,
    '',
  ].join('\n');
  return {
    right: share(verdicts, ['right']),
    asked: share(verdicts, ['asked']),
    wrong: share(verdicts, ['lost', 'wrong']),
    certain,
    table,
  };
}

const isSound = ({ judgement }: Outcome): boolean =>
  [...judgement.values()].every(({ state }) => state === 'right' || state === 'asked');

/** A text for each layout that has fields of a state, with the reason once for all fields that have it. */
function reasonsOf(outcomes: readonly Outcome[], state: 'lost' | 'wrong'): string[] {
  return outcomes.flatMap(({ layout, judgement }) => {
    const found = [...judgement].filter(([, verdict]) => verdict.state === state);
    const byReason = Map.groupBy(found, ([, { why }]) => why);
    const reasons = [...byReason].map(
      ([why, fields]) => `${fields.map(([field]) => field).join(', ')}: ${why}`,
    );
    return found.length === 0 ? [] : [`${layout.seed} (${layout.summary})\n    ${reasons.join(' · ')}`];
  });
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      // Writes the files and the draft of each layout there.
      keep: { type: 'string' },
    },
  });
  const first = Number(values.only ?? values.seed);
  const count = values.only === undefined ? Number(values.count) : 1;
  const { table, certain } = await figuresOf(
    [...Array(count).keys()].map((nth) => first + nth),
    values.keep,
  );
  process.stdout.write(table);
  process.exitCode = certain.length === 0 ? 0 : 1;
}
