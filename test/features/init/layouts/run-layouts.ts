import { mkdirSync, rmSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Asked, arrived, type Draft, drafted, writeFiles } from './arrived.ts';
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

/** Answers may raise questions. */
const ROUNDS = 4;

/** Writes a layout, has `init` draft a pipeline, answers what it asks, runs the draft and judges what arrived. */
async function tried(layout: Layout, folder: string): Promise<Outcome> {
  const from = join(folder, 'old');
  writeFiles(from, layout.files);
  const file = join(folder, 'draft.yaml');
  const zone = layout.isZoneSaid ? ['--zone', layout.zone] : [];
  const first = await drafted(from, file, zone);
  let last = first;
  const asked = new Map(first.questions.map((one) => [one.id, one]));
  const warnings = new Set(first.warnings);
  for (let round = 0; round < ROUNDS && last.questions.length > 0; round++) {
    const answers = [...asked.values()].flatMap((one) => answerTo(layout, one) ?? []);
    const next = await drafted(from, file, [...zone, ...answers.flatMap((each) => ['--answer', each])]);
    if (next.text === '') break;
    last = next;
    const isNew = last.questions.some(({ id }) => !asked.has(id));
    for (const one of last.questions) asked.set(one.id, one);
    for (const each of last.warnings) warnings.add(each);
    if (!isNew) break;
  }
  const said = { ...last, questions: [...asked.values()], warnings: [...warnings] };
  const isOpen = /^[^#\n]*:\s*"\?"/m.test(last.text);
  const landed = last.text === '' || isOpen ? undefined : await arrived(folder, last.text);
  const isRun = landed && (landed.exitCode === 0 || landed.exitCode === 4 || landed.messages.length > 0);
  return { layout, draft: said, judgement: judged(layout, said, isRun ? landed : undefined) };
}

/** The answer of somebody who knows the system; undefined if none of the choices is right. */
function answerTo({ zone, places, meanings, timeForm }: Layout, { id, choices }: Asked): string | undefined {
  if (id === 'zone') return `zone=${zone}`;
  const [, member, ...rest] = id.split('.');
  const ofMember = FIELDS.filter((field) => field.split('.')[1] === member);
  const meaning = ofMember.map((field) => meanings.get(field)?.get(rest.join('.'))).find(Boolean);
  const known = [
    timeForm,
    ...(meaning ? [meaning] : []),
    ...ofMember.flatMap((field) => [...(places.get(field)?.columns ?? [])]),
  ];
  const found = choices.find(({ value }) => known.includes(value));
  return found && `${id}=${found.value}`;
}

/** Tries the layouts of some seeds, one after the other. */
export async function figuresOf(
  seeds: readonly number[],
  { keep, isOpaque = false }: { readonly keep?: string | undefined; readonly isOpaque?: boolean } = {},
): Promise<Figures> {
  const outcomes: Outcome[] = [];
  for (const seed of seeds) {
    if (keep === undefined) {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-layout-'));
      outcomes.push(await tried(layoutOf(seed, isOpaque), folder.path));
    } else {
      const folder = join(keep, String(seed));
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      outcomes.push(await tried(layoutOf(seed, isOpaque), folder));
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
      // Names of tables and columns tell nothing.
      opaque: { type: 'boolean', default: false },
      // Writes the files and the draft of each layout there.
      keep: { type: 'string' },
    },
  });
  const first = Number(values.only ?? values.seed);
  const count = values.only === undefined ? Number(values.count) : 1;
  const { table, certain } = await figuresOf(
    [...Array(count).keys()].map((nth) => first + nth),
    { keep: values.keep, isOpaque: values.opaque },
  );
  process.stdout.write(table);
  process.exitCode = certain.length === 0 ? 0 : 1;
}
