import { z } from 'zod'
import type { ApiError, ApiResult } from '../../api/api-result.ts'
import { email } from '../../contract/common.ts'
import { marketingCode } from '../../contract/purchase.ts'
import { utmQuery } from '../../contract/utm.ts'
import type { Prices } from '../../domain/money.ts'
import { cardIn, currencyOf } from '../../domain/payment-options.ts'
import { ok } from '../../domain/result.ts'
import type { Result } from '../../domain/result.ts'
import { secretID } from '../../domain/secret-id.ts'
import { readUtm } from '../../forms/fields.ts'
import { orderForm } from '../../forms/order/form.tsx'
import { noGift } from '../../forms/order/gift-schema.ts'
import type { GiftValues } from '../../forms/order/gift-schema.ts'
import { peopleButton } from '../../forms/order/people-field.tsx'
import { applyButton } from '../../forms/order/promocode-field.tsx'
import { orderSchema, promocodeSchema, readOrder } from '../../forms/order/schema.ts'
import type { OrderValues } from '../../forms/order/schema.ts'
import type { AppContext } from '../../http/app-env.ts'
import { sessionOf } from '../../http/cookies/session-cookies.ts'
import { storedMarketingCode } from '../../http/middleware/marketing-codes.ts'
import { knownNonce } from '../../http/cookies/sign-in-nonce.ts'
import type { FormValues } from '../../http/page/form-request.ts'
import { checkForm, redirectAfterForm, showFormAgain } from '../../http/page/form-request.ts'
import { href } from '../../locale/paths.ts'
import { repeatPerPerson } from '../../locale/order-params.ts'
import { shownPrice } from '../../locale/tariff-words.ts'
import { giftLines, withGiftDate } from './gift-lines.ts'
import { orderFormProps } from './order-form-props.ts'
import { peopleOf } from './order-item.ts'
import type { OrderInput, OrderItem } from './order-item.ts'

export const orderQuery = z.object({
  promo: marketingCode.optional().catch(undefined),
  ...utmQuery,
})
type OrderQuery = z.output<typeof orderQuery>

/** Loads the item of a form, or returns an error page. */
type LoadItem = () => Promise<Result<OrderItem, Response>>

/** Shows a new form. Its idempotency key makes a repeated submit the same order. */
export async function showOrder(c: AppContext, item: OrderItem, query: OrderQuery) {
  const values = emptyOrder(c, item, query)
  return showForm(c, { item, values, price: await priceOf(c, item, values) })
}

/**
 * Places the order and redirects to the payment page, or shows the form again.
 * @param load called only to show the form, because it takes time and the API checks the order
 * anyway
 */
export async function receiveOrder(
  c: AppContext,
  form: FormValues,
  input: OrderInput,
  load: LoadItem,
): Promise<Response> {
  const values = readOrder(form)
  const step = form.text('step')
  const isOrder = step !== applyButton && step !== peopleButton
  const started = isOrder ? await placeOrder(c, input, values) : null
  const to = started && nextPage(c, started)
  if (to !== null) return redirectAfterForm(c, to)
  const loaded = await load()
  if (!loaded.ok) return loaded.error
  const item = loaded.value
  if (step === applyButton) return applyPromocode(c, item, values)
  const price = await priceOf(c, item, values)
  const errors =
    started && !started.ok ? withGiftDate(started.error, item.texts['order.giftDateInvalid']) : null
  return showForm(c, { item, values, price, errors })
}

/** Returns the payment page, or the order's page if it was paid after this form was sent. */
function nextPage(
  { var: { locale } }: AppContext,
  started: ApiResult<{ data: { paymentURL: string } }>,
): string | null {
  if (started.ok) return started.value.data.paymentURL
  const { code, invoiceID } = started.error
  if (code !== 'already-paid' || invoiceID === undefined) return null
  return href(locale, 'paymentSuccess', null, { invoiceID })
}

/**
 * Shows the form with the prices after the promo code, or with the reason why the code cannot be
 * used.
 */
async function applyPromocode(c: AppContext, item: OrderItem, values: OrderValues) {
  const checked = checkForm(promocodeSchema, values, c.var.words)
  const price = checked.ok ? await priceOf(c, item, values) : checked
  return showForm(c, { item, values, price, errors: price.ok ? null : price.error })
}

/** Places the order. The API checks whether the item is sold in the currency. */
async function placeOrder(c: AppContext, input: OrderInput, values: OrderValues) {
  const gift = { dates: null, people: peopleOf(input) }
  const schema = orderSchema(c.var.currencies.map(cardIn), gift)
  const checked = checkForm(schema, values, c.var.words)
  if (!checked.ok) return checked
  const { promocode, total, giftEmail, giftMessage, giftDate, ...rest } = checked.value
  const currency = currencyOf(rest.paymentOption)
  const order = {
    ...rest,
    ...orderedOf(input, rest.email, { giftEmail, giftMessage, giftDate }),
    promocode: promocode || undefined,
    expectedAmount: total && currency ? { minor: Number(total), currency } : undefined,
    referralCode: storedMarketingCode(c, 'refid'),
    nonce: knownNonce(c),
  }
  return c.var.api.activation(order, { session: sessionOf(c, 'customer') })
}

function orderedOf(input: OrderInput, buyer: string, gift: GiftValues) {
  if ('topUp' in input) return input
  const { plans } = input
  const tariffIDs = repeatPerPerson(plans, plans.tariffIDs)
  if (gift.giftEmail !== '')
    return { lines: giftLines(tariffIDs, buyer, gift), phoneModel: plans.phone }
  const lines = onePlan(input) ?? { lines: tariffIDs.map((tariffID) => ({ tariffID })) }
  return { ...lines, phoneModel: plans.phone }
}

async function priceOf(
  c: AppContext,
  { input, prices }: OrderItem,
  { promocode, email: typed }: OrderValues,
): Promise<ApiResult<Prices>> {
  const code = marketingCode.safeParse(promocode).data
  if (code === undefined) return ok(prices)
  const customer = email.safeParse(typed).data
  const priced =
    'topUp' in input
      ? input
      : { tariffIDs: [...repeatPerPerson(input.plans, input.plans.tariffIDs)] }
  const answer = await c.var.api.orderPrice({
    ...(onePlan(input) ?? priced),
    promocode: code,
    email: customer,
  })
  return answer.ok ? ok(answer.value.data.totals) : answer
}

/**
 * Returns a single plan in its own field, for servers that do not support orders of several plans.
 */
function onePlan(input: OrderInput) {
  const [tariffID, ...others] =
    'plans' in input ? repeatPerPerson(input.plans, input.plans.tariffIDs) : []
  return tariffID === undefined || others.length > 0 ? null : { tariffID }
}

type OrderFormState = {
  readonly item: OrderItem
  readonly values: OrderValues
  readonly price: ApiResult<Prices>
  readonly errors?: ApiError | null
}

async function showForm(c: AppContext, { item, values, price, errors = null }: OrderFormState) {
  // The key belongs to an earlier order, and the changed form is a new order.
  const isKeyUsed = errors?.code === 'key-reused' || errors?.code === 'order-expired'
  const shown = isKeyUsed ? { ...values, idempotencyKey: secretID() } : values
  const props = orderFormProps(c.var, item, shown, price, errors)
  return showFormAgain(c, errors?.status ?? 200, { form: orderForm, props }, () =>
    c.render(item.render(props), { title: item.title, styles: 'order' }),
  )
}

function emptyOrder(c: AppContext, { prices }: OrderItem, query: OrderQuery): OrderValues {
  return {
    email: '',
    paymentOption: cardIn(shownPrice(c.var, prices).currency),
    // The promo code of this URL, or of an earlier URL.
    promocode: query.promo ?? storedMarketingCode(c, 'promo') ?? '',
    total: '',
    ...noGift,
    consent: false,
    idempotencyKey: secretID(),
    utm: readUtm((name) => query[name]),
  }
}
