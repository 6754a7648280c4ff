import type { Versions } from '../input/entities/row-version.ts';
import type { Mapping } from '../input/rows/mapping.ts';
import type { Row } from '../input/rows/row.ts';
import type { Reading, Source } from '../input/sources/source.ts';
import { contentOf, type Stamp } from '../keys/key-index.ts';
import type { Facts } from '../prefilter/facts.ts';
import type { ScreenThread } from '../prefilter/wasm/wasm-screen.ts';
import type { Route } from '../service/targets/target.ts';
import { type CheckDeps, type CheckedRow, checkRow } from './check.ts';
import type { Slabs } from './rows/slab.ts';
import { type RunScreen, SlabBlocks } from './rows/slab-blocks.ts';

export type ReadingDeps = CheckDeps & {
  readonly route: Pick<Route, 'carries' | 'refuses' | 'bulk'>;
  readonly versions: Versions;
  /** For the rows of all files of the step. */
  readonly slabs: Slabs;
  /** For the rows of all files of the run. */
  readonly screen: RunScreen;
};

/** Names that the members of object rows may have; records with others are checked as rows. */
const NAMES_MAX = 200;

/**
 * Reads the records of a file and checks each of them: in a slab if the screen proves it valid, else as a row. Both ways
 * enter their keys into the same index, in the order of the file.
 */
export function stepReading(source: Source, file: number, deps: ReadingDeps): Reading<CheckedRow> {
  const { bulk, carries, refuses } = deps.route;
  const mapping = deps.mappings[file] as Mapping;
  const row = (each: Row): CheckedRow => checkRow(each, deps);
  // Only rows that are read as objects get times.
  const isPlain = mapping.isPlain && deps.policies.unread === undefined;
  if (!bulk || refuses || !source.rowOf || !isPlain || !deps.entity.partSteps) return { row };
  const { entity, versions, slabs } = deps;
  const { sipKey } = versions;
  // Records of ledgers with other digests are checked as rows.
  if (!sipKey) return { row };
  const names = [...(source.columns ?? mapping.columns)];
  const known = new Set(names);
  return {
    blocks(push, numbered) {
      const { thread } = deps.screen;
      if (!thread) return undefined;
      const fits = (facts: Facts, key: KeyOf, content: number): boolean =>
        fitsRowsBefore(facts, key, { content, line: facts.line, file }, deps);
      const isOld = (facts: Facts): boolean => isTooOld(facts, deps);
      const byVersion = deps.versionOf !== undefined;
      // No row of a later step changes those.
      const known = entity.name === 'messages' ? knownKeys(thread, deps.keys) : undefined;
      const common = { file, entity, source, mapping, owned: mapping.owned([]), carries, needs: bulk.needs };
      const blockDeps = { ...common, sipKey, numbered, byVersion, fits, known, isTooOld: isOld };
      return new SlabBlocks(blockDeps, thread, slabs, names, push).screen;
    },
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

function knownKeys(
  thread: ScreenThread,
  { users, groups }: ReadingDeps['keys'],
): ReturnType<ScreenThread['know']> {
  const ofUsers = users.landedIn((most) => thread.keysIn(most));
  return thread.know({ users: ofUsers, groups: groups.landedIn((most) => thread.keysIn(most, ofUsers)) });
}

type KeyOf = { readonly lo: number; readonly hi: number };

/** True if a row that is valid by itself certainly fits the rows before it; then its key is recorded. */
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

/** True if a row that is valid by itself certainly fits the rows before it, apart from its key. */
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
        facts.isKnown ||
        ((facts.toGroup || userLo !== otherLo || userHi !== otherHi) &&
          keys.users.hasLanded(userLo, userHi) &&
          (facts.toGroup ? keys.groups : keys.users).hasLanded(otherLo, otherHi))
      );
    default:
      // Checked as a row.
      return false;
  }
}
