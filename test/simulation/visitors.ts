import type { InputOf } from '../../src/operations.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { isPaid } from './bank.ts'
import type { Bank } from './bank.ts'
import type { Work } from './machine.ts'
import type { World } from './world.ts'

const names = ['Anna', 'Boris', 'Clara', 'Dmitri', 'Elena', 'Farid', 'Greta', 'Hugo'] as const
/** Plans from stock, from stock and then suppliers, from suppliers and then stock, from suppliers. */
export const planIDs = ['small', 'large', 'rare', 'bought'] as const

type Form = InputOf<'activation'>

/** A customer sends the order form, once or more often, and goes to the payment page. */
export function visitShop(world: World, bank: Bank, forms: Set<string>): void {
  const { random } = world
  const name = random.pick(names)
  const email = `${name.toLowerCase()}@mail.example`
  const form = {
    email,
    paymentOption: random.pick(['card-usd', 'card-rub']),
    lang: random.pick(['en', 'ru'] as const),
    idempotencyKey: secretID(),
    consent: true,
    ...(random.chance(0.3) ? { referralCode: 'partner' } : {}),
  } as const
  forms.add(form.idempotencyKey)
  const sold = world.rows(`SELECT e.esim_hash AS hash FROM esims e
    JOIN purchases p ON p.iccid = e.iccid WHERE p.kind = 'plan' AND p.status = 'done'`)
  const hash = random.chance(0.1) && sold[random.int(sold.length)]?.['hash']
  if (typeof hash === 'string')
    return topUp(world, bank, { ...form, topUp: { hash, code: 'more' } })
  const count = random.pick([1, 1, 1, 2, 3])
  const lines = Array.from({ length: count }, () => ({
    tariffID: random.pick(planIDs),
    ...(random.chance(0.15) ? giftOf(world, name) : {}),
  }))
  world.tell(`${name} orders ${lines.map(({ tariffID }) => tariffID).join(', ')}.`)
  press(world, order(world, bank, { ...form, lines }))
}

function giftOf({ random, now }: World, name: string) {
  const day = new Date(now().getTime() + 86_400_000).toISOString().slice(0, 10)
  const recipient = `friend-of-${name.toLowerCase()}@mail.example`
  return { recipient, ...(random.chance(0.4) ? { deliverOn: day } : {}) }
}

/** Impatient people press a button twice. */
function press(world: World, work: Work): void {
  world.after(0, work)
  if (world.fails(0.15)) world.after(0, work)
}

function topUp(world: World, bank: Bank, form: Form): void {
  world.tell(`${form.email} opens the top-ups of an eSIM, and orders one.`)
  const list = async () => {
    await world.ask('esimTopUps', { hash: form.topUp?.hash ?? '', lang: 'en' })
    press(world, order(world, bank, form))
  }
  world.after(0, { name: 'a list of top-ups', run: list })
}

function order(world: World, bank: Bank, form: Form): Work {
  const { random } = world
  return {
    name: `order by ${form.email}`,
    onKill: () => {
      if (random.chance(0.8)) world.after(1, order(world, bank, form))
    },
    async run() {
      const placed = await world.ask('activation', form)
      if (!placed.ok) return world.tell(`The shop refuses the order: ${placed.error.code}.`)
      const { invoiceID, paymentURL } = placed.value.data
      seePage(world, bank, paymentURL)
      // Some people go back and pay on another page, in the same browser or in two tabs.
      if (random.chance(0.15)) world.after(random.pick([1, 5, 90]), goBack(world, bank, invoiceID))
      if (random.chance(0.4)) world.after(random.int(90), lookAtOrder(world, invoiceID))
    },
  }
}

/** The customer looks at a payment page, and pays or leaves. */
function seePage(world: World, bank: Bank, url: string): void {
  const payment = bank.payments.get(url.split('/').at(-1) ?? '')
  if (!payment || isPaid(payment) || world.random.chance(0.12)) return
  const pay = async () => bank.pay(payment)
  world.after(world.random.pick([0, 1, 3, 20, 700]), { name: 'a payment', run: pay })
}

function goBack(world: World, bank: Bank, invoiceID: string): Work {
  return {
    name: 'another payment',
    async run() {
      world.tell('A customer goes back, and wants to pay again.')
      const started = await world.ask('invoicePayment', { invoiceID, lang: 'en' })
      if (started.ok) seePage(world, bank, started.value.data.paymentURL)
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
      const { lines } = found.value.data
      const own = world
        .rows(`SELECT esim_hash AS hash FROM esims WHERE order_id = '${invoiceID}'
          UNION SELECT esim_hash FROM top_ups WHERE order_id = '${invoiceID}'`)
        .map(({ hash }) => hash)
      for (const { hash, recipient, topUp: added } of lines)
        if (hash !== null && (recipient !== null || !own.includes(hash)) && added === null)
          throw new Error('the page of an order shows the eSIM of somebody else')
    },
  }
}
