import { officeHref } from '../../words/office-paths.ts'
import type { OfficePage } from '../../words/office-paths.ts'
import { useOffice } from '../office.tsx'

const tabs = [
  'plans',
  'import',
  'promoCodes',
  'prices',
  'suppliers',
] as const satisfies readonly OfficePage[]
export type PlanTab = (typeof tabs)[number]

type Props = {
  readonly current: PlanTab
}

/** Links to the pages of plans and other goods. Only staff who may import see the import tab. */
export function PlanTabs({ current }: Props) {
  const { words, may } = useOffice()
  const shown = tabs.filter((name) => name !== 'import' || may('import'))
  return (
    <nav className="tabs" aria-label={words('tabs.label')}>
      {shown.map((name) => (
        <a key={name} href={officeHref(name)} aria-current={name === current ? 'page' : undefined}>
          {words(`tabs.${name}`)}
        </a>
      ))}
    </nav>
  )
}
