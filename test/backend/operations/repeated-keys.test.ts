import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { addNote } from '../../../src/orders/order-actions.ts'
import { correctAddress } from '../../../src/orders/correct-address.ts'
import { previewPrices, setPlanPrices, changePriceBook } from '../../../src/plans/set-prices.ts'
import { describePlan } from '../../../src/plans/plan-actions.ts'
import { addPromoCode } from '../../../src/orders/promo-codes-for-office.ts'
import type { ActionInput, ActionResult } from '../../../src/api/perform-action.ts'
import { publishText } from '../../../src/texts/publish-text.ts'
import type { TextByLanguage } from '../../../src/texts/publish-text.ts'
import { rateOf } from '../../../src/kit/money.shared.ts'
import { unrestricted } from '../../../src/orders/promo-code.ts'
import { secretID } from '../../../src/kit/tokens.shared.ts'
import { locales } from '../../../src/words/locales.shared.ts'
import { rows, openShop } from '../../support/small-shop.ts'
import { member, paidOrder, staffContext } from '../../support/staff.ts'

beforeEach(async () => openShop(3))

type Send = (input: ActionInput & { readonly invoiceID: string }) => Promise<ActionResult>
const [context, owner] = [staffContext, member()]

const note =
  (text: string): Send =>
  async (input) =>
    addNote(context(), owner, { ...input, text })
const address =
  (email: string): Send =>
  async (input) =>
    correctAddress(context(), owner, { ...input, email })
const prices =
  (USD: number): Send =>
  async (input) =>
    setPlanPrices(context(), owner, {
      ...input,
      tariffID: 'tr-10',
      prices: { USD },
      isConfirmed: true,
    })
const description =
  (apn: string): Send =>
  async (input) =>
    describePlan(context(), owner, {
      ...input,
      tariffID: 'tr-10',
      facts: {
        apn,
        hotspot: 'unknown',
        topUp: null,
        fairUseNote: null,
        kyc: null,
        conditions: null,
        unlimitedApps: [],
      },
    })
const rate =
  (amount: string): Send =>
  async (input) => {
    const change = { kind: 'rate', rate: rateOf('USD', amount, 'RUB') } as const
    const { digest } = await previewPrices(env.DB, context().config, change)
    return changePriceBook(context(), owner, { ...input, change, digest, isConfirmed: true })
  }
const promo =
  (hundredths: number): Send =>
  async (input) =>
    addPromoCode(context(), owner, {
      ...input,
      promo: { ...unrestricted, code: 'SUMMER', reduction: { kind: 'percent', hundredths } },
    })
// Object.fromEntries loses the keys, which are all locales.
const noTexts = Object.fromEntries(locales.map((locale) => [locale, null])) as TextByLanguage
const advice =
  (mind: string): Send =>
  async (input) =>
    publishText(context(), owner, {
      ...input,
      kind: 'place',
      ident: 'zz',
      contents: { ...noTexts, en: { networks: 'n', install: 'i', mind } },
      isNew: true,
    })

it.each<[string, Send, Send, version: string]>([
  ['a note', note('first'), note('second'), 'order_versions'],
  ['an address', address('bea@x.example'), address('ben@x.example'), 'order_versions'],
  ['prices', prices(1300), prices(1400), `plan_versions WHERE plan_id = 'tr-10'`],
  [
    'details of a plan',
    description('a'),
    description('b'),
    `plan_versions WHERE plan_id = 'tr-10'`,
  ],
  [
    'a rate',
    rate('90'),
    rate('95'),
    `(SELECT count(*) AS version FROM audit WHERE subject_kind = 'price-book')`,
  ],
  ['a promo code', promo(1000), promo(2000), '(SELECT 0 AS version)'],
  ['a text', advice('m'), advice('n'), '(SELECT 0 AS version)'],
])('a repeated form with %s acts once, and is refused with other input', async (...row) => {
  const [, send, sendOther, versions] = row
  const invoiceID = await paidOrder()
  const [version] = await rows<{ version: number }>(`SELECT version FROM ${versions}`)
  const input = { invoiceID, idempotencyKey: secretID(), version: version?.version ?? -1 }
  const first = await send(input)
  expect(first).toMatchObject({ ok: true })
  expect(await send(input)).toEqual(first)
  expect(await sendOther(input)).toEqual({
    ok: false,
    error: { code: 'refused', reason: 'key-used' },
  })
})

it.each([{ KWD: 2917 }, { USD: 49 }, { RUB: 0 }, { RUB: 100_000_000 }])(
  'refuses prices that the provider does not charge: %j',
  async (changed) => {
    const config = { ...context().config, PAYMENT_PROVIDERS: ['stripe'] } as const
    const prices = { USD: 1250, ...changed }
    const price = { tariffID: 'tr-10', prices, isConfirmed: true }
    const [plan] = await rows<{ version: number }>(
      `SELECT version FROM plan_versions WHERE plan_id = 'tr-10'`,
    )
    const input = { idempotencyKey: secretID(), version: plan?.version ?? -1, ...price }
    expect(await setPlanPrices({ ...context(), config }, owner, input)).toMatchObject({
      error: { reason: 'uncharged-price' },
    })
  },
)
