import type { Dots } from './dots.ts'

/** A name on the map, in dots from the corner of the map. `y` is the baseline. */
export type Label = { readonly text: string; readonly x: number; readonly y: number }

/** A rectangle in dots. */
type LabelBox = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

type Options = {
  /** Countries that no name may cover, except the first name when it fits nowhere else. */
  readonly lit: ReadonlySet<string>
  /** Height of the letters in dots. */
  readonly size: number
  /** Areas that no name may cover. */
  readonly keepFree: readonly LabelBox[]
}

/** Average width of a letter, in heights of the font. */
const letterWidth = 0.64
/** The gap between names, and between a name and the edge, in parts of a dot. */
const gap = 0.4
/** Room between a name and the edge of the map, in heights of the font. */
const edge = 0.6

/**
 * Places names on the land of their countries, the first names first. Omits a name that would touch
 * another name or covered land everywhere.
 */
export function placeLabels(
  dots: Dots,
  names: readonly (readonly [country: string, text: string])[],
  { lit, size, keepFree }: Options,
): Label[] {
  const taken = [...keepFree]
  return names.flatMap(([country, text], rank) => {
    const [best] = positionsOf(dots, country)
      .map(([x, y]) => boxOf(text, clampX(x, text), y, size))
      .filter(isFree)
      .map((box) => ({ box, cost: costOf(box) }))
      .toSorted((a, b) => a.cost - b.cost)
    if (!best || (best.cost > 0 && rank > 0)) return []
    const { box } = best
    taken.push(box)
    const { left, right, top } = box
    return [{ text, x: (left + right) / 2, y: top + size * 0.85 }]
  })

  function clampX(x: number, text: string): number {
    const half = ((text.length * letterWidth) / 2 + edge) * size
    return Math.min(Math.max(x, half), dots.width - half)
  }

  function isFree({ left, top, right, bottom }: LabelBox): boolean {
    if (left < 0 || top < gap || bottom > dots.height - gap) return false
    return taken.every(
      (other) =>
        left > other.right + gap ||
        right < other.left - gap ||
        top > other.bottom + gap ||
        bottom < other.top - gap,
    )
  }

  /** The number of covered dots that the name would hide. */
  function costOf({ left, top, right, bottom }: LabelBox): number {
    let cost = 0
    for (let y = Math.floor(top); y < bottom; y++)
      for (let x = Math.floor(left); x < right; x++)
        if (lit.has(dots.at[y * dots.width + x] ?? '')) cost += 1
    return cost
  }
}

function boxOf(text: string, x: number, y: number, size: number): LabelBox {
  const half = (text.length * letterWidth * size) / 2
  return { left: x - half, right: x + half, top: y - size / 2, bottom: y + size / 2 }
}

/** Returns the dots of a country, the closest to its middle first. */
function positionsOf({ at, width }: Dots, country: string): [x: number, y: number][] {
  const own = at.flatMap((code, index): [number, number][] =>
    code === country ? [[(index % width) + 0.5, Math.floor(index / width) + 0.5]] : [],
  )
  const middle = (axis: 0 | 1) => own.reduce((sum, dot) => sum + dot[axis], 0) / own.length
  const [x, y] = [middle(0), middle(1)]
  const distance = (dot: readonly [number, number]) => (dot[0] - x) ** 2 + ((dot[1] - y) * 2) ** 2
  return own.toSorted((a, b) => distance(a) - distance(b))
}
