import { erasePerson } from '../../src/office/erase-person.ts'
import { exportPerson, personOf, type Person } from '../../src/office/person.ts'
import type { ActionResult } from '../../src/api/perform-action.ts'
import { isOfCustomer, restoreOrders } from '../../src/orders/archive.ts'
import { orderNumberOf } from '../../src/kit/order-number.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { withShop } from '../database/open-shop.ts'
import { defineCommand } from './define-command.ts'
import { commandContext, commandStaff } from './settings.ts'

/** Prints only JSON to the standard output, because it usually goes to a file. */
export const personExport = defineCommand({
  name: 'person export',
  usage: 'PERSON',
  about:
    'Everything the shop stores about a person, as JSON. PERSON is the email address of a\n      customer, or the phone number of a partner with +.',
  words: [1, Infinity],
  options: {},
  async run({ words, target }) {
    const person = typedPerson(words)
    await withShop(target, async (shop) => {
      await restoreOrders(shop, isOfCustomer(person.address))
      const data = await exportPerson(shop, person)
      console.log(JSON.stringify(data, null, 2))
      if (Object.keys(data).length === 0)
        console.error(`The shop has no data about ${person.address}. Check the address.`)
    })
  },
})

export const personErase = defineCommand({
  name: 'person erase',
  usage: 'PERSON',
  about: 'Erases a person from the shop.',
  words: [1, Infinity],
  options: {},
  async run({ words, values, target }) {
    const person = typedPerson(words)
    await withShop(target, async ({ db, uploads }) => {
      const context = { ...commandContext(db), uploads }
      const request = { person, idempotencyKey: secretID() }
      const result = await erasePerson(context, commandStaff(values.as), request)
      console.log(describeErasure(person, result).join('\n'))
    })
  },
})

/** Joins the words, because a phone number may contain spaces. */
export function typedPerson(words: readonly string[]): Person {
  const typed = words.join(' ')
  const person = personOf(typed)
  if (person === null) throw new Error(`${typed} is neither an email address nor a phone number.`)
  return person
}

const reasons: { readonly [reason: string]: string } = {
  'no-data': 'the shop has no data about this person. Check the address',
  'orders-unfinished': 'an order must still be delivered or refunded, or is disputed',
  'balance-left': 'the partner has a balance or an open withdrawal',
}

/** Returns the remaining tasks. Throws an error with the reason of a refusal. */
export function describeErasure({ address }: Person, result: ActionResult): string[] {
  if (!result.ok) {
    const { error } = result
    const reason = error.code === 'refused' ? error.reason : error.code
    const order =
      error.code === 'refused' && error.invoiceID ? ` (${orderNumberOf(error.invoiceID)})` : ''
    throw new Error(`Nothing was erased: ${reasons[reason] ?? reason}${order}.`)
  }
  return [
    `Erased ${address}.`,
    `Erase ${address} at your payment provider and in your mailbox too.`,
    'Within 30 days, delete all backups that were made until now.',
  ]
}
