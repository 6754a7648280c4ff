import { join, relative } from 'node:path';
import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { RunError } from '../../errors/run-error.ts';
import { damageInSummed, stampIn } from '../../files/summed-file.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { readFormer } from '../../ledger/former/former-lines.ts';
import { Ledger } from '../../ledger/ledger.ts';
import type { StampAge } from '../../ledger/log/stamp.ts';
import { hasLedger } from '../../ledger/open-log.ts';
import { checkPulled } from '../../pipeline/pull/check-pulled.ts';
import { PULLED_NAME } from '../../pipeline/state-place.ts';
import { planDamage } from '../../report/result/plan-basis.ts';
import {
  claimsIn,
  damageOf,
  type KeptFile,
  keptFiles,
  lackOfLedger,
  requireLedger,
} from '../../state/claims.ts';
import { fingerprintsName, SHAPE_NAME, shapeDamage } from '../../state/last-sync.ts';
import { State, type StatePaths } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import { grouped } from '../../terminal/printable.ts';

const NO_AGES: ReadonlyMap<EntityName, StampAge> = new Map();
const OLDER = 'older than the ledger: the next sync compares every row';

/** Everything that was found out about a state folder. */
export type Examination = {
  readonly findings: readonly StateFinding[];
  /** The checkpoint of the run, if there is a sound one. */
  readonly checkpoint: Checkpoint | undefined;
  /** The checkpoint of a retry of the rejects that is not finished. */
  readonly retry: Checkpoint | undefined;
};

/** Reads every kept file of a state and compares it with what is known of it. Changes nothing. */
export async function examineState(state: State, system: System, signal: AbortSignal): Promise<Examination> {
  const { files } = system;
  const run = await examineRun(state, state, 'run', files);
  const retry = await examineRun(state.retry, state, 'retry', files);
  const checkpoints = [run.checkpoint, retry.checkpoint].filter((each) => each !== undefined);
  const ledger = await examineLedger(state, checkpoints, system);
  return {
    findings: [
      ...run.findings,
      ...retry.findings,
      ...ledger.findings,
      ...examineFormer(state),
      ...(await examineFingerprints(state, ledger)),
      ...(await examineDocuments(state.paths, files)),
      ...(await examineRuns(state, files)),
      ...(await examineFiles(state, files)),
      ...(await examinePulled(state.paths, files, signal)),
      ...(await examineEvents(state.paths, system)),
      ...(await examineLinks(state, files)),
      ...(await examineBack(state, system)),
    ],
    checkpoint: run.checkpoint,
    retry: retry.checkpoint,
  };
}

/** A checkpoint and the files that it claims. */
async function examineRun(
  own: State,
  run: State,
  part: 'run' | 'retry',
  files: Files,
): Promise<{ readonly findings: StateFinding[]; readonly checkpoint?: Checkpoint | undefined }> {
  const { paths, store } = own;
  const nameOf = (path: string): string => relative(run.paths.folder, join(paths.folder, path));
  const file = nameOf('checkpoint.json');
  let checkpoint: Checkpoint | undefined;
  try {
    checkpoint = await store.load();
  } catch (error) {
    return { findings: [badFinding(file, part, error), ...(await unchecked(paths, nameOf, part, files))] };
  }
  if (!checkpoint) return { findings: [] };
  const findings: StateFinding[] = [{ file, part, status: 'ok', message: `saved ${checkpoint.savedAt}` }];
  // The archive of a retry is that of its run.
  const claimed = keptFiles(checkpoint).filter(({ kind }) => part === 'run' || kind !== 'archive');
  for (const each of claimed) {
    const found = await examineKept(each, own);
    findings.push({ ...found, file: nameOf(each.name), part });
  }
  return { findings, checkpoint };
}

async function examineKept(kept: KeptFile, state: State): Promise<Omit<StateFinding, 'file' | 'part'>> {
  const damage = await damageOf(kept, state);
  const what = `${grouped(kept.bytes)} bytes${kept.sums ? '' : ', written without checksums'}`;
  if (!damage) return { status: 'ok', message: what };
  if (kept.kind === 'rejects' && kept.done)
    return { status: 'changed', message: 'changed since the run, which is fine if you corrected it' };
  return { status: 'damaged', byte: damage.byte, message: damage.what };
}

/** The files whose claimed lengths are unknown. */
async function unchecked(
  { keys }: StatePaths,
  nameOf: (path: string) => string,
  part: StatePart,
  files: Files,
): Promise<StateFinding[]> {
  const names = await files.readdir(keys).catch(() => []);
  return names.map((name) => ({
    file: nameOf(`keys/${name}`),
    part,
    status: 'unchecked',
    message: 'its checksums are in the damaged checkpoint',
  }));
}

function badFinding(file: string, part: StatePart, error: unknown): StateFinding {
  if (!(error instanceof RunError)) throw error;
  const status = error.code === 'STATE.LEDGER_LOST' ? 'lost' : 'damaged';
  return { file, part, status, byte: error.where?.byte, message: error.message };
}

async function examineLedger(
  { ledger: place }: State,
  checkpoints: readonly Checkpoint[],
  system: System,
): Promise<{
  readonly findings: StateFinding[];
  readonly withSums: ReadonlySet<string>;
  /** The fit of the fingerprints of each entity to the ledger. */
  readonly ages: ReadonlyMap<EntityName, StampAge>;
}> {
  const none = { withSums: new Set<string>(), ages: NO_AGES };
  const [file, part] = ['ledger.log', 'ledger'] as const;
  try {
    await requireLedger(place, checkpoints, system.files);
    if (!(await hasLedger(place, system.files))) return { ...none, findings: [] };
    using ledger = new Ledger(place, system, undefined, claimsIn(checkpoints));
    ledger.check();
    const withSums = new Set(entityNames.filter((entity) => ledger.isPublishedWithSums(entity)));
    const ages = new Map(
      entityNames.map((name) => [name, ledger.ageOf(name, stampIn(place.state, fingerprintsName(name)))]),
    );
    const isOld = [...ages.values()].includes('newer');
    const lack =
      lackOfLedger(ledger, checkpoints) ??
      (isOld ? 'is older than the fingerprints beside it: a part of the state was restored' : undefined);
    if (lack !== undefined)
      return { withSums, ages, findings: [{ file, part, status: 'lost', message: `the ledger ${lack}` }] };
    const message = contentOf(ledger, checkpoints);
    return { withSums, ages, findings: [{ file, part, status: 'ok', message }] };
  } catch (error) {
    return { ...none, findings: [badFinding(file, part, error)] };
  }
}

function contentOf(ledger: Ledger, checkpoints: readonly Checkpoint[]): string {
  const rows = entityNames.map((entity) => `${grouped(ledger.count(entity))} ${entity}`).join(', ');
  const { checkpoint } = ledger;
  const isOfOther =
    checkpoint !== undefined &&
    checkpoints.length > 0 &&
    !checkpoints.some(({ lineage, retried }) => lineage === checkpoint || retried === checkpoint);
  return isOfOther ? `${rows}; the checkpoint belongs to an earlier run` : rows;
}

function examineFormer({ former: { state, name } }: State): StateFinding[] {
  using kept = state.read(name);
  if (!kept) return [];
  const { lines, damagedAt } = readFormer(kept, () => {});
  const sound = `${grouped(lines)} changes of rows that existed before`;
  return [
    soundOrDamaged(name, 'former', sound, damagedAt === undefined ? undefined : 'is damaged', damagedAt),
  ];
}

async function examineFingerprints(
  { kept }: State,
  {
    withSums,
    ages,
  }: { readonly withSums: ReadonlySet<string>; readonly ages: ReadonlyMap<EntityName, StampAge> },
): Promise<StateFinding[]> {
  const findings: StateFinding[] = [];
  for (const entity of entityNames) {
    const file = fingerprintsName(entity);
    if ((await kept.bytesOf(file)) === undefined) continue;
    const damage = damageInSummed(kept, file, withSums.has(entity));
    findings.push(
      !damage && ages.get(entity) === 'older'
        ? { file, part: 'fingerprints', status: 'changed', message: OLDER }
        : soundOrDamaged(file, 'fingerprints', 'fingerprints of the last sync', damage?.what, damage?.byte),
    );
  }
  const shape = 'columns and fields of the last sync';
  if ((await kept.bytesOf(SHAPE_NAME)) !== undefined)
    findings.push(soundOrDamaged(SHAPE_NAME, 'fingerprints', shape, shapeDamage(kept)));
  return findings;
}

/** Finding about a file that is sound or damaged. */
function soundOrDamaged(
  file: string,
  part: StatePart,
  sound: string,
  wrong?: string,
  byte?: number,
): StateFinding {
  return wrong === undefined
    ? { file, part, status: 'ok', message: sound }
    : { file, part, status: 'damaged', byte, message: wrong };
}

async function examineDocuments({ plan, report }: StatePaths, files: Files): Promise<StateFinding[]> {
  const read = (path: string): Promise<string | undefined> =>
    files.readFile(path, 'utf8').catch(() => undefined);
  const found = (part: 'plan' | 'report', wrong?: string): StateFinding =>
    soundOrDamaged(`${part}.json`, part, `the last ${part}`, wrong);
  const [planText, reportText] = [await read(plan), await read(report)];
  return [
    ...(planText === undefined ? [] : [found('plan', planDamage(planText) ?? jsonDamage(planText))]),
    ...(reportText === undefined ? [] : [found('report', jsonDamage(reportText))]),
  ];
}

/** The reports of the kept runs: one line for all that are sound, one for each other. */
async function examineRuns({ runs }: State, files: Files): Promise<StateFinding[]> {
  const findings: StateFinding[] = [];
  const ids = await runs.ids();
  for (const id of ids) {
    const text = await files.readFile(runs.pathsOf(id).report, 'utf8').catch(() => undefined);
    const wrong = text === undefined ? undefined : jsonDamage(text);
    const file = `runs/${id}/report.json`;
    if (wrong !== undefined) findings.push({ file, part: 'runs', status: 'damaged', message: wrong });
  }
  const sound = ids.length - findings.length;
  const message = `${sound} kept ${sound === 1 ? 'run' : 'runs'}`;
  return [
    ...(sound > 0 ? [{ file: 'runs/', part: 'runs', status: 'ok', message } as const] : []),
    ...findings,
  ];
}

/** The map of copied files and its index, if files were copied. */
async function examineFiles({ kept, paths }: State, files: Files): Promise<StateFinding[]> {
  if (!files.existsSync(join(paths.folder, 'files'))) return [];
  // Loaded for those who copy files.
  const { examineMap, MAP_INDEX, MAP_LOG } = await import('../../pipeline/files/map/open-file-map.ts');
  const found = await examineMap(kept, join(paths.folder, MAP_INDEX), files);
  if (!found) return [];
  const { lines, damage, isIndexSound } = found;
  const part = 'files';
  const message = `${grouped(lines)} records of copied files`;
  return [
    damage ? badFinding(MAP_LOG, part, damage) : { file: MAP_LOG, part, status: 'ok', message },
    ...(isIndexSound === false
      ? [
          {
            file: MAP_INDEX,
            part,
            status: 'changed',
            message: 'does not fit: the next run makes it anew',
          } as const,
        ]
      : []),
  ];
}

/** Records of the API of an old system: one line for all that are sound, one for each other file. */
async function examinePulled(
  { folder, prepared }: StatePaths,
  files: Files,
  signal: AbortSignal,
): Promise<StateFinding[]> {
  const found = await checkPulled(prepared, files, signal);
  if (!found) return [];
  const { conversations, until, wrong } = found;
  const nameOf = (file: string): string => relative(folder, join(prepared, file));
  const when = until === undefined ? 'not to the end; the next run continues' : new Date(until).toISOString();
  const message = `records of ${grouped(conversations)} conversations of the old system, read ${when}`;
  return [
    { file: `${nameOf(PULLED_NAME)}/`, part: 'pulled', status: 'ok', message },
    ...wrong.map(({ file, isThere, message: what }): StateFinding => {
      const status = isThere ? 'damaged' : 'changed';
      return {
        file: nameOf(file),
        part: 'pulled',
        status,
        message: isThere ? what : `${what}: ${READ_AGAIN}`,
      };
    }),
  ];
}

/** Events that are kept: one line for all files that are sound, one for each other. */
async function examineEvents({ folder, live }: StatePaths, system: System): Promise<StateFinding[]> {
  if (!system.files.existsSync(live)) return [];
  const { KeptInbox } = await import('../live/inbox/kept-inbox.ts');
  const found = await new KeptInbox({ folder, keepMs: 0 }, '', system).examine();
  const events = found.reduce((sum, each) => sum + each.events, 0);
  const bad = found.flatMap(({ file, damage }) => (damage ? [badFinding(file, 'events', damage)] : []));
  const message = `${grouped(events)} events of both systems`;
  return found.length > bad.length
    ? [{ file: 'live/in/', part: 'events', status: 'ok', message }, ...bad]
    : bad;
}

/** The log of what both sides hold. */
async function examineLinks(state: State, files: Files): Promise<StateFinding[]> {
  if (!files.existsSync(state.paths.live)) return [];
  const { KeptLinks, LINKS_LOG } = await import('../live/lane/links/kept-links.ts');
  try {
    const records = new KeptLinks(state, files).count();
    if (records === undefined) return [];
    return [{ file: LINKS_LOG, part: 'links', status: 'ok', message: `${grouped(records)} records` }];
  } catch (error) {
    return [badFinding(LINKS_LOG, 'links', error)];
  }
}

/** The ledger of what is carried back to the old system, with the checkpoint beside it. */
async function examineBack({ paths }: State, system: System): Promise<readonly StateFinding[]> {
  const folder = join(paths.live, 'back');
  if (!system.files.existsSync(folder)) return [];
  const back = new State(folder, system.files);
  const run = await examineRun(back, back, 'run', system.files);
  const { findings } = await examineLedger(back, run.checkpoint ? [run.checkpoint] : [], system);
  const own = relative(paths.folder, folder);
  return [...run.findings, ...findings].map((each) => ({
    ...each,
    file: `${own}/${each.file}`,
    part: 'back',
  }));
}

const READ_AGAIN = 'the next run reads it again';

function jsonDamage(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { version?: unknown }).version === 1 ? undefined : 'is not of version 1';
  } catch (error) {
    return `is damaged: ${(error as Error).message}`;
  }
}

/**
 * `ok`: as it was written. `changed`: a rejects file that the user may correct. `damaged`: not what was written. `lost`: it
 * does not hold what the checkpoint says that it held. `unchecked`: the checkpoint that knows its content is damaged.
 */
type FindingStatus = 'ok' | 'changed' | 'damaged' | 'lost' | 'unchecked';

/** Part of the state that a repair has to mend, or to do without. */
export type StatePart =
  | 'run'
  | 'retry'
  | 'ledger'
  | 'back'
  | 'former'
  | 'fingerprints'
  | 'plan'
  | 'report'
  | 'runs'
  | 'files'
  | 'pulled'
  | 'events'
  | 'links';

/** Finding about one kept file. */
export type StateFinding = {
  /** Its path in the state folder. */
  readonly file: string;
  readonly part: StatePart;
  readonly status: FindingStatus;
  /** Damage: the first byte that is wrong or missing, as far as that is known. */
  readonly byte?: number | undefined;
  /** The contents, or what is wrong; no final period. */
  readonly message: string;
};

/** True if a run does not go on with what was found. */
export const isBad = ({ status }: StateFinding): boolean => status === 'damaged' || status === 'lost';
