const milliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * Subtracts minutes, hours or days from `now`: `30m`, `12h`, `2d`. Returns null for other strings.
 */
export function timeAgo(now: Date, text: string): Date | null {
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? []
  if (unit !== 'm' && unit !== 'h' && unit !== 'd') return null
  return new Date(now.getTime() - Number(count) * milliseconds[unit])
}
