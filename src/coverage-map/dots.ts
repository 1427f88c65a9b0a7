import { middleOf, runsOf } from './country-extent.ts'
import { cropAround, dotAt, placeOf, widen } from './crop.ts'
import type { Crop } from './crop.ts'
import { countryAt } from './land-grid.ts'

/** The dots of a map: `at` is the country of each dot, row by row, and null on water. */
export type Dots = Crop & { readonly at: readonly (string | null)[] }

/** Offsets for the dot of a small country: its own place first, then the places beside it. */
const around = [0, -1, 1].flatMap((down) => [0, 1, -1].map((right) => [right, down] as const))
/** The smallest number of named countries to show, if there are as many. */
const company = 2
const wider = 1.4
/** In units, see `Crop`. As far as from Fiji to Australia and New Zealand. */
const widest = 45

/**
 * Returns the dots around covered countries. Each covered country, and each named country on the
 * map, has a dot.
 */
export function dotsAround(covered: readonly string[], named: readonly string[]): Dots {
  const marked = [...named, ...covered]
  let dots = sample(cropAround(covered), marked)
  while (dots.pitch * dots.width < widest && !hasNamedNeighbours(dots, named))
    dots = sample(widen(dots, wider), marked)
  return dots
}

function hasNamedNeighbours(dots: Dots, named: readonly string[]): boolean {
  const seen = named.filter((country) => countDots(dots, country) > 0)
  return seen.length >= Math.min(company, named.length)
}

function countDots({ at }: Dots, country: string): number {
  return at.filter((code) => code === country).length
}

/** @param marked countries that get a dot where they would have none */
function sample(crop: Crop, marked: readonly string[]): Dots {
  const { width, height } = crop
  const at = Array.from({ length: width * height }, (_, index) =>
    countryAt(...placeOf(crop, index % width, Math.floor(index / width))),
  )
  const counts = new Map<string | null, number>()
  for (const code of at) counts.set(code, (counts.get(code) ?? 0) + 1)
  for (const country of marked) {
    if (counts.has(country) || runsOf(country).length === 0) continue
    const [column, row] = dotAt(crop, ...middleOf(country))
    // Does not replace the only dot of another country.
    const free = around
      .map(([right, down]) => [column + right, row + down] as const)
      .filter(([x, y]) => x >= 0 && x < width && y >= 0 && y < height)
      .map(([x, y]) => y * width + x)
      .find((index) => counts.get(at[index] ?? null) !== 1)
    if (free === undefined) continue
    at[free] = country
    counts.set(country, 1)
  }
  return { ...crop, at }
}
