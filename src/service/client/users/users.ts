import { endpoints } from '../../api/endpoints.ts';
import { type Acknowledgement, acknowledgementShape } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller, MayAct } from '../caller.ts';
import { epoch, fields, flag, maybe, object, reshaped, type ShapeOf, string, texts } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';

export const userShape = fields({
  uid: string,
  name: maybe(string),
  link: maybe(string),
  avatar: maybe(string),
  metadata: maybe(object),
  /** `available` or `offline`. */
  status: maybe(string),
  /** `default` if no role was given. */
  role: maybe(string),
  statusMessage: maybe(string),
  lastActiveAt: maybe(epoch),
  createdAt: maybe(epoch),
  updatedAt: maybe(epoch),
  deactivatedAt: maybe(epoch),
  tags: maybe(texts),
  /** Present only if requested with `withAuthToken`. */
  authToken: maybe(string),
  /**
   * This and the next four fields are present only on behalf of a user: the conversation with that user, and who blocks
   * whom.
   */
  conversationId: maybe(string),
  blockedByMe: maybe(flag),
  blockedByMeAt: maybe(epoch),
  blockedAt: maybe(epoch),
  hasBlockedMe: maybe(flag),
});

/**
 * A user. Times are seconds since 1970. Fields without a value are absent. Unknown properties are kept.
 * @useDeclaredType
 */
export type User = Readonly<ShapeOf<typeof userShape>>;

/** The rows of lists of users. */
export const userRow = { shape: userShape, idOf: ({ uid }: User): string => uid };

/** The fields of a user. The service converts the uid to lower case. */
type UserFields = {
  readonly name?: string;
  readonly avatar?: string;
  readonly link?: string;
  readonly role?: string;
  readonly statusMessage?: string;
  /** Other users cannot see anything below `@private`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
};

export type NewUser = UserFields & {
  readonly uid: string;
  readonly name: string;
  /** Returns an auth token with the user. */
  readonly withAuthToken?: boolean;
};

export type UserChanges = UserFields & { readonly unset?: readonly ('avatar' | 'link' | 'metadata')[] };

export type UserQuery = PageQuery & {
  /** Text at the beginning of the uid or name. */
  readonly searchKey?: string;
  readonly searchIn?: readonly ('uid' | 'name')[];
  readonly status?: 'available' | 'offline';
  readonly role?: string;
  readonly roles?: readonly string[];
  readonly tags?: readonly string[];
  /** Includes the tags in the response. */
  readonly withTags?: boolean;
  readonly onlyDeactivated?: boolean;
  readonly withDeactivated?: boolean;
};

const deactivationShape = fields({
  deactivatedUids: maybe(texts),
  alreadyDeactivatedUids: maybe(texts),
  notFound: maybe(texts),
});
/**
 * The users that were deactivated, those that already were, and those that do not exist.
 * @useDeclaredType
 */
export type Deactivation = Readonly<ShapeOf<typeof deactivationShape>>;

const deletedShape = (value: unknown): DeletedUser => {
  const read = deactivationShape(value);
  return { ...read, ...acknowledgementShape(value) };
};
/** The result of deleting a user: an acknowledgement if deleted permanently, otherwise a deactivation. */
export type DeletedUser = Deactivation & Acknowledgement;

const reactivationShape = reshaped(
  fields({ reactivatedUids: maybe(texts), nonDeactivatedUids: maybe(texts), notFound: maybe(texts) }),
  // Sources differ on the name of the field; the vendor's example has only the other one.
  (answer) => ({ ...answer, reactivatedUids: answer.reactivatedUids ?? [] }),
);
/**
 * The users that were reactivated, those that were active, and those that do not exist.
 * @useDeclaredType
 */
export type Reactivation = Readonly<ShapeOf<typeof reactivationShape>>;

/** Users of the app. */
export const users = (call: Caller) => ({ ...rows(call), ...lives(call) });

const rows = (call: Caller) => ({
  /** Creates a user. Rejects with `ERR_UID_ALREADY_EXISTS` if the uid exists. */
  create: (user: NewUser, options?: AsApp): ApiPromise<User> =>
    call.data(endpoints.createUser, userShape, { body: user }, options),

  /** Lists every user that matches the query. */
  list: (query: UserQuery = {}, options?: MayAct): Listing<User> =>
    pagedList(call, endpoints.listUsers, { ...userRow, query, options }),

  /** Gets one user. Rejects with `ERR_UID_NOT_FOUND` if the user is deactivated. */
  get: (uid: string, options?: MayAct): ApiPromise<User> =>
    call.data(endpoints.getUser, userShape, { params: { uid } }, options),

  /** Changes the given fields and removes the fields named in `unset`. All others keep their values. */
  update: (uid: string, changes: UserChanges, options?: AsApp): ApiPromise<User> =>
    call.data(endpoints.updateUser, userShape, { params: { uid }, body: changes }, options),
});

const lives = (call: Caller) => {
  const deleted = (uid: string, how: { readonly permanent?: boolean }, options?: AsApp) => {
    const body = { permanent: how?.permanent ?? false };
    return call.data(endpoints.deleteUser, deletedShape, { params: { uid }, given: { how }, body }, options);
  };
  const current = {
    /** Deletes a user permanently if `permanent` is set; otherwise deactivates the user. */
    delete: (
      uid: string,
      how: { readonly permanent?: boolean } = {},
      options?: AsApp,
    ): ApiPromise<DeletedUser> => deleted(uid, how, options),

    /**
     * Deactivates users. Their data is kept, and they can be reactivated. With a single uid, the call rejects if the
     * user does not exist; with a list, `notFound` names such users.
     */
    deactivate: (uids: string | readonly string[], options?: AsApp): ApiPromise<Deactivation> =>
      typeof uids === 'string'
        ? deleted(uids, {}, options)
        : call.data(
            endpoints.deactivateUsers,
            deactivationShape,
            { given: { uids }, body: { uidsToDeactivate: uids } },
            options,
          ),

    /** Reactivates deactivated users. */
    reactivate: (uids: readonly string[], options?: AsApp): ApiPromise<Reactivation> =>
      call.data(
        endpoints.reactivateUsers,
        reactivationShape,
        { given: { uids }, body: { uidsToActivate: uids } },
        options,
      ),
  };
  return {
    ...current,
    /** @deprecated Use `deactivate`. */
    deactivateMany: current.deactivate as (
      uids: readonly string[],
      options?: AsApp,
    ) => ApiPromise<Deactivation>,
    /** @deprecated Use `reactivate`. */
    reactivateMany: current.reactivate,
    /** @deprecated Use `delete` with `{ permanent: true }`. */
    deletePermanently: (uid: string, options?: AsApp): ApiPromise<Acknowledgement> =>
      current.delete(uid, { permanent: true }, options),
  };
};
