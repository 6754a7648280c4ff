import { versionHash } from '../input/entities/row-version.ts';
import type { Mapping } from '../input/rows/mapping.ts';
import type { Bounds } from '../input/rows/record.ts';
import type { Row } from '../input/rows/row.ts';
import type { Facts } from '../input/screen/facts.ts';
import type { Reading, Source } from '../input/sources/source.ts';
import { contentOf, type Stamp } from '../keys/key-index.ts';
import type { Route } from '../service/targets/target.ts';
import { type CheckDeps, type CheckedRow, checkRow } from './check.ts';
import type { Slabs } from './slab/slab.ts';
import { type RunScreen, SlabBlocks } from './slab/slab-blocks.ts';
import type { SlabRow } from './slab/slab-row.ts';
import { SlabWriter, type SlabWriterDeps } from './slab/slab-writer.ts';

export type ReadingDeps = CheckDeps & {
  readonly route: Pick<Route, 'refuses' | 'bulk'>;
  readonly versions: SlabWriterDeps['versions'];
  /** For the rows of all files of the step. */
  readonly slabs: Slabs;
  /** For the rows of all files of the run. */
  readonly screen: RunScreen;
};

/** Names that the members of object rows may have; records with others are checked as rows. */
const NAMES_MAX = 200;

/**
 * Reads the records of a file and checks each of them: in a slab if its bytes prove it valid, else as a row. Both ways
 * enter their keys into the same index, in the order of the file.
 */
export function stepReading(source: Source, file: number, deps: ReadingDeps): Reading<CheckedRow> {
  const { bulk, refuses } = deps.route;
  const mapping = deps.mappings[file] as Mapping;
  const row = (each: Row): CheckedRow => checkRow(each, deps);
  // Only rows that are read as objects get times.
  const isPlain = mapping.isPlain && deps.policies.unread === undefined;
  if (!bulk || refuses || !source.rowOf || !isPlain || !deps.entity.partSteps) return { row };
  const names = [...(source.columns ?? mapping.columns)];
  const known = new Set(names);
  const { entity, carries, versions, slabs } = deps;
  const owned = mapping.owned([]);
  const common = { file, entity, source, mapping, owned, carries, needs: bulk.needs, versions };
  const writer = new SlabWriter(common, slabs, names);
  return {
    names,
    blocks(push, numbered) {
      const { sipKey } = versions;
      const thread = sipKey && deps.screen.thread;
      if (!thread) return undefined;
      const fits = (facts: Facts, key: KeyOf, content: number): boolean =>
        fitsRowsBefore(facts, key, { content, line: facts.line, file }, deps);
      const isOld = (facts: Facts): boolean => isTooOld(facts, deps);
      const sync = { numbered, byVersion: deps.versionOf !== undefined };
      const blockDeps = { ...common, ...sync, sipKey, fits, isTooOld: isOld };
      return new SlabBlocks(blockDeps, thread, slabs, names, push).screen;
    },
    record: (record, ordinal = -1) => slabRow(record, ordinal, writer, deps),
    row(each) {
      // Members that no field reads are common in exports; they are named when they are first seen in a row.
      if (!source.columns && !each.fault)
        for (const name of Object.keys(each.values))
          if (names.length < NAMES_MAX && !known.has(name)) {
            known.add(name);
            names.push(name);
          }
      return row(each);
    },
  };
}

/** The row of a record in a slab; undefined if it has to be checked as a row. */
function slabRow(
  record: Bounds,
  ordinal: number,
  writer: SlabWriter,
  deps: ReadingDeps,
): SlabRow | undefined {
  if (!writer.accepts(record)) return undefined;
  const { facts } = writer;
  const row = writer.write(record, ordinal);
  if (!row) return undefined;
  const { slab, index } = row;
  const key = { lo: slab.keyLo[index] as number, hi: slab.keyHi[index] as number };
  if (deps.versionOf)
    slab.content[index] = versionHash(
      slab.contentVersion[index] as number,
      slab.fixedVersion[index] as number,
    );
  const place = { line: record.line, file: record.file, content: slab.content[index] as number };
  if (!fitsRowsBefore(facts, key, place, deps)) {
    slab.release();
    return undefined;
  }
  if (isTooOld(facts, deps)) row.tooOldAt = facts.seconds;
  return row;
}

type KeyOf = { readonly lo: number; readonly hi: number };

/** Whether a row that is valid by itself certainly fits the rows before it; then its key is recorded. */
function fitsRowsBefore(
  facts: Facts,
  { lo, hi }: KeyOf,
  { content, line, file }: Omit<Stamp, 'lo' | 'hi'>,
  deps: ReadingDeps,
): boolean {
  if (isTooOld(facts, deps) && (deps.retention?.policy !== 'allow' || deps.isHeld)) return false;
  if (!hasReferences(facts, deps)) return false;
  const keys = deps.keys[deps.entity.name];
  if (keys.has(lo, hi)) return false;
  keys.land(lo, hi, contentOf(content), line, file);
  return true;
}

const isTooOld = ({ seconds }: Facts, { entity, retention }: ReadingDeps): boolean =>
  entity.tooOld !== undefined && retention !== undefined && seconds < retention.before;

/** Whether a row that is valid by itself certainly fits the rows before it, apart from its key. */
function hasReferences(facts: Facts, { entity, keys, now }: ReadingDeps): boolean {
  const { userLo, userHi, otherLo, otherHi } = facts;
  switch (entity.name) {
    case 'users':
      return true;
    case 'groups':
      return (userLo === 0 && userHi === 0) || keys.users.hasLanded(userLo, userHi);
    case 'members':
      return (
        facts.seconds < now && keys.users.hasLanded(userLo, userHi) && keys.groups.hasLanded(otherLo, otherHi)
      );
    case 'messages':
      return (
        (facts.toGroup || userLo !== otherLo || userHi !== otherHi) &&
        keys.users.hasLanded(userLo, userHi) &&
        (facts.toGroup ? keys.groups : keys.users).hasLanded(otherLo, otherHi)
      );
    default:
      // Checked as a row.
      return false;
  }
}
