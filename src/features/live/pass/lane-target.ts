import { dirname } from 'node:path';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { Route, Target } from '../../../service/targets/target.ts';
import { targetApi } from '../../../service/targets/targets.ts';
import { type Connection, routesOf, serviceTargetOf } from '../../../session/connect.ts';

type Routes = Readonly<Record<EntityName, Route>>;

/** The side that a lane writes to, through both of its APIs. */
export type LaneTarget = {
  readonly connection: Connection;
  /** The routes for new messages that are sent, which notifies people, and for those that are imported. */
  readonly routes: { readonly send: Routes; readonly import: Routes };
};

/**
 * Makes the target of a lane of its connection: users, groups and members are written as the pipeline says, messages as each call
 * says. A target that is no app of the service has its place here.
 * @param lane the pipeline of the lane
 * @param main that of the user, beside whose state rates are shared
 */
export function laneTarget(
  lane: Pipeline,
  main: Pick<Pipeline, 'stateFolder'>,
  connection: Connection,
): LaneTarget {
  const own = routesOf(lane, connection.target);
  const [imported, sent] = (['import', 'rest'] as const).map((name) =>
    serviceTargetOf(lane, targetApi(name)),
  ) as [Target, Target];
  const { perSender } = sent;
  const { sharedAs } = connection;
  return {
    connection: {
      ...connection,
      target: {
        ...connection.target,
        budgets: { ...imported.budgets, ...sent.budgets },
        ...(perSender ? { perSender } : {}),
      },
      ...(sharedAs ? { sharedAs: { ...sharedAs, folder: dirname(main.stateFolder) } } : {}),
    },
    routes: {
      send: { ...own, messages: routesOf(lane, sent).messages },
      import: { ...own, messages: routesOf(lane, imported).messages },
    },
  };
}
