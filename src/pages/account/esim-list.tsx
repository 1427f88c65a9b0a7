import type { EsimBalance } from '../../contract/esims.ts'
import { formatDate } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { balanceText, leftText, tariffName } from '../../locale/tariff-words.ts'
import { useSite } from '../../ui/site.tsx'
import { BalanceGauge } from '../../ui/balance-gauge.tsx'
import { PageLinks } from '../../ui/page-links.tsx'

export type EsimListProps = {
  readonly esims: {
    readonly data: readonly (EsimBalance & { readonly purchasedAt: string })[]
    readonly page: number
    readonly hasMore: boolean
  }
}

export function EsimList({ esims }: EsimListProps) {
  const { locale, words } = useSite()
  if (esims.data.length === 0)
    return (
      <section className="empty">
        <p>{words('account.empty')}</p>
        <p>
          <a className="button" href={href(locale, 'countries')}>
            {words('payment.choose')}
          </a>
        </p>
      </section>
    )
  return (
    <section>
      <ul className="esims">
        {esims.data.map((esim) => (
          <EsimCard key={esim.hash} esim={esim} />
        ))}
      </ul>
      <PageLinks list={esims} at={(page) => href(locale, 'account', null, { page })} />
    </section>
  )
}

const main = 'button small'
const quiet = 'button quiet small'

const actionNames = ['instruction', 'balance', 'again'] as const
const nextSteps = {
  ready: 'instruction',
  installed: 'balance',
  active: 'balance',
  finished: 'again',
  expired: 'again',
  refunded: 'again',
} as const

type CardProps = { readonly esim: EsimListProps['esims']['data'][number] }

function EsimCard({ esim }: CardProps) {
  const site = useSite()
  const { words } = site
  const { tariff, balance, purchasedAt } = esim
  const { status, validUntil } = balance
  const isRefunded = status === 'refunded'
  return (
    <li className="sheet esim-card">
      {!isRefunded && <BalanceGauge balance={balance} />}
      <div>
        <h2>{tariffName(site, tariff)}</h2>
        <p>
          <span className={`status ${status}`}>{words(`balance.statuses.${status}`)}</span>
        </p>
        {!isRefunded && <p>{leftText(site, balance) ?? balanceText(site, balance)}</p>}
        {validUntil && (
          <p className="soft">{words('account.validUntil', { date: formatDate(validUntil) })}</p>
        )}
        <p className="soft">{words('account.bought', { date: formatDate(purchasedAt) })}</p>
        <Actions esim={esim} />
      </div>
    </li>
  )
}

/** The next step of its state is the filled button. A refunded eSIM can only be bought again. */
function Actions({ esim: { hash, tariff, balance } }: CardProps) {
  const { locale, words } = useSite()
  const { status } = balance
  const links = {
    instruction: href(locale, 'instruction', null, { hash }),
    balance: href(locale, 'operatorInfo', null, { hash }),
    again: href(locale, 'order', null, { tariffID: tariff.tariffID }),
  }
  const next = nextSteps[status]
  const names = status === 'refunded' ? (['again'] as const) : actionNames
  return (
    <p className="actions">
      {names.map((name) => (
        <a key={name} className={name === next ? main : quiet} href={links[name]}>
          {words(`account.${name}`)}
        </a>
      ))}
    </p>
  )
}
