import { mayDo } from '../../backend/operations/staff.ts'
import type { StaffMember } from '../../backend/operations/staff.ts'
import type { AdminWords } from '../admin-words.ts'

const tabs = [
  { name: 'plans', href: '/admin/plans' },
  { name: 'import', href: '/admin/import' },
  { name: 'promo-codes', href: '/admin/promo-codes' },
  { name: 'prices', href: '/admin/prices' },
  { name: 'suppliers', href: '/admin/suppliers' },
] as const
export type PlanTab = (typeof tabs)[number]['name']

type Props = {
  readonly words: AdminWords
  readonly person: StaffMember
  readonly current: PlanTab
}

/**
 * The pages of the section: plans and other goods. Only staff who may import see the tab for it.
 */
export function PlanTabs({ words, person, current }: Props) {
  const shown = tabs.filter(({ name }) => name !== 'import' || mayDo(person, 'import'))
  return (
    <nav className="tabs" aria-label={words('tabs.label')}>
      {shown.map(({ name, href }) => (
        <a key={name} href={href} aria-current={name === current ? 'page' : undefined}>
          {words(`tabs.${name}`)}
        </a>
      ))}
    </nav>
  )
}
