import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { StateServer } from '../files/server/state-server.ts';
import type { PipelineReference } from './reference.ts';
import { isServer, stateFolderOf, stateNameOf } from './state-place.ts';

/** A database that keeps a state, under a name. */
export type StateOnServer = { readonly server: StateServer; readonly name: string };

/** Where the state of a pipeline is: its folder and, where that is only a copy, the server that keeps it. */
export function stateOf(
  reference: PipelineReference,
  data: { readonly name: string; readonly state?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
): { readonly stateFolder: string; readonly stateServer?: StateOnServer } {
  if (data.state === undefined || !isServer(data.state))
    return { stateFolder: stateFolderOf(reference, data) };
  const server = new StateServer(data.state);
  const name = stateNameOf(data.name, reference.to);
  const { XDG_CACHE_HOME: place = '' } = env;
  const cache = isAbsolute(place) ? place : join(homedir(), '.cache');
  return {
    stateFolder: join(cache, 'chatferry', 'state', server.digest, name),
    stateServer: { server, name },
  };
}
