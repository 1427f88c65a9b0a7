import type { words as en } from '../en/words.ts'
import type { SameShape } from '../shape.ts'

/** Russian words of the shop. A missing or unknown key does not compile. */
export const words: SameShape<typeof en> = {
  units: {
    GB: 'ГБ',
    MB: 'МБ',
    days: {
      one: '{{count}} день',
      few: '{{count}} дня',
      many: '{{count}} дней',
      other: '{{count}} дня',
    },
  },
}
