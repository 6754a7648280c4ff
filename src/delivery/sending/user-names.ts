import type { StatementSync } from 'node:sqlite';
import type { ScratchFile } from '../../files/scratch-file.ts';
import type { JudgeDeps } from '../../input/rows/judge.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import { type Plan, type Step, stepsOf } from '../plan.ts';
import { eachJudgedAlone } from './judged-alone.ts';

export type UserNamesDeps = {
  readonly plan: Plan;
  readonly keys: JudgeDeps['keys'];
  readonly signal: AbortSignal;
  /** Of rows with one key, whether the last file decides, as in a sync. */
  readonly lastFile: boolean;
  /** Opens the file for the names. */
  readonly open: () => Promise<ScratchFile>;
};

/**
 * The names of the users of the sources, also of those whose rows were rejected. The sources are read when the first name is
 * asked for, into a file: memory does not grow with the number of users.
 */
export class UserNames implements Disposable {
  readonly #deps: UserNamesDeps;
  #file: ScratchFile | undefined;
  #find: Promise<StatementSync> | undefined;

  constructor(deps: UserNamesDeps) {
    this.#deps = deps;
  }

  /** The name of a user; undefined if no source has the user. */
  async of(uid: string): Promise<string | undefined> {
    const steps = stepsOf(this.#deps.plan, 'users');
    if (steps.length === 0) return undefined;
    this.#find ??= this.#read(steps);
    return (await this.#find).get(uid)?.['name'] as string | undefined;
  }

  async #read(steps: readonly Step[]): Promise<StatementSync> {
    const { plan, keys, signal, open, lastFile } = this.#deps;
    this.#file = await open();
    const { db } = this.#file;
    db.exec('CREATE TABLE names (id INTEGER PRIMARY KEY, uid TEXT, name TEXT, valid INTEGER, file INTEGER)');
    const insert = db.prepare('INSERT INTO names (uid, name, valid, file) VALUES (?, ?, ?, ?)');
    db.exec('BEGIN');
    await eachJudgedAlone(steps, plan, keys, signal, (judged, { file, values }, { mappings }) => {
      const { key, data } = judged;
      if (key === undefined || (!data && judged.outcome.status !== 'rejected')) return;
      const name = data ? data['name'] : (mappings[file] as Mapping)(values).fields['name'];
      if (typeof name === 'string') insert.run(key.toLowerCase(), name, data ? 1 : 0, file);
    });
    db.exec('COMMIT');
    db.exec('CREATE INDEX names_by_uid ON names (uid)');
    const order = `valid DESC, ${lastFile ? 'file DESC, ' : ''}id`;
    return db.prepare(`SELECT name FROM names WHERE uid = ? ORDER BY ${order} LIMIT 1`);
  }

  [Symbol.dispose](): void {
    this.#file?.[Symbol.dispose]();
  }
}
