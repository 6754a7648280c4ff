import type { OptionalName } from '../../../input/entities/entity.ts';
import { bans } from './bans.ts';
import { blocks } from './blocks.ts';
import { friends } from './friends.ts';
import type { OptionalCalls } from './optional-calls.ts';
import { pins } from './pins.ts';
import { reactions } from './reactions.ts';
import { receipts } from './receipts.ts';
import { roles } from './roles.ts';
import { tokens } from './tokens.ts';

/** Every optional entity; a new one is one more file and one line here. */
export const optionalEntities: Readonly<Record<OptionalName, OptionalCalls>> = {
  roles,
  friends,
  reactions,
  pins,
  receipts,
  blocks,
  bans,
  tokens,
};

const eachOf = <K extends keyof OptionalCalls>(part: K): Readonly<Record<OptionalName, OptionalCalls[K]>> =>
  Object.fromEntries(Object.entries(optionalEntities).map(([name, calls]) => [name, calls[part]])) as Record<
    OptionalName,
    OptionalCalls[K]
  >;

/** Their routes. */
export const optionalRoutes = eachOf('route');
/** The way in which their rows are changed. */
export const optionalChanges = eachOf('changes');
