import type { Dots } from './dots.ts'

/**
 * Draws each run of land in a row as a line. Each line starts relative to the end of the one before
 * it, in fewer bytes than a place on the map.
 * @param cap 1 if a line ends at the edge of its last dot, 0 if it ends in its middle
 */
export function dotPath(
  { at, width, height }: Pick<Dots, 'at' | 'width' | 'height'>,
  isDrawn: (code: string) => boolean,
  cap: 0 | 1,
): string {
  let line = ''
  let [endX, endY] = [0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const start = x
      while (x < width && isLand(at[y * width + x] ?? null)) x++
      if (x === start) continue
      line += `m${start - endX} ${y - endY}h${x - start - 1 + cap}`
      ;[endX, endY] = [x - 1 + cap, y]
    }
  return line

  function isLand(code: string | null): boolean {
    return code !== null && isDrawn(code)
  }
}
