import type { DetailedPlan, Plan } from '../../plans/operations.ts'
import { orderPlansOf, planList, plansQuery } from '../order-query.ts'
import { giftDates, type GiftDates } from '../../kit/activation-window.shared.ts'
import { sumOfPrices } from '../../kit/money.shared.ts'
import { mostPeople } from '../../kit/order-number.ts'
import { err, ok } from '../../kit/result.shared.ts'
import { HydratedForm } from '../../ui/hydrated-form.tsx'
import { orderForm, type OrderFormProps } from '../order-form.shared.tsx'
import type { AppContext } from '../../site/app-env.ts'
import { redirectRefused } from '../../site/form-answer.ts'
import { ContentStyles } from '../../site/page-styles.tsx'
import { page } from '../../site/page.ts'
import { joinedFields } from '../../site/page-input.ts'
import { rememberedPhone } from '../../site/cookies.ts'
import { formatDate } from '../../words/formats.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { repeatPerPerson, orderParams, type OrderPlans } from '../../words/order-params.ts'
import { href } from '../../words/paths.shared.ts'
import { priceText, soldOutText } from '../../words/plan-words.ts'
import type { Words } from '../../words/words.shared.ts'
import { useSite } from '../../ui/site.tsx'
import { PlanChecks, RefundStamp, TermChecks, installCheckOf } from '../../plans/plan-checks.tsx'
import { orderHandlers, orderQuery, showOrder } from './order-handlers.ts'
import { checkPhone, loadPlanOrder, type OrderItem, type PlanOrder } from './order-form-props.ts'
import { OrderedPlans } from './order-pass.tsx'
import { PlanPicks } from '../../plans/plan-card.tsx'

export const orderPage = page('order', {
  access: 'private',
  query: orderQuery.extend({
    tariffID: planList.register(joinedFields, { joinedBy: ',' }),
    ...plansQuery,
  }),
  needs: { oneOf: ['tariffID'], orGoTo: 'tariffs' },
  async get(c, { query }) {
    const { tariffID: _, people: __, phone: ___, ...visit } = query
    const phone = query.phone ?? rememberedPhone(c)
    const order = await loadPlanOrder(c, orderPlansOf({ ...query, phone }), visit)
    if (!order.ok) return order.error
    return isSoldOut(order.value)
      ? showSoldOut(c, order.value)
      : showOrder(c, planItem(c, order.value), query)
  },
  async post(c, { query }, fields) {
    const { plans } = await checkPhone(c, orderPlansOf(query))
    const load = async () => {
      const order = await loadPlanOrder(c, plans)
      if (!order.ok) return order
      const item = planItem(c, order.value)
      return isSoldOut(order.value) ? err(redirectRefused(c, item.action)) : ok(item)
    }
    return orderHandlers(c, { input: { plans }, load }, fields)
  },
})

/** The form of a sold-out order cannot be completed. Its page offers other plans. */
function isSoldOut({ tariffs: plans }: PlanOrder): boolean {
  return plans.some(({ inStock }) => !inStock)
}

function planItem(c: AppContext, order: PlanOrder): OrderItem {
  const { locale, words, now } = c.var
  const { plans, tariffs } = order
  const markets = tariffs.map(({ market }) => market)
  const dates = giftDates(new Date(now()), markets)
  return {
    input: { plans },
    prices: sumOfPrices(repeatPerPerson(plans, tariffs).map(({ prices }) => prices)),
    action: href(locale, 'order', null, orderParams(plans)),
    texts: { ...giftDateText(words, dates), ...hotspotText(words, tariffs) },
    giftDates: dates,
    peopleActions: peopleActions(locale, plans),
    title: words('order.title'),
    render: (form) => <OrderView order={order} form={form} />,
  }
}

function peopleActions(locale: Locale, plans: OrderPlans): string[] {
  const most = mostPeople(plans.tariffIDs.length)
  if (most === 1) return []
  return Array.from({ length: most }, (_, index) =>
    href(locale, 'order', null, orderParams({ ...plans, people: index + 1 })),
  )
}

function giftDateText(words: Words, { from, to }: GiftDates) {
  const bounds = { from: formatDate(from), to: formatDate(to) }
  return { 'order.giftDateInvalid': words('order.giftDateInvalid', bounds) }
}

/** Says that one plan can serve several phones, if the operators of all plans allow it. */
function hotspotText(words: Words, plans: readonly DetailedPlan[]) {
  const isAllowed = plans.every(({ hotspot }) => hotspot === 'yes')
  return isAllowed ? { 'order.peopleHint': words('order.peopleHotspot') } : {}
}

/** Offers other plans for the same place. */
async function showSoldOut(c: AppContext, order: PlanOrder) {
  const [first, second] = order.tariffs
  const answer = first && !second ? await c.var.api.tariffFares(placeOf(first)) : null
  const others = answer?.ok ? answer.value.data : []
  return c.render(<SoldOutView order={order} others={others} />, {
    title: c.var.words('order.title'),
    styles: 'soldOutOrder',
  })
}

function placeOf({ kind, worldRegion, regionIdent, countryCodes: [country] }: DetailedPlan) {
  if (kind === 'multi' && worldRegion !== null) return { worldRegion }
  return { country, region: regionIdent ?? undefined }
}

type Props = { readonly order: PlanOrder; readonly form: OrderFormProps }

function OrderView({ order, form }: Props) {
  const { tariffs, plans, phone } = order
  return (
    <section className="two-columns">
      {/* The dialog shows this part. */}
      <div id="activation">
        <OrderedPlans order={order} />
        <ContentStyles styles="order" />
        <OrderTotal order={order} />
        <BeforePay order={order} />
        <HydratedForm form={orderForm} props={form} />
      </div>
      <aside className="stack">
        <PlanChecks tariffs={tariffs} plans={plans} phone={phone} />
        <OtherPlan order={order} />
      </aside>
    </section>
  )
}

function OrderTotal({ order: { plans, tariffs } }: { order: PlanOrder }) {
  const site = useSite()
  const all = repeatPerPerson(plans, tariffs)
  if (all.length === 1) return null
  const price = priceText(site, sumOfPrices(all.map(({ prices }) => prices)))
  return <p className="order-total">{site.words('order.total', { count: all.length, price })}</p>
}

/**
 * Shows the facts that a customer must know before paying, above the form. For narrow screens and
 * dialogs, because wide screens show the list of all checks next to the form.
 */
function BeforePay({ order: { plans, tariffs, phone } }: { order: PlanOrder }) {
  const { locale, words } = useSite()
  const url = href(locale, 'check', null, orderParams({ ...plans, phone: undefined }))
  return (
    <div className="before-pay">
      <ul className="checks">
        {phone === null && (
          <li>
            <a href={url}>{words('tariff.checkPhoneHow')}</a>
          </li>
        )}
        <TermChecks tariffs={tariffs} />
        <li>{words(installCheckOf(tariffs))}</li>
        <li>{words('tariff.checkReturn')}</li>
      </ul>
      <RefundStamp />
    </div>
  )
}

type SoldOutViewProps = { readonly order: PlanOrder; readonly others: readonly Plan[] }

/** Shows an order with a sold-out plan. Offers to order the other plans, or shows similar plans. */
function SoldOutView({ order, others }: SoldOutViewProps) {
  const { locale, words } = useSite()
  const { tariffs, plans, visit } = order
  const left = plans.tariffIDs.filter((_, index) => tariffs[index]?.inStock)
  return (
    <>
      <section>
        <OrderedPlans order={order} />
        <ContentStyles styles="soldOutOrder" />
        <section className="notice" role="status">
          <p>{soldOutText(words, tariffs)}</p>
          <div className="actions">
            {left.length > 0 && (
              <a
                className="button"
                href={href(locale, 'order', null, {
                  ...visit,
                  ...orderParams({ ...plans, tariffIDs: left }),
                })}
              >
                {words('order.orderLeft')}
              </a>
            )}
            <OtherPlan order={order} className={left.length > 0 ? 'button quiet' : 'button'} />
          </div>
        </section>
      </section>
      {others.length > 0 && (
        <section>
          <h2>{words('order.instead', { place: tariffs[0]?.placeTitle ?? '' })}</h2>
          <PlanPicks fares={others} />
        </section>
      )}
    </>
  )
}

/** Links to the page on which the plans of the order were chosen. */
function OtherPlan({
  order: { tariffs: plans },
  className,
}: {
  readonly order: PlanOrder
  readonly className?: string
}) {
  const { locale, words } = useSite()
  const [first, second] = plans
  const url = second
    ? href(locale, 'trip')
    : href(locale, 'country', { country: first?.countryCodes[0] ?? '' })
  return (
    <p>
      <a href={url} className={className}>
        {words(second ? 'order.changeTrip' : 'order.change')}
      </a>
    </p>
  )
}
