import { RunError } from '../../errors/run-error.ts';
import { requireOwnFolder } from '../../files/own-folder.ts';
import type { Report } from '../../report/result/report.ts';
import { openPlace } from '../../state/open-kept.ts';
import { State } from '../../state/state.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';

/** The kept runs of a pipeline. */
export type FoundRuns = {
  readonly name: string;
  readonly runs: State['runs'];
  /** The oldest first. */
  readonly ids: readonly string[];
};

/**
 * Finds the runs of a pipeline.
 * @param file the pipeline file as typed
 * @throws RunError `CONFIG.*`, `STATE.NOT_OWN`
 */
export async function findRuns(file: string, context: Runtime & Pick<Stderr, 'err'>): Promise<FoundRuns> {
  await using kept = await openPlace(file, context);
  const { name, stateFolder } = kept.pipeline;
  const { files } = context.system;
  const { paths, runs } = new State(stateFolder, files);
  await requireOwnFolder(paths.folder, files);
  return { name, runs, ids: await runs.ids() };
}

/** `last`, `last-1`, … */
const FROM_END = /^last(?:-(\d{1,4}))?$/;

/**
 * The id of the run that a user names: an id, the beginning of only one, `last`, or `last-1` for the one before.
 * @throws RunError `RUN.UNKNOWN`
 */
export function runNamed(typed: string, { name, ids }: FoundRuns, file: string): string {
  const [found, back = '0'] = FROM_END.exec(typed) ?? [];
  const matching =
    found === undefined ? ids.filter((id) => id.startsWith(typed)) : ids.slice(-1 - Number(back)).slice(0, 1);
  const [id] = matching;
  const isEnough = found === undefined ? matching.length === 1 : ids.length > Number(back);
  if (id !== undefined && isEnough && typed !== '') return id;
  const why = matching.length > 1 ? `${matching.length} runs begin with ${typed}` : `no kept run is ${typed}`;
  throw new RunError('RUN.UNKNOWN', `${why}; ${ids.length} runs of ${name} are kept`, {
    hint: `see which there are:  chatferry runs ${file}`,
  });
}

/**
 * The report of a run.
 * @throws RunError `RUN.UNKNOWN` if it has none yet, or it cannot be read
 */
export async function reportOf(id: string, { runs }: FoundRuns): Promise<Report> {
  const { report } = await runs.read(id);
  if (report) return report;
  throw new RunError('RUN.UNKNOWN', `the run ${id} has no report: it is still running, or it was killed`, {
    hint: 'the next run of the pipeline writes the report of a killed run',
  });
}
