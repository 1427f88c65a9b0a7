import { dayRanges } from '../domain/tariff.ts'
import type { DayRange, TrafficSize } from '../domain/tariff.ts'
import type { Words } from './words.ts'

export function sizeLabel(words: Words, size: TrafficSize): string {
  if (size === 'unlimited') return words('units.unlimited')
  return words('filters.size', { size })
}

export function daysLabel(words: Words, range: DayRange): string {
  const { from, to } = dayRanges[range]
  return range === '31'
    ? words('filters.daysOver', { from: from - 1 })
    : words('filters.daysRange', { from, to })
}
