import type { InputOf } from '../../src/operations.ts'
import type { Session } from '../../src/api/common.ts'
import type { Money } from '../../src/kit/money.shared.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import type { Bank } from './bank.ts'
import type { Work } from './machine.ts'
import type { PostOffice } from './post.ts'
import type { World } from './world.ts'

const names = ['Anna', 'Boris', 'Clara', 'Dmitri', 'Elena', 'Farid', 'Greta', 'Hugo'] as const
/** Plans from stock, from stock and then suppliers, from suppliers and then stock, from suppliers. */
export const planIDs = ['small', 'large', 'rare', 'bought'] as const

/** `FEW` has one use, and `ONCE` one for each customer. */
const promoCodes = ['TEN', 'FEW', 'ONCE'] as const
const reductions = {
  TEN: (minor: number) => Math.ceil(minor * 0.1),
  FEW: (minor: number) => Math.ceil(minor * 0.25),
  ONCE: (_: number, currency: string) => (currency === 'USD' ? 300 : 27_000),
} as const

type Form = InputOf<'activation'>
/** The price that each form showed last, by its key. Null: it showed none. */
export type Forms = Map<string, Money | null>
export type CustomerVisit = { readonly world: World; readonly bank: Bank; readonly forms: Forms }

/** A customer sends the order form, once or more often, and goes to the payment page. */
export function visitShop(visit: CustomerVisit): void {
  const { world } = visit
  const { random } = world
  const name = random.pick(names)
  const form = {
    email: `${name.toLowerCase()}@mail.example`,
    paymentOption: random.pick(['card-usd', 'card-rub', 'card-rub'] as const),
    lang: random.pick(['en', 'ru'] as const),
    idempotencyKey: secretID(),
    consent: true,
    ...(random.chance(0.3) ? { referralCode: 'partner' } : {}),
  } as const
  const sold = world.rows(`SELECT e.esim_hash AS hash FROM esims e
    JOIN purchases p ON p.iccid = e.iccid WHERE p.kind = 'plan' AND p.status = 'done'`)
  const hash = random.chance(0.1) && sold[random.int(sold.length)]?.['hash']
  if (typeof hash === 'string') return topUp(visit, form, hash)
  const count = random.pick([1, 1, 1, 1, 1, 2, 3])
  const lines = Array.from({ length: count }, () => ({
    tariffID: random.pick(planIDs),
    ...(random.chance(0.15) ? giftOf(world, name) : {}),
  }))
  const promocode = random.chance(0.3) ? random.pick(promoCodes) : undefined
  const plans = lines.map(({ tariffID }) => tariffID)
  world.tell(`${name} orders ${plans.join(', ')}${promocode ? ` with ${promocode}` : ''}.`)
  const currency = form.paymentOption === 'card-usd' ? 'USD' : 'RUB'
  const expectedAmount = { minor: priceOf(world, plans, currency, promocode), currency }
  // Some people order hours after they saw the price.
  const minutes = random.chance(0.1) ? 600 : 0
  press(world, order(visit, { ...form, lines, promocode, expectedAmount }), minutes)
}

function giftOf({ random, now }: World, name: string) {
  const day = new Date(now().getTime() + 86_400_000).toISOString().slice(0, 10)
  const recipient = `friend-of-${name.toLowerCase()}@mail.example`
  return { recipient, ...(random.chance(0.4) ? { deliverOn: day } : {}) }
}

/** Returns the price of plans as their pages show it, after a promo code. */
function priceOf(
  { rows }: World,
  plans: readonly string[],
  currency: string,
  promocode: string | undefined,
): number {
  const prices = plans.map((id) => {
    const [row] = rows('SELECT prices ->> ? AS minor FROM plans WHERE id = ?', currency, id)
    return Number(row?.['minor'])
  })
  const full = prices.reduce((sum, minor) => sum + minor, 0)
  const code = promoCodes.find((each) => each === promocode)
  if (code === undefined) return full
  const reduce = reductions[code]
  // An amount is subtracted once, and a percentage from each plan.
  return code === 'ONCE'
    ? full - reduce(full, currency)
    : prices.reduce((sum, minor) => sum + minor - reduce(minor, currency), 0)
}

function priceOfForm(world: World, { lines = [], paymentOption, promocode }: Form): number {
  const plans = lines.map(({ tariffID }) => tariffID)
  return priceOf(world, plans, paymentOption === 'card-usd' ? 'USD' : 'RUB', promocode)
}

/** Impatient people press a button twice. */
function press(world: World, work: Work, minutes = 0): void {
  world.after(minutes, work)
  if (world.fails(0.15)) world.after(minutes, work)
}

function topUp(visit: CustomerVisit, form: Form, hash: string): void {
  const { world } = visit
  world.tell(`${form.email} opens the top-ups of an eSIM, and orders one.`)
  const run = async () => {
    const listed = await world.ask('esimTopUps', { hash, lang: 'en' })
    const offers = listed.ok ? listed.value.data.topUps : []
    const offer = offers[world.random.int(offers.length)]
    if (!offer) return
    const currency = form.paymentOption === 'card-usd' ? 'USD' : 'RUB'
    const expectedAmount = { minor: offer.prices[currency] ?? 0, currency }
    press(world, order(visit, { ...form, topUp: { hash, code: offer.code }, expectedAmount }))
  }
  world.after(0, { name: 'a list of top-ups', run })
}

function order(visit: CustomerVisit, form: Form): Work {
  const { world, forms } = visit
  const { random } = world
  forms.set(form.idempotencyKey, form.expectedAmount ?? null)
  return {
    name: `order by ${form.email}`,
    onKill: () => {
      if (random.chance(0.8)) world.after(1, order(visit, form))
    },
    async run() {
      const before = priceOfForm(world, form)
      const placed = await world.ask('activation', form)
      if (!placed.ok) return changeForm(visit, form, { ...placed.error, before })
      const { invoiceID, paymentURL } = placed.value.data
      seePage(visit, paymentURL)
      // Some people go back and pay on another page, in the same browser or in two tabs.
      if (random.chance(0.15)) world.after(random.pick([1, 5, 90]), goBack(visit, invoiceID))
      if (random.chance(0.4)) world.after(random.int(90), lookAtOrder(world, invoiceID))
    },
  }
}

type Refusal = {
  readonly code: string
  readonly amount?: Money | undefined
  /** The right price in minor units when the customer pressed the button. */
  readonly before: number
}

/** The customer accepts a new price, and orders without a code that cannot be used. */
function changeForm(visit: CustomerVisit, form: Form, { code, amount, before }: Refusal): void {
  const { world } = visit
  // The price may have changed while the shop computed it.
  if (amount && !form.topUp && ![before, priceOfForm(world, form)].includes(amount.minor))
    throw new Error(`The order form shows ${amount.minor} instead of ${before}`)
  world.tell(`The shop refuses the order: ${code}.`)
  const idempotencyKey = secretID()
  const { promocode, ...rest } = form
  if (code === 'price-changed' && amount)
    world.after(1, order(visit, { ...form, idempotencyKey, expectedAmount: amount }))
  else if (code === 'invalid-input' && promocode)
    world.after(1, order(visit, { ...rest, idempotencyKey, expectedAmount: undefined }))
}

/** The customer looks at a payment page, and pays or leaves. */
function seePage({ world, bank }: CustomerVisit, url: string): void {
  const page = bank.open(url)
  if (page.isPaid() || world.random.chance(0.12)) return
  const minutes = world.random.pick([0, 0, 1, 1, 3, 3, 20, 50, 700])
  world.after(minutes, { name: 'a payment', run: async () => page.pay() })
}

function goBack(visit: CustomerVisit, invoiceID: string): Work {
  const { world } = visit
  return {
    name: 'another payment',
    async run() {
      world.tell('A customer goes back, and wants to pay again.')
      const started = await world.ask('invoicePayment', { invoiceID, lang: 'en' })
      if (started.ok) seePage(visit, started.value.data.paymentURL)
      else world.tell(`The shop refuses another payment: ${started.error.code}.`)
    },
  }
}

/** The page of an order shows its eSIMs, except those of gifts, and continues its delivery. */
function lookAtOrder(world: World, invoiceID: string): Work {
  return {
    name: 'the page of an order',
    async run() {
      const found = await world.ask('invoice', { invoiceID, lang: 'en' })
      if (!found.ok) return
      const own = world
        .rows(
          `SELECT esim_hash AS hash FROM esims WHERE order_id = ?1
          UNION SELECT esim_hash FROM top_ups WHERE order_id = ?1`,
          invoiceID,
        )
        .map(({ hash }) => hash)
      for (const { hash, recipient, topUp: added } of found.value.data.lines)
        if (hash !== null && (recipient !== null || !own.includes(hash)) && added === null)
          throw new Error('the page of an order shows the eSIM of somebody else')
    },
  }
}

export const partnerPhone = '+79123456789'

/** The partner signs in with a code by SMS, and withdraws the balance, perhaps pressing twice. */
export function visitAsPartner(world: World, post: PostOffice): void {
  const nonce = secretID()
  const phone = partnerPhone
  const consents = { agreesToDataPolicy: true, agreesToUserAgreement: true } as const
  const send = async () => {
    world.tell('The partner signs in.')
    const sent = await world.ask('referrerCodeSend', { lang: 'en', phone, nonce, ...consents })
    if (sent.ok) world.after(2, { name: 'a code of the partner', run: confirm })
  }
  const confirm = async () => {
    const messages = [...post.arrived.values()].filter(({ to }) => to === phone)
    const [code] = /\b\d{6,8}\b/.exec(messages.at(-1)?.text ?? '') ?? []
    if (code === undefined) return
    const form = { lang: 'en', phone, code, nonce, userAgent: '' } as const
    const confirmed = await world.ask('referrerConfirm', form)
    if (!confirmed.ok) return
    press(world, withdraw(world, confirmed.value))
    // Another tab is another form.
    if (world.random.chance(0.3)) press(world, withdraw(world, confirmed.value))
  }
  world.after(0, { name: 'a sign-in of the partner', run: send })
}

function withdraw(world: World, session: Session): Work {
  const form = { lang: 'en', payoutDetails: 'card 4276', idempotencyKey: secretID() } as const
  return {
    name: 'a withdrawal',
    onKill: () => world.after(1, withdraw(world, session)),
    async run() {
      const answer = await world.ask('referrerWithdrawal', form, session)
      const outcome = answer.ok ? `${answer.value.data.amount.minor} cents` : answer.error.code
      world.tell(`The partner withdraws: ${outcome}.`)
    },
  }
}
