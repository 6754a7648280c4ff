import { directGroupId } from '../../../exports/convert/ids.ts';
import { slug } from '../../../input/rows/forms/ids.ts';
import type { System } from '../../../system/system.ts';
import { type AskOptions, openAsk } from '../../ask/open-ask.ts';
import type { OriginAccount } from '../../origin.ts';
import { askAppOf } from '../asked.ts';
import { stream } from '../stream.ts';
import { StreamTarget } from './stream-target.ts';

/** An app of Stream's that is written to. */
export type OpenStreamTarget = AsyncDisposable & {
  readonly target: StreamTarget;
  /** Which app it is. */
  readonly identity: Readonly<Record<string, string>>;
};

/**
 * Opens an app of Stream's for writing. Whoever writes keeps what it has: the target asks, and remembers nothing but names.
 * @param how `push`: whether phones are told about messages
 */
export function openStreamTarget(
  account: OriginAccount,
  system: System,
  how: { readonly push: boolean } & AskOptions,
): OpenStreamTarget {
  const { push, ...options } = how;
  const key = account.names['key'] ?? '';
  const asking = openAsk(stream, account, system, options);
  const target = new StreamTarget(askAppOf(asking.ask, key), {
    push,
    legal: slug,
    groupOfPeople: directGroupId,
    now: () => system.clock.now(),
  });
  return {
    target,
    identity: { service: stream.address(account), appId: key, api: 'stream' },
    [Symbol.asyncDispose]: () => asking[Symbol.asyncDispose](),
  };
}
