import { beforeEach, expect, it } from 'vitest'
import { href } from '../../src/words/paths.shared.ts'
import { ask, run, openShop, words } from '../support/small-shop.ts'
import { visitText } from '../support/visit.ts'
import { visitWithApi } from '../support/visit-with-api.ts'
import { sql } from '../../src/kit/sql.ts'

const order = '/esim-order?tariffID=tr-10'

beforeEach(async () => openShop(1))

it('shows above the form that the operator requires a passport', async () => {
  expect(await checksAboveForm()).not.toContain(words('tariff.checkPassport'))
  await run(`UPDATE plans SET kyc = 1 WHERE id = 'tr-10'`)
  expect(await checksAboveForm()).toContain(words('tariff.checkPassport'))
})

async function checksAboveForm(): Promise<string> {
  const [, checks = ''] = (await visitText(order)).split('class="before-pay"')
  return checks.split('<form')[0] ?? ''
}

it('shows that each phone needs an eSIM, and that a hotspot is allowed only if it is', async () => {
  for (const [hotspot, hint] of [
    ['yes', words('order.peopleHotspot')],
    ['limited', words('order.peopleHint')],
    ['unknown', words('order.peopleHint')],
  ] as const) {
    await run(sql`UPDATE plans SET hotspot = ${hotspot}`)
    expect(await visitText(order), hotspot).toContain(`<small>${hint}</small>`)
  }
})

it('shows what customers can pay with in a currency, if the operator states it', async () => {
  const cardOf = async (currency: string, path: string, methods: string) => {
    const settings = { PAYMENT_METHODS: methods }
    const html = await (await visitWithApi(path, ask, { settings })).text()
    const cards = html.split('class="option"').map((card) => card.split('</label>')[0])
    return cards.find((card) => card?.includes(`value="card-${currency}"`))
  }
  expect(await cardOf('rub', `/ru${order}`, 'RUB:mir,sbp')).toContain('<small>Мир, СБП</small>')
  expect(await cardOf('rub', order, 'RUB:mir,sbp')).toContain('<small>Mir, SBP</small>')
  expect(await cardOf('usd', order, 'RUB:mir,sbp')).not.toContain('<small>')
  expect(await cardOf('rub', order, '')).not.toContain('<small>')
})

it('says beside the button whether money can come back, and whether support is open', async () => {
  const below = async (settings: Record<string, string>) => {
    const html = await (
      await visitWithApi(order, ask, { settings, now: () => Date.UTC(2026, 10, 21, 10) })
    ).text()
    return [...html.matchAll(/<p class="assurance">([^<]*)/g)].map(([, text]) => text).join(' · ')
  }
  expect(await below({})).toBe(words('order.help'))
  expect(await below({ REFUND_DAYS: '14', SUPPORT_HOURS: 'mon-sun 09:00-21:00 UTC' })).toBe(
    `Not installed? Money back within 14 days · Support: Open now for another 11 h`,
  )
})

it('links to the user agreement below the order button', async () => {
  const [, below = ''] = (await visitText(order)).split('class="button tall pay"')
  expect(below).toContain(words('order.agreementBefore'))
  expect(below).toContain(`href="${href('en', 'userAgreement')}"`)
})
