/** The beginning of the name of a column with ready ids of a field; it is no column of the user's. */
const MADE = '$=';
/** The column with the ready ids of a field. */
export const madeColumn = (field: string): string => `${MADE}${field}`;
/** The fields whose ready ids objects may have as members. */
export const MADE_MEMBERS: ReadonlySet<string> = new Set(['parentMuid']);
/** True if a column of a table holds ready ids, which only chatferry reads. */
export const isMadeColumn = (name: string): boolean => name.startsWith(MADE);
