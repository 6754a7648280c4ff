import type { FileAddresses } from '../../pipeline/files/file-counts.ts';
import { amount, grouped, printable } from '../../terminal/printable.ts';

const HOSTS_SHOWN = 5;

const addresses = (count: number): string => amount(count, 'address', 'addresses');

/** Describes the addresses of files as lines: their numbers, then their hosts. */
export function addressLines(found: FileAddresses): string[] {
  const { hosts } = found;
  const more = hosts.length - HOSTS_SHOWN;
  const shown = hosts
    .slice(0, HOSTS_SHOWN)
    .map(({ host, addresses: count }) => `${printable(host)} ${grouped(count)}`);
  return [
    addressNumbers(found),
    ...(hosts.length > 0 ? [`from ${shown.join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}`] : []),
  ];
}

function addressNumbers({ addresses: all, found, todo, known, failedBefore, kept }: FileAddresses): string {
  if (all === 0) return 'no row names a file';
  const parts = [
    `${grouped(todo)} to copy`,
    ...(known > 0 ? [`${grouped(known)} copied before`] : []),
    ...(failedBefore > 0 ? [`${grouped(failedBefore)} failed before`] : []),
    ...(kept > 0 ? [`${grouped(kept)} left where they are`] : []),
  ];
  return `${addresses(all)} in ${amount(found, 'place')}: ${parts.join(', ')}`;
}

/** A reason for which files will not be copied, and what to type about it. */
type AddressFault = { readonly message: string; readonly next: string };

/** Finds what will prevent that files are copied. */
export function addressFaults({
  refused,
  refusedBy,
  expired,
  needsHeader,
  hosts,
}: FileAddresses): readonly AddressFault[] {
  const rules = Object.entries(refusedBy).map(([rule, count]) => `${grouped(count)}: ${printable(rule)}`);
  const closed = hosts.filter((host) => host.needsHeader > 0).map(({ host }) => printable(host));
  const faults = [
    {
      count: needsHeader,
      message: `need a login, and the pipeline names no header for ${closed.join(', ')}`,
      next: `files: { from: [{ host: ${closed[0] ?? '…'}, header: { Authorization: { env: … } } }] }`,
    },
    {
      count: expired,
      message: 'signed for a time that is over',
      next: 'export again, or name the API of the old system:  sources: { export: { …, api: … } }',
    },
    {
      count: refused,
      message: `will not be asked (${rules.join('; ')})`,
      next: 'for a server of yours:  files: { from: [{ host: …, allowPrivate: true }] }',
    },
  ];
  return faults
    .filter(({ count }) => count > 0)
    .map(({ count, message, next }) => ({ message: `${addresses(count)} of files ${message}`, next }));
}
