import type { OfficePage } from '../../words/office-paths.ts'

/** The sections of the back office, in the order of the menu. */
export const sections = [
  'today',
  'orders',
  'plans',
  'partners',
  'money',
  'content',
  'messages',
  'reviews',
  'settings',
] as const satisfies readonly OfficePage[]
export type Section = (typeof sections)[number]
