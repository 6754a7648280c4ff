import { basename, resolve } from 'node:path';
import { nearest } from '../errors/nearest.ts';
import { RunError } from '../errors/run-error.ts';
import { chatUrl, checkedUrl } from '../service/api/base-url.ts';
import { type TargetName, targetNames } from '../service/targets/targets.ts';
import type { PipelineFile, ServiceSpec } from './pipeline-schema.ts';

/** A hosted service with its complete address. */
export type ServiceTarget = ServiceSpec & {
  readonly baseUrl: string;
  readonly api: TargetName;
  readonly region: string;
};

/**
 * The target that is meant: the one of this name among `targets`, without a name `target`. Undefined if the pipeline
 * declares none.
 * @param folder relative paths in it are relative to this folder
 * @throws RunError `CONFIG.TARGET_CHOICE` with the names that there are; `CONFIG.INVALID` for an address that is none
 */
export function targetOf(
  { target, targets = {} }: Pick<PipelineFile, 'target' | 'targets'>,
  to: string | undefined,
  { file, folder }: { readonly file: string; readonly folder: string },
): 'sandbox' | ServiceTarget | undefined {
  const names = Object.keys(targets);
  const isChoice = to === undefined ? target === undefined && names.length > 0 : !names.includes(to);
  if (isChoice) throw noSuchTarget(names, to, file);
  const spec = to === undefined ? target : targets[to];
  const at = to === undefined ? 'target' : `targets.${to}`;
  return spec === undefined || spec === 'sandbox' ? spec : serviceTarget(spec, at, file, folder);
}

function noSuchTarget(names: readonly string[], to: string | undefined, file: string): RunError {
  const where = { file };
  if (to === undefined)
    return new RunError('CONFIG.TARGET_CHOICE', `the pipeline has the targets ${names.join(', ')}`, {
      hint: `name one of them:  ${names.map((name) => `--to ${name}`).join('  or  ')}`,
      where,
      missingFlags: ['--to'],
    });
  if (names.length === 0)
    return new RunError('CONFIG.TARGET_CHOICE', `--to ${to}: the pipeline has no targets`, {
      hint: `declare it:  targets: { ${to}: … };  or leave --to out, if the file has a target`,
      where,
    });
  const meant = nearest(to, names);
  return new RunError(
    'CONFIG.TARGET_CHOICE',
    `the pipeline has no target ${to}, ${meant ? `did you mean ${meant}` : `it has ${names.join(', ')}`}`,
    { hint: (meant ? [meant] : names).map((name) => `--to ${name}`).join('  or  '), where },
  );
}

function serviceTarget(spec: ServiceSpec, at: string, file: string, folder: string): ServiceTarget {
  const region = spec.region ?? 'us';
  const invalid = (message: string): RunError =>
    new RunError('CONFIG.INVALID', `${at}: ${message}`, { where: { file: basename(file) } });
  if (spec.baseUrl === undefined && (spec.appId === undefined || spec.serviceHost === undefined))
    throw invalid('give appId and serviceHost, or baseUrl');
  if (spec.baseUrl !== undefined && (spec.serviceHost !== undefined || spec.region !== undefined))
    throw invalid('baseUrl replaces region and serviceHost, give one or the other');
  return {
    ...spec,
    region,
    api: spec.api ?? targetNames[0],
    baseUrl: addressOf(spec, invalid),
    ...(spec.caFile ? { caFile: resolve(folder, spec.caFile) } : {}),
  };
}

function addressOf(
  { baseUrl, appId = '', region = 'us', serviceHost = '' }: ServiceSpec,
  invalid: (message: string) => RunError,
): string {
  try {
    return baseUrl === undefined ? chatUrl({ appId, region, serviceHost }) : checkedUrl(baseUrl);
  } catch (error) {
    throw error instanceof RangeError ? invalid(error.message) : error;
  }
}
