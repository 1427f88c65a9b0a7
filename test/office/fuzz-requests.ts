import fc from 'fast-check'
import {
  actionRoles,
  goodsActions,
  messageActions,
  partnerActions,
  planActions,
  reviewActions,
  textActions,
  staffRoles,
  webhookActions,
  keyActions,
} from '../../src/api/staff.ts'
import { encodeText, inheritedNames, mostly, valueOf } from '../support/hostile-values.ts'

type Values = { readonly [name: string]: readonly string[] }

/** For each path, the query that shows a subject. The test fills it before the run. */
export const subjects: { [path: string]: readonly { readonly [name: string]: string }[] } = {}

/** The actions of a page's forms. Forms of other pages have a random action. */
const actions: Values = {
  '/admin/customer': ['erase', 'export-person'],
  '/admin/customers': ['export-list'],
  '/admin/esims': ['export-list'],
  '/admin/orders': ['export-list'],
  '/admin/partners': ['export-list'],
  '/admin/message': messageActions,
  '/admin/partner': partnerActions,
  '/admin/plan': planActions,
  '/admin/reviews': reviewActions,
  '/admin/text': textActions,
  '/admin/promo-codes': goodsActions.filter((name) => name.endsWith('promo-code')),
  '/admin/vat-rates': goodsActions.filter((name) => name.endsWith('vat-rates')),
  '/admin/webhooks': ['add-webhook'],
  '/admin/webhook': webhookActions.slice(1),
  '/admin/api-keys': keyActions,
  '/admin/bulk': ['resend', 'answer', 'take-off-sale', 'put-on-sale'],
  '/admin/bulk/run': ['resend', 'answer', 'take-off-sale', 'put-on-sale'],
}

const queries: Values = {
  id: ['none'],
  q: ['anna@example.com', 'tr', '%'],
  done: ['note', 'import', 'constructor'],
  tab: ['answered'],
  status: ['approved', 'refused'],
  group: ['waiting', 'off'],
  after: ['tr-10'],
  sort: ['oldest', 'toString'],
  state: ['success', 'unused', 'open', 'constructor'],
  since: ['2026-11-21', 'x'],
  country: ['tr', '%'],
  plan: ['tr-10'],
  month: ['2026-11'],
  payout: ['po_1'],
  kind: ['question', 'post', 'place', 'legal'],
  ident: ['how-much', 'borders', 'tr', 'dataPolicy'],
  version: ['k'.repeat(43)],
  draft: ['k'.repeat(43)],
  compare: ['airalo'],
  name: [`screenshots/${'a'.repeat(64)}.png`],
  scope: ['all'],
  action: Object.keys(actionRoles),
}
const fields: Values = {
  list: ['orders', 'esims', 'messages', 'plans'],
  row: ['0 tr-10', 'tr-10'],
  reason: ['Asked by phone'],
  text: ['Hello'],
  email: ['anna@example.com'],
  confirmation: ['anna@example.com'],
  position: ['1'],
  amount: ['1', '1.00', '-5,00'],
  scope: ['amount', 'all', 'line'],
  tariffID: ['tr-10'],
  priceUSD: ['12.50'],
  isConfirmed: ['yes'],
  withdrawalID: ['w1'],
  reviewID: ['r'.repeat(43)],
  messageID: ['none'],
  code: ['SUMMER'],
  percent: ['10'],
  from: ['2026-11-21'],
  until: ['2026-12-31'],
  supplier: ['airalo'],
  planCode: ['code'],
  priority: ['1'],
  digest: ['x'],
  lang: ['en', 'ru'],
  locale: ['en', 'ru'],
  back: ['/admin/orders', '/adminx', '//evil.example/admin'],
  ident: ['new-text'],
  block: ['choosing'],
  date: ['2026-11-20'],
  'en-title': ['Two borders'],
  'en-body': ['**Text**', '[a](javascript:alert(1))', '<script>alert(1)</script>'],
  'en-question': ['How much?'],
  'en-answer': ['This much.'],
}

const pairsOf = (values: Values) =>
  fc.array(
    mostly([...Object.keys(values), 'unknown'], inheritedNames).chain((name) =>
      fc.tuple(
        fc.constant(name),
        valueOf(Object.hasOwn(values, name) ? (values[name] ?? []) : ['x']),
      ),
    ),
    { maxLength: 6 },
  )

const columns = ['tariffID', 'operator', 'countries', 'trafficMb', 'validityDays', 'priceUSD']
const cells = [
  ['tr-10', 'x'],
  ['tr-turkcell'],
  ['tr', 'xx'],
  ['1024', 'unlimited'],
  ['7'],
  ['1.00'],
]

/**
 * A file that has some of the columns, duplicate columns, and rows that are too short or too long.
 */
const file = fc
  .tuple(
    fc.subarray(columns, { minLength: 5 }),
    fc.array(fc.tuple(...cells.map((right) => valueOf(right))), { maxLength: 3 }),
  )
  .map(([header, rows]) => [header, ...rows].map((row) => row.join(',')).join('\n'))

/** A request as plain data, so that a failure can be printed and repeated. */
export function officeRequestTo(paths: readonly string[]) {
  return fc.record({
    person: fc.constantFrom('nobody' as const, ...staffRoles),
    path: fc.constantFrom(...paths),
    method: mostly(['GET', 'POST', 'POST'], ['HEAD', 'PUT', 'DELETE', 'OPTIONS']),
    subject: fc.nat(),
    query: pairsOf(queries),
    action: fc.nat(),
    key: fc.nat(),
    version: mostly([0], [1, 2]),
    hasNeeded: mostly([true], [false]),
    fields: pairsOf(fields),
    body: mostly(['form', 'multipart'], ['json']),
    file,
  })
}
export type OfficeRequest =
  ReturnType<typeof officeRequestTo> extends fc.Arbitrary<infer Value> ? Value : never

/** The path and its query. The subject is first, because the first value of a name counts. */
export function addressOf({ path, subject, query }: OfficeRequest): string {
  const known = subjects[path] ?? [{}]
  const pairs = [...Object.entries(known[subject % known.length] ?? {}), ...query]
  const search = pairs.map(([name, value]) => `${name}=${encodeText(value)}`).join('&')
  return search === '' ? path : `${path}?${search}`
}

/** The body of an action's form, with some fields replaced. The last field of a name counts. */
export function bodyOf({ path, method, body, file: text, ...given }: OfficeRequest) {
  if (method !== 'POST' && method !== 'PUT') return null
  const possible = actions[path] ?? Object.keys(actionRoles)
  const right = Object.entries(fields).map(([name, [value]]) => [name, value])
  const all = [
    ...(given.hasNeeded ? right : []),
    ['action', possible[given.action % possible.length]],
    ['idempotencyKey', String(given.key).padStart(43, 'k')],
    ['version', String(given.version)],
    ['seenAt', '2026-11-21T10:00:00.000Z'],
    ...given.fields,
  ].map(([name = '', value = '']): [string, string] => [name, value.toWellFormed()])
  if (body === 'json') return JSON.stringify(Object.fromEntries(all))
  if (body === 'form') return new URLSearchParams(all)
  const form = new FormData()
  for (const [name, value] of all) form.append(name, value)
  form.append('files', new File([text], 'plans.csv'))
  return form
}
