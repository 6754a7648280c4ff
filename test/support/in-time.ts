/**
 * For `fc.assert` of a property without waits: in the suite it tries as many cases as it gets to in two seconds, and in the
 * long form (`npm run test:properties`) all of them. Each run of the suite tries other cases.
 */
export const IN_TIME: { readonly interruptAfterTimeLimit?: number } =
  process.env['CHATFERRY_PROPERTY_RUNS'] === undefined ? { interruptAfterTimeLimit: 2_000 } : {};
