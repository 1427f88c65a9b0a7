import { invoiceID } from '../api/common.ts'
import type { BackendContext } from '../context.ts'
import { readRow } from '../kit/sql.ts'
import { ActionForm, defineAction } from '../office/actions.tsx'
import { Ago } from '../office/lists.tsx'
import { useOffice } from '../office/office-context.tsx'
import { resendAction } from '../orders/office-line-actions.tsx'
import { resendMail } from '../orders/order-actions.ts'
import { orderForOffice, type OrderForOffice } from '../orders/order-for-office.ts'
import type { FoundOrder } from '../orders/search-orders.ts'
import type { Locale } from '../words/locales.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { href } from '../words/paths.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import type { Conversation } from './conversation.ts'

/** What became of the last email with an eSIM of an order. */
type SentEsimMail = { readonly state: 'sent' | 'waiting' | 'failed'; readonly at: string }

/** An order whose eSIMs can be emailed again. */
export type DeliveredOrder = { readonly order: OrderForOffice; readonly mail: SentEsimMail | null }

const mostDelivered = 3

/** Returns the sender's last orders whose eSIMs can be emailed again. */
export async function readDelivered(
  context: BackendContext,
  orders: readonly FoundOrder[],
): Promise<DeliveredOrder[]> {
  const found = await Promise.all(
    orders
      .filter(({ status }) => status === 'success')
      .slice(0, mostDelivered)
      .map(async ({ invoiceID: id }) => {
        const order = await orderForOffice(context, id, context.locale)
        return order && { order, mail: await readMail(context, id) }
      }),
  )
  return found.flatMap((each) =>
    each !== null && resendAction.isPossible({ ...each, alerts: [] }) ? [each] : [],
  )
}

async function readMail({ db }: BackendContext, id: string): Promise<SentEsimMail | null> {
  return readRow<SentEsimMail>(db)`SELECT coalesce(sent_at, created_at) AS at,
      CASE WHEN given_up_at IS NOT NULL OR bounced_at IS NOT NULL THEN 'failed'
        WHEN sent_at IS NULL THEN 'waiting' ELSE 'sent' END AS state
    FROM outbox WHERE order_id = ${id} AND purpose IN ('esim', 'esim-copy') ORDER BY created_at DESC LIMIT 1`
}

const resendInputs = { invoiceID: { schema: invoiceID, kind: 'hidden' } } as const

export const resendFromMessage = defineAction<'resend', Conversation, typeof resendInputs>({
  name: 'resend',
  inputs: resendInputs,
  run: async (context, person, input) => resendMail(context, person, { ...input, position: null }),
})

type ResendFormsProps = {
  readonly message: Conversation
  readonly delivered: readonly DeliveredOrder[]
}

/** A button for each order, because most of those who write have lost the email. */
export function ResendForms({ message, delivered }: ResendFormsProps) {
  const { words, may } = useOffice()
  if (delivered.length === 0 || !may('resend')) return null
  return (
    <div className="panel">
      {delivered.map(({ order, mail }) => (
        <ActionForm
          key={order.invoiceID}
          action={resendFromMessage}
          subject={message}
          version={order.version}
          hidden={{ invoiceID: order.invoiceID }}
          className="resend"
          submit={words('actions.resend.title')}
          button="button quiet"
        >
          <p>
            <b>{[...new Set(order.lines.map(({ title }) => title))].join(', ')}</b>
            {mail && (
              <small>
                {words(`messages.mails.${mail.state}`)} <Ago time={mail.at} />
              </small>
            )}
          </p>
        </ActionForm>
      ))}
    </div>
  )
}

export const drafts = ['resent', 'install', 'refund'] as const
type AnswerDraft = (typeof drafts)[number]

/** Returns an answer in the visitor's language, to be completed by staff. */
export function draftText(
  draft: AnswerDraft,
  locale: Locale,
  name: string,
  origin: string,
): string {
  const words = wordsOf(locale)
  const url = origin + href(locale, 'account')
  return words(`mail.drafts.${draft}`, { name, url })
}

/** Links that fill in the answer. */
export function DraftLinks({ id }: { readonly id: string }) {
  const { words } = useOffice()
  return (
    <p className="groups">
      {words('messages.drafts.label')}
      {drafts.map((draft) => (
        <a key={draft} href={`${officeHref('message', { id, draft })}#answer`}>
          {words(`messages.drafts.${draft}`)}
        </a>
      ))}
    </p>
  )
}
