import { queryString } from './paths.shared.ts'

export const officePath = '/admin'

/**
 * Every path of the back office, with the parameters of its query. Parameters that end in `?` are
 * optional. Ids are in the query, because logs omit the query.
 */
export const officePages = {
  locale: { path: `${officePath}/locale`, query: [] },
  signIn: { path: `${officePath}/sign-in`, query: ['secret?'] },
  signOut: { path: `${officePath}/sign-out`, query: [] },
  viewAs: { path: `${officePath}/view-as`, query: [] },
  today: { path: officePath, query: ['done?'] },
  retry: { path: `${officePath}/retry`, query: [] },
  alerts: { path: `${officePath}/alerts`, query: ['after?'] },
  failedMessages: {
    path: `${officePath}/failed-messages`,
    query: ['purpose?', 'q?', 'after?', 'done?'],
  },
  orders: {
    path: `${officePath}/orders`,
    query: [
      'q?',
      'group?',
      'state?',
      'since?',
      'until?',
      'plan?',
      'country?',
      'supplier?',
      'provider?',
      'code?',
      'sort?',
      'after?',
      'done?',
    ],
  },
  esims: {
    path: `${officePath}/esims`,
    query: [
      'q?',
      'state?',
      'since?',
      'until?',
      'plan?',
      'country?',
      'supplier?',
      'sort?',
      'after?',
      'done?',
    ],
  },
  order: { path: `${officePath}/order`, query: ['id', 'done?'] },
  customers: {
    path: `${officePath}/customers`,
    query: ['q?', 'since?', 'until?', 'plan?', 'country?', 'code?', 'sort?', 'after?', 'done?'],
  },
  customer: { path: `${officePath}/customer`, query: ['email', 'done?'] },
  plans: { path: `${officePath}/plans`, query: ['q?', 'group?', 'page?'] },
  plan: { path: `${officePath}/plan`, query: ['id', 'done?'] },
  import: { path: `${officePath}/import`, query: ['draft?', 'done?'] },
  confirmImport: { path: `${officePath}/import/confirm`, query: [] },
  promoCodes: { path: `${officePath}/promo-codes`, query: ['q?', 'done?'] },
  vouchers: { path: `${officePath}/vouchers`, query: ['q?', 'done?'] },
  voucherFile: { path: `${officePath}/vouchers/file`, query: ['batch'] },
  voucher: { path: `${officePath}/voucher`, query: ['id', 'done?'] },
  prices: { path: `${officePath}/prices`, query: ['change?', 'id?', 'done?'] },
  suppliers: { path: `${officePath}/suppliers`, query: ['done?'] },
  compareCatalogue: { path: `${officePath}/suppliers/compare`, query: [] },
  partners: {
    path: `${officePath}/partners`,
    query: ['q?', 'since?', 'until?', 'state?', 'sort?', 'after?', 'done?'],
  },
  partner: { path: `${officePath}/partner`, query: ['id', 'done?'] },
  money: { path: `${officePath}/money`, query: ['month?'] },
  payments: { path: `${officePath}/money/payments`, query: ['month'] },
  taxes: { path: `${officePath}/money/taxes`, query: ['month'] },
  payouts: { path: `${officePath}/money/payouts`, query: ['month?', 'payout?', 'after?'] },
  payoutsFile: { path: `${officePath}/money/payouts/file`, query: ['month', 'after?'] },
  funnel: { path: `${officePath}/money/funnel`, query: [] },
  funnelFile: { path: `${officePath}/money/funnel/file`, query: [] },
  vatRates: { path: `${officePath}/vat-rates`, query: ['done?'] },
  documents: { path: `${officePath}/money/documents`, query: ['month'] },
  content: { path: `${officePath}/content`, query: ['kind?'] },
  text: { path: `${officePath}/text`, query: ['kind', 'ident?', 'version?', 'done?'] },
  textPreview: { path: `${officePath}/text/preview`, query: ['kind', 'ident?'] },
  messages: {
    path: `${officePath}/messages`,
    query: ['q?', 'tab?', 'topic?', 'language?', 'since?', 'until?', 'sort?', 'after?', 'done?'],
  },
  screenshot: { path: `${officePath}/messages/screenshot`, query: ['name'] },
  message: { path: `${officePath}/message`, query: ['id', 'draft?', 'done?'] },
  reviews: { path: `${officePath}/reviews`, query: ['status?', 'after?', 'done?'] },
  bulk: { path: `${officePath}/bulk`, query: [] },
  runBulk: { path: `${officePath}/bulk/run`, query: [] },
  settings: { path: `${officePath}/settings`, query: [] },
  webhooks: { path: `${officePath}/webhooks`, query: ['done?'] },
  webhook: { path: `${officePath}/webhook`, query: ['id', 'done?'] },
  apiKeys: { path: `${officePath}/api-keys`, query: ['done?'] },
} as const

export type OfficePage = keyof typeof officePages

type ParamName<Page extends OfficePage> = (typeof officePages)[Page]['query'][number]
type OptionalName<Name> = Name extends `${infer Short}?` ? Short : never
type RequiredName<Name> = Name extends `${string}?` ? never : Name

type OfficeQuery<Page extends OfficePage> = {
  readonly [name in RequiredName<ParamName<Page>>]: string
} & {
  readonly [name in OptionalName<ParamName<Page>>]?: string | number | undefined
}

type OfficeHrefArgs<Page extends OfficePage> = [ParamName<Page>] extends [never]
  ? []
  : [RequiredName<ParamName<Page>>] extends [never]
    ? [query?: OfficeQuery<Page>]
    : [query: OfficeQuery<Page>]

/** Returns the URL of a page: `officeHref('plan', { id: 'tr-10' })` → `/admin/plan?id=tr-10`. */
export function officeHref<Page extends OfficePage>(
  page: Page,
  ...args: OfficeHrefArgs<Page>
): string {
  return officePages[page].path + queryString(args[0] ?? {})
}

/** Whether a URL path, with or without a query, is in the back office. */
export function isInOffice(address: string): boolean {
  const [path = ''] = address.split('?')
  return path === officePath || path.startsWith(`${officePath}/`)
}
