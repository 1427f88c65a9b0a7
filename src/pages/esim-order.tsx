import { getCookie } from 'hono/cookie'
import { z } from 'zod'
import type { TariffDetails } from '../contract/tariffs.ts'
import { email, tariffID } from '../contract/common.ts'
import { marketingCode } from '../contract/purchase.ts'
import { utmQuery } from '../contract/utm-query.ts'
import type { AppContext } from '../http/app-env.ts'
import { apiErrorPage } from '../http/page/error-pages.tsx'
import type { FormValues } from '../http/page/form-request.ts'
import { checkForm, redirectAfterForm, showFormAgain } from '../http/page/form-request.ts'
import { page } from '../http/page/page.ts'
import { knownNonce } from '../http/middleware/sign-in-nonce.ts'
import { sessionOf } from '../http/middleware/session-cookies.ts'
import type { Prices } from '../domain/money.ts'
import { cardIn, currencyOf } from '../domain/payment-options.ts'
import { href } from '../locale/paths.ts'
import { shownPrice } from '../locale/tariff-words.ts'
import { ok } from '../domain/result.ts'
import { secretID } from '../domain/secret-id.ts'
import { readUtm } from '../forms/fields.ts'
import { applyButton } from '../forms/order/promocode-field.tsx'
import { orderSchema, promocodeSchema, readOrder } from '../forms/order/schema.ts'
import type { OrderValues } from '../forms/order/schema.ts'
import type { ApiResult, ApiError } from '../api/api-result.ts'
import { OrderView, SoldOutOrder, orderFormProps } from './esim-order/order-view.tsx'
import { checkedPhone } from './esim/check/checked-phone.ts'

const orderQuery = z.object({
  tariffID,
  promo: marketingCode.optional().catch(undefined),
  phone: z.string().max(60).optional().catch(undefined),
  ...utmQuery,
})
type OrderInput = { readonly query: z.output<typeof orderQuery> }

export const orderPage = page('order', {
  access: 'private',
  query: orderQuery,
  get: (c, { query }) =>
    withTariff(c, query, async (tariff) => {
      if (!tariff.inStock) return showSoldOut(c, tariff)
      const values = emptyOrder(c, tariff, query)
      return showForm(c, { tariff, query, values, price: await priceOf(c, tariff, values) })
    }),
  post: handleOrder,
})

function showSoldOut(c: AppContext, tariff: TariffDetails) {
  return c.render(<SoldOutOrder tariff={tariff} />, { title: c.var.words('order.title') })
}

async function handleOrder(c: AppContext, form: FormValues, { query }: OrderInput) {
  const values = readOrder(form)
  if (form.text('step') === applyButton)
    return withTariff(c, query, (tariff) => applyPromocode(c, { tariff, query }, values))
  const started = await placeOrder(c, query, values)
  if (started.ok) return redirectAfterForm(c, started.value.data.paymentURL)
  return withTariff(c, query, async (tariff) => {
    const price = await priceOf(c, tariff, values)
    return showForm(c, { tariff, query, values, price, errors: started.error })
  })
}

/** Shows the form with the prices after the promo code, or says why it cannot be used. */
async function applyPromocode(
  c: AppContext,
  { tariff, query }: Pick<Shown, 'tariff' | 'query'>,
  values: OrderValues,
) {
  const checked = checkForm(promocodeSchema, values, c.var.words)
  const price = checked.ok ? await priceOf(c, tariff, values) : checked
  return showForm(c, { tariff, query, values, price, errors: price.ok ? null : price.error })
}

/** Leaves it to the API whether the plan is sold in the currency: reading it would take time. */
async function placeOrder(
  c: AppContext,
  { tariffID: id }: OrderInput['query'],
  values: OrderValues,
) {
  const schema = orderSchema(c.var.currencies.map(cardIn))
  const checked = checkForm(schema, values, c.var.words)
  if (!checked.ok) return checked
  const { promocode, total, ...rest } = checked.value
  const currency = currencyOf(rest.paymentOption)
  const input = {
    ...rest,
    promocode: promocode || undefined,
    expectedAmount: total && currency ? { minor: Number(total), currency } : undefined,
    tariffID: id,
    referralCode: marketingCode.safeParse(getCookie(c, 'referralCode')).data,
    nonce: knownNonce(c),
  }
  return c.var.api.activation(input, { session: sessionOf(c, 'customer') })
}

async function priceOf(
  c: AppContext,
  tariff: TariffDetails,
  { promocode, email: typed }: OrderValues,
): Promise<ApiResult<Prices>> {
  const code = marketingCode.safeParse(promocode).data
  if (code === undefined) return ok(tariff.prices)
  const input = {
    tariffID: tariff.tariffID,
    promocode: code,
    email: email.safeParse(typed).data,
  }
  const answer = await c.var.api.orderPrice(input)
  return answer.ok ? ok(answer.value.data.totals) : answer
}

async function withTariff(
  c: AppContext,
  { tariffID: id }: OrderInput['query'],
  then: (tariff: TariffDetails) => Promise<Response>,
): Promise<Response> {
  const answer = await c.var.api.tariff({ id })
  return answer.ok ? then(answer.value.data) : apiErrorPage(c, answer.error)
}

type Shown = {
  readonly tariff: TariffDetails
  readonly query: OrderInput['query']
  readonly values: OrderValues
  readonly price: ApiResult<Prices>
  readonly errors?: ApiError | null
}

async function showForm(c: AppContext, { tariff, query, values, price, errors = null }: Shown) {
  // The key belongs to an order sent before. What the form says now is a new one.
  const isKeyUsed = errors?.code === 'key-reused' || errors?.code === 'order-expired'
  const shown = isKeyUsed ? { ...values, idempotencyKey: secretID() } : values
  const phone = await checkedPhone(query.phone, c.var.words)
  const action = { tariffID: tariff.tariffID, phone: phone === null ? undefined : query.phone }
  const form = {
    ...orderFormProps(c.var, tariff, shown, price, errors),
    action: href(c.var.locale, 'order', null, action),
  }
  return showFormAgain(c, errors?.status ?? 200, form, () =>
    c.render(<OrderView tariff={tariff} phone={phone} form={form} />, {
      title: titleOf(c, errors),
    }),
  )
}

/** A new form. Its idempotency key makes a second submit the same order. */
function emptyOrder(c: AppContext, tariff: TariffDetails, query: OrderInput['query']): OrderValues {
  return {
    email: '',
    paymentOption: cardIn(shownPrice(c.var, tariff.prices).currency),
    // The promo code of this URL, or of an earlier one.
    promocode: query.promo ?? marketingCode.safeParse(getCookie(c, 'promocode')).data ?? '',
    total: '',
    consent: false,
    idempotencyKey: secretID(),
    utm: readUtm((name) => query[name]),
  }
}

/** Without JavaScript the title is the first thing a screen reader says of the page that came back. */
function titleOf(c: AppContext, errors: ApiError | null): string {
  const title = c.var.words('order.title')
  return errors ? c.var.words('errors.titleOf', { title }) : title
}
