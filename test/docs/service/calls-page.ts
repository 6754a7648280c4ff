import type { ApiRoute } from '../../../src/sandbox/app/route.ts';
import { ROUTES } from '../../../src/sandbox/routes.ts';
import { dataTable } from '../development/data-table.ts';
import { bareTables, type ReferencePage } from '../reference/page.ts';

const HEAD = `# Calls of the service

Every call of the [service's API](../programs/service.md) that the sandbox answers. Fields, answers, limits and error codes of each
call are at \`/v3/docs\` of a running [sandbox](../programs/sandbox.md).

An empty cell means the usual:

| Column | Usual | Otherwise |
|---|---|---|
| Acts for | nobody | the header \`onBehalfOf\` is \`required\` or \`optional\` |
| Key | a \`fullAccess\` key | \`any\`: an \`authOnly\` key too; \`management\`: \`key\` and \`secret\` of the account; \`none\` |
| Rate | the class \`standard\` | \`core\`, \`import\` ([limits](../programs/sandbox.md#limits)) |
| Basis | documented | \`specified\`; \`assumed\`; \`own\`: only the sandbox has it |

| Call | Acts for | Key | Rate | Basis |
|---|---|---|---|---|
`;

/** A call with what the sources say of it, and the test of `test/sandbox/` that makes it. */
export const callBases = dataTable('service/calls.tsv', 'call', 'basis', 'test');

/** `docs/reference/calls.md`, from the table by which the sandbox answers. */
function callsPage(): string {
  const bases = new Map(callBases.map(({ call, basis }) => [call, basis]));
  const rows = ROUTES.map((route) => {
    const call = `${route.method} ${route.path}`;
    const basis = [otherThan('documented', bases.get(call) ?? ''), route.replacedBy && 'deprecated'];
    const cells = [
      `\`${call}\``,
      route.behalf ?? '',
      otherThan('full', keyOf(route)),
      otherThan('standard', route.rate),
      basis.filter(Boolean).join(', '),
    ];
    return `| ${cells.slice(0, cells.findLastIndex(Boolean) + 1).join(' | ')} |\n`;
  });
  return bareTables(HEAD + rows.join(''));
}

/** The key that a call needs. */
function keyOf(route: ApiRoute): string {
  if (route.public) return 'none';
  if (route.base === 'management') return 'management';
  return route.authOnly ? 'any' : 'full';
}

const otherThan = (usual: string, text: string): string => (text === usual ? '' : text);

export const servicePage: ReferencePage = { path: 'docs/reference/calls.md', text: callsPage };
