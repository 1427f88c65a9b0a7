import { z } from 'zod'
import { countryCode, stockAlertID, tariffID } from '../../api/common.ts'
import type { ApiError } from '../../site/api/api-result.ts'
import type { AppContext } from '../../site/app-env.ts'
import { apiErrorPage, notFoundPage } from '../../site/error-pages.tsx'
import { redirectAfterForm, showFormAgain } from '../../site/form-answer.ts'
import { formAction, validForm } from '../../site/form-input.ts'
import { page } from '../../site/page.ts'
import { HydratedForm } from '../../ui/hydrated-form.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { useSite } from '../../ui/site.tsx'
import { href } from '../../words/paths.shared.ts'
import { planName } from '../../words/plan-words.ts'
import { textsOf } from '../../words/texts.shared.ts'
import {
  readStockAlert,
  stockAlertForm,
  stockAlertFormTexts,
  stockAlertSchema,
  type StockAlertValues,
} from '../stock-alert-form.shared.tsx'

const stockAlertQuery = z.object({
  country: countryCode.optional().catch(undefined),
  tariffID: tariffID.optional().catch(undefined),
  /** The secret of the link in the email. */
  alert: stockAlertID.optional().catch(undefined),
  state: z.enum(['sent', 'confirmed']).optional().catch(undefined),
})
type StockAlertQuery = z.output<typeof stockAlertQuery>

const empty: StockAlertValues = { email: '', consent: false }

/** Asks for an email when a sold-out place or plan is back, and confirms the address. */
export const stockAlertPage = page('stockAlert', {
  access: 'private',
  query: stockAlertQuery,
  get: async (c, { query }) => {
    if (query.state !== undefined) return showState(c, query.state)
    return query.alert === undefined ? show(c, query, empty, null) : showConfirmation(c)
  },
  post: (_, { query }) =>
    query.alert === undefined
      ? validForm({
          read: readStockAlert,
          rules: stockAlertSchema,
          receive: async (c, { values, valid }) => request(c, query, values, valid),
          refuse: async (c, { values, errors }) => show(c, query, values, errors),
        })
      : formAction(async (c) => confirm(c, query.alert ?? '')),
})

async function request(
  c: AppContext,
  query: StockAlertQuery,
  values: StockAlertValues,
  valid: { readonly email: string; readonly consent: true },
) {
  const wanted = await wantedOf(c, query)
  if (wanted instanceof Response) return wanted
  const { kind, subject } = wanted
  const sent = await c.var.api.stockAlert({ kind, subject, ...valid })
  if (!sent.ok) return show(c, query, values, sent.error)
  return redirectAfterForm(c, href(c.var.locale, 'stockAlert', null, { state: 'sent' }))
}

async function confirm(c: AppContext, alert: string) {
  const answer = await c.var.api.stockAlertConfirm({ alert })
  if (!answer.ok) return apiErrorPage(c, answer.error)
  return c.redirect(href(c.var.locale, 'stockAlert', null, { state: 'confirmed' }), 303)
}

/** Returns what the visitor waits for, or an error page. */
async function wantedOf(c: AppContext, { country, tariffID: id }: StockAlertQuery) {
  const { locale, words, api, dictionaries } = c.var
  if (id !== undefined) {
    const answer = await api.tariff({ id })
    if (!answer.ok) return apiErrorPage(c, answer.error)
    const title = planName({ locale, words }, answer.value.data)
    return { kind: 'tariff', subject: id, title } as const
  }
  const known = country === undefined ? null : (await dictionaries.country(country))?.listed
  if (!known) return notFoundPage(c)
  return { kind: 'place', subject: known.countryCode2Letters, title: known.title } as const
}

async function show(
  c: AppContext,
  query: StockAlertQuery,
  values: StockAlertValues,
  errors: ApiError | null,
): Promise<Response> {
  const { locale, words } = c.var
  const wanted = await wantedOf(c, query)
  if (wanted instanceof Response) return wanted
  const { country, tariffID: id } = query
  const props = {
    texts: textsOf(words, stockAlertFormTexts),
    action: href(locale, 'stockAlert', null, { country, tariffID: id }),
    policyHref: href(locale, 'dataPolicy'),
    values,
    errors,
  }
  return showFormAgain(c, errors?.status ?? 200, { form: stockAlertForm, props }, () =>
    c.render(<HydratedForm form={stockAlertForm} props={props} />, {
      opening: (
        <Masthead
          eyebrow={wanted.title}
          heading={words('stockAlert.title')}
          lead={words('stockAlert.lead')}
        />
      ),
      title: words('stockAlert.title'),
      styles: 'form',
    }),
  )
}

/** The link in the email opens this page. Only its button confirms, because mail scanners open links. */
function showConfirmation(c: AppContext) {
  const { words } = c.var
  return c.render(<Confirmation />, { title: words('stockAlert.confirmTitle'), styles: 'result' })
}

function Confirmation() {
  const { words } = useSite()
  return (
    <form className="masthead" method="post">
      <h1>{words('stockAlert.confirmTitle')}</h1>
      <p className="lead">{words('stockAlert.lead')}</p>
      <button className="button">{words('stockAlert.confirm')}</button>
    </form>
  )
}

function showState(c: AppContext, state: 'sent' | 'confirmed') {
  const title = c.var.words(`stockAlert.${state}Title`)
  return c.render(<AlertState state={state} />, { title, styles: 'result' })
}

function AlertState({ state }: { readonly state: 'sent' | 'confirmed' }) {
  const { locale, words } = useSite()
  return (
    <section className="masthead">
      <h1>{words(`stockAlert.${state}Title`)}</h1>
      <p className="lead">{words(`stockAlert.${state}`)}</p>
      <p className="actions">
        <a className="button quiet" href={href(locale, 'countries')}>
          {words('home.allCountries')}
        </a>
      </p>
    </section>
  )
}
