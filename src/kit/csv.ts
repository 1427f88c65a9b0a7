/** A cell. Numbers are written with their decimals, such as `12.50`. */
export type CsvCell = string | { readonly decimal: string }

/**
 * Returns a CSV file with a byte order mark, which makes spreadsheets read it as UTF-8.
 * Spreadsheets of languages with a decimal comma expect semicolons between the cells.
 */
export function csvOf(rows: readonly (readonly CsvCell[])[], decimalSeparator: string): string {
  const separator = decimalSeparator === ',' ? ';' : ','
  const lines = rows.map((cells) =>
    cells.map((cell) => quoted(textOf(cell, decimalSeparator), separator)).join(separator),
  )
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/**
 * Spreadsheets run text with these first characters as a formula, and visitors choose some texts:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^[=+\-@\t\r\n]/

function textOf(cell: CsvCell, decimalSeparator: string): string {
  if (typeof cell === 'string') return formula.test(cell) ? `'${cell}` : cell
  return cell.decimal.replace('.', decimalSeparator)
}

function quoted(text: string, separator: string): string {
  const isPlain = !/["\r\n]/.test(text) && !text.includes(separator)
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`
}
