type Cell = string | number | boolean | null;

export const csvLine = (cells: readonly Cell[]): string =>
  `${cells.map(cell).join(',')}\r\n`;

/**
 * Escapes a text that begins with = + - @, because spreadsheets would run it as a formula
 * and strangers write these texts.
 */
function cell(value: Cell): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
