import { join } from 'node:path';
import type { StateStore } from '../../../../files/state/state-store.ts';
import { removeIndex } from '../../../../ledger/index/remove-index.ts';
import {
  damaged,
  type MapLine,
  MapLog,
  mapLogLines,
  requireTorn,
} from '../../../../pipeline/files/map/map-log.ts';
import { MAP_START, type MapPlace } from '../../../../pipeline/files/map/map-record.ts';
import type { State } from '../../../../state/state.ts';
import type { Files } from '../../../../system/files.ts';
import { LINKS_HEAD, LINKS_VERSION, type LinksRecord } from './links-record.ts';

/** The log in the state. */
export const LINKS_LOG = 'live/links.ndjson';
/** The name of the log in errors. */
export const LINKS_WHAT = 'the log of what both sides hold';

/** The index of the log, a file of this machine. */
export const linksIndexPath = (folder: string): string => join(folder, 'live', 'links.sqlite');

type Kept = Pick<State, 'kept' | 'paths'>;
type Test = (record: LinksRecord) => boolean;

/** The log of what both sides hold, while nothing adds to it. */
export class KeptLinks {
  readonly #store: StateStore;
  readonly #index: string;
  readonly #files: Files;

  constructor({ kept, paths }: Kept, files: Files) {
    this.#store = kept;
    this.#index = linksIndexPath(paths.folder);
    this.#files = files;
  }

  /**
   * Counts the records that are meant; undefined if there is no log.
   * @throws RunError `STATE.CORRUPT` if the log is damaged
   */
  count(isMeant: Test = () => true): number | undefined {
    using log = this.#store.read(LINKS_LOG);
    if (!log) return undefined;
    const path = this.#store.pathOf(LINKS_LOG);
    let count = 0;
    let end: MapPlace = MAP_START;
    for (const { record, place } of mapLogLines<LinksRecord>(log, end)) {
      if (end.at === 0 && !isHead(record)) throw damaged(path, 0, LINKS_WHAT);
      end = place;
      if (record.is !== 'links' && isMeant(record)) count++;
    }
    if (end.at < log.bytes) requireTorn(log, end, path, LINKS_WHAT);
    return count;
  }

  /**
   * Writes the log anew with the records that stay, up to the first damaged line. The index is made anew when it is opened.
   * @throws RunError `STATE.UNWRITABLE`
   */
  rewrite(stays: Test = () => true): void {
    {
      using log = this.#store.read(LINKS_LOG);
      if (!log) return;
      using draft = this.#store.draft(LINKS_LOG);
      const path = this.#store.pathOf(LINKS_LOG);
      const next = new MapLog(draft, path, MAP_START, LINKS_HEAD, LINKS_WHAT);
      for (const { record } of known(mapLogLines<LinksRecord>(log, MAP_START)))
        if (record.is !== 'links' && stays(record)) next.append(record);
      draft.publish();
    }
    removeIndex(this.#index, this.#files);
  }
}

/** True for the first line of a log of this version. */
export const isHead = (record: LinksRecord): boolean =>
  record.is === 'links' && record.version === LINKS_VERSION;

/** The lines of a log that begins as one of ours. */
function* known(lines: Iterable<MapLine<LinksRecord>>): Generator<MapLine<LinksRecord>> {
  let isFirst = true;
  for (const line of lines) {
    if (isFirst && !isHead(line.record)) return;
    isFirst = false;
    yield line;
  }
}
