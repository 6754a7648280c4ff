/**
 * Further facts of the old system, to stand in `metadata.source` with what is ours. What an app has called by one of our
 * names stands in `custom`, so that it is neither lost nor taken for ours.
 */
export declare function besideOwn(members: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, unknown>> | undefined;
