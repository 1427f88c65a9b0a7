import type { Canvas } from '../../kit/png.ts'

/** In pixels, x to the right and y down. */
export type Point = readonly [x: number, y: number]
/** Closed contours. A contour in the opposite direction is a hole. */
export type Shape = readonly (readonly Point[])[]

export function createCanvas(width: number, height: number): Canvas {
  return { width, height, pixels: new Uint8Array(width * height) }
}

/**
 * Fills a shape with antialiased edges. The palette contains a ramp of `steps` colours from the
 * background to the ink, starting at `first`. Each edge adds its signed area to the cells that it
 * crosses. The running sum along a row is the coverage of each pixel.
 */
export function fill(canvas: Canvas, shape: Shape, { first, steps }: Ramp): void {
  const box = boxOf(canvas, shape)
  const cells = new Float32Array((box.width + 2) * box.height)
  for (const contour of shape) {
    let from = contour.at(-1)
    for (const to of contour) {
      if (from) addEdge(cells, box, from, to)
      from = to
    }
  }
  for (let y = 0; y < box.height; y++) {
    let covered = 0
    const row = (box.top + y) * canvas.width + box.left
    const cell = y * (box.width + 2)
    for (let x = 0, end = 0; x < box.width; x = end) {
      covered += cells[cell + x] ?? 0
      // Without an edge the coverage does not change. Most of a large shape is such a run.
      for (end = x + 1; end < box.width && cells[cell + end] === 0;) end++
      const step = Math.round(Math.min(Math.abs(covered), 1) * steps)
      if (step > 0) canvas.pixels.fill(first + step - 1, row + x, row + end)
    }
  }
}

export type Ramp = { readonly first: number; readonly steps: number }
type Box = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Returns the bounding box of a shape in whole pixels. The shape must be inside the canvas. */
function boxOf({ width, height }: Canvas, shape: Shape): Box {
  const points = shape.flat()
  const left = Math.floor(Math.min(...points.map(([x]) => x)))
  const top = Math.floor(Math.min(...points.map(([, y]) => y)))
  const right = Math.ceil(Math.max(...points.map(([x]) => x)))
  const bottom = Math.ceil(Math.max(...points.map(([, y]) => y)))
  if (points.length === 0) return { left: 0, top: 0, width: 0, height: 0 }
  if (left < 0 || top < 0 || right > width || bottom > height)
    throw new RangeError(`the shape is outside the picture: ${left},${top} to ${right},${bottom}`)
  return { left, top, width: right - left, height: bottom - top }
}

function addEdge(cells: Float32Array, box: Box, a: Point, b: Point): void {
  const direction = a[1] < b[1] ? 1 : -1
  const [[fromX, fromY], [toX, toY]] = direction === 1 ? [a, b] : [b, a]
  if (fromY === toY) return
  const slope = (toX - fromX) / (toY - fromY)
  const [top, bottom] = [fromY - box.top, toY - box.top]
  let x = fromX - box.left
  for (let row = Math.floor(top); row < bottom; row++) {
    const height = Math.min(row + 1, bottom) - Math.max(row, top)
    const next = x + slope * height
    addSpan(cells, row * (box.width + 2), Math.min(x, next), Math.max(x, next), height * direction)
    x = next
  }
}

function addSpan(cells: Float32Array, row: number, left: number, right: number, area: number) {
  const [start, end] = [Math.floor(left), Math.floor(right)]
  let before = 0
  for (let cell = start; cell <= end; cell++) {
    const covered = area * shareRightOf(left - cell, right - cell)
    cells[row + cell] = (cells[row + cell] ?? 0) + covered - before
    before = covered
  }
  cells[row + end + 1] = (cells[row + end + 1] ?? 0) + area - before
}

/** Returns the share of the unit cell right of an edge from `left` to `right` across the row. */
function shareRightOf(left: number, right: number): number {
  if (right - left < 1e-6) return 1 - Math.min(Math.max(left, 0), 1)
  return (areaBelow(1 - left) - areaBelow(-left)) / (right - left)

  /** Returns the integral of the edge's progress from its start. */
  function areaBelow(at: number): number {
    const inside = Math.min(Math.max(at, 0), right - left)
    return inside * inside * 0.5 + Math.max(at - (right - left), 0) * (right - left)
  }
}

/**
 * Returns points of an ellipse from one angle to another, in degrees, clockwise from three o'clock.
 */
export function arc(
  x: number,
  y: number,
  radius: number,
  from: number,
  to: number,
  vertical = radius,
): Point[] {
  const count = Math.ceil(Math.abs(to - from) / 6)
  return Array.from({ length: count + 1 }, (_, index) => {
    const angle = ((from + ((to - from) * index) / count) * Math.PI) / 180
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * vertical]
  })
}
