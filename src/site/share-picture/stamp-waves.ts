/** The waves of one colour on an entry stamp, in units of a stamp of 150 × 100. */
export type StampWaves = {
  /** The distance from one crossing of the waves to the next. */
  readonly half: number
  /** The start of the first wave, to the left of the stamp. */
  readonly start: number
  /** The distance of each wave from the middle, up or down. */
  readonly heights: readonly number[]
}

const lines = 6
/** Units from one line to the next, at their largest distance. */
const rise = 11

/**
 * Derives the curves of a country's stamp from its code.
 * @param colour number of the colour
 */
export function stampWaves(code: string, colour: number): StampWaves {
  const seed = stampSeed(code)
  const half = 14 + ((seed * 7 + colour * 5) % 4) * 4
  const heights = Array.from({ length: lines }, (_, line) => (line - (lines - 1) / 2) * rise)
  return { half, start: ((seed * 13 + colour * 37) % half) - half, heights }
}

/** @param code lower-case country code */
export function stampSeed(code: string): number {
  return code.charCodeAt(0) * 31 + code.charCodeAt(1)
}

/**
 * Returns the name of a country in the language that most people there speak.
 * @param code lower-case country code
 */
export function stampName(code: string): { readonly tag: string; readonly name: string } {
  const region = code.toUpperCase()
  const tag = new Intl.Locale(`und-${region}`).maximize().language
  return { tag, name: new Intl.DisplayNames(tag, { type: 'region' }).of(region) ?? region }
}
