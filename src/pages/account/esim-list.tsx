import type { EsimBalance } from '../../contract/esims.ts'
import { formatDate } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { balanceText, leftText, tariffName } from '../../locale/tariff-words.ts'
import { validityText } from '../../locale/validity-text.ts'
import { EsimStatus, isEsimOnHold, possibleActions } from '../../ui/esim-status.tsx'
import { useSite } from '../../ui/site.tsx'
import { BalanceGauge } from './balance-gauge.tsx'
import { PageLinks } from '../../ui/page-links.tsx'
import type { PageOfList } from '../../ui/page-links.tsx'

type PurchasedEsim = EsimBalance & { readonly purchasedAt: string }

export type EsimListProps = { readonly esims: PageOfList<PurchasedEsim> }

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

/** The possible actions with an eSIM in each state, the next step first. */
const actions = {
  ready: ['install', 'balance', 'again'],
  installed: ['balance', 'instruction', 'again'],
  active: ['balance', 'instruction', 'again'],
  finished: ['again', 'balance', 'instruction'],
  expired: ['again', 'balance'],
  refunded: ['again'],
} as const

type CardProps = { readonly esim: PurchasedEsim }

function EsimCard({ esim }: CardProps) {
  const site = useSite()
  const { words } = site
  const { tariff, balance, purchasedAt } = esim
  const { status, validUntil } = balance
  const canUse = !hasEnded(balance)
  return (
    <li className="sheet esim-card">
      {canUse && <BalanceGauge balance={balance} />}
      <div>
        <h2>{tariffName(site, tariff)}</h2>
        <p>
          <EsimStatus balance={balance} />
        </p>
        {isEsimOnHold(balance) && <p>{words('api.frozen')}</p>}
        {canUse && <p>{leftText(site, balance) ?? balanceText(site, balance)}</p>}
        {validUntil && status !== 'refunded' && (
          <p className="soft">{validityText(words, validUntil, status === 'expired')}</p>
        )}
        <p className="soft">{words('account.bought', { date: formatDate(purchasedAt) })}</p>
      </div>
      <Actions esim={esim} />
    </li>
  )
}

/** Shows the next step as a filled button. An eSIM that has ended has no next step. */
function Actions({ esim: { hash, tariff, balance } }: CardProps) {
  const { locale, words } = useSite()
  const first = hasEnded(balance) ? quiet : main
  const instruction = href(locale, 'instruction', null, { hash })
  const links = {
    install: [instruction, words('account.instruction')],
    instruction: [instruction, words('balance.instruction')],
    balance: [href(locale, 'operatorInfo', null, { hash }), words('account.balance')],
    again: [href(locale, 'order', null, { tariffID: tariff.tariffID }), words('account.again')],
  } as const
  return (
    <p className="actions">
      {possibleActions(actions[balance.status], balance).map((name, index) => {
        const [url, text] = links[name]
        return (
          <a key={name} className={index === 0 ? first : quiet} href={url}>
            {text}
          </a>
        )
      })}
    </p>
  )
}

function hasEnded({ status }: EsimBalance['balance']): boolean {
  return status === 'expired' || status === 'refunded'
}
