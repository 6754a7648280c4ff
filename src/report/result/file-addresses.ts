import type { FileAddresses } from '../../pipeline/files/address-facts.ts';
import { amount, grouped, printable } from '../../terminal/printable.ts';

const HOSTS_SHOWN = 5;

const addresses = (count: number): string => amount(count, 'address', 'addresses');

/** What the text of the addresses of files says, as lines: the numbers, the hosts, then what stands against them. */
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

/** What will prevent that files are copied, as sentences with what to type. */
export function addressFaults({ refused, refusedBy, expired, needsHeader, hosts }: FileAddresses): string[] {
  const rules = Object.entries(refusedBy).map(([rule, count]) => `${grouped(count)}: ${printable(rule)}`);
  const closed = hosts.filter((host) => host.needsHeader > 0);
  return [
    ...(needsHeader > 0
      ? [
          `${addresses(needsHeader)} of files may need a login (${closed.map(({ host }) => printable(host)).join(', ')}): name the header of the host:  files: { from: [{ host: ${printable(closed[0]?.host ?? '…')}, header: { Authorization: { env: … } } }] }`,
        ]
      : []),
    ...(expired > 0
      ? [
          `${addresses(expired)} of files ${expired === 1 ? 'was' : 'were'} signed for a time that is over: export again, or name the API of the old system:  sources: { export: { …, api: … } }`,
        ]
      : []),
    ...(refused > 0
      ? [
          `${addresses(refused)} of files will not be asked (${rules.join('; ')}); a server of yours needs  files: { from: [{ host: …, allowPrivate: true }] }`,
        ]
      : []),
  ];
}
