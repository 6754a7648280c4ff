/** Waits until nothing is under way any more. @throws the first failure */
export async function allDone(work: readonly (Promise<void> | undefined)[]): Promise<void> {
  for (const end of await Promise.allSettled(work)) if (end.status === 'rejected') throw end.reason;
}
