import type { PlacePhrases } from '../types.ts'

/** The text after ‘Plans for’ in a heading: in English, the title itself. */
export const placePhrases: PlacePhrases = {
  places: {},
  others: { country: '{{title}}', region: '{{title}}' },
}
