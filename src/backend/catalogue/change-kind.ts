import type { TariffChange } from './tariff-changes.ts'

/** Kinds of changes that the shop shows to the operator, most important first. */
export const changeKinds = ['new', 'gone', 'price', 'changed'] as const
export type ChangeKind = (typeof changeKinds)[number]

export function changeKind({ before, after, fields }: TariffChange): ChangeKind {
  if (after.is_listed === 0) return before?.is_listed === 1 ? 'gone' : 'changed'
  if (before === null || before.is_listed === 0) return 'new'
  return fields.includes('prices') ? 'price' : 'changed'
}
