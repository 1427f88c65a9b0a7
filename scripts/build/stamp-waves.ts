/** Lines of one colour, how far each rises above the one before, and the middle of the stamp. */
const [lines, rise, middle] = [6, 11, 50]

/** Curves of one colour across a stamp: waves that share their crossings, as on banknotes. */
export function wavePath(seed: number, colour: number): string {
  const half = 14 + ((seed * 7 + colour * 5) % 4) * 4
  const start = ((seed * 13 + colour * 37) % half) - half
  const repeats = Math.ceil((150 - start) / half) - 1
  return Array.from({ length: lines }, (_, line) => {
    const height = Math.round((line - (lines - 1) / 2) * rise * 2)
    return `M${start} ${middle}q${half / 2} ${height} ${half} 0${`t${half} 0`.repeat(repeats)}`
  }).join('')
}
