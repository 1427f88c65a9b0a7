/**
 * Returns rows as lines. The cells of a column begin below each other, two spaces after the column
 * before. Leaves out columns that are empty in every row.
 */
export function alignRows(rows: readonly (readonly string[])[]): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: count }, (_, index) =>
    Math.max(...rows.map((row) => row[index]?.length ?? 0)),
  )
  return rows.map((row) =>
    row
      .flatMap((cell, index) =>
        (widths[index] ?? 0) === 0 ? [] : [cell.padEnd(widths[index] ?? 0)],
      )
      .join('  ')
      .trimEnd(),
  )
}
