import { exitCodes } from '../../errors/run-error.ts';
import { openKept } from '../../state/open-kept.ts';
import { printable, printableJson } from '../../terminal/printable.ts';
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
  readonly hooks: readonly { readonly id: string; readonly url: string; readonly isOurs: boolean }[];
};

/** Ends of addresses are secrets: who knows one gets as far as the signature. */
const shownUrl = (url: string): string => {
  const { origin, pathname } = new URL(url);
  const [, first = ''] = pathname.split('/');
  return `${origin}/${first}/…`;
};

/**
 * Shows which webhooks both systems have, ours and others; removes ours if that is asked for. Returns the exit code.
 * @throws RunError `LIVE.*`, `PULL.*`; OriginError
 */
export async function liveHooks(
  { pipeline: file, remove }: LiveHooksOptions,
  outside: LiveContext,
): Promise<number> {
  await using kept = await openKept(file, outside);
  const { context } = kept;
  const { json, out, signal, system } = context;
  const pipeline = requireLive(kept.pipeline);
  await using doors = await openDoors(await openSides(pipeline, context), system);
  const urls = await hookUrls(pipeline, context);
  const found: SideHooks[] = [];
  for (const side of bothSides) {
    const { hooks, name } = doors[side];
    const url = urls[side];
    if (remove && url !== undefined) await hooks?.remove(url, signal);
    const all = (await hooks?.list(signal)) ?? [];
    const shown = all.map((each) => ({ ...each, isOurs: each.url === url, url: shownUrl(each.url) }));
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

function hooksText({ side, system, canBeSet, hooks }: SideHooks): string {
  const head = `${side} side, ${printable(system)}`;
  if (!canBeSet) return `${head}: no key for its webhooks is given; set and remove them by hand\n`;
  if (hooks.length === 0) return `${head}: no webhooks\n`;
  const lines = hooks.map(
    ({ id, url, isOurs }) => `  ${isOurs ? 'ours ' : 'other'}  ${printable(id)}  ${printable(url)}\n`,
  );
  return `${head}:\n${lines.join('')}`;
}
