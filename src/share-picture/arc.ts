import type { Point } from './raster.ts'

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
