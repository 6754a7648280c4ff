import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { StateServer } from '../files/server/state-server.ts';
import type { PipelineReference } from './reference.ts';
import { isServer, type StateOnServer, stateFolderOf, stateNameOf } from './state-place.ts';

/** Place of the state of a pipeline: its folder and, where that is only a copy, the server that keeps it. */
export function stateOf(
  reference: PipelineReference,
  data: { readonly name: string; readonly state?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
): { readonly stateFolder: string; readonly stateServer?: StateOnServer } {
  if (data.state === undefined || !isServer(data.state))
    return { stateFolder: stateFolderOf(reference, data) };
  const server = new StateServer(data.state);
  const name = stateNameOf(data.name, reference.to);
  return {
    stateFolder: join(copiesIn(env), server.digest, name),
    stateServer: { server, name, before: stateFolderOf(reference, { name: data.name }) },
  };
}

/** The folder for copies of states; a path that is not absolute counts as none, as the XDG specification has it. */
function copiesIn({ XDG_CACHE_HOME: place = '' }: Readonly<Record<string, string | undefined>>): string {
  const cache = isAbsolute(place) ? place : join(homedir(), '.cache');
  return join(cache, 'chatferry', 'state');
}
