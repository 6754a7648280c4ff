import type { Pipeline } from '../../../pipeline/pipeline.ts';

/** The place of the inbox of a pipeline, as plain data that a thread can be handed. The address of a server may hold a password. */
export type InboxPlace = {
  /** The state folder. */
  readonly folder: string;
  /** The server of the state, and the name that it has there; absent if the state is in the folder. */
  readonly server?: { readonly url: string; readonly name: string } | undefined;
  /** For so long events are kept that are done, milliseconds. */
  readonly keepMs: number;
};

/** The inbox of a pipeline. */
export function inboxPlaceOf({
  stateFolder,
  stateServer,
  live,
}: Pick<Pipeline, 'stateFolder' | 'stateServer'> & {
  readonly live?: { readonly backlog: { readonly keepMs: number } } | undefined;
}): InboxPlace {
  return {
    folder: stateFolder,
    ...(stateServer ? { server: { url: stateServer.server.revealGiven(), name: stateServer.name } } : {}),
    keepMs: live?.backlog.keepMs ?? KEEP_MS,
  };
}

const KEEP_MS = 7 * 86_400_000;
