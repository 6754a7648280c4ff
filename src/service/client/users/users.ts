import { z } from 'zod';
import { endpoints } from '../../api/endpoints.ts';
import { type Acknowledgement, acknowledgementShape } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller, MayAct } from '../caller.ts';
import { epoch, flag, maybe, object, texts } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';

export const userShape = z.looseObject({
  uid: z.string(),
  name: maybe(z.string()),
  link: maybe(z.string()),
  avatar: maybe(z.string()),
  metadata: maybe(object),
  /** `available` or `offline`. */
  status: maybe(z.string()),
  /** `default` if none was given. */
  role: maybe(z.string()),
  statusMessage: maybe(z.string()),
  lastActiveAt: maybe(epoch),
  createdAt: maybe(epoch),
  updatedAt: maybe(epoch),
  deactivatedAt: maybe(epoch),
  tags: maybe(texts),
  /** Only if requested with `withAuthToken`. */
  authToken: maybe(z.string()),
  /** The next five fields only on behalf of a user: the conversation with that user, and who blocks whom. */
  conversationId: maybe(z.string()),
  blockedByMe: maybe(flag),
  blockedByMeAt: maybe(epoch),
  blockedAt: maybe(epoch),
  hasBlockedMe: maybe(flag),
});

/**
 * A user. Times are seconds since 1970; fields without a value are missing; unknown properties are kept.
 * @useDeclaredType
 */
export type User = Readonly<z.output<typeof userShape>>;

/** The rows of lists of users. */
export const userRow = { shape: userShape, idOf: ({ uid }: User): string => uid };

/** The fields of a user; the service lower-cases the uid. */
type UserFields = {
  readonly name?: string;
  readonly avatar?: string;
  readonly link?: string;
  readonly role?: string;
  readonly statusMessage?: string;
  /** Everything below `@private` is hidden from other users. */
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
  /** Matches the beginning of uid or name. */
  readonly searchKey?: string;
  readonly searchIn?: readonly ('uid' | 'name')[];
  readonly status?: 'available' | 'offline';
  readonly role?: string;
  readonly roles?: readonly string[];
  readonly tags?: readonly string[];
  /** Adds the tags to the answer. */
  readonly withTags?: boolean;
  readonly onlyDeactivated?: boolean;
  readonly withDeactivated?: boolean;
};

const deactivationShape = z.looseObject({
  deactivatedUids: maybe(texts),
  alreadyDeactivatedUids: maybe(texts),
  notFound: maybe(texts),
});
/**
 * Which users were deactivated, which were before, and which do not exist.
 * @useDeclaredType
 */
export type Deactivation = Readonly<z.output<typeof deactivationShape>>;

const deletedShape = z.intersection(deactivationShape, acknowledgementShape);
/** The outcome of the deletion of a user: acknowledged if deleted permanently, else a deactivation. */
export type DeletedUser = Deactivation & Acknowledgement;

const reactivationShape = z
  .looseObject({ reactivatedUids: maybe(texts), nonDeactivatedUids: maybe(texts), notFound: maybe(texts) })
  // Sources differ on the name of the field; the vendor's example has only the other one.
  .transform((answer) => ({ ...answer, reactivatedUids: answer.reactivatedUids ?? [] }));
/**
 * Which users were reactivated, which were active, and which do not exist.
 * @useDeclaredType
 */
export type Reactivation = Readonly<z.output<typeof reactivationShape>>;

/** Users of the app. */
export const users = (call: Caller) => ({ ...rows(call), ...lives(call) });

const rows = (call: Caller) => ({
  /** Creates a user; refused with `ERR_UID_ALREADY_EXISTS` if the uid exists. */
  create: (user: NewUser, options?: AsApp): ApiPromise<User> =>
    call.data(endpoints.createUser, userShape, { body: user }, options),

  /** Every user that the query matches. */
  list: (query: UserQuery = {}, options?: MayAct): Listing<User> =>
    pagedList(call, endpoints.listUsers, { ...userRow, query, options }),

  /** One user; a deactivated one is `ERR_UID_NOT_FOUND`. */
  get: (uid: string, options?: MayAct): ApiPromise<User> =>
    call.data(endpoints.getUser, userShape, { params: { uid } }, options),

  /** Changes the given fields, removes those that `unset` names, and leaves the rest. */
  update: (uid: string, changes: UserChanges, options?: AsApp): ApiPromise<User> =>
    call.data(endpoints.updateUser, userShape, { params: { uid }, body: changes }, options),
});

const lives = (call: Caller) => {
  const deleted = (uid: string, how: { readonly permanent?: boolean }, options?: AsApp) => {
    const body = { permanent: how?.permanent ?? false };
    return call.data(endpoints.deleteUser, deletedShape, { params: { uid }, given: { how }, body }, options);
  };
  const current = {
    /** Deletes a user: permanently with `permanent`, else as `deactivate`. */
    delete: (
      uid: string,
      how: { readonly permanent?: boolean } = {},
      options?: AsApp,
    ): ApiPromise<DeletedUser> => deleted(uid, how, options),

    /**
     * Deactivates users; their data stays, and they can be reactivated. One uid that does not exist rejects; of a list,
     * `notFound` names it.
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
