import { join } from 'node:path';
import type { Plan } from '../../delivery/plan.ts';
import { addressKey } from '../../input/rows/forms/address-key.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { TodoFile } from '../../pipeline/files/address-facts.ts';
import type { FileAddresses } from '../../pipeline/files/file-counts.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { State } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { Runtime } from '../../terminal/context.ts';
import { isOfSent } from '../copied-files.ts';

/**
 * Lets messages that were sent before files were copied have their addresses, until it is disposed of: a run finds the same.
 * @throws RunError `SOURCE.*`
 */
export async function keepSentAddresses(
  { files: spec }: Pipeline,
  plan: Plan,
  ledger: Ledger,
  { files, signal }: { readonly files: Files; readonly signal: AbortSignal },
): Promise<Disposable> {
  using opened = new DisposableStack();
  const { copies } = plan;
  if (spec && copies && ledger.lastRow('messages') > 0) {
    const { sentAddresses } = await import('../../pipeline/files/address-facts.ts');
    const named = opened.use(
      await sentAddresses(plan, spec, ({ kind, row }) => isOfSent(kind, row, ledger), { files, signal }),
    );
    copies.keep((address) => named.has(addressKey(address)));
    opened.defer(() => copies.keep(undefined));
  }
  return opened.move();
}

/**
 * Counts the addresses of files that the rows of a plan name, offline; undefined if the pipeline copies no files.
 * @param onTodo gets each that will be asked or read
 * @throws RunError `SOURCE.*`, `STATE.*`, `FILES.CONFIG`
 */
export async function fileAddressesOf(
  { files: spec, stateFolder }: Pipeline,
  plan: Plan,
  { system, signal }: Pick<Runtime, 'system' | 'signal'>,
  onTodo?: (file: TodoFile) => void,
): Promise<FileAddresses | undefined> {
  if (!spec) return undefined;
  // Loaded for those who copy files.
  const { countAddresses } = await import('../../pipeline/files/address-facts.ts');
  const { MAP_INDEX, openFileMap } = await import('../../pipeline/files/map/open-file-map.ts');
  const { kept } = new State(stateFolder, system.files);
  await using map = await openFileMap(kept, join(stateFolder, MAP_INDEX), system.files, 'read');
  map.requireStore(spec, stateFolder);
  return await countAddresses(plan, spec, map, { system, signal }, onTodo);
}
