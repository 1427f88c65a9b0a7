/** Parts of the details of alerts, in the office and in messages to the operator. */
export const alertDetails = {
  codes: {
    one: '{{count}} code in the hour from {{time}}',
    other: '{{count}} codes in the hour from {{time}}',
  },
  wrongCodes: {
    one: '{{count}} wrong code in 24 hours',
    other: '{{count}} wrong codes in 24 hours',
  },
  wrongPasswords: {
    one: '{{count}} wrong password in 24 hours',
    other: '{{count}} wrong passwords in 24 hours',
  },
  actionsOfHour: { one: '{{count}} this hour', other: '{{count}} this hour' },
  actionsOfDay: { one: '{{count}} today (UTC)', other: '{{count}} today (UTC)' },
  unpaid: {
    one: '{{count}} unpaid order within an hour',
    other: '{{count}} unpaid orders within an hour',
  },
  refund: 'refunded automatically on {{time}}',
  changes: {
    one: '{{count}} plan changed; run the command to write the changes',
    other: '{{count}} plans changed; run the command to write the changes',
  },
  facts: {
    charged: 'charge {{id}}',
    declined: 'declined payment {{id}}',
    refunded: 'refund {{id}}',
    disputed: 'dispute {{id}}',
    'dispute-won': 'won dispute {{id}}',
    'dispute-lost': 'lost dispute {{id}}',
  },
  lastAt: 'the last one at {{time}}',
  failed: { one: 'failed {{count}} time', other: 'failed {{count}} times' },
  soldOut: 'sold out',
  left: { one: '{{count}} eSIM left', other: '{{count}} eSIMs left' },
  lasts: { one: 'for about {{count}} day', other: 'for about {{count}} days' },
  lastsHours: 'for less than a day',
  price: '{{plan}} in {{currencies}}',
  more: { one: 'and {{count}} more', other: 'and {{count}} more' },
} as const
