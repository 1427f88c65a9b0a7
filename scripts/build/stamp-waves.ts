import { stampWaves } from '../../src/plans/entry-stamp.ts'

/** Units: the width of a stamp, and the distance of its middle from the top. */
const [width, middle] = [150, 50]

/**
 * Returns the curves of one colour across a stamp: waves with the same crossings, as on banknotes.
 */
export function wavePath(code: string, colour: number): string {
  const { half, start, heights } = stampWaves(code, colour)
  const repeats = Math.ceil((width - start) / half) - 1
  return heights
    .map((height) => {
      // The control point of a curve is twice as far away as the curve.
      const control = Math.round(height * 2)
      return `M${start} ${middle}q${half / 2} ${control} ${half} 0${`t${half} 0`.repeat(repeats)}`
    })
    .join('')
}
