import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { StateServer } from '../files/server/state-server.ts';
import { isRemote, type PipelineReference, readReference, TARGET_NAME } from './reference.ts';
import { yamlText } from './yaml-document.ts';

/** The form of a pipeline's name, which is also that of a folder. */
export const PIPELINE_NAME = /^[a-z0-9-]{1,64}$/;

/** The folder of copies of files on servers, in that of what is prepared. */
export const COPIES_NAME = 'remote';

/** The folder of records that came from the API of an old system, in that of what is prepared. */
export const PULLED_NAME = 'pulled';

/** True for a name in the folder of what is prepared that has records of an old system, or says what they are. */
export const isPulled = (name: string): boolean => name === PULLED_NAME || name.startsWith(`${PULLED_NAME}.`);

/** The folder of files that are being copied, in that of what is prepared: it is gone once they are. */
export const SPOOL_NAME = 'files';

/** The log of files that were copied, in the state. */
export const COPIES_LOG = 'files/map.ndjson';

/** True for a name in the folder of what is prepared that stays after a run. */
export const isLasting = (name: string): boolean =>
  name === COPIES_NAME || name === SPOOL_NAME || isPulled(name);

/** The list of the files of an export that no address leads to, in the state folder. */
export const ATTACHMENTS_NAME = 'attachments.csv';

/** The name of a pipeline's state: each of its targets has one. */
export const stateNameOf = (name: string, to: string | undefined): string =>
  to === undefined ? name : `${name}@${to}`;

/** The pipeline's own state folder, absolute. */
export const stateFolderOf = (
  { file, to }: PipelineReference,
  { name, state = '.chatferry' }: { readonly name: string; readonly state?: string | undefined },
): string => resolve(dirname(resolve(file)), state, stateNameOf(name, to));

/** A database that keeps a state, under a name. */
export type StateOnServer = {
  readonly server: StateServer;
  readonly name: string;
  /** The folder that it is in without `state:`, from which it is moved; absent for a state below another one. */
  readonly before?: string;
};

/** Things that a command needs that reads nothing but the state of a pipeline. */
export type StatePlace = {
  readonly name: string;
  readonly stateFolder: string;
  /** Server that keeps it, if the folder is a copy. */
  readonly stateServer?: { readonly server: StateServer; readonly name: string } | undefined;
  /** Present if it is a sync. */
  readonly sync?: object | undefined;
};

/**
 * Reads from a pipeline file where its state is, and nothing else: the schema of the rest takes longer to load than such a
 * command takes. Undefined if that is not plain to see (code, variables of the environment, a mistake): then the file has to
 * be opened as a whole, which also explains what is wrong.
 */
export function readStatePlace(reference: string): StatePlace | undefined {
  const { file, to } = readReference(reference);
  if (!/\.(?:ya?ml|json)$/.test(file)) return undefined;
  const { name, state, sync, target, targets } = membersOf(file);
  if (typeof name !== 'string' || !PIPELINE_NAME.test(name)) return undefined;
  if (state !== undefined && (typeof state !== 'string' || state === '' || state.includes('${')))
    return undefined;
  if (state !== undefined && isRemote(state)) return undefined;
  if (sync !== undefined && (typeof sync !== 'object' || sync === null)) return undefined;
  const isPlain = to === undefined ? target !== undefined || targets === undefined : hasName(targets, to);
  if (!isPlain) return undefined;
  return { name: stateNameOf(name, to), stateFolder: stateFolderOf({ file, to }, { name, state }), sync };
}

/** The names of the targets in a pipeline file; none if that is not plain to see. */
export function readTargetNames(file: string): readonly string[] {
  const { targets } = membersOf(file);
  return typeof targets === 'object' && targets !== null ? Object.keys(targets) : [];
}

/** The name in the text of a pipeline file; undefined if that is not plain to see. */
export function readPipelineName(text: string): string | undefined {
  const { name } = membersIn(() => text);
  return typeof name === 'string' ? name : undefined;
}

const hasName = (targets: unknown, to: string): boolean =>
  TARGET_NAME.test(to) && typeof targets === 'object' && targets !== null && Object.hasOwn(targets, to);

/** The members of the file, unchecked; none if it cannot be read or is no map. */
const membersOf = (file: string): Readonly<Record<string, unknown>> =>
  membersIn(() => readFileSync(file, 'utf8'));

function membersIn(read: () => string): Readonly<Record<string, unknown>> {
  try {
    const { document } = yamlText(read());
    const value: unknown = document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 100 });
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
