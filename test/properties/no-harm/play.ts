import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../../support/command-here.ts';
import type { Harm } from './ended.ts';
import { Files } from './files.ts';
import { History } from './history.ts';
import { harmsOf } from './judge.ts';
import { undoHarms } from './judge-undo.ts';
import { saidBy } from './said.ts';
import type { Scenario } from './scenario.ts';
import { Service, type Snapshot } from './service.ts';
import { ENTITIES, type Fields } from './values.ts';

/** The harm that a scenario ends with, and what happened, for people. */
export type Played = { readonly harms: readonly Harm[]; readonly story: string };

/** How runs may end: done, not possible, with rejected rows, stopped by a guard. */
const EXITS: ReadonlySet<number> = new Set([0, 2, 4, 11]);
/** A run that has ended so has sent nothing. */
const STOPPED: ReadonlySet<number> = new Set([2, 11]);

/** Plays a scenario until a run has done harm, or to its end. */
export async function play(scenario: Scenario, empty: string): Promise<Played> {
  await using service = new Service();
  await service.start(empty, scenario.api);
  const game = new Game(scenario, service);
  await service.fill(scenario);
  const harms = await game.play();
  return { harms, story: game.story.join('\n') };
}

class Game {
  readonly story: string[] = [];
  readonly #scenario: Scenario;
  readonly #service: Service;
  readonly #files: Files;
  readonly #history = new History();
  readonly #pipeline: string;

  constructor(scenario: Scenario, service: Service) {
    this.#scenario = scenario;
    this.#service = service;
    this.#files = new Files(scenario);
    this.#pipeline = join(service.folder, 'pipeline.yaml');
  }

  async play(): Promise<readonly Harm[]> {
    const { nights, undoes } = this.#scenario;
    if (this.#files.isEmpty) return [];
    const limits = 'limits: { requestsPerMinute: 10000000, timeoutSeconds: 30 }';
    const text = ['version: 1', 'name: here', this.#service.target, limits, this.#files.pipeline()].join(
      '\n',
    );
    writeFileSync(this.#pipeline, text);
    this.story.push(
      `api ${this.#scenario.api}\n${this.#files.pipeline()}`,
      heldText(this.#service.snapshot()),
    );
    for (const [index, night] of nights.entries()) {
      // The first night has the files and the service as they are.
      const { edits, app } = index === 0 ? { edits: [], app: [] } : night;
      for (const edit of edits) this.#files.edit(edit);
      this.#files.write(this.#service.folder);
      for (const edit of app) {
        const held = this.#service.snapshot();
        await this.#service.edit(edit, held);
        this.story.push(...differences(held, this.#service.snapshot()).map((line) => `the app: ${line}`));
      }
      const harms = await this.#night(index + 1, night.confirms, night.repeats);
      if (harms.length > 0) return harms;
    }
    return undoes ? await this.#undo() : [];
  }

  async #night(number: number, confirms: boolean, repeats: boolean): Promise<readonly Harm[]> {
    this.story.push(`night ${number}\n${this.#files}`);
    const first = await this.#run();
    if (first.harms.length > 0) return first.harms;
    const [, id] = /--confirm ([0-9a-f]{8})/.exec(first.said) ?? [];
    const ended = first.exitCode === 11 && confirms && id ? await this.#run('--confirm', id) : first;
    // A row that goes with another one is sent again if that was removed.
    const isRepeated = repeats && ended.exitCode === 0 && !ended.hasRemoved;
    if (ended.harms.length > 0 || !isRepeated) return ended.harms;
    const before = this.#service.writes;
    const again = await this.#run();
    const writes = this.#service.writes - before;
    // What had to be confirmed may have to be confirmed again.
    const isStill = again.exitCode === 0 || (again.exitCode === 11 && ended !== first);
    if (again.harms.length > 0 || (isStill && writes === 0)) return again.harms;
    const sent = this.#service.requests.slice(-8).filter((each) => !each.startsWith('GET '));
    const what = `exit ${again.exitCode}, ${writes} writes: ${sent.join(', ')}`;
    return [{ kind: 'a second run sends something', what }];
  }

  async #run(...options: readonly string[]) {
    const { writes: writesBefore } = this.#service;
    const before = this.#service.snapshot();
    this.#history.look(before);
    const said = saidBy(this.#files.all);
    this.#history.read(said);
    const ended = await runHere(['run', this.#pipeline, '--yes', '--json', ...options]);
    const { exitCode, stdout, stderr } = ended;
    const after = this.#service.snapshot();
    const writes = this.#service.writes - writesBefore;
    const codes = new Set(`${stderr}${problemsOf(stdout)}`.match(/\b[A-Z]+\.[A-Z_]{3,}\b/g));
    this.story.push(
      `run ${options.join(' ')}: exit ${exitCode}, ${writes} writes ${[...codes].join(' ')}`,
      ...differences(before, after),
    );
    const isRead =
      exitCode === 0 || (exitCode === 4 && [...codes].every((code) => code.startsWith('SERVICE.')));
    const run = { before, after, said, exitCode, isRead };
    const harms = [...harmsOf(run, this.#history, this.#scenario)];
    const lost = this.#history.lostColumns(said).filter((place) => !this.#files.isShared(place));
    if (isRead && options.length === 0 && lost.length > 0)
      harms.push({ kind: 'a lost column stops nothing', what: lost.join(', ') });
    if (!EXITS.has(exitCode)) harms.push({ kind: `a run ends with ${exitCode}`, what: stderr });
    if (STOPPED.has(exitCode) && writes > 0 && !codes.has('GUARD.MAX_REJECTS'))
      harms.push({ kind: 'a stopped run has sent something', what: `${[...codes]}, ${writes} writes` });
    this.#history.add(run);
    const hasRemoved = ENTITIES.some((entity) =>
      before[entity].keys().some((key) => !after[entity].has(key)),
    );
    return { harms, exitCode, hasRemoved, said: stdout + stderr };
  }

  async #undo(): Promise<readonly Harm[]> {
    const before = this.#service.snapshot();
    this.#history.look(before);
    const command = ['undo', this.#pipeline, '--include-used', '--json'];
    const shown = await runHere(command);
    const { confirm } = JSON.parse(shown.stdout || '{}') as { readonly confirm?: string };
    const { exitCode } = confirm === undefined ? shown : await runHere([...command, '--confirm', confirm]);
    const after = this.#service.snapshot();
    this.story.push(`undo: exit ${exitCode}`, ...differences(before, after));
    return undoHarms({ before, after, exitCode, api: this.#scenario.api }, this.#history);
  }
}

/** The problems of the result of a run, as JSON. */
const problemsOf = (result: string): string =>
  JSON.stringify((JSON.parse(result || '{}') as { readonly problems?: unknown }).problems ?? '');

/** Whether a row has nothing but what every new one has: such rows are in all scenarios. */
const isBare = ({ name = '', role = 'default', type = 'private', ...rest }: Fields): boolean =>
  name === 'Default' ||
  (name === 'Before' &&
    type === 'private' &&
    ('settings' in rest || role === 'default') &&
    Object.keys(rest).every((field) => BARE.has(field)));
const BARE = new Set(['uid', 'guid', 'owner', 'settings', 'created_at']);

const heldText = (held: Snapshot): string =>
  ['in the service:']
    .concat(
      ENTITIES.flatMap((entity) =>
        Array.from(held[entity], ([key, fields]) =>
          isBare(fields) ? [] : [`  ${entity} ${key} ${JSON.stringify(fields)}`],
        ).flat(),
      ),
    )
    .join('\n');

/** What is different, a line for each field or row. */
function differences(before: Snapshot, after: Snapshot): string[] {
  return ENTITIES.flatMap((entity) => {
    const keys = new Set([...before[entity].keys(), ...after[entity].keys()]);
    return [...keys].flatMap((key) => {
      const [old, now] = [before[entity].get(key), after[entity].get(key)];
      if (!old) return [`  + ${entity} ${key} ${JSON.stringify(now)}`];
      if (!now) return [`  - ${entity} ${key}`];
      return [...new Set([...Object.keys(old), ...Object.keys(now)])]
        .filter((field) => old[field] !== now[field])
        .map((field) => `  * ${entity} ${key} ${field}: ${old[field]} → ${now[field]}`);
    });
  });
}
