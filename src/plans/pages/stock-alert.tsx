import { z } from 'zod'
import { countryCode, regionIdent, stockAlertID, tariffID } from '../../api/common.ts'
import type { ApiError } from '../../site/api/api-result.ts'
import type { AppContext } from '../../site/app-env.ts'
import { apiErrorPage, linkErrorPage, notFoundPage } from '../../site/error-pages.tsx'
import { redirectAfterForm, showFormAgain } from '../../site/form-answer.ts'
import { formAction, readForm, validForm } from '../../site/form-input.ts'
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
  region: regionIdent.optional().catch(undefined),
  tariffID: tariffID.optional().catch(undefined),
  /** The secret of the link in the email. */
  alert: stockAlertID.optional().catch(undefined),
  state: z.enum(['sent', 'confirmed', 'deleted']).optional().catch(undefined),
})
type StockAlertQuery = z.output<typeof stockAlertQuery>

const empty: StockAlertValues = { email: '', consent: false }

/** Asks for an email when a sold-out place or plan is back, and confirms the address. */
export const stockAlertPage = page('stockAlert', {
  access: 'private',
  query: stockAlertQuery,
  get: async (c, { query }) => {
    if (query.state !== undefined) return showState(c, query.state)
    return query.alert === undefined ? show(c, query, empty, null) : showAlert(c, query.alert)
  },
  post: (_, { query }) =>
    query.alert === undefined
      ? validForm({
          read: readStockAlert,
          rules: stockAlertSchema,
          receive: async (c, { values, valid }) => request(c, query, values, valid),
          refuse: async (c, { values, errors }) => show(c, query, values, errors),
        })
      : formAction(async (c) => decide(c, query.alert ?? '')),
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

/** Confirms or deletes a request, as the pressed button says. */
async function decide(c: AppContext, alert: string) {
  const { api, locale } = c.var
  const isDeletion = (await readForm(c)).text('choice') === 'delete'
  const answer = await (isDeletion
    ? api.stockAlertDelete({ alert })
    : api.stockAlertConfirm({ alert }))
  if (!answer.ok) return linkErrorPage(c, answer.error)
  const state = isDeletion ? 'deleted' : 'confirmed'
  return c.redirect(href(locale, 'stockAlert', null, { state }), 303)
}

/** Returns what the visitor waits for, or an error page. */
async function wantedOf(c: AppContext, { country, region, tariffID: id }: StockAlertQuery) {
  const { locale, words, api, dictionaries } = c.var
  if (id !== undefined) {
    const answer = await api.tariff({ id })
    if (!answer.ok) return apiErrorPage(c, answer.error)
    const title = planName({ locale, words }, answer.value.data)
    return { kind: 'tariff', subject: id, title } as const
  }
  const known = country === undefined ? null : (await dictionaries.country(country))?.listed
  if (!known) return notFoundPage(c)
  if (region !== undefined) {
    const { list } = await dictionaries.regions(known.countryCode2Letters)
    const found = list.find(({ ident }) => ident === region)
    if (!found) return notFoundPage(c)
    const subject = `${known.countryCode2Letters}/${region}`
    return { kind: 'place', subject, title: found.title } as const
  }
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
  const { country, region, tariffID: id } = query
  const props = {
    texts: textsOf(words, stockAlertFormTexts),
    action: href(locale, 'stockAlert', null, { country, region, tariffID: id }),
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

/**
 * The link in the email opens this page. Only its buttons confirm or delete the request, because
 * mail scanners open links.
 */
async function showAlert(c: AppContext, alert: string) {
  const answer = await c.var.api.stockAlertState({ alert })
  if (!answer.ok) return linkErrorPage(c, answer.error)
  const { isConfirmed } = answer.value.data
  const title = c.var.words(isConfirmed ? 'stockAlert.confirmedTitle' : 'stockAlert.confirmTitle')
  return c.render(<AlertForm {...{ title, isConfirmed }} />, { title, styles: 'result' })
}

type AlertFormProps = { readonly title: string; readonly isConfirmed: boolean }

function AlertForm({ title, isConfirmed }: AlertFormProps) {
  const { words } = useSite()
  return (
    <form className="masthead" method="post">
      <h1>{title}</h1>
      <p className="lead">{words(isConfirmed ? 'stockAlert.confirmed' : 'stockAlert.lead')}</p>
      <p className="actions">
        {!isConfirmed && <button className="button">{words('stockAlert.confirm')}</button>}
        <button className="button quiet" name="choice" value="delete">
          {words('stockAlert.delete')}
        </button>
      </p>
    </form>
  )
}

type AlertStateName = NonNullable<StockAlertQuery['state']>

function showState(c: AppContext, state: AlertStateName) {
  const title = c.var.words(`stockAlert.${state}Title`)
  return c.render(<AlertState state={state} />, { title, styles: 'result' })
}

function AlertState({ state }: { readonly state: AlertStateName }) {
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
