import { z } from 'zod'
import type { ApiError, ApiResult } from '../../site/api/api-result.ts'
import { email, utmQuery } from '../../api/common.ts'
import { marketingCode, type OrderLine } from '../operations.ts'
import type { Prices } from '../../kit/money.shared.ts'
import { cardIn, currencyOf } from '../../payments/settings.ts'
import { err, ok, type Result } from '../../kit/result.shared.ts'
import { secretID } from '../../kit/tokens.shared.ts'
import { readUtm } from '../../ui/form-values.shared.ts'
import { orderForm, peopleButton, applyButton } from '../order-form.shared.tsx'
import {
  noGift,
  orderSchema,
  promocodeSchema,
  readOrder,
  giftAddresses,
} from '../order-schema.shared.ts'
import type { GiftValues, OrderValues } from '../order-schema.shared.ts'
import type { AppContext } from '../../site/app-env.ts'
import { sessionOf, knownNonce } from '../../site/cookies.ts'
import { storedMarketingCode } from '../../site/middleware.ts'
import { redirectAfterForm, showFormAgain } from '../../site/form-answer.ts'
import { formAction, validForm } from '../../site/form-input.ts'
import type { PostedFields, FormHandlers, SentForm } from '../../site/form-input.ts'
import { href } from '../../words/paths.shared.ts'
import { repeatPerPerson } from '../../words/order-params.ts'
import { shownPrice } from '../../words/plan-words.ts'
import { orderFormProps, peopleOf, type TypedOrder, type OrderItem } from './order-form-props.ts'
import { messagesFor } from '../../ui/form-errors.shared.ts'
import { maxLines } from '../../kit/order-number.ts'

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
  readonly input: TypedOrder
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

function orderedOf(input: TypedOrder, buyer: string, gift: GiftValues) {
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
function onePlan(input: TypedOrder) {
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

/**
 * Creates a line for each eSIM of a gift. With several addresses, each person gets an eSIM of every
 * plan, and the buyer's eSIM is not a gift.
 * @param tariffIDs the plan of each eSIM, with equal plans next to each other
 */
function giftLines(
  tariffIDs: readonly string[],
  buyer: string,
  { giftEmail, giftMessage, giftDate }: GiftValues,
): OrderLine[] {
  const addresses = giftAddresses(giftEmail)
  return tariffIDs.map((tariffID, index) => {
    const recipient = addresses[index % addresses.length] ?? giftEmail
    const isOwn = addresses.length > 1 && recipient.toLowerCase() === buyer.toLowerCase()
    const gift = { recipient, message: giftMessage || undefined, deliverOn: giftDate || undefined }
    return isOwn ? { tariffID } : { tariffID, ...gift }
  })
}

/**
 * Moves errors of dates to the form's date field. The API reports them by line, but the form has
 * one date for all lines.
 * @param invalid the text about an invalid date, with the bounds of the ordered plans. The schema
 * of the form does not know the bounds.
 */
function withGiftDate(error: ApiError, invalid: string | undefined): ApiError {
  if (invalid !== undefined && messagesFor(error, 'giftDate').length > 0)
    return { ...error, fields: { ...error.fields, giftDate: [invalid] } }
  const [giftDate] = Array.from({ length: maxLines }, (_, line) =>
    messagesFor(error, `lines.${line}.deliverOn`),
  ).filter((messages) => messages.length > 0)
  if (giftDate === undefined) return error
  const { lines: _, ...fields } = error.fields
  return { ...error, fields: { ...fields, giftDate } }
}
