import { z } from 'zod'
import type { ApiError, ApiResult } from '../../api/api-result.ts'
import { email } from '../../contract/common.ts'
import { marketingCode } from '../../contract/purchase.ts'
import { utmQuery } from '../../contract/utm.ts'
import type { Prices } from '../../domain/money.ts'
import { cardIn, currencyOf } from '../../domain/payment-options.ts'
import { err, ok } from '../../domain/result.ts'
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
import { redirectAfterForm, showFormAgain } from '../../http/page/form-answer.ts'
import { formAction, validForm } from '../../http/page/form-input.ts'
import type { PostedFields, FormHandlers, SentForm } from '../../http/page/form-input.ts'
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

/**
 * The order that a form is about. `load` is called only to show the form again, because it takes
 * time and the API checks the order anyway. It may return another page, such as an error page.
 */
type PostedOrder = {
  readonly input: OrderInput
  readonly load: () => Promise<Result<OrderItem, Response>>
}

/** Shows a new form. Its idempotency key makes a repeated submit the same order. */
export async function showOrder(c: AppContext, item: OrderItem, query: OrderQuery) {
  const values = emptyOrder(c, item, query)
  return showForm(c, { item, values, price: await priceOf(c, item, values) })
}

/** Returns the handlers of an order form, which depend on the pressed button. */
export function orderHandlers(
  c: AppContext,
  order: PostedOrder,
  fields: PostedFields,
): FormHandlers {
  const step = fields.text('step')
  if (step === applyButton) return promocodeHandlers(order)
  if (step === peopleButton) return formAction(async () => showAgain(c, order, readOrder(fields)))
  const gift = { dates: null, people: peopleOf(order.input) }
  return validForm({
    read: readOrder,
    rules: orderSchema(c.var.currencies.map(cardIn), gift),
    receive: async (_, form) => placeOrder(c, order, form),
    refuse: async (_, { values, errors }) => showAgain(c, order, values, errors),
  })
}

/**
 * Shows the form with the prices after the promo code, or with the reason why the code cannot be
 * used.
 */
function promocodeHandlers(order: PostedOrder): FormHandlers {
  return validForm({
    read: readOrder,
    rules: promocodeSchema,
    receive: async (c, { values }) =>
      showPriced(c, order, values, async (item) => priceOf(c, item, values)),
    refuse: async (c, { values, errors }) => showPriced(c, order, values, async () => err(errors)),
  })
}

async function showPriced(
  c: AppContext,
  { load }: PostedOrder,
  values: OrderValues,
  read: (item: OrderItem) => Promise<ApiResult<Prices>>,
): Promise<Response> {
  const item = await load()
  if (!item.ok) return item.error
  const price = await read(item.value)
  return showForm(c, { item: item.value, values, price, errors: price.ok ? null : price.error })
}

/** Shows the form with the typed values and the prices after its promo code. */
async function showAgain(
  c: AppContext,
  { load }: PostedOrder,
  values: OrderValues,
  errors: ApiError | null = null,
): Promise<Response> {
  const loaded = await load()
  if (!loaded.ok) return loaded.error
  const item = loaded.value
  return showForm(c, {
    item,
    values,
    price: await priceOf(c, item, values),
    errors: errors && withGiftDate(errors, item.texts['order.giftDateInvalid']),
  })
}

/**
 * Places the order and redirects to the payment page, or shows the form again. The API checks
 * whether the item is sold in the currency.
 */
async function placeOrder(
  c: AppContext,
  posted: PostedOrder,
  { values, valid }: SentForm<OrderValues, ReturnType<typeof orderSchema>>,
): Promise<Response> {
  const { promocode, total, giftEmail, giftMessage, giftDate, ...rest } = valid
  const currency = currencyOf(rest.paymentOption)
  const order = {
    ...rest,
    ...orderedOf(posted.input, rest.email, { giftEmail, giftMessage, giftDate }),
    promocode: promocode || undefined,
    expectedAmount: total && currency ? { minor: Number(total), currency } : undefined,
    referralCode: storedMarketingCode(c, 'refid'),
    nonce: knownNonce(c),
  }
  const started = await c.var.api.activation(order, { session: sessionOf(c, 'customer') })
  if (started.ok) return redirectAfterForm(c, started.value.data.paymentURL)
  const { code, invoiceID } = started.error
  // The order was paid after this form was sent.
  if (code === 'already-paid' && invoiceID !== undefined)
    return redirectAfterForm(c, href(c.var.locale, 'paymentSuccess', null, { invoiceID }))
  return showAgain(c, posted, values, started.error)
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
