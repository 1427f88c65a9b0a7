import { formatNumber } from './formats.ts'
import { noBreakSpace } from './locales.ts'
import type { Locale } from './locales.ts'
import type { Words } from './words.ts'

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/**
 * Formats a size as `5 MB` or `1.5 kB`, in base 1024 with one decimal (specification, section 5).
 */
export function fileSizeText(
  { locale, words }: { readonly locale: Locale; readonly words: Words },
  bytes: number,
): string {
  let size = bytes
  let step = 0
  // Rounding must not show 1 024 kB.
  while (roundToTenth(size) >= 1024 && step < units.length - 1) {
    size /= 1024
    step += 1
  }
  const unit = units[step] ?? 'B'
  return formatNumber(locale, roundToTenth(size)) + noBreakSpace + words(`units.${unit}`)
}

function roundToTenth(size: number): number {
  return Math.round(size * 10) / 10
}
