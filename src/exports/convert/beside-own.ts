/** The names in `metadata.source` that are ours. */
const OWN: ReadonlySet<string> = new Set([
  'system',
  'conversation',
  'id',
  'time',
  'parentMuid',
  'reactions',
  'files',
  'pinned',
  'edited',
  'editedAt',
  'editedBy',
  'deletedAt',
  'deletedBy',
]);

/**
 * Further facts of the old system, to stand in `metadata.source` with what is ours. What an app has called by one of our
 * names stands in `custom`, so that it is neither lost nor taken for ours.
 */
export function besideOwn(
  members: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> | undefined {
  for (const name in members) if (OWN.has(name)) return apart(members);
  return members;
}

function apart({ custom, ...members }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const found = Object.entries(members);
  const theirs = found.filter(([name]) => OWN.has(name));
  return {
    ...Object.fromEntries(found.filter(([name]) => !OWN.has(name))),
    custom: { ...(custom === undefined ? {} : { custom }), ...Object.fromEntries(theirs) },
  };
}
