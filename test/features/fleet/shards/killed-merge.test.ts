import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runStage } from '../../../../src/features/fleet/shards/run-stage.ts';
import { openPipelineFile } from '../../../../src/pipeline/code/open-pipeline.ts';
import { type Files, realFiles } from '../../../../src/system/files.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { sized } from '../../../support/long-form.ts';
import { serviceHere } from '../../../support/service-here.ts';
import { FORMS, OTHERS, WRITE } from './mixed-history.ts';
import { stageContext } from './stage-process.ts';
import { stagesHere } from './stages-here.ts';

const CHANGES: ReadonlySet<string> = new Set([
  'link',
  'mkdir',
  'rename',
  'rm',
  'truncate',
  'writeFile',
  'chmodSync',
  'ftruncateSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
  'writeSync',
]);

/** Files of a process that ends at a change of the disk: nothing changes from then on. */
function endingFiles(atChange: number): { readonly files: Files; readonly changes: () => number } {
  let changes = 0;
  const dead = (): never => {
    throw Object.assign(new Error('the process has ended'), { code: 'EIO' });
  };
  const counted = (): void => void (++changes > atChange && dead());
  const files = new Proxy(realFiles, {
    get(target, name: keyof Files) {
      const method = target[name] as (...args: unknown[]) => unknown;
      if (name === 'open')
        return async (path: string, flags: string, mode?: number) => {
          if (flags !== 'r') counted();
          const file = await target.open(path, flags, mode);
          const write = file.write.bind(file);
          file.write = (async (...args: Parameters<typeof write>) => {
            counted();
            return await write(...args);
          }) as typeof file.write;
          return file;
        };
      if (!CHANGES.has(name)) return method;
      return (...args: unknown[]) => {
        counted();
        return method(...args);
      };
    },
  });
  return { files, changes: () => changes };
}

test('a merge that ends at any change of the disk is finished by the next one', async () => {
  const [csv] = FORMS as [(typeof FORMS)[number]];
  const { 'blocks.csv': _, ...others } = OTHERS;
  await using here = await serviceHere({ files: { ...others, [csv.file]: csv.text }, rest: WRITE });
  await stagesHere(here.pipeline, ({ kind }) => kind !== 'merge');
  const [state, before] = [join(here.folder, '.chatferry'), join(here.folder, 'before')];
  cpSync(state, before, { recursive: true });
  const expected = (await stagesHere(here.pipeline)).report;
  const ledger = async () => (await here.json<{ entities: object }>('undo')).result.entities;
  const undone = await ledger();

  const pipeline = await openPipelineFile(
    here.pipeline,
    stageContext(() => {}),
  );
  const options = { file: here.pipeline, yes: true, allowNotifications: true };
  let isWhole = false;
  for (let at = 0; !isWhole; at += at < 60 ? sized(3, 1) : sized(23, 7)) {
    rmSync(state, { recursive: true });
    cpSync(before, state, { recursive: true });
    const { files, changes } = endingFiles(at);
    const context = { ...stageContext(() => {}), system: { ...realSystem, files } };
    await runStage(pipeline, { kind: 'merge' }, options, context).catch(() => {});
    isWhole = changes() <= at;
    // What a process that is gone has left: its lock names this one, which runs.
    for (const folder of ['', ...[0, 1, 2].map((shard) => join('shards', String(shard)))])
      rmSync(join(state, 'here', folder, 'lock'), { force: true });
    const { report } = await stagesHere(here.pipeline);
    expect([at, report?.entities, report?.problems]).toEqual([at, expected?.entities, expected?.problems]);
    expect(existsSync(join(state, 'here', 'shards'))).toBe(false);
    expect(await ledger()).toEqual(undone);
  }
});
