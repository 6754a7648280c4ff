import type { Plan } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import type { Entity, EntityName, EntityTable } from '../../input/entities/entity.ts';
import { ledgerKeyOf } from '../../ledger/ledger-key.ts';
import type { ObjectCounts } from '../../pipeline/files/file-counts.ts';
import { openPlan } from '../../pipeline/open-plan.ts';
import { planOptions } from '../../session/connect.ts';
import { temporaryWorkplace } from '../../session/workplace/workplace.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { amount, grouped, printable, sizeText } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import type { UndoOptions, UndoSession } from './open-undo.ts';
import type { FilesToRemove, RemovedFiles } from './undo-document.ts';

/** The entities whose rows name files. */
const NAMING: readonly EntityName[] = ['users', 'groups', 'messages'];

/** The number of rows of the pipeline that are still in the service and may name files. */
const rowsLeft = ({ ledger }: UndoSession): number =>
  NAMING.reduce((sum, name) => sum + ledger.count(name) - ledger.count(name, 'exists'), 0);

/**
 * The copies that would be removed; undefined if there are none. Where nothing but rows that stay is left, their files stay.
 * @param counts the rows that would be removed
 */
export function filesToRemove(
  counts: Readonly<EntityTable<{ readonly direct: number; readonly implied: number }>>,
  session: UndoSession,
): FilesToRemove | undefined {
  const { copies, pipeline, ledger } = session;
  if (!copies || !pipeline.files) return undefined;
  const removals = NAMING.reduce((sum, name) => {
    const { direct = 0, implied = 0 } = counts[name] ?? {};
    return sum + direct + implied;
  }, 0);
  const staying = rowsLeft(session) - removals;
  if (removals === 0 && staying > 0 && !ledger.removal) return undefined;
  const { uploads, created, shared } = copies;
  if (created.objects + uploads + shared.named === 0) return undefined;
  return {
    to: pipeline.files.shown,
    ...created,
    uploads,
    atMost: staying > 0,
    shared: shared.named + shared.givenUp,
  };
}

/**
 * Removes copies once the rows are removed: all that are our work, or, where rows stay, those that these do not name.
 * @param hasLeft true if values stay in rows that were there before
 * @throws RunError `FILES.STORE_*`, `STATE.UNWRITABLE`
 */
export async function removeFiles(
  session: UndoSession,
  hasLeft: boolean,
  context: Runtime & Stderr,
): Promise<RemovedFiles | undefined> {
  const { copies, pipeline, signal, system } = session;
  if (!copies || !pipeline.files) return undefined;
  const { shown: to } = pipeline.files;
  if (rowsLeft(session) === 0 && !hasLeft) {
    const removed = await copies.remove(() => true, signal);
    if (removed.kept.objects === 0) await copies.clear();
    return { to, ...removed };
  }
  await using workplace = temporaryWorkplace(context);
  const opened = await opening(() =>
    openPlan(pipeline, planOptions(pipeline, workplace, system.clock.now())),
  );
  if (opened instanceof RunError)
    return { to, ...(await copies.remove(() => false, signal)), unread: opened.message };
  const { NamedFiles } = await import('../../pipeline/files/named-objects.ts');
  const leaves = (entity: Entity, fields: Readonly<Record<string, unknown>>): boolean =>
    isGone(entity, fields, hasLeft, session);
  using named = await NamedFiles.read(opened, copies.map, leaves, { files: system.files, signal });
  return { to, ...(await copies.remove((object) => named.isOnlyTheirs(object), signal)) };
}

/** Forgets copies that are nobody's work here, once no row is left: what another pipeline has made is not needed any more. */
export async function forgetFiles(session: UndoSession): Promise<void> {
  const { copies, former } = session;
  if (!copies || rowsLeft(session) > 0 || former.exists) return;
  const { created, uploads, shared } = copies;
  if (created.objects + uploads + shared.named + shared.givenUp === 0) await copies.clear();
}

/** Words on what is to be typed later, because another pipeline needs copies of ours now; undefined if none does. */
export const laterText = (shared: number, { pipeline }: Pick<UndoOptions, 'pipeline'>): string | undefined =>
  shared > 0 ? `chatferry undo ${pipeline}  again, once the other pipeline is undone` : undefined;

async function opening(open: () => Promise<Plan>): Promise<Plan | RunError> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    return error;
  }
}

/** True if a row is certainly not in the service because of us. */
function isGone(
  entity: Entity,
  fields: Readonly<Record<string, unknown>>,
  hasLeft: boolean,
  { ledger }: UndoSession,
): boolean {
  const parsed = entity.schema().safeParse(entity.shape ? entity.shape(fields) : fields);
  if (!parsed.success) return false;
  const entry = ledger.find(entity.name, ledgerKeyOf(entity, entity.key(parsed.data)));
  return entry === undefined || (entry.origin === 'exists' && !hasLeft);
}

const objectsText = ({ objects, bytes }: ObjectCounts): string =>
  `${amount(objects, 'copy', 'copies')} of files (${sizeText(bytes)})`;

/** The line of a plan. */
export function filesToRemoveLines(files: FilesToRemove | undefined, style: Style): string[] {
  if (!files) return [];
  const { to, atMost, objects, uploads, shared } = files;
  const parts = [
    ...(objects > 0 ? [`remove ${atMost ? 'up to ' : ''}${objectsText(files)} from ${printable(to)}`] : []),
    ...(shared > 0 ? [`leave ${amount(shared, 'copy', 'copies')} that another pipeline needs`] : []),
    ...(uploads > 0 ? [`give up ${amount(uploads, 'upload')} that did not end`] : []),
  ];
  return [
    `  files      ${parts.join(', ')}`,
    ...(atMost ? [`${style.yellow('!')} copies that rows which stay may name stay as well`] : []),
    '  Copies that another pipeline uses stay if its state is beside this one; of other pipelines nothing is known.',
  ];
}

/** The line of a result. */
export function removedFilesLines(files: RemovedFiles | undefined, style: Style): string[] {
  if (!files) return [];
  const { to, kept, unread } = files;
  return [
    `  files      removed ${objectsText(files)} from ${printable(to)}`,
    ...(kept.objects > 0
      ? [
          `             ${style.yellow(`${grouped(kept.objects)} stay: rows that stay, or another pipeline, may name them`)}`,
        ]
      : []),
    ...(unread === undefined
      ? []
      : [
          `${style.yellow('!')} the sources cannot be read, so nothing is known of what rows name: ${printable(unread)}`,
        ]),
  ];
}
