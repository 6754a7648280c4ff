import type { LaneWriter } from '../../../src/features/live/pass/lane-writer.ts';
import { openLaneWriter } from '../../../src/features/live/pass/open-lane-writer.ts';
import type { Side } from '../../../src/features/live/side.ts';
import { loadPipeline } from '../../../src/pipeline/pipeline.ts';
import { realSystem, type System } from '../../../src/system/system.ts';
import type { Runtime, Stderr } from '../../../src/terminal/context.ts';
import { styleFor } from '../../../src/terminal/style.ts';

/** What commands give to a writer, in this process. */
export const contextHere = (system: System = realSystem): Runtime & Stderr => ({
  system,
  env: {},
  signal: new AbortController().signal,
  allowCode: false,
  commandLine: 'chatferry live',
  err: () => {},
  errStyle: styleFor(false),
  live: false,
  columns: () => 80,
  quiet: true,
  verbosity: 0,
});

/** Opens the writer of a direction of a pipeline file. */
export const writerHere = (file: string, to: Side, system: System = realSystem): Promise<LaneWriter> =>
  openLaneWriter({ pipeline: loadPipeline(file, {}), to }, contextHere(system));
