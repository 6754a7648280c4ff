import { importTarget } from './import-api.ts';
import { restTarget } from './rest-api.ts';
import type { TargetApi } from './target.ts';

/**
 * Every API that can write rows; the first one is the default. A new API is one more file and one more name here.
 */
const targets = [importTarget, restTarget] as const satisfies readonly TargetApi[];

export type TargetName = (typeof targets)[number]['name'];

/** The names of the APIs, for the schema of pipeline files. */
export const targetNames = targets.map(({ name }) => name) as [TargetName, ...TargetName[]];

/** An API by its name; the default API if no name is given. */
export const targetApi = (name?: string): TargetApi =>
  targets.find((each) => each.name === name) ?? targets[0];
