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

function EsimCard({ esim }: { esim: EsimListProps['esims']['data'][number] }) {
  const site = useSite()
  const { locale, words } = site
  const { hash, tariff, balance, purchasedAt } = esim
  const { status, validUntil } = balance
  const isOver = status === 'expired' || status === 'finished'
  return (
    <li className="sheet esim-card">
      <BalanceGauge balance={balance} />
      <div>
        <h2>{tariffName(site, tariff)}</h2>
        <p>
          <span className={`status ${status}`}>{words(`balance.statuses.${status}`)}</span>
        </p>
        <p>{leftText(site, balance) ?? balanceText(site, balance)}</p>
        <p className="soft">
          {words('account.bought', { date: formatDate(purchasedAt) })}
          {validUntil && <> · {words('account.validUntil', { date: formatDate(validUntil) })}</>}
        </p>
        <p className="actions">
          <a className={isOver ? quiet : main} href={href(locale, 'instruction', null, { hash })}>
            {words('account.instruction')}
          </a>
          <a className={quiet} href={href(locale, 'operatorInfo', null, { hash })}>
            {words('account.balance')}
          </a>
          <a
            className={isOver ? main : quiet}
            href={href(locale, 'order', null, { tariffID: tariff.tariffID })}
          >
            {words('account.again')}
          </a>
        </p>
      </div>
    </li>
  )
}
