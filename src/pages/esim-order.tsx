import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { TariffDetails } from '../contract/catalogue.ts'
import { tariffID } from '../contract/common.ts'
import { marketingCode } from '../contract/purchase.ts'
import type { AppEnv } from '../http/app-env.ts'
import { apiErrorPage } from '../http/page/error-pages.tsx'
import { checkForm, goTo, readForm, showAgain } from '../http/page/form-request.ts'
import { page } from '../http/page/page.ts'
import { sessionOf } from '../http/middleware/session-cookies.ts'
import { mainCurrency } from '../locale/tariff-words.ts'
import { secretID } from '../domain/secret-id.ts'
import { utmIn } from '../forms/fields.ts'
import { orderIn, orderSchema } from '../forms/order/schema.ts'
import type { OrderValues } from '../forms/order/schema.ts'
import { apiError } from '../api/api-result.ts'
import type { ApiResult, ApiError } from '../api/api-result.ts'
import { OrderView, orderFormProps } from './esim-order/order-view.tsx'

export const orderPage = page(
  'order',
  async (c) => {
    const tariff = await orderedTariff(c)
    return tariff.ok ? showForm(c, tariff.value, emptyOrder(c)) : apiErrorPage(c, tariff.error)
  },
  { access: 'private', post: order },
)

async function order(c: Context<AppEnv>) {
  const [tariff, form] = await Promise.all([orderedTariff(c), readForm(c)])
  if (!tariff.ok) return apiErrorPage(c, tariff.error)
  const values = orderIn(form)
  const checked = checkForm(orderSchema, values, c.var.words)
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
  return goTo(c, started.value.data.paymentURL)
}

async function orderedTariff(c: Context<AppEnv>): Promise<ApiResult<TariffDetails>> {
  const id = tariffID.safeParse(c.req.query('tariffID'))
  if (!id.success) return apiError(404)
  const answer = await c.var.api.tariff({ id: id.data })
  return answer.ok ? { ok: true, value: answer.value.data } : answer
}

function showForm(
  c: Context<AppEnv>,
  tariff: TariffDetails,
  values: OrderValues,
  errors: ApiError | null = null,
) {
  const form = orderFormProps(c.var, tariff, values, errors)
  return showAgain(c, errors?.status ?? 200, form, () =>
    c.render(<OrderView tariff={tariff} form={form} />, {
      title: c.var.words('order.title'),
      noindex: true,
    }),
  )
}

/** A new form: its key makes a second press of the button the same order. */
function emptyOrder(c: Context<AppEnv>): OrderValues {
  return {
    email: '',
    paymentOption: mainCurrency(c.var.locale) === 'RUB' ? 'card-rub' : 'card-usd',
    promocode: marketingCode.safeParse(getCookie(c, 'promocode')).data ?? '',
    consent: false,
    idempotencyKey: secretID(),
    utm: utmIn((name) => c.req.query(name)),
  }
}
