import type { Pipeline } from '../../pipeline/pipeline.ts';
import { isLoopback } from '../../service/api/base-url.ts';
import type { State } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';

/**
 * A sentence before the first import into a hosted service that nobody has asked yet how it imports; nothing for other pipelines.
 */
export function unprobed(
  { target }: Pick<Pipeline, 'target'>,
  { paths }: Pick<State, 'paths'>,
  files: Pick<Files, 'existsSync'>,
): readonly string[] {
  if (typeof target !== 'object' || target.api !== 'import' || isLoopback(target.baseUrl)) return [];
  if (files.existsSync(paths.probe) || files.existsSync(paths.ledger)) return [];
  return [
    'whether this app may import, and how it does, is unknown: chatferry doctor --probe asks it with rows that are removed again',
  ];
}
