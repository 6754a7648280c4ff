import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { epoch, fields, maybe, type ShapeOf, string } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { type RowResults, rowResults, rowResultsOf } from '../row-result.ts';

const shape = fields({
  /** A key such as `u.listUsers`. */
  key: string,
  title: maybe(string),
  description: maybe(string),
  path: maybe(string),
  createdAt: maybe(epoch),
});

/**
 * A feature that a role may not use.
 * @useDeclaredType
 */
export type RestrictedFeature = Readonly<ShapeOf<typeof shape>>;

const row = { shape, idOf: ({ key }: RestrictedFeature): string => key };

/** Features that roles may not use. */
export const restrictedFeatures = (call: Caller) => ({
  /** Forbids features to a role. Each feature has its own result. */
  restrict: (role: string, features: readonly string[], options?: AsApp): ApiPromise<RowResults> =>
    call.read(
      endpoints.restrictFeatures,
      rowResults,
      { params: { role }, given: { features }, body: { featuresToRestrict: features } },
      options,
      rowResultsOf,
    ),

  list: (role: string, query: PageQuery = {}, options?: AsApp): Listing<RestrictedFeature> =>
    pagedList(call, endpoints.listRestrictedFeatures, { ...row, params: { role }, query, options }),

  /** Allows a role to use features again, or all of them. */
  allow: (role: string, features: readonly string[] | 'all', options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(
      endpoints.allowFeatures,
      {
        params: { role },
        given: { features },
        body: features === 'all' ? { allowAll: true } : { featuresToAllow: features },
      },
      options,
    ),
});
