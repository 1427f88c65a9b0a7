import type { z } from 'zod'
import { esimHash } from '../../api/common.ts'
import { topUpChoice, type EsimTopUps, type TopUp } from '../operations.ts'
import { err, ok, type Result } from '../../kit/result.shared.ts'
import { isOutage } from '../../site/api/api-result.ts'
import type { AppContext } from '../../site/app-env.ts'
import { notFoundPage } from '../../site/error-pages.tsx'
import { formAction } from '../../site/form-input.ts'
import { redirectRefused } from '../../site/form-answer.ts'
import { page } from '../../site/page.ts'
import { href } from '../../words/paths.shared.ts'
import { esimErrorPage } from './esim-error-page.tsx'
import type { OrderItem } from '../../orders/pages/order-form-props.ts'
import { orderHandlers, orderQuery, showOrder } from '../../orders/pages/order-handlers.ts'
import { priceText, sizeText, planName } from '../../words/plan-words.ts'
import { Masthead } from '../../ui/masthead.tsx'
import { Notice } from '../../ui/lists.tsx'
import { useSite } from '../../ui/site.tsx'
import { HydratedForm } from '../../ui/hydrated-form.tsx'
import { orderForm, type OrderFormProps } from '../../orders/order-form.shared.tsx'
import { ContentStyles } from '../../site/page-styles.tsx'
import { Flag } from '../../ui/flag.tsx'
import { InkEdge } from '../../plans/map/inks.tsx'

const topUpQuery = orderQuery.extend({
  hash: esimHash,
  code: topUpChoice.shape.code.optional().catch(undefined),
})
type TopUpQuery = z.output<typeof topUpQuery>

/** Lists the top-ups for an eSIM. With a code, shows the order form of that top-up. */
export const topUpPage = page('topUp', {
  access: 'private',
  query: topUpQuery,
  async get(c, { query }) {
    if (query.code === undefined) return showList(c, query)
    const item = await loadTopUp(c, query)
    return item.ok ? showOrder(c, item.value, query) : item.error
  },
  post(c, { query }, fields) {
    const { hash, code } = query
    if (code === undefined) return formAction(notFoundPage)
    const load = async () => {
      const item = await loadTopUp(c, query)
      if (item.ok || isOutage(item.error)) return item
      return err(redirectRefused(c, href(c.var.locale, 'topUp', null, { hash, code })))
    }
    return orderHandlers(c, { input: { topUp: { hash, code } }, load }, fields)
  },
})

async function showList(c: AppContext, { hash }: TopUpQuery): Promise<Response> {
  const answer = await c.var.api.esimTopUps({ hash })
  return answer.ok ? renderList(c, answer.value.data, '') : esimErrorPage(c, answer.error)
}

/**
 * Loads a top-up, or returns an error page. If the supplier no longer offers the top-up, the error
 * page is the list of top-ups.
 */
async function loadTopUp(
  c: AppContext,
  { hash, code }: TopUpQuery,
): Promise<Result<OrderItem, Response>> {
  const answer = await c.var.api.esimTopUps({ hash })
  if (!answer.ok) return err(await esimErrorPage(c, answer.error))
  const esim = answer.value.data
  const topUp = esim.topUps.find((each) => each.code === code)
  return topUp ? ok(topUpItem(c, esim, topUp)) : err(await renderList(c, esim, goneNotice(c, esim)))
}

/** With no top-ups left, the list itself says that no data can be added. */
function goneNotice(c: AppContext, { topUps }: EsimTopUps): string {
  return topUps.length > 0 ? c.var.words('api.topUpGone') : ''
}

async function renderList(c: AppContext, esim: EsimTopUps, notice: string): Promise<Response> {
  return c.render(<TopUpList esim={esim} notice={notice} />, {
    opening: <TopUpMasthead esim={esim} />,
    title: c.var.words('topUp.title'),
    styles: esim.topUps.length > 0 ? 'account' : 'result',
  })
}

function topUpItem(c: AppContext, esim: EsimTopUps, topUp: TopUp): OrderItem {
  const { locale, words } = c.var
  const choice = { hash: esim.hash, code: topUp.code }
  return {
    input: { topUp: choice },
    prices: topUp.prices,
    giftDates: null,
    peopleActions: [],
    action: href(locale, 'topUp', null, choice),
    texts: {
      'order.email': words('topUp.email'),
      'order.emailHint': words('topUp.emailHint'),
      'order.next': words('topUp.next'),
    },
    title: words('topUp.title'),
    render: (form) => <TopUpOrder esim={esim} topUp={topUp} form={form} />,
  }
}

function TopUpMasthead({ esim: { tariff: plan, topUps } }: { readonly esim: EsimTopUps }) {
  const site = useSite()
  const { words } = site
  return (
    <Masthead
      eyebrow={planName(site, plan)}
      heading={words('topUp.title')}
      lead={topUps.length > 0 ? words('topUp.lead') : undefined}
    />
  )
}

/** Lists the top-ups for an eSIM as links to their order forms. */
function TopUpList({ esim, notice }: { esim: EsimTopUps; notice: string }) {
  const { locale, words } = useSite()
  const { hash, tariff: plan, topUps } = esim
  return (
    <section>
      {notice !== '' && <Notice role="alert" text={notice} />}
      <TopUpChoice esim={esim} />
      <p className="actions">
        {topUps.length === 0 && (
          <a className="button" href={href(locale, 'order', null, { tariffID: plan.tariffID })}>
            {words('balance.again')}
          </a>
        )}
        <a className="button quiet" href={href(locale, 'operatorInfo', null, { hash })}>
          {words('topUp.open')}
        </a>
      </p>
    </section>
  )
}

function TopUpChoice({ esim: { hash, topUps } }: { readonly esim: EsimTopUps }) {
  const site = useSite()
  const { locale, words } = site
  if (topUps.length === 0) return <Notice text={words('topUp.none')} />
  return (
    <>
      <h2>{words('topUp.choose')}</h2>
      <ul className="options">
        {topUps.map(({ code, trafficMb, validityDays, prices }) => (
          <li key={code}>
            <a className="option" href={href(locale, 'topUp', null, { hash, code })}>
              <span>
                <b>{sizeText(site, { trafficMb })}</b>
                <small>{words('units.days', { count: validityDays })}</small>
              </span>
              <span className="price">{priceText(site, prices)}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

type Props = { readonly esim: EsimTopUps; readonly topUp: TopUp; readonly form: OrderFormProps }

function TopUpOrder({ esim, topUp, form }: Props) {
  const site = useSite()
  const { locale, words } = site
  const { hash, tariff: plan } = esim
  const facts = [sizeText(site, topUp), words('units.days', { count: topUp.validityDays })]
  return (
    <section className="two-columns">
      <div>
        <h1>{words('topUp.title')}</h1>
        <div className="order-pass">
          <InkEdge plan={plan} />
          {plan.kind !== 'multi' && <Flag country={plan.countryCodes[0] ?? ''} isEager />}
          <p>
            <b>{plan.placeTitle}</b>
            <span>{facts.join(', ')}</span>
          </p>
          <p className="price">{priceText(site, topUp.prices)}</p>
          <p className="soft">{words('topUp.for', { plan: planName(site, plan) })}</p>
        </div>
        <ContentStyles styles="order" />
        <HydratedForm form={orderForm} props={form} />
      </div>
      <aside className="stack">
        <p>{words('topUp.lead')}</p>
        <p>
          <a href={href(locale, 'topUp', null, { hash })}>{words('topUp.change')}</a>
        </p>
      </aside>
    </section>
  )
}
