import { z } from 'zod'
import { esimHash, operatorIdent } from '../contract/common.ts'
import type { Operator } from '../contract/operators.ts'
import type { EsimBalance, EsimInfo } from '../contract/esims.ts'
import type { AppContext } from '../http/app-env.ts'
import { ContentStyles } from '../http/page/content-styles.tsx'
import { brokenLinkPage, notFoundPage } from '../http/page/error-pages.tsx'
import { markRejected } from '../http/page/form-answer.ts'
import { formAction } from '../http/page/form-input.ts'
import type { PostedFields } from '../http/page/form-input.ts'
import { page } from '../http/page/page.ts'
import { href } from '../locale/paths.ts'
import type { Words } from '../locale/words.ts'
import { tariffName } from '../locale/tariff-words.ts'
import { OfflineCopyNotice } from '../ui/offline-copy-notice.tsx'
import { OperatorContacts } from '../ui/operator-contacts.tsx'
import { useSite } from '../ui/site.tsx'
import { userAgentOf } from '../http/user-agent.ts'
import { deviceOf } from '../domain/device.ts'
import type { Device } from '../domain/device.ts'
import { esimErrorPage } from '../http/page/esim-error-page.tsx'
import { BalanceSheet } from './esim-operator-info/balance-sheet.tsx'
import { HomeScreen } from './esim-operator-info/home-screen.tsx'
import { ReviewOffer } from './esim-operator-info/review-offer.tsx'
import { TripPicture } from './esim-operator-info/trip-picture-section.tsx'
import { UsageMails } from './esim-operator-info/usage-mails.tsx'
import { subscriptionIn, UsagePush } from './esim-operator-info/usage-push.tsx'
import type { PushProblem } from './esim-operator-info/usage-push.tsx'
import { Masthead } from '../ui/layout/masthead.tsx'
import { SupportLink } from '../ui/support-link.tsx'

const infoQuery = z.object({
  hash: esimHash.optional().catch(undefined),
  operator: operatorIdent.optional().catch(undefined),
})
type InfoQuery = z.output<typeof infoQuery>
/** The refused form, and the status of the page that shows the reason. */
type RefusedForm = { readonly of: 'mails' | PushProblem; readonly status: number }

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
      opening: <InfoOpening info={info} heading={heading} />,
      title: heading,
      styles: info.esim === null ? 'account' : 'usage',
      isEsim: info.esim !== null,
    },
  )
}

function InfoOpening({ info: { esim }, heading }: { info: EsimInfo; heading: string }) {
  const site = useSite()
  return (
    <>
      <OfflineCopyNotice />
      <Masthead heading={heading} eyebrow={esim ? tariffName(site, esim.tariff) : undefined} />
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
  // Other sections need no styles but those of the opening.
  const isPast = canReview || isOver
  return (
    <>
      <BalanceSheet esim={esim}>{isPast && <ContentStyles styles="usage" />}</BalanceSheet>
      {canReview && <ReviewOffer esim={esim} />}
      {isOver && <TripPicture esim={esim} />}
      {canEnd && <UsageMails esim={esim} hasFailed={failure?.of === 'mails'} />}
      {push && (canEnd || push.browsers > 0) && (
        <UsagePush esim={esim} push={push} problem={pushProblem(failure)} />
      )}
      <HomeScreen device={device} />
      {!isPast && <ContentStyles styles="usage" />}
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
  return failure === null || failure.of === 'mails' ? null : failure.of
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
