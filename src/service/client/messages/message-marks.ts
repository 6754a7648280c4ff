import { z } from 'zod';
import { endpoints } from '../../api/endpoints.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, OptionsFor } from '../caller.ts';

/** The answers of these newer calls are not documented; they are returned unchanged. */
const shape = z.unknown();

/** Marks that users set on messages. Documented only in the vendor's newer reference. */
export const messageMarks = (call: Caller) => ({
  /** Records which elements of an interactive message the acting user has used. */
  interacted: (
    id: string,
    body: Readonly<Record<string, unknown>>,
    options: OptionsFor<'markInteracted'>,
  ): ApiPromise<unknown> => call.data(endpoints.markInteracted, shape, { params: { id }, body }, options),

  /** Pins a message in its conversation; at most 100 in each. */
  pin: (id: string, options?: OptionsFor<'pinMessage'>): ApiPromise<unknown> =>
    call.data(endpoints.pinMessage, shape, { params: { id } }, options),

  unpin: (id: string, options?: OptionsFor<'unpinMessage'>): ApiPromise<unknown> =>
    call.data(endpoints.unpinMessage, shape, { params: { id } }, options),

  /** Saves a message for the acting user; at most 100 for each user. */
  save: (id: string, options: OptionsFor<'saveMessage'>): ApiPromise<unknown> =>
    call.data(endpoints.saveMessage, shape, { params: { id } }, options),

  unsave: (id: string, options: OptionsFor<'unsaveMessage'>): ApiPromise<unknown> =>
    call.data(endpoints.unsaveMessage, shape, { params: { id } }, options),
});
