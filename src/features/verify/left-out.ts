import type { Plan } from '../../delivery/plan.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { dividedCounts } from '../../input/entities/policies.ts';
import type { Comparison } from './compare-with-service.ts';
import type { VerificationReport } from './result/verification-report.ts';

/** The rows and fields that were not compared, by reason. */
export function leftOut(
  { sources, kept }: Comparison,
  { steps }: Plan,
): Pick<VerificationReport, 'heldBack' | 'notCarried' | 'kept' | 'notShown'> {
  const present = entityNames.flatMap((name) => {
    const source = sources[name];
    return source ? [[name, source] as const] : [];
  });
  const heldBack = present.flatMap(([name, source]) =>
    Object.entries(source.excluded)
      .filter(([, count]) => count > 0)
      .map(([why, count]) => [`${name}.${why}`, count] as const),
  );
  const notCarried = present.flatMap(([name, source]) =>
    Array.from(source.notCarried, ([field, count]) => [`${name}.${field}`, count] as const),
  );
  const notShown = steps.flatMap(({ entity, mappings }) =>
    entity.compared.unseen
      .filter((field) => mappings.some(({ fields }) => fields.some((one) => one.field === field)))
      .map((field) => `${entity.name}.${field}`),
  );
  const { notCarried: lost } = dividedCounts(Object.fromEntries(notCarried), steps[0]?.policies);
  const keptCounts = entityNames.flatMap((name) =>
    Array.from(kept[name], ([field, count]) => [`${name}.${field}`, count] as const),
  );
  return {
    heldBack: Object.fromEntries(heldBack),
    notCarried: lost,
    kept: Object.fromEntries(keptCounts),
    notShown,
  };
}
