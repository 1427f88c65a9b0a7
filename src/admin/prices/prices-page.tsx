import { d1Store } from '../../backend/d1-store.ts'
import { auditOf } from '../../backend/operations/audit.ts'
import {
  changePriceBook,
  previewPrices,
  priceBookSubject,
} from '../../backend/operations/goods/price-book.ts'
import { versionOf } from '../../backend/operations/subject-version.ts'
import { readExchangeRates, readPriceRules } from '../../backend/pricing/read-price-book.ts'
import { queryString } from '../../locale/paths.ts'
import { actionForm, failureStatus } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { showRefusal } from '../layout/refusal.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { readFields } from '../read-form.ts'
import type { FormFields } from '../read-form.ts'
import { PricesView } from './prices-view.tsx'
import { actionOf, typedChange } from './typed-change.ts'

/**
 * Price rules and exchange rates. With the fields of a change in the query, the page shows its
 * effect on prices. It changes nothing.
 */
export async function showPrices(c: AdminContext): Promise<Response> {
  return render(c, c.req.query(), null)
}

/** The action checks the role, the version, the key, and that the difference is the same. */
export async function changePrices(c: AdminContext): Promise<Response> {
  const { context, person } = c.var
  const fields = await readFields(c)
  const form = actionForm.safeParse(fields)
  const change = typedChange(fields)
  if (!form.success || !change?.ok) return showRefusal(c, 'invalidForm', 422)
  const { idempotencyKey, version } = form.data
  const result = await changePriceBook(context, person, {
    change: change.value,
    digest: fields['digest'] ?? '',
    isConfirmed: fields['isConfirmed'] === 'yes',
    idempotencyKey,
    version,
  })
  if (!result.ok) return render(c, fields, result.error)
  const done = actionOf(change.value)
  return c.redirect(`/admin/prices${queryString({ done })}`, 303)
}

async function render(
  c: AdminContext,
  fields: FormFields,
  failure: ActionFailure | null,
): Promise<Response> {
  const { context, locale, words, person } = c.var
  const store = d1Store(context.db)
  const { CURRENCIES: currencies } = context.config
  const typed = typedChange(fields)
  const change = typed?.ok ? typed.value : null
  const problem = failure ?? (typed && !typed.ok ? typed.error : null)
  return renderPage(
    c,
    { title: words('prices.title'), section: 'plans' },
    <PricesView
      words={words}
      locale={locale}
      person={person}
      now={context.now}
      currencies={currencies}
      suppliers={context.config.SUPPLIERS}
      rules={await readPriceRules(store)}
      rates={await readExchangeRates(store)}
      version={(await versionOf(context.db, priceBookSubject)) ?? 0}
      history={await auditOf(context, priceBookSubject)}
      fields={fields}
      change={change}
      preview={change && (await previewPrices(store, currencies, change))}
      failure={problem}
      done={c.req.query('done') ?? null}
    />,
    problem ? failureStatus[problem.code] : 200,
  )
}
