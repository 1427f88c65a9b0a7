import { z } from 'zod'
import { hash as esimHash, operatorIdent } from '../contract/common.ts'
import type { Operator } from '../contract/operators.ts'
import type { EsimBalance } from '../contract/purchase.ts'
import type { AppContext } from '../http/app-env.ts'
import { apiErrorPage, notFoundPage } from '../http/page/error-pages.tsx'
import { page } from '../http/page/page.ts'
import { formatDate, formatTime } from '../locale/formats.ts'
import { href } from '../locale/paths.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { OfflineCopyNotice } from '../ui/offline-copy-notice.tsx'
import { useSite } from '../ui/site.tsx'
import { BalanceGauge } from '../ui/balance-gauge.tsx'
import { OperatorContacts } from '../ui/operator-contacts.tsx'
import { balanceText, tariffName } from '../locale/tariff-words.ts'

export const operatorInfoPage = page('operatorInfo', {
  access: 'private',
  query: z.object({
    hash: esimHash.optional().catch(undefined),
    operator: operatorIdent.optional().catch(undefined),
  }),
  get: (c, { query }) => show(c, query),
})

async function show(
  c: AppContext,
  { hash, operator }: { hash?: string | undefined; operator?: string | undefined },
) {
  const { words, api } = c.var
  if (hash === undefined && operator === undefined) return notFoundPage(c)
  const answer = await api.esimInfo(hash === undefined ? { operator } : { hash })
  if (!answer.ok) return apiErrorPage(c, answer.error)
  const info = answer.value.data
  const heading = info.esim
    ? words('balance.heading', { place: info.esim.tariff.placeTitle })
    : words('balance.contactsTitle', { operator: info.operator.title })
  return c.render(
    <>
      <OfflineCopyNotice />
      <section className="masthead">
        {info.esim && <p className="eyebrow">{tariffName(c.var, info.esim.tariff)}</p>}
        <h1>{heading}</h1>
      </section>
      {info.esim && <BalanceSheet esim={info.esim} />}
      <OperatorSection operator={info.operator} withTitle={info.esim !== null} />
    </>,
    { title: heading },
  )
}

function BalanceSheet({ esim }: { esim: EsimBalance }) {
  const site = useSite()
  const { locale, words } = site
  const { balance, tariff } = esim
  return (
    <section className="sheet document">
      <BalanceGauge balance={balance} />
      <div>
        <p className={`status ${balance.status}`}>{words(`balance.statuses.${balance.status}`)}</p>
        <p className="balance-text">{balanceText(site, balance)}</p>
        <Facts>
          <Fact label={words('balance.validUntil')}>{formatDate(balance.validUntil)}</Fact>
        </Facts>
        {balance.validUntil === null && (
          <p>{words('balance.notStarted', { date: formatDate(balance.activateBy) })}</p>
        )}
        <p className="soft">
          {balance.usageAsOf
            ? words('balance.asOf', { time: formatTime(balance.usageAsOf) })
            : words('balance.noReport')}
        </p>
        <p className="actions">
          <a className="button" href={href(locale, 'order', null, { tariffID: tariff.tariffID })}>
            {words('balance.again')}
          </a>
          <a className="button quiet" href={href(locale, 'instruction', null, { hash: esim.hash })}>
            {words('balance.instruction')}
          </a>
        </p>
      </div>
    </section>
  )
}

function OperatorSection({ operator, withTitle }: { operator: Operator; withTitle: boolean }) {
  const { words } = useSite()
  return (
    <section>
      {withTitle && <h2>{words('balance.operator')}</h2>}
      <OperatorContacts operator={operator} />
    </section>
  )
}
