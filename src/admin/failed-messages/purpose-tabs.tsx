import type { MessagePurpose } from '../../messages/outbox.ts'
import { product } from '../../kit/product.shared.ts'
import { formatNumber } from '../../words/formats.shared.ts'
import { useOffice } from '../office.tsx'

export type PurposeTabsProps = {
  readonly purposes: readonly { readonly purpose: MessagePurpose; readonly count: number }[]
  /** Null for all messages. */
  readonly shown: MessagePurpose | null
  readonly hrefOf: (purpose: MessagePurpose | null) => string
}

/** Links to the failed messages of each purpose, with their numbers. */
export function PurposeTabs({ purposes, shown, hrefOf }: PurposeTabsProps) {
  const { locale, words } = useOffice()
  if (purposes.length < 2 && shown === null) return null
  const tabs = [
    { purpose: null, name: words('failedMessages.all') },
    ...purposes.map(({ purpose, count }) => ({
      purpose,
      name: `${words(`purposes.${purpose}`)} (${formatNumber(locale, count)})`,
    })),
  ]
  return (
    <nav className="tabs" aria-label={words('failedMessages.purposes')}>
      {tabs.map(({ purpose, name }) => (
        <a key={name} href={hrefOf(purpose)} aria-current={purpose === shown ? 'page' : undefined}>
          <span className={name.startsWith(product.name) ? undefined : 'sentence'}>{name}</span>
        </a>
      ))}
    </nav>
  )
}
