/** True in `npm run test:long`: tests whose form in the suite is short have their full sizes. */
const isLong = Boolean(process.env['CHATFERRY_LONG']);

/** The size of a test: a short one in the suite, and the full one in `npm run test:long`. */
export const sized = <T>(short: T, full: T): T => (isLong ? full : short);
