import { extname } from 'node:path';
import type { EntityName } from '../input/entities/entity.ts';

/** The names of targets, which are also the ends of names of folders. */
export const TARGET_NAME = /^[a-z0-9-]{1,64}$/;

/** A pipeline file as given, and which of its `targets` is meant; without one, its `target`. */
export type PipelineReference = { readonly file: string; readonly to: string | undefined };

/**
 * A pipeline as a command line names it: its file, and the option that picks one of its targets. Commands hand this text
 * on and print it in the next command; only what opens a pipeline takes it apart, with `readReference`.
 */
export const referenceText = ({ file, to }: PipelineReference): string =>
  to === undefined ? file : `${file} --to ${to}`;

/** Takes a reference apart; the path of a file is one without a target. */
export function readReference(reference: string): PipelineReference {
  const [, file = reference, to] = /^(.+) --to (\S+)$/s.exec(reference) ?? [];
  return { file, to };
}

/** The part of a pipeline's rows that a run or a plan covers. At least one member is set. */
export type Selection = {
  /** Only rows of these entities. */
  readonly only?: readonly EntityName[] | undefined;
  /** The maximum number of rows of each entity, a whole number from 1. */
  readonly limit?: number | undefined;
  /** Only rows from this time on; ISO 8601, in UTC if it names no time zone. */
  readonly since?: string | undefined;
  /** Only the messages of this conversation. */
  readonly conversation?: string | undefined;
};

/** The options of a command line that make a selection. */
export function selectionFlags({ only, limit, since, conversation }: Selection): string {
  return [
    ...(only ? [`--only ${only.join(',')}`] : []),
    ...(limit === undefined ? [] : [`--limit ${limit}`]),
    ...(since === undefined ? [] : [`--since ${since}`]),
    ...(conversation === undefined ? [] : [`--conversation ${conversation}`]),
  ].join(' ');
}

/** True if a path is an address. */
export const isRemote = (path: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(path);

/** The members of a source, or of a notification, that hold paths. */
const NAMED = ['path', 'file'];

/**
 * The paths in a part of a pipeline, at any depth. A name of a column that is taken for one is below the folder of the pipeline
 * in any case.
 */
export function pathsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    NAMED.includes(key) ? [member].flat().filter((each) => typeof each === 'string') : pathsIn(member),
  );
}

/** All texts in a part of a pipeline. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Endings of files with code, and how Node calls what is in them. */
export const CODE_FORMATS: Readonly<Record<string, string>> = {
  '.ts': 'module-typescript',
  '.mts': 'module-typescript',
  '.js': 'module',
  '.mjs': 'module',
};

/** True if a file is code by its name: TypeScript or JavaScript, as a module. */
export const isCode = (path: string): boolean => Object.hasOwn(CODE_FORMATS, extname(path));
