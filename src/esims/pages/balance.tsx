import { z } from 'zod'
import { esimHash, operatorIdent } from '../../api/common.ts'
import type { Operator } from '../../plans/operations.ts'
import { giveBackReasons, type EsimBalance, type EsimInfo } from '../operations.ts'
import { formatDate, formatMoney } from '../../words/formats.shared.ts'
import { Choice, Notice } from '../../ui/lists.tsx'
import { userAgentOf, type AppContext } from '../../site/app-env.ts'
import { brokenLinkPage, notFoundPage } from '../../site/error-pages.tsx'
import { markRejected } from '../../site/form-answer.ts'
import { formAction, type PostedFields } from '../../site/form-input.ts'
import { page } from '../../site/page.ts'
import { href } from '../../words/paths.shared.ts'
import type { Words } from '../../words/words.shared.ts'
import { OfflineCopyNotice, OperatorContacts } from '../esim-status.tsx'
import { useSite } from '../../ui/site.tsx'
import { deviceOf, isPhone, type Device } from '../../kit/visitor.ts'
import { esimErrorPage } from './esim-error-page.tsx'
import { BalanceOpening } from './balance-sheet.tsx'
import { loadCover } from '../../plans/pages/cover.tsx'
import type { Cover } from '../../plans/map/draw-map.ts'
import { subscriptionIn, UsagePush, type PushProblem } from './usage-push.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { SupportLink } from '../../ui/support-links.tsx'
import { ratings, starsOf } from '../../reviews/rating.shared.ts'
import { placePhrase } from '../../words/place-names.ts'
import { opensPage } from '../../ui/form-markers.shared.ts'

const infoQuery = z.object({
  hash: esimHash.optional().catch(undefined),
  operator: operatorIdent.optional().catch(undefined),
})
type InfoQuery = z.output<typeof infoQuery>
/** The refused form, and the status of the page that shows the reason. */
type RefusedForm = {
  readonly of: 'mails' | 'give-back' | PushProblem
  readonly status: number
  readonly message?: string
}

/**
 * Shows the balance of an eSIM and its operator's contacts, or only the contacts without a hash.
 */
export const operatorInfoPage = page('operatorInfo', {
  access: 'private',
  query: infoQuery,
  needs: { oneOf: ['hash', 'operator'], orGoTo: 'account' },
  get: (c, { query }) => show(c, query),
  post(_, { query }, fields) {
    const { hash } = query
    if (hash === undefined) return formAction(notFoundPage)
    const mails = fields.text('mails')
    if (fields.text('reason') !== '') return formAction(async (c) => sendBack(c, hash, fields))
    return mails === ''
      ? formAction(async (c) => setPush(c, hash, fields))
      : formAction(async (c) => setUsageMails(c, hash, mails === 'on'))
  },
})

async function show(
  c: AppContext,
  { hash, operator }: InfoQuery,
  failure: RefusedForm | null = null,
) {
  const { words, api } = c.var
  if (hash === undefined && operator === undefined)
    return c.req.query('hash') === undefined ? notFoundPage(c) : brokenLinkPage(c)
  const answer = await api.esimInfo(hash === undefined ? { operator } : { hash })
  if (!answer.ok) return esimErrorPage(c, answer.error)
  if (failure) markRejected(c, failure.status)
  const info = answer.value.data
  const heading = headingOf(words, info)
  return c.render(
    <>
      {info.esim && (
        <EsimSections
          esim={info.esim}
          push={info.push}
          failure={failure}
          device={deviceOf(userAgentOf(c) ?? '')}
        />
      )}
      <OperatorSection operator={info.operator} hasTitle={info.esim !== null} />
    </>,
    {
      opening: <InfoOpening info={info} heading={heading} cover={await coverOf(info)} />,
      title: heading,
      styles: info.esim === null ? 'account' : 'usage',
      isEsim: info.esim !== null,
    },
  )
}

async function coverOf({ esim }: EsimInfo): Promise<Cover | null> {
  if (esim === null || esim.tariff.kind === 'multi') return null
  return loadCover(esim.tariff.countryCodes[0] ?? '')
}

type InfoOpeningProps = {
  readonly info: EsimInfo
  readonly heading: string
  readonly cover: Cover | null
}

function InfoOpening({ info: { esim }, heading, cover }: InfoOpeningProps) {
  return (
    <>
      <OfflineCopyNotice />
      {esim ? <BalanceOpening {...{ esim, heading, cover }} /> : <Masthead heading={heading} />}
    </>
  )
}

function headingOf(words: Words, { esim, operator }: EsimInfo): string {
  return esim
    ? words('balance.heading', { place: esim.tariff.placeTitle })
    : words('balance.contactsOf', { operator: operator.title })
}

async function setUsageMails(c: AppContext, hash: string, isOn: boolean) {
  const { locale, api } = c.var
  const answer = await api.esimUsageMails({ hash, isOn })
  if (!answer.ok) return show(c, { hash }, { of: 'mails', status: answer.error.status })
  return c.redirect(`${href(locale, 'operatorInfo', null, { hash })}#emails`, 303)
}

async function sendBack(c: AppContext, hash: string, fields: PostedFields) {
  const { locale, words, api } = c.var
  const reason = giveBackReasons.find((each) => each === fields.text('reason')) ?? 'another'
  const refused = { of: 'give-back', status: 422, message: words('api.consent') } as const
  if (fields.text('confirmed') === '') return show(c, { hash }, refused)
  const answer = await api.esimGiveBack({ hash, reason })
  if (answer.ok) return c.redirect(href(locale, 'operatorInfo', null, { hash }), 303)
  const { status, message } = answer.error
  return show(c, { hash }, { ...refused, status, message: message ?? words('errors.serverText') })
}

async function setPush(c: AppContext, hash: string, fields: PostedFields) {
  const { locale, api } = c.var
  const isStop = fields.text('push') === 'off'
  const subscription = isStop ? null : subscriptionIn(fields)
  if (typeof subscription === 'string') return show(c, { hash }, { of: subscription, status: 422 })
  const answer = await api.esimPush({ hash, subscription })
  if (!answer.ok) return show(c, { hash }, { of: 'failed', status: answer.error.status })
  return c.redirect(`${href(locale, 'operatorInfo', null, { hash })}#notifications`, 303)
}

type EsimSectionsProps = {
  readonly esim: EsimBalance
  readonly push: EsimInfo['push']
  readonly failure: RefusedForm | null
  readonly device: Device
}

function EsimSections({ esim, push, failure, device }: EsimSectionsProps) {
  const { canReview, isOver } = esim.balance
  const canEnd = canEndSoon(esim)
  return (
    <>
      {isOver && <TripPicture esim={esim} />}
      {canReview && <ReviewOffer esim={esim} />}
      {canEnd && <UsageMails esim={esim} hasFailed={failure?.of === 'mails'} />}
      {push && (canEnd || push.browsers > 0) && (
        <UsagePush esim={esim} push={push} problem={pushProblem(failure)} />
      )}
      <GiveBack esim={esim} failure={failure?.of === 'give-back' ? failure : null} />
      <HomeScreen device={device} />
      <HelpLinks esim={esim} />
    </>
  )
}

/**
 * Whether to offer emails. An eSIM without data or days gets no new emails, but emails can always
 * be stopped.
 */
function canEndSoon({ balance: { status, hasUsageMails } }: EsimBalance): boolean {
  return hasUsageMails || !['finished', 'expired', 'refunded'].includes(status)
}

function pushProblem(failure: RefusedForm | null): PushProblem | null {
  const { of = 'mails' } = failure ?? {}
  return of === 'mails' || of === 'give-back' ? null : of
}

/** Links to the eSIM's page only while the eSIM is in use, when that page has the steps. */
function HelpLinks({ esim }: { esim: EsimBalance }) {
  const { locale, words } = useSite()
  const { status, isFrozen } = esim.balance
  const help =
    status === 'active' && !isFrozen
      ? `${href(locale, 'instruction', null, { hash: esim.hash })}#no-internet`
      : `${href(locale, 'questions')}#using`
  return (
    <ul className="rows">
      <li>
        <a href={help}>{words('layout.noInternet')}</a>
      </li>
      <li>
        <SupportLink about={{ iccid: esim.iccid }}>{words('layout.support')}</SupportLink>
      </li>
    </ul>
  )
}

function OperatorSection({ operator, hasTitle }: { operator: Operator; hasTitle: boolean }) {
  const { words } = useSite()
  return (
    <section>
      {hasTitle && <h2>{words('balance.contactsTitle', { operator: operator.title })}</h2>}
      <OperatorContacts operator={operator} />
    </section>
  )
}

const advice = { ios: 'balance.homeIOS', android: 'balance.homeAndroid' } as const

/**
 * Explains how to add the page to this phone's home screen. Browsers do not allow a button for it.
 */
function HomeScreen({ device }: { device: Device }) {
  const { words } = useSite()
  if (!isPhone(device)) return null
  return (
    <section className="notice home-screen">
      <h2>{words('balance.homeTitle')}</h2>
      <p>{words(advice[device])}</p>
    </section>
  )
}

/** Offers a review after the trip, as the email does. Everyone with the link can see it. */
function ReviewOffer({ esim: { hash, tariff: plan } }: { esim: EsimBalance }) {
  const { locale, words } = useSite()
  const place = placePhrase(locale, plan.countryCodes[0] ?? '', plan.placeTitle)
  return (
    <section className="notice">
      <h2>
        {plan.kind === 'multi' ? words('review.tripHeading') : words('review.heading', { place })}
      </h2>
      <p>{words('review.offer')}</p>
      <ul className="options">
        {ratings.map(({ name, stars }) => (
          <li key={name}>
            <a
              className="option"
              href={href(locale, 'review', null, { hash, rating: String(stars) })}
            >
              {words(`review.ratings.${name}`)}{' '}
              <span className="stars" aria-hidden="true">
                {starsOf(stars)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function TripPicture({ esim: { hash, tariff: plan } }: { esim: EsimBalance }) {
  const { locale, words } = useSite()
  const url = href(locale, 'tripPicture', null, { hash })
  return (
    <section>
      <h2>{words('balance.pictureTitle')}</h2>
      <p className="soft">{words('balance.pictureText')}</p>
      <img
        className="trip-picture"
        src={url}
        alt={words('balance.pictureAlt', { place: plan.placeTitle })}
        loading="lazy"
      />
      <p>
        <a className="button quiet" href={url} download="trip.png">
          {words('balance.pictureDownload')}
        </a>
      </p>
    </section>
  )
}

type GiveBackProps = { readonly esim: EsimBalance; readonly failure: RefusedForm | null }

/** Lets the buyer give back an eSIM that nobody installed. */
function GiveBack({ esim: { hash, balance }, failure }: GiveBackProps) {
  const { locale, words } = useSite()
  const { giveBackUntil: until, paid } = balance
  const problem = failure && <Notice role="alert" opensPage text={failure.message} />
  if (until === null || paid === null) return problem
  const amount = formatMoney(locale, paid)
  return (
    <section>
      {problem}
      <details className="fold" open={failure !== null}>
        <summary>{words('giveBack.summary', { amount, date: formatDate(until) })}</summary>
        {/* A link to it opens the fold. */}
        <form
          id="give-back"
          className="stack"
          method="post"
          action={href(locale, 'operatorInfo', null, { hash })}
        >
          <p>{words('giveBack.text', { amount })}</p>
          <Choice name="reason" label={words('giveBack.reason')} value={undefined}>
            {giveBackReasons.map((reason) => [reason, words(`giveBack.reasons.${reason}`)])}
          </Choice>
          <label className="consent-line">
            <input type="checkbox" name="confirmed" value="1" required />
            <span>{words('giveBack.confirm')}</span>
          </label>
          <button className="button quiet">{words('giveBack.submit', { amount })}</button>
        </form>
      </details>
    </section>
  )
}

/** Gives or withdraws consent to emails about the data of an eSIM. Emails link to `#emails`. */
function UsageMails({ esim, hasFailed }: { esim: EsimBalance; hasFailed: boolean }) {
  const { locale, words } = useSite()
  const { hasUsageMails: isOn, status, dataLimitMb } = esim.balance
  const isAboutData = dataLimitMb !== null && status !== 'finished'
  const on = isAboutData ? 'balance.mailsOn' : 'balance.mailsOnEnd'
  const offer = isAboutData ? 'balance.mailsOffer' : 'balance.mailsOfferEnd'
  return (
    <section id="emails" className="notice">
      <h2>{words('balance.mailsTitle')}</h2>
      {hasFailed && (
        <p role="alert" {...opensPage}>
          {words('balance.mailsFailed')}
        </p>
      )}
      <p>{words(isOn ? on : offer)}</p>
      <form method="post" action={href(locale, 'operatorInfo', null, { hash: esim.hash })}>
        <button className="button quiet" name="mails" value={isOn ? 'off' : 'on'}>
          {words(isOn ? 'balance.mailsStop' : 'balance.mailsStart')}
        </button>
      </form>
    </section>
  )
}
