import { endpoints } from '../../api/endpoints.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { arrayOf, epoch, fields, id, maybe, object, type ShapeOf, string } from '../field.ts';

const shape = fields({
  id: maybe(id),
  name: maybe(string),
  email: maybe(string),
  role: maybe(string),
  createdAt: maybe(epoch),
});
const list = arrayOf(shape);
const results = fields({
  admins: maybe(object),
  developers: maybe(object),
  moderators: maybe(object),
  collaboratorsToRemove: maybe(object),
});

/**
 * A person who may administrate an app. `role` is `admin`, `developer` or `moderator`.
 * @useDeclaredType
 */
export type Collaborator = Readonly<ShapeOf<typeof shape>>;
/**
 * The result for each email address, by list.
 * @useDeclaredType
 */
export type CollaboratorResults = Readonly<ShapeOf<typeof results>>;

/** Email addresses to add with a role, or to remove. An app has at most 25 collaborators. */
export type CollaboratorChange = {
  readonly admins?: readonly string[];
  readonly developers?: readonly string[];
  readonly moderators?: readonly string[];
  readonly collaboratorsToRemove?: readonly string[];
};

/** People who may administrate an app. */
export const collaborators = (call: Caller) => ({
  list: (appId: string, options?: AsApp): ApiPromise<readonly Collaborator[]> =>
    call.data(endpoints.listCollaborators, list, { params: { appId } }, options),

  /** Adds and removes collaborators. Some may be refused while others succeed: read each result. */
  change: (appId: string, change: CollaboratorChange, options?: AsApp): ApiPromise<CollaboratorResults> =>
    call.data(endpoints.changeCollaborators, results, { params: { appId }, body: change }, options),
});
