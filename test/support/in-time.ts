/**
 * For `fc.assert` of a property without waits: in the suite it tries as many cases as it gets to in two seconds, and with
 * `CHATFERRY_PROPERTY_RUNS`, as the long forms of others have it, all of them. Each run of the suite tries other cases.
 */
export const IN_TIME: { readonly interruptAfterTimeLimit?: number } =
  process.env['CHATFERRY_PROPERTY_RUNS'] === undefined ? { interruptAfterTimeLimit: 2_000 } : {};
