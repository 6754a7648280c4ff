import { z } from 'zod';
import { endpoints } from '../../api/endpoints.ts';
import { type Acknowledgement, acknowledgementShape } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, OptionsFor } from '../caller.ts';
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

/** A user. Times are seconds since 1970; fields without a value are missing; unknown properties are kept. */
export type User = Readonly<z.output<typeof userShape>>;

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
export type Deactivation = Readonly<z.output<typeof deactivationShape>>;

const reactivationShape = z
  .looseObject({ reactivatedUids: maybe(texts), nonDeactivatedUids: maybe(texts), notFound: maybe(texts) })
  // Sources differ on the name of the field; the vendor's example has only the other one.
  .transform((answer) => ({ ...answer, reactivatedUids: answer.reactivatedUids ?? [] }));
export type Reactivation = Readonly<z.output<typeof reactivationShape>>;

/** Users of the app. */
export const users = (call: Caller) => ({
  /** Creates a user; refused with `ERR_UID_ALREADY_EXISTS` if the uid exists. */
  create: (user: NewUser, options?: OptionsFor<'createUser'>): ApiPromise<User> =>
    call.data(endpoints.createUser, userShape, { body: user }, options),

  /** Every user that the query matches. */
  list: (query: UserQuery = {}, options?: OptionsFor<'listUsers'>): Listing<User> =>
    pagedList(
      call,
      { endpoint: endpoints.listUsers, shape: userShape, idOf: ({ uid }) => uid, input: {}, query },
      options,
    ),

  /** One user; a deactivated one is `ERR_UID_NOT_FOUND`. */
  get: (uid: string, options?: OptionsFor<'getUser'>): ApiPromise<User> =>
    call.data(endpoints.getUser, userShape, { params: { uid } }, options),

  /** Changes the given fields, removes those that `unset` names, and leaves the rest. */
  update: (uid: string, changes: UserChanges, options?: OptionsFor<'updateUser'>): ApiPromise<User> =>
    call.data(endpoints.updateUser, userShape, { params: { uid }, body: changes }, options),

  /** Deactivates a user; the data stays, and the user can be reactivated. */
  deactivate: (uid: string, options?: OptionsFor<'deleteUser'>): ApiPromise<Deactivation> =>
    call.data(
      endpoints.deleteUser,
      deactivationShape,
      { params: { uid }, body: { permanent: false } },
      options,
    ),

  /** The same for several users in one call. */
  deactivateMany: (
    uids: readonly string[],
    options?: OptionsFor<'deactivateUsers'>,
  ): ApiPromise<Deactivation> =>
    call.data(endpoints.deactivateUsers, deactivationShape, { body: { uidsToDeactivate: uids } }, options),

  /** Reactivates deactivated users. */
  reactivateMany: (
    uids: readonly string[],
    options?: OptionsFor<'reactivateUsers'>,
  ): ApiPromise<Reactivation> =>
    call.data(endpoints.reactivateUsers, reactivationShape, { body: { uidsToActivate: uids } }, options),

  /** Deletes a user permanently. */
  deletePermanently: (uid: string, options?: OptionsFor<'deleteUser'>): ApiPromise<Acknowledgement> =>
    call.data(
      endpoints.deleteUser,
      acknowledgementShape,
      { params: { uid }, body: { permanent: true } },
      options,
    ),
});
