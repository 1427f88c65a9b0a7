import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { z } from 'zod'
import type { TariffDetails } from '../contract/catalogue.ts'
import { tariffID } from '../contract/common.ts'
import { marketingCode, marketingCodePattern, paymentOptions, utm } from '../contract/purchase.ts'
import type { AppEnv } from '../http/env.ts'
import { failurePage } from '../http/failure.tsx'
import { invalidForm, readForm, utmIn } from '../http/forms.ts'
import type { FormValues } from '../http/forms.ts'
import { privatePage } from '../http/page.ts'
import { pageStatus } from '../http/status.ts'
import { secretID } from '../shared/domain/secret-id.ts'
import type { Words } from '../shared/locale/words.ts'
import { failure } from '../upstream/answer.ts'
import type { Answer, Failure } from '../upstream/answer.ts'
import { OrderView } from '../views/order-view.tsx'
import type { OrderValues } from '../views/order-view.tsx'

export const orderPage = privatePage(
  'order',
  async (c) => {
    const tariff = await orderedTariff(c)
    if (!tariff.ok) return failurePage(c, tariff)
    return showForm(c, tariff.value, emptyOrder(c))
  },
  async (c) => {
    const [tariff, form] = await Promise.all([orderedTariff(c), readForm(c)])
    if (!tariff.ok) return failurePage(c, tariff)
    const values = orderIn(form)
    const order = orderSchema(c.var.words).safeParse(values)
    if (!order.success) return showForm(c, tariff.value, values, invalidForm(order.error))

    const referralCode = marketingCode.safeParse(getCookie(c, 'referralCode')).data
    const started = await c.var.upstream.activation({
      ...order.data,
      tariffID: tariff.value.tariffID,
      referralCode,
    })
    if (!started.ok) return showForm(c, tariff.value, values, started)
    return c.redirect(started.value.data.paymentURL, 303)
  },
)

async function orderedTariff(c: Context<AppEnv>): Promise<Answer<TariffDetails>> {
  const id = tariffID.safeParse(c.req.query('tariffID'))
  if (!id.success) return failure(404)
  const answer = await c.var.upstream.tariff({ id: id.data })
  return answer.ok ? { ok: true, value: answer.value.data } : answer
}

function showForm(
  c: Context<AppEnv>,
  tariff: TariffDetails,
  values: OrderValues,
  refused: Failure | null = null,
) {
  if (refused) c.status(pageStatus(refused.status))
  return c.render(<OrderView tariff={tariff} values={values} refused={refused} />, {
    title: c.var.words('order.title'),
    noindex: true,
  })
}

/** A new form: its key makes a second press of the button the same order. */
function emptyOrder(c: Context<AppEnv>): OrderValues {
  return {
    email: '',
    paymentOption: c.var.locale === 'ru' ? 'card-rub' : 'card-usd',
    promocode: marketingCode.safeParse(getCookie(c, 'promocode')).data ?? '',
    consent: false,
    idempotencyKey: secretID(),
    utm: utmIn((name) => c.req.query(name)),
  }
}

function orderIn(form: FormValues): OrderValues {
  return {
    email: form.text('email'),
    paymentOption: form.text('paymentOption'),
    promocode: form.text('promocode'),
    consent: form.text('consent') === '1',
    idempotencyKey: form.text('idempotencyKey') || secretID(),
    utm: utmIn(form.optional),
  }
}

function orderSchema(words: Words) {
  const promocode = z.string().regex(marketingCodePattern, words('order.promocodeInvalid'))
  return z.object({
    email: z.email(words('order.emailInvalid')).max(254, words('order.emailInvalid')),
    paymentOption: z.enum(paymentOptions, words('order.paymentInvalid')),
    promocode: z.union([z.literal('').transform(() => undefined), promocode]),
    consent: z.literal(true, words('order.consentMissing')),
    idempotencyKey: z.string(),
    utm,
  })
}
