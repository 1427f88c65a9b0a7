import type { AdminWords } from '../admin-words.ts'

const tabs = [
  { name: 'plans', href: '/admin/plans' },
  { name: 'import', href: '/admin/import' },
  { name: 'promo-codes', href: '/admin/promo-codes' },
  { name: 'prices', href: '/admin/prices' },
  { name: 'suppliers', href: '/admin/suppliers' },
] as const
export type PlanTab = (typeof tabs)[number]['name']

/** The pages of the section: plans and other goods. */
export function PlanTabs({ words, current }: { words: AdminWords; current: PlanTab }) {
  return (
    <nav className="tabs" aria-label={words('tabs.label')}>
      {tabs.map(({ name, href }) => (
        <a key={name} href={href} aria-current={name === current ? 'page' : undefined}>
          {words(`tabs.${name}`)}
        </a>
      ))}
    </nav>
  )
}
