import { exitCodes, RunError } from '../../errors/run-error.ts';
import { openKept } from '../../state/open-kept.ts';
import { printable, printableJson } from '../../terminal/printable.ts';
import { dropAddress, readAddresses } from './phases/documents/hook-addresses.ts';
import { type LivePhase, readPhase } from './phases/documents/phase-document.ts';
import type { LiveContext } from './phases/live-session.ts';
import { openDoors } from './phases/open-doors.ts';
import { hookUrls } from './receive/hook-urls.ts';
import { sides as bothSides } from './side.ts';
import { openSides, requireLive } from './sides/open-sides.ts';

/** Options of `chatferry live hooks`. */
export type LiveHooksOptions = {
  readonly pipeline: string;
  /** Removes ours. */
  readonly remove: boolean;
};

/** The webhooks of a side as they are. */
type SideHooks = {
  readonly side: string;
  readonly system: string;
  /** False if no key for them is given: they are set by hand. */
  readonly canBeSet: boolean;
  readonly hooks: readonly {
    readonly id: string;
    readonly url: string;
    readonly isOurs: boolean;
    readonly ofAnotherState: boolean;
  }[];
};

/** The host alone: paths are secrets, also those of others. */
const shownUrl = (url: string): string =>
  URL.canParse(url) ? `${new URL(url).origin}/…` : 'an address that is none';

/**
 * Shows which webhooks both systems have, ours and others; removes ours if that is asked for. Returns the exit code.
 * @throws RunError `LIVE.PHASE` if ours are needed still, `LIVE.*`, `PULL.*`; OriginError
 */
export async function liveHooks(
  { pipeline: file, remove }: LiveHooksOptions,
  outside: LiveContext,
): Promise<number> {
  await using kept = await openKept(file, outside);
  const { context, state } = kept;
  const { json, out, signal, system } = context;
  const pipeline = requireLive(kept.pipeline);
  if (remove) requireUnneeded(readPhase(state.kept)?.phase, file);
  await using doors = await openDoors(await openSides(pipeline, context), system);
  const urls = await hookUrls(pipeline, context);
  const found: SideHooks[] = [];
  for (const side of bothSides) {
    const { hooks, name } = doors[side];
    const known = readAddresses(state.kept).filter((each) => each.side === side);
    const ours = new Set([known.map(({ url }) => url), urls[side] ?? []].flat(2));
    if (remove && hooks)
      for (const url of ours) {
        await hooks.remove(url, signal);
        await dropAddress(state.kept, { side, url });
      }
    const all = (await hooks?.list(signal)) ?? [];
    const shown = all.map(({ id, url, isOurs }) => ({
      id,
      url: shownUrl(url),
      isOurs: ours.has(url),
      // Such as one whose state was deleted, or that a colleague's pipeline needs.
      ofAnotherState: isOurs && !ours.has(url),
    }));
    found.push({ side, system: name, canBeSet: hooks !== undefined, hooks: shown });
  }
  if (json)
    out(
      printableJson({
        version: 1,
        command: 'live hooks',
        pipeline: pipeline.name,
        exitCode: exitCodes.ok,
        sides: found,
      }),
    );
  else out(found.map((each) => hooksText(each)).join(''));
  return exitCodes.ok;
}

/** @throws RunError `LIVE.PHASE` */
function requireUnneeded(phase: LivePhase | undefined, file: string): void {
  if (phase === undefined || phase === 'stopped' || phase === 'capture') return;
  throw new RunError(
    'LIVE.PHASE',
    `without webhooks no event would come in any more; the phase is ${phase}`,
    {
      hint: `chatferry live stop ${file}`,
    },
  );
}

function hooksText({ side, system, canBeSet, hooks }: SideHooks): string {
  const head = `${side} side, ${printable(system)}`;
  if (!canBeSet) return `${head}: no key for its webhooks is given; set and remove them by hand\n`;
  if (hooks.length === 0) return `${head}: no webhooks\n`;
  const lines = hooks.map(
    ({ id, url, isOurs, ofAnotherState }) =>
      `  ${isOurs ? 'ours ' : 'other'}  ${printable(id)}  ${printable(url)}${ofAnotherState ? '  of chatferry, of another state' : ''}\n`,
  );
  return `${head}:\n${lines.join('')}`;
}
