/**
 * Does work for each item: one after the other within a lane, several lanes at once. After a failure nothing is begun any more.
 * @returns the results, in the order of the items
 * @throws the first failure, once nothing is under way
 */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  laneOf: (item: Item) => string,
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const lanes = [...Map.groupBy(items.entries(), ([, item]) => laneOf(item)).values()];
  const results = new Map<number, Result>();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane; lane = lanes.shift())
      for (const [at, item] of lane) {
        if (failures.length > 0) return;
        try {
          results.set(at, await work(item));
        } catch (error) {
          failures.push(error);
        }
      }
  };
  await Promise.all(Array.from({ length: width }, worker));
  if (failures.length > 0) throw failures[0];
  return items.flatMap((_, at) => (results.has(at) ? [results.get(at) as Result] : []));
}
