import { readFileSync } from 'node:fs';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { openPipelineFile } from '../../pipeline/code/open-pipeline.ts';
import type { FilesSpec } from '../../pipeline/files/files-spec.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { yamlText } from '../../pipeline/pipeline.ts';
import { isCode } from '../../pipeline/reference.ts';
import type { ServiceTarget } from '../../pipeline/target.ts';
import type { Runtime, Stdout } from '../../terminal/context.ts';
import { grouped, printable, printableJson, sizeText } from '../../terminal/printable.ts';

/** An option of a command that the environment gives. */
type OptionGiven = { readonly name: string; readonly value: string; readonly variable: string };

const DEFAULT = 'default';
const DAY_MS = 86_400_000;
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/;

/**
 * Shows every effective setting of a pipeline and where it comes from: a line of the file, an environment variable named
 * there, or the default. Then the options that the environment gives to commands. Sends nothing, and shows no key.
 * @throws RunError `CONFIG.*`
 */
export async function showConfig(
  { pipeline: named, options }: { readonly pipeline: string; readonly options: readonly OptionGiven[] },
  context: Runtime & Stdout,
): Promise<number> {
  const pipeline = await openPipelineFile(named, context);
  const originOf = originsIn(pipeline.file);
  const settings = [
    ...effectiveSettings(pipeline).map((each) => ({
      name: each.name,
      value: each.value,
      from: originOf(each),
    })),
    ...options.map(({ name, value, variable }) => ({
      name: `--${name}`,
      value,
      from: `environment variable ${variable}`,
    })),
  ];
  context.out(
    context.json ? printableJson({ version: 1, command: 'config show', settings }) : table(settings, context),
  );
  return 0;
}

function originsIn(file: string): (setting: Setting) => string {
  // Code may compute any of them.
  if (isCode(file)) return () => file;
  const text = readFileSync(file, 'utf8');
  const { document, lines } = yamlText(text);
  return ({ paths }) => {
    for (const path of paths) {
      const node = document.getIn(path, true) as { readonly range?: readonly [number, number] | null };
      if (!node?.range) continue;
      const [start, end] = node.range;
      const [, variable] = VARIABLE.exec(text.slice(start, end)) ?? [];
      const place = `${file}:${lines.linePos(start).line}`;
      return variable === undefined ? place : `${place}, environment variable ${variable}`;
    }
    return DEFAULT;
  };
}

type Shown = { readonly name: string; readonly value: string; readonly from: string };

function table(settings: readonly Shown[], { style }: Pick<Stdout, 'style'>): string {
  const width = Math.max(...settings.map(({ name }) => name.length));
  return settings
    .map(({ name, value, from }) => {
      const origin = from === DEFAULT ? style.dim(from) : from;
      return `  ${name.padEnd(width)}  ${printable(value)}  ${style.dim('←')} ${printable(origin)}\n`;
    })
    .join('');
}

/** One effective setting of a pipeline. */
type Setting = {
  /** Its path in the pipeline file. */
  readonly name: string;
  /** As text; the key itself is never among them. */
  readonly value: string;
  /** The paths in the file that may declare it; the first one that is there is where it comes from. */
  readonly paths: readonly (readonly (string | number)[])[];
};

const setting = (name: string, value: unknown, ...more: readonly string[]): Setting => ({
  name,
  value: String(value),
  paths: [name, ...more].map((path) => path.split('.')),
});

/** The effective settings of a pipeline, defaults included. */
function effectiveSettings(pipeline: Pipeline): readonly Setting[] {
  const {
    name,
    to,
    stateFolder,
    stateServer,
    limits,
    retention,
    thresholds,
    references,
    idMap,
    sync,
    notify,
  } = pipeline;
  return [
    setting('name', name),
    setting('state', stateServer?.server.shown ?? stateFolder),
    ...(to === undefined ? [] : [setting('to', to, `targets.${to}`)]),
    ...targetSettings(pipeline.target, to === undefined ? 'target' : `targets.${to}`),
    ...entityNames.flatMap((entity) => sourceSettings(entity, pipeline.sources[entity] ?? [])),
    ...(pipeline.pull ? pullSettings(pipeline.pull) : []),
    setting(
      'limits.requestsPerMinute',
      limits.requestsPerMinute ??
        (pipeline.target === 'sandbox' ? 'no limit' : '60 imports, or the rate that the service states'),
    ),
    setting('limits.concurrency', concurrencyText(limits)),
    setting('limits.batch', limits.batch),
    setting('limits.timeoutSeconds', limits.timeoutSeconds),
    setting(
      'limits.maxRejects',
      limits.maxRejects ?? 'no limit, but at most half of the first rows of an entity',
    ),
    setting('retention.messagesOlderThanDays', retention?.messagesOlderThanDays ?? 'any age'),
    setting('retention.policy', retention?.policy ?? 'allow'),
    ...Object.entries(thresholds).map(([measure, limit]) => setting(`thresholds.${measure}`, limit)),
    setting('references', references ?? 'closed where the pipeline has a source for the entity, else open'),
    ...(idMap === undefined ? [] : [setting('idMap', idMap)]),
    ...(sync === undefined
      ? [setting('sync', 'none: a one-shot migration')]
      : [
          setting('sync.onMissing', sync.onMissing ?? 'keep', 'sync'),
          setting('sync.fields', sync.fields ?? 'mapped', 'sync'),
          setting('sync.maxEmpty', sync.maxEmpty ?? '5 %, at least 3 rows', 'sync'),
          setting('sync.onDeleted', sync.onDeleted ?? 'remove', 'sync'),
          setting(
            'sync.maxDelete',
            sync.maxDelete ?? `5 %, at least 3 rows, at most ${grouped(1_000)}`,
            'sync',
          ),
          ...(pipeline.files ? [setting('sync.files', sync.files ?? 'keep', 'sync')] : []),
        ]),
    ...(pipeline.files ? filesSettings(pipeline.files) : []),
    ...notify.map(notifySetting),
  ];
}

/** The copying of files; no key is among it. */
function filesSettings(files: FilesSpec): readonly Setting[] {
  const { store, shown, publicUrl, what, maxBytes, types, keep, from } = files;
  const bucket = store.kind === 's3' ? store : undefined;
  const of = (name: string, value: unknown): Setting => setting(`files.${name}`, value, 'files');
  return [
    setting('files.to', shown),
    ...(bucket ? [of('endpoint', bucket.endpoint ?? 'that of AWS'), of('region', bucket.region)] : []),
    ...(bucket ? [of('pathStyle', bucket.pathStyle)] : []),
    setting('files.publicUrl', publicUrl),
    ...(from.length > 0 ? [of('from', from.map(({ host }) => host).join(', '))] : []),
    ...(keep.length > 0 ? [of('keep', keep.join(', '))] : []),
    of('what', [...what].join(', ')),
    of('maxBytes', sizeText(maxBytes)),
    ...Object.entries(types).map(([name, list]) => of(`types.${name}`, list?.join(', '))),
    of('onFailure', files.onFailure),
    of('maxFailed', files.maxFailed),
    of('concurrency', files.concurrency),
    of('bytesPerSecond', files.bytesPerSecond === undefined ? 'no limit' : sizeText(files.bytesPerSecond)),
    of('cacheControl', files.cacheControl),
    of('recheck', files.recheck),
  ];
}

function targetSettings(target: Pipeline['target'], at: string): readonly Setting[] {
  if (target === undefined) return [setting(at, 'none, so only validate works')];
  if (target === 'sandbox') return [setting(at, 'sandbox')];
  return [
    setting(`${at}.baseUrl`, target.baseUrl, `${at}.appId`),
    setting(`${at}.api`, target.api),
    setting(`${at}.apiKey`, placeText(target.apiKey ?? { env: 'CHATFERRY_API_KEY' })),
    ...(target.caFile === undefined ? [] : [setting(`${at}.caFile`, target.caFile)]),
  ];
}

/** An address is often a secret, so none is shown. */
function notifySetting(notifier: Pipeline['notify'][number], index: number): Setting {
  const kind = 'command' in notifier ? notifier.command[0] : 'ping' in notifier ? 'a ping' : 'a webhook';
  return setting(
    `notify.${index}`,
    [kind, ...(notifier.on ? [`on ${notifier.on.join(', ')}`] : [])].join(' '),
  );
}

/** The API of an old system; where its keys are, not what they are. */
function pullSettings({ shown, secrets, again }: NonNullable<Pipeline['pull']>): readonly Setting[] {
  const api = 'sources.export.api';
  const span = (ms: number): string =>
    ms % DAY_MS === 0 ? `${ms / DAY_MS} d` : `${grouped(ms / 3_600_000)} h`;
  return [
    setting(api, shown),
    ...Object.entries(secrets).map(([member, place]) => setting(`${api}.${member}`, placeText(place))),
    ...Object.entries({ overlap: again.overlapMs, recheck: again.recheckMs, full: again.fullMs }).map(
      ([member, ms]) => setting(`${api}.again.${member}`, span(ms)),
    ),
  ];
}

function placeText(place: NonNullable<ServiceTarget['apiKey']>): string {
  if ('env' in place) return `the environment variable ${place.env}`;
  return 'file' in place ? `the file ${place.file}` : `the output of ${place.command[0]}`;
}

const concurrencyText = ({ concurrency, concurrencyMax }: Pipeline['limits']): string =>
  concurrencyMax > concurrency
    ? `${concurrency}, up to ${concurrencyMax} if the rate needs more`
    : String(concurrency);

function sourceSettings(
  entity: EntityName,
  specs: NonNullable<Pipeline['sources'][EntityName]>,
): readonly Setting[] {
  return specs.map((spec, index) => ({
    name: specs.length === 1 ? `sources.${entity}` : `sources.${entity}.${index}`,
    value: sourceText(spec),
    paths: [
      ['sources', entity, index],
      ['sources', entity],
      ['sources', 'export'],
    ],
  }));
}

function sourceText(spec: NonNullable<Pipeline['sources'][EntityName]>[number]): string {
  if ('from' in spec) return `derived from ${spec.from}`;
  if ('export' in spec) return `${spec.export.system}: ${[spec.export.path].flat().join(', ')}`;
  if ('command' in spec && spec.command) return `the output of ${spec.command[0]}`;
  return [('path' in spec ? spec.path : undefined) ?? ''].flat().join(', ');
}
