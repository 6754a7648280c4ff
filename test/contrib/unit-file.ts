/** A unit file of systemd: its settings, by section and key, in their order. */
export type UnitFile = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/**
 * Reads a unit file strictly.
 * @throws Error if a line is neither a section, a setting, a comment nor blank, or a setting is in no section
 */
export function parseUnit(text: string): UnitFile {
  const unit: Record<string, Record<string, string[]>> = {};
  let section: Record<string, string[]> | undefined;
  for (const [at, line] of text.split('\n').entries()) {
    if (/^\s*(?:[#;].*)?$/.test(line)) continue;
    const [, name] = /^\[([A-Za-z]+)\]$/.exec(line) ?? [];
    if (name !== undefined) {
      section = unit[name] ??= {};
      continue;
    }
    const [, key = '', value = ''] = /^([A-Z][A-Za-z]*)=(.*)$/.exec(line) ?? [];
    if (!section || key === '') throw new Error(`line ${at + 1}: ${line}`);
    section[key] ??= [];
    section[key].push(value);
  }
  return unit;
}
