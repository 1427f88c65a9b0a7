import type { Esim } from '../../esims/operations.ts'
import type { Order } from '../operations.ts'
import { formatDate } from '../../words/formats.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { ContentStyles } from '../../site/page-styles.tsx'
import { href } from '../../words/paths.shared.ts'
import type { Words } from '../../words/words.shared.ts'
import { useSite } from '../../ui/site.tsx'
import { UnbrokenAddresses } from '../../ui/copy-line.tsx'
import { GiveBackLink } from '../../esims/esim-status.tsx'
import { OrderFacts, MoneyNotes, OrderSheet, topUpOf } from './order-sheet.tsx'

/** Seconds until the eSIM page opens. */
export const countdown = 10

type SuccessProps = {
  readonly invoice: Order
  readonly esims: readonly Esim[]
  readonly isOnPhone: boolean
  /** The URL of this page without the countdown, or null if no page opens automatically. */
  readonly stayHref: string | null
}

/** Shows a paid order whose eSIMs are ready, or are gifts that wait for their date. */
export function Success({ invoice: order, esims, isOnPhone, stayHref }: SuccessProps) {
  const { locale, words } = useSite()
  const { lines } = order
  const [esim] = esims
  const isTopUp = topUpOf(order) !== null
  const url = lines.length === 1 ? pageOfEsim(locale, order) : null
  return (
    <section className="result">
      <p className="seal" aria-hidden="true">
        {words('payment.paid')}
      </p>
      <h1>{words('payment.successTitle')}</h1>
      <p className="lead">
        <UnbrokenAddresses text={doneText(words, order)} />
      </p>
      <ContentStyles styles="purchase" />
      <MoneyNotes invoice={order} />
      {url !== null && (
        <a className="button tall" href={url}>
          {words(isTopUp ? 'topUp.open' : 'payment.open')}
        </a>
      )}
      {stayHref !== null && <Countdown isTopUp={isTopUp} stayHref={stayHref} />}
      <OrderSheet {...{ invoice: order, esims, isOnPhone }} />
      {!isTopUp && !isGift(order) && <NextSteps />}
      {isGift(order) && (
        <a className="button quiet" href={href(locale, 'countries')}>
          {words('payment.choose')}
        </a>
      )}
      {url !== null && esim && <GiveBackLink hash={esim.hash} until={esim.giveBackUntil} />}
      <OrderFacts invoice={order} />
    </section>
  )
}

/** Counts the seconds until the next page opens. Its link keeps this page open. */
function Countdown({ isTopUp, stayHref }: { isTopUp: boolean; stayHref: string }) {
  const { words } = useSite()
  const opens = isTopUp ? 'topUp.countdown' : 'payment.countdown'
  const texts = Array.from({ length: countdown + 1 }, (_, count) => words(opens, { count }))
  return (
    <p className="soft unprinted">
      <span data-countdown={JSON.stringify(texts)}>{texts.at(-1)}</span>{' '}
      <a href={stayHref}>{words('payment.stay')}</a>
    </p>
  )
}

function isGift({ lines }: Order): boolean {
  return lines.every(({ recipient }) => recipient !== null)
}

function doneText(words: Words, order: Order): string {
  const { email, lines } = order
  const [{ status, deliverOn } = {}] = lines
  if (topUpOf(order)) return words('topUp.doneText', { email })
  const friends = new Set(lines.flatMap(({ recipient }) => recipient ?? []))
  if (friends.size > 1 || (friends.size === 1 && !isGift(order))) return words('payment.giftsText')
  const [friend] = friends
  if (friend !== undefined && status === 'scheduled')
    return words('payment.giftOnText', { email: friend, date: formatDate(deliverOn) })
  if (friend !== undefined) return words('payment.giftText', { email: friend })
  return words(lines.length > 1 ? 'payment.severalText' : 'payment.successText', { email })
}

function NextSteps() {
  const { words } = useSite()
  return (
    <>
      <h2>{words('payment.nextTitle')}</h2>
      <ol className="numbered">
        <li>{words('payment.next1')}</li>
        <li>{words('payment.next2')}</li>
        <li>{words('payment.next3')}</li>
      </ol>
    </>
  )
}

/** Returns the page to install a new eSIM, or to see added data. */
export function pageOfEsim(locale: Locale, order: Order): string | null {
  const { hash } = order
  if (hash === null) return null
  return href(locale, topUpOf(order) ? 'operatorInfo' : 'instruction', null, { hash })
}
