import { getCookie } from 'hono/cookie'
import { z } from 'zod'
import type { TariffDetails } from '../contract/tariffs.ts'
import { tariffID } from '../contract/common.ts'
import { marketingCode } from '../contract/purchase.ts'
import type { AppContext } from '../http/app-env.ts'
import { apiErrorPage } from '../http/page/error-pages.tsx'
import type { FormValues } from '../http/page/form-request.ts'
import { checkForm, redirectAfterForm, showFormAgain } from '../http/page/form-request.ts'
import { page } from '../http/page/page.ts'
import { sessionOf } from '../http/middleware/session-cookies.ts'
import { cardIn } from '../domain/payment-options.ts'
import { shownPrice } from '../locale/tariff-words.ts'
import { ok } from '../domain/result.ts'
import { secretID } from '../domain/secret-id.ts'
import { readUtm } from '../forms/fields.ts'
import { readOrder, orderSchema } from '../forms/order/schema.ts'
import type { OrderValues } from '../forms/order/schema.ts'
import type { ApiResult, ApiError } from '../api/api-result.ts'
import { OrderView, cardsFor, orderFormProps } from './esim-order/order-view.tsx'

const orderQuery = z.object({ tariffID })
type OrderInput = { readonly query: z.output<typeof orderQuery> }

export const orderPage = page('order', {
  access: 'private',
  query: orderQuery,
  async get(c, { query }) {
    const tariff = await readTariff(c, query.tariffID)
    if (!tariff.ok) return apiErrorPage(c, tariff.error)
    return showForm(c, tariff.value, emptyOrder(c, tariff.value))
  },
  post: placeOrder,
})

async function placeOrder(c: AppContext, form: FormValues, { query }: OrderInput) {
  const tariff = await readTariff(c, query.tariffID)
  if (!tariff.ok) return apiErrorPage(c, tariff.error)
  const values = readOrder(form)
  const cards = cardsFor(c.var, tariff.value)
  const checked = checkForm(orderSchema(cards), values, c.var.words)
  if (!checked.ok) return showForm(c, tariff.value, values, checked.error)

  const { promocode, ...rest } = checked.value
  const input = {
    ...rest,
    promocode: promocode || undefined,
    tariffID: tariff.value.tariffID,
    referralCode: marketingCode.safeParse(getCookie(c, 'referralCode')).data,
  }
  const started = await c.var.api.activation(input, { session: sessionOf(c, 'customer') })
  if (!started.ok) return showForm(c, tariff.value, values, started.error)
  return redirectAfterForm(c, started.value.data.paymentURL)
}

async function readTariff(c: AppContext, id: string): Promise<ApiResult<TariffDetails>> {
  const answer = await c.var.api.tariff({ id })
  return answer.ok ? ok(answer.value.data) : answer
}

function showForm(
  c: AppContext,
  tariff: TariffDetails,
  values: OrderValues,
  errors: ApiError | null = null,
) {
  const form = orderFormProps(c.var, tariff, values, errors)
  return showFormAgain(c, errors?.status ?? 200, form, () =>
    c.render(<OrderView tariff={tariff} form={form} />, { title: c.var.words('order.title') }),
  )
}

/** A new form. Its idempotency key makes a second submit the same order. */
function emptyOrder(c: AppContext, tariff: TariffDetails): OrderValues {
  return {
    email: '',
    paymentOption: cardIn(shownPrice(c.var, tariff.prices).currency),
    promocode: marketingCode.safeParse(getCookie(c, 'promocode')).data ?? '',
    consent: false,
    idempotencyKey: secretID(),
    utm: readUtm((name) => c.req.query(name)),
  }
}
