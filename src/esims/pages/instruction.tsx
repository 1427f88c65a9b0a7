import { z } from 'zod'
import { esimHash } from '../../api/common.ts'
import { userAgentOf, type AppContext } from '../../site/app-env.ts'
import { notFoundPage } from '../../site/error-pages.tsx'
import { page } from '../../site/page.ts'
import { sessionOf } from '../../site/cookies.ts'
import { travellerSteps, type Esim } from '../operations.ts'
import { markRejected } from '../../site/form-answer.ts'
import { formAction, validForm } from '../../site/form-input.ts'
import { deviceOf, opensInstallLinks, inAppBrowserOf } from '../../kit/visitor.ts'
import { href } from '../../words/paths.shared.ts'
import { messageKey } from '../../words/texts.shared.ts'
import { Masthead } from '../../ui/masthead.tsx'
import { useSite } from '../../ui/site.tsx'
import type { ApiError } from '../../site/api/api-result.ts'
import { checkedPhoneName } from '../../plans/checked-phone-name.ts'
import { esimErrorPage } from './esim-error-page.tsx'
import { codeFromHeaders } from '../../plans/find-models.ts'
import { modelHint, requestModel } from '../../plans/pages/check-query.tsx'
import { makesFrom, makesOf, type Make } from '../install-stops.ts'
import { InstallScreens } from './install-steps.tsx'
import { Instruction, InstructionOpening } from './instruction-view.tsx'
import { formatDate } from '../../words/formats.shared.ts'
import { ContentStyles } from '../../site/page-styles.tsx'
import { planName } from '../../words/plan-words.ts'
import { EsimNumbers } from './install.tsx'
import { SupportLink } from '../../ui/support-links.tsx'

const instructionQuery = z.object({
  hash: esimHash.optional(),
  resent: z.literal('1').optional().catch(undefined),
})
type InstructionQuery = z.output<typeof instructionQuery>

/**
 * Shows a purchased eSIM with QR code, install links and codes, or the general instructions without
 * a hash.
 */
export const instructionPage = page('instruction', {
  access: 'private',
  query: instructionQuery,
  get: (c, { query }) => show(c, query),
  post(_, { query }, fields) {
    const { hash } = query
    if (hash === undefined) return formAction(notFoundPage)
    if (fields.text('step') !== '') return stepForm(hash)
    return fields.text('remind') === ''
      ? formAction(async (c) => resend(c, hash))
      : reminderForm(hash)
  },
})

function stepForm(hash: string) {
  return validForm({
    read: ({ text }) => ({ step: text('step') }),
    rules: z.object({ step: z.enum(travellerSteps) }),
    async receive(c, { valid: { step } }) {
      const answer = await c.var.api.esimProgress({ hash, step })
      if (!answer.ok) return show(c, { hash }, { action: 'tick', error: answer.error })
      return c.redirect(href(c.var.locale, 'instruction', null, { hash }), 303)
    },
    refuse: notFoundPage,
  })
}

function reminderForm(hash: string) {
  const refuse = async (c: AppContext, departure: string | null, error: ApiError) =>
    show(c, { hash }, { action: 'remind', departure: departure ?? '', error })
  return validForm({
    read: ({ text }) => ({ departure: text('remind') === 'on' ? text('departure') : null }),
    rules: z.object({ departure: z.iso.date(messageKey('api.invalid')).nullable() }),
    async receive(c, { valid: { departure } }) {
      const answer = await c.var.api.esimReminder({ hash, departure })
      if (!answer.ok) return refuse(c, departure, answer.error)
      return c.redirect(`${href(c.var.locale, 'instruction', null, { hash })}#reminder`, 303)
    },
    refuse: async (c, { values, errors }) => refuse(c, values.departure, errors),
  })
}

async function resend(c: AppContext, hash: string) {
  const { locale, api } = c.var
  const answer = await api.esimResend({ hash })
  if (!answer.ok) return show(c, { hash }, { action: 'resend', error: answer.error })
  return c.redirect(href(locale, 'instruction', null, { hash, resent: '1' }), 303)
}

type FailedForm = { readonly error: ApiError } & (
  | { readonly action: 'resend' | 'tick' }
  | { readonly action: 'remind'; readonly departure: string }
)

async function show(
  c: AppContext,
  { hash, resent }: InstructionQuery,
  failed: FailedForm | null = null,
) {
  const { words, api } = c.var
  if (hash === undefined) return showGeneral(c)
  const answer = await api.esim({ hash }, { session: sessionOf(c, 'customer') })
  if (!answer.ok) return esimErrorPage(c, answer.error)
  const esim = answer.value.data
  if (esim.status === 'expired')
    return c.render(<ExpiredEsim esim={esim} />, {
      title: words('instruction.expiredTitle'),
      styles: 'expiredEsim',
      isEsim: true,
    })
  if (failed) markRejected(c, failed.error.status)
  const userAgent = userAgentOf(c) ?? ''
  requestModel(c)
  const checked = await checkedPhoneName(esim.phoneModel ?? undefined, words)
  return c.render(
    <Instruction
      esim={esim}
      mail={failed?.action === 'resend' ? 'failed' : resent ? 'sent' : null}
      hasTickFailed={failed?.action === 'tick'}
      now={new Date(c.var.now())}
      refusedDate={failed?.action === 'remind' ? failed : null}
      device={deviceOf(userAgent)}
      phones={phonesOf(c)}
      opensLinks={opensInstallLinks(userAgent)}
      app={inAppBrowserOf(userAgent)}
    />,
    {
      opening: <InstructionOpening esim={esim} checked={checked} />,
      title: words('instruction.title'),
      styles: 'esim',
      isEsim: true,
    },
  )
}

function showGeneral(c: AppContext) {
  const { words } = c.var
  const title = words('instruction.generalTitle')
  requestModel(c)
  return c.render(<GeneralInstruction phones={phonesOf(c)} />, {
    opening: <Masthead heading={title} lead={words('instruction.lead')} />,
    title,
    styles: 'esim',
  })
}

function phonesOf(c: AppContext) {
  const userAgent = userAgentOf(c) ?? ''
  return makesOf(deviceOf(userAgent), codeFromHeaders(c.req.header(modelHint), userAgent))
}

function GeneralInstruction({ phones: [make] }: { readonly phones: readonly [Make, ...Make[]] }) {
  const { locale, words } = useSite()
  return (
    <>
      <p className="actions">
        <a className="button" href={href(locale, 'account')}>
          {words('instruction.openOwn')}
        </a>
        <a className="button quiet" href={href(locale, 'countries')}>
          {words('payment.choose')}
        </a>
      </p>
      <section>
        <h2>{words('instruction.stepsTitle')}</h2>
        <InstallScreens makes={makesFrom(make)} />
      </section>
    </>
  )
}

/** Replaces the installation when the days of an eSIM have passed. */
function ExpiredEsim({ esim }: { esim: Esim }) {
  const site = useSite()
  const { locale, words } = site
  const { hash, iccid, tariff: plan, step, activateBy } = esim
  const wasUsed = step === 'connected'
  return (
    <section className="result">
      <p className="eyebrow">{planName(site, plan)}</p>
      <h1>{words(wasUsed ? 'instruction.expiredTitle' : 'instruction.unusedTitle')}</h1>
      <p className="lead">
        {wasUsed
          ? words('instruction.expiredText')
          : words('balance.neverConnected', { date: formatDate(activateBy) })}
      </p>
      <p className="actions">
        <a className="button" href={href(locale, 'countries')}>
          {words('payment.choose')}
        </a>
        {wasUsed && (
          <a className="button quiet" href={href(locale, 'operatorInfo', null, { hash })}>
            {words('instruction.balance')}
          </a>
        )}
        <SupportLink className="button quiet" about={{ iccid }}>
          {words('payment.support')}
        </SupportLink>
      </p>
      <ContentStyles styles="expiredEsim" />
      <EsimNumbers esim={esim} />
    </section>
  )
}
