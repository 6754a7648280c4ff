import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../support/random.ts';
import type { VirtualClock } from '../support/virtual-clock.ts';
import { isWrite } from './acknowledged.ts';
import {
  compare,
  disordered,
  doubtedIn,
  expectedOf,
  filesWith,
  readService,
  unfinished,
  unverified,
} from './checker.ts';
import { Resent } from './checks/resent.ts';
import { Restores } from './checks/restores.ts';
import { leftTables, loseLedger, untrue } from './claims.ts';
import { arrange } from './exports/arrange.ts';
import {
  type Correction,
  correctRows,
  correctText,
  ENTITIES,
  type Export,
  makeExport,
  writeExport,
} from './exports/export.ts';
import { nextExport, withReturned } from './exports/next-export.ts';
import type { EndOf } from './life.ts';
import type { Ended, Machine } from './machine.ts';
import type { SimulatedPeer } from './peer.ts';
import { pipelineOf, type Scenario } from './scenario.ts';

/** Epoch milliseconds at which virtual time begins. */
export const START = Date.parse('2026-03-01T00:00:00Z');
const HOUR_MS = 3_600_000;
/** Processes of one command before the network becomes quiet, and before it counts as never ending. */
const STORMY = 12;
const PROCESSES_MAX = 24;

type SimulationDeps = {
  readonly folder: string;
  readonly random: Random;
  readonly scenario: Scenario;
  readonly peer: SimulatedPeer;
  readonly machine: Machine;
  readonly clock: VirtualClock;
  readonly endOf: EndOf;
};

/** What confirms a change of most names; undefined if it is not asked for. */
function confirmationOf({ exitCode, stderr }: Ended, { forms }: Scenario): string[] | undefined {
  if (exitCode !== 11 || forms.derived === 'none' || !stderr.includes('GUARD.MOSTLY_CHANGED'))
    return undefined;
  return stderr.match(/--confirm [0-9a-f]+/)?.[0].split(' ');
}

/** One scenario: what is run, and what must hold after each process. `trouble` is empty as long as all holds. */
export class Simulation {
  readonly trouble: string[] = [];
  readonly #deps: SimulationDeps;
  readonly #pipeline: string;
  /** `entity key` of rows that the service had before the first run. */
  readonly #populated = new Set<string>();
  readonly #resent: Resent;
  /** Rows of which a process has reported that it is not known whether they landed: the others do not wait for them. */
  readonly #doubted = new Set<string>();
  /** The points of the first process of each command that was run until it was done. */
  readonly phases: number[] = [];
  readonly commands: string[] = [];
  readonly #restores: Restores;

  constructor(deps: SimulationDeps) {
    this.#deps = deps;
    this.#pipeline = join(deps.folder, 'pipeline.yaml');
    this.#restores = new Restores(deps.folder);
    this.#resent = new Resent(deps);
    mkdirSync(join(deps.folder, 'export'), { recursive: true });
    writeFileSync(this.#pipeline, pipelineOf(deps.scenario));
  }

  async run(): Promise<void> {
    const { random, scenario, peer, folder } = this.#deps;
    const { isSmall, isRetried, forms } = scenario;
    let rows = makeExport(random, START / 1_000, { isSmall, isFaulty: isRetried, forms });
    if (scenario.isPopulated) await this.#populate(arrange(rows, forms).tables);
    const days = scenario.onMissing === undefined ? 1 : 3;
    const before: Export[] = [];
    for (let day = 1; day <= days && this.trouble.length === 0; day++) {
      this.#deps.machine.aheadMs = scenario.aheadMs[day - 1] ?? 0;
      if (day > 1) {
        // A request of the day before that is handled after a removal would bring its row back.
        await this.#deps.clock.run(() => this.#deps.clock.sleep(HOUR_MS));
        this.trouble.push(...(await loseLedger(this.#pipeline, this.#deps)));
        before.push(rows);
        rows = nextExport(random, rows, day);
      }
      if (day > 2) rows = withReturned(random, rows, before[day - 3] as Export);
      rows = await this.#day(rows, day);
    }
    if (this.trouble.length === 0) await this.#undo(arrange(rows, forms).tables);
    for (const file of filesWith(folder, peer.key)) this.trouble.push(`${file} contains the key`);
    for (const { stdout, stderr, command } of this.#deps.machine.history)
      if (`${stdout}${stderr}`.includes(peer.key)) this.trouble.push(`${command} prints the key`);
    this.trouble.push(...peer.tooEarly);
  }

  async #populate(tables: Export): Promise<void> {
    const { random, peer, clock } = this.#deps;
    for (const { row, key } of expectedOf(tables, 'users')) {
      if (random() < 0.7) continue;
      peer.call('POST', '/users', { uid: row['uid'], name: row['name'] });
      this.#populated.add(`users ${key}`);
    }
    // A user that is only minutes older than the first request counts as ours after a lost answer.
    await clock.run(() => clock.sleep(HOUR_MS));
  }

  /** Runs one export until it is done; returns what it amounts to after corrections. */
  async #day(rows: Export, day: number): Promise<Export> {
    const { folder, scenario, random } = this.#deps;
    const { files, tables } = arrange(rows, scenario.forms);
    writeExport(join(folder, 'export'), files, scenario);
    if (day > 2) await this.#restore();
    if (this.trouble.length > 0) return rows;
    if (day > 1) this.#restores.keep();
    this.#resent.restart();
    const ended = await this.#untilDone(['run', this.#pipeline, '--yes', '--json']);
    if (!ended || this.trouble.length > 0) return rows;
    this.#checkService(tables, day);
    this.trouble.push(...untrue(ended, tables, day, scenario));
    if (this.trouble.length > 0) return rows;
    if (ended.exitCode === 4 && (random() < 0.5 || scenario.isRetried)) {
      const now = await this.#retry(rows);
      if (this.trouble.length > 0) return now;
      const corrected = arrange(now, scenario.forms).tables;
      this.#checkService(corrected, day);
      // A sync run reads the user again as its file has it; a migration is done with all rows.
      const isSync = scenario.onMissing !== undefined;
      await this.#again(isSync ? { ...corrected, users: tables.users } : corrected, day);
      if (!isSync) await this.#verify(corrected);
      return now;
    }
    await this.#again(tables, day);
    if (this.trouble.length === 0) await this.#verify(tables);
    return rows;
  }

  /** Puts parts of the state back: a run refuses, or believes nothing of them. */
  async #restore(): Promise<void> {
    const { machine, peer, random } = this.#deps;
    const names = this.#restores.putBack(random);
    const before = peer.handled.length;
    const { exitCode, stderr } = await machine.run(['run', this.#pipeline, '--yes', '--json']);
    if (exitCode !== 9) return;
    const sent = peer.handled.length - before;
    if (sent > 0 || names.length === 0)
      this.trouble.push(`${names} of an earlier day: exit 9, ${sent} requests: ${stderr.slice(0, 500)}`);
    this.#restores.repair();
  }

  /** Runs a command again and again until it ends by itself with 0 or 4; the first ones are ended at random points. */
  async #untilDone(args: readonly string[]): Promise<Ended | undefined> {
    const { machine, scenario, peer, endOf } = this.#deps;
    const phase = this.phases.length;
    let points = 300;
    let confirmed: readonly string[] = [];
    for (let tries = 0; tries < PROCESSES_MAX; tries++) {
      const end = endOf({ phase, tries, points });
      peer.faults = tries < STORMY ? scenario.faults : { refused: 0, answerLost: 0, requestLost: 0, late: 0 };
      const ended = await machine.run([...args, ...confirmed], end);
      // Names that are made of messages change with the messages.
      confirmed = confirmationOf(ended, scenario) ?? confirmed;
      points = Math.max(20, ended.points);
      this.phases[phase] ??= ended.points;
      this.commands[phase] ??= args.slice(0, args.indexOf(this.#pipeline)).join(' ');
      this.#checkProcess(ended);
      if (this.trouble.length > 0) return undefined;
      if (ended.exitCode === 0 || ended.exitCode === 4) {
        peer.faults = { refused: 0, answerLost: 0, requestLost: 0, late: 0 };
        return ended;
      }
    }
    this.trouble.push(`${args[0]} never ends`);
    return undefined;
  }

  /** What must hold after every process, however it ended. */
  #checkProcess(ended: Ended): void {
    const { exitCode, end, isCut } = ended;
    const isAsked = confirmationOf(ended, this.#deps.scenario) !== undefined;
    const allowed = new Set([
      0,
      4,
      ...(isCut && end?.kind === 'interrupt' ? [130] : []),
      7,
      isAsked ? 11 : 0,
    ]);
    if (exitCode !== undefined && !allowed.has(exitCode))
      this.trouble.push(`exit ${exitCode}: ${ended.stderr.slice(-1_500)}`);
    if (exitCode === 7 && this.#isQuiet() && !isCut)
      this.trouble.push(`exit 7 without a reason: ${ended.stderr.slice(0, 1_000)}`);
    this.trouble.push(...this.#resent.check(ended));
    this.trouble.push(...leftTables(ended, this.#deps.folder));
    for (const key of doubtedIn(ended)) this.#doubted.add(key);
  }

  #isQuiet(): boolean {
    return Object.values(this.#deps.scenario.faults).every((rate) => rate === 0);
  }

  #checkService(tables: Export, day: number): void {
    const { peer, scenario } = this.#deps;
    const found = readService(peer.app);
    const extra = new Set(this.#populated);
    // What a sync keeps of rows that are in no source any more.
    if (scenario.onMissing !== 'delete' && day > 1)
      for (const entity of ENTITIES) for (const key of found[entity].keys()) extra.add(`${entity} ${key}`);
    const times = scenario.api === 'import';
    this.trouble.push(...compare(found, tables, { extra, times }));
    if (day === 1) this.trouble.push(...disordered(found, tables, this.#doubted));
  }

  /** The same command again sends nothing and reports the same, and a plan finds nothing to do. */
  async #again(tables: Export, day: number): Promise<void> {
    const { machine, peer, scenario } = this.#deps;
    const requests = peer.handled.length;
    const again = await machine.run(['run', this.#pipeline, '--yes', '--json']);
    if (again.stdout === '')
      return void this.trouble.push(`run again: exit ${again.exitCode}: ${again.stderr.slice(0, 500)}`);
    this.trouble.push(...untrue(again, tables, day, scenario));
    const writes = peer.handled
      .slice(requests)
      .filter((one) => one.process === again.process && isWrite(one));
    if (writes.length > 0)
      this.trouble.push(
        `run again sends ${writes.length} writes: ${writes[0]?.method} ${writes[0]?.path} ${writes[0]?.body.slice(0, 200)}`,
      );
    this.#resent.skip();
    if (scenario.onMissing === undefined || tables.users.length === 0) return;
    const plan = await machine.run(['plan', this.#pipeline, '--json']);
    this.trouble.push(...unfinished(plan));
  }

  async #verify(tables: Export): Promise<void> {
    const verified = await this.#deps.machine.run(['verify', this.#pipeline, '--json', '--one-way']);
    this.trouble.push(...unverified(verified, tables, this.#doubted));
  }

  /** Corrects what can be corrected and retries the rejects; returns what the export then amounts to. */
  async #retry(rows: Export): Promise<Export> {
    const folder = join(this.#deps.folder, '.chatferry', 'sim', 'rejects');
    const corrections = new Set<Correction>();
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const isSync = this.#deps.scenario.onMissing !== undefined;
      writeFileSync(
        path,
        correctText(readFileSync(path, 'utf8'), isSync, (one) => corrections.add(one)),
      );
    }
    await this.#untilDone(['rejects', 'retry', this.#pipeline, '--yes', '--json']);
    return correctRows(rows, corrections);
  }

  /** Removes what the runs created, and nothing else. */
  async #undo(tables: Export): Promise<void> {
    const { machine, peer, clock } = this.#deps;
    // A request of a run that is handled after the undo would bring its rows back.
    await clock.run(() => clock.sleep(HOUR_MS));
    const shown = await machine.run(['undo', this.#pipeline, '--json', '--include-used']);
    const { confirm } = JSON.parse(shown.stdout) as { readonly confirm?: string };
    if (confirm === undefined)
      return void this.trouble.push(`undo has nothing to remove: ${shown.stdout.slice(0, 600)}`);
    this.#resent.restart();
    await this.#untilDone(['undo', this.#pipeline, '--json', '--include-used', '--confirm', confirm]);
    if (this.trouble.length > 0) return;
    const found = readService(peer.app);
    for (const entity of ENTITIES) {
      for (const key of found[entity].keys())
        if (!this.#populated.has(`${entity} ${key}`)) this.trouble.push(`undo leaves ${entity} ${key}`);
      for (const { key } of tables[entity])
        if (this.#populated.has(`${entity} ${key}`) && !found[entity].has(key))
          this.trouble.push(`undo removes ${entity} ${key}`);
    }
  }
}
