import { z } from 'zod'
import {
  listPromoCodes,
  addPromoCode,
  changePromoCode,
  stopPromoCode,
  mostCountedUses,
} from './promo-codes-for-office.ts'
import type { ListedPromoCode } from './promo-codes-for-office.ts'
import type { ActionInput } from '../api/perform-action.ts'
import { mayDo } from '../api/staff.ts'
import { maxLength } from '../kit/limits.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import {
  actionForm,
  failureStatus,
  ActionNotice,
  ActionFields,
  FieldProblems,
} from '../office/action-form.tsx'
import type { ActionFailure } from '../office/action-form.tsx'
import { useOffice } from '../office/office.tsx'
import type { OfficeContext, OfficeWords } from '../office/office.tsx'
import { renderPage } from '../office/document.tsx'
import { PlanTabs } from '../plans/office-plans.tsx'
import { actionPost, screen, doneQuery, searchText } from '../office/routing.ts'
import type { RejectedForm } from '../office/routing.ts'
import type { FormFields } from '../office/form-body.ts'
import { StaffSearch, WideTable } from '../office/lists.tsx'
import type { Column } from '../office/lists.tsx'
import { AddPromoCode, typedChange, typedPromoCode } from './office-promo-code-form.tsx'
import { lastDayOf } from './promo-code.ts'
import type { PromoReduction } from './promo-code.ts'
import {
  formatNumber,
  formatDate,
  formatMoney,
  formatPercent,
  formatTime,
} from '../words/formats.shared.ts'
import { LabelledField } from '../office/fields.tsx'
import { pricesIn } from '../kit/money.shared.ts'
import type { Locale } from '../words/locales.shared.ts'

const codesQuery = doneQuery.extend({ q: searchText(maxLength.marketingCode) })
const actions = ['add-promo-code', 'change-promo-code', 'stop-promo-code'] as const

export const promoCodesPage = screen({ query: codesQuery, get: showPromoCodes })

export const promoCodeAction = actionPost({
  query: codesQuery,
  form: actionForm.extend({ action: z.enum(actions) }),
  run: async (c, { form, fields, input }) => act(c, form.action, fields, input),
  hrefAfter: ({ form }) => officeHref('promoCodes', { done: form.action }),
  showAgain: showPromoCodes,
})

/** Shows promo codes with their uses, and the form for a new code. */
async function showPromoCodes(
  c: OfficeContext,
  { q: query, done }: z.output<typeof codesQuery>,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const { context, words, person } = c.var
  const codes = await listPromoCodes(context, query)
  const title = words('promoCodes.title')
  const isAdding = rejected?.action === 'add-promo-code'
  return renderPage(
    c,
    { title, section: 'plans' },
    <>
      <PlanTabs current="promoCodes" />
      <h1>{title}</h1>
      <ActionNotice done={done} failure={rejected?.failure ?? null} />
      {mayDo(person, 'add-promo-code') && (
        <AddPromoCode
          currencies={context.config.CURRENCIES}
          rejected={isAdding ? rejected : null}
        />
      )}
      <StaffSearch
        href={officeHref('promoCodes')}
        label={words('promoCodes.search')}
        query={query}
        maxLength={maxLength.marketingCode}
      />
      <PromoCodeTable
        codes={codes}
        isSearch={query !== ''}
        rejected={rejected?.action === 'change-promo-code' ? rejected : null}
      />
    </>,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}

async function act(
  c: OfficeContext,
  action: (typeof actions)[number],
  fields: FormFields,
  input: ActionInput,
): Promise<Result<unknown, ActionFailure>> {
  const { context, person } = c.var
  if (action === 'stop-promo-code')
    return stopPromoCode(context, person, { ...input, code: fields['code'] ?? '' })
  if (action === 'change-promo-code') {
    const change = typedChange(fields)
    return change.ok
      ? changePromoCode(context, person, {
          ...input,
          code: fields['code'] ?? '',
          change: change.value,
        })
      : change
  }
  const promo = typedPromoCode(fields, context.config.CURRENCIES)
  return promo.ok
    ? addPromoCode(context, person, { promo: promo.value, idempotencyKey: input.idempotencyKey })
    : promo
}

type Props = {
  readonly codes: readonly ListedPromoCode[]
  /** Whether the codes are the results of a search. */
  readonly isSearch: boolean
  /** The form of a change that was rejected. */
  readonly rejected: RejectedForm | null
}

/** Lists codes with their reduction, validity and uses. */
function PromoCodeTable(props: Props) {
  const { locale, words, now, may } = useOffice()
  const { codes } = props
  if (codes.length === 0)
    return (
      <p className="panel" role="status">
        {words(props.isSearch ? 'promoCodes.nothing' : 'promoCodes.none')}
      </p>
    )
  const columns: [Column<ListedPromoCode>, ...Column<ListedPromoCode>[]] = [
    { name: words('promoCodes.code'), render: ({ promo }) => <code>{promo.code}</code> },
    {
      name: words('promoCodes.reduction'),
      render: ({ promo }) => reductionIn(locale, promo.reduction),
    },
    { name: words('promoCodes.validity'), render: (code) => <Validity {...props} code={code} /> },
    { name: words('promoCodes.restrictions'), render: (code) => restrictionsText(words, code) },
    {
      name: words('promoCodes.uses'),
      isNumber: true,
      render: (code) => <Uses {...props} code={code} />,
    },
  ]
  if (may('stop-promo-code'))
    columns.push({
      name: words('promoCodes.change'),
      isAction: true,
      render: (code) => stateOf(code, now) !== 'ended' && <CodeForms {...props} code={code} />,
    })
  return (
    <div className="panel">
      <WideTable
        name={words('promoCodes.title')}
        rows={codes}
        keyOf={({ promo }) => promo.code}
        columns={columns}
      />
    </div>
  )
}

type CodeProps = Props & { readonly code: ListedPromoCode }

function Validity({ code }: CodeProps) {
  const { words, now } = useOffice()
  const state = stateOf(code, now)
  return (
    <>
      <span className={`badge ${tones[state]}`}>{words(`promoCodes.states.${state}`)}</span>{' '}
      <small>{validityText(words, code.promo)}</small>
    </>
  )
}

function Uses({ code }: CodeProps) {
  const { locale, words } = useOffice()
  const { totalLimit } = code.promo
  return (
    <>
      {countText(locale, code.paid + code.unpaid)}
      {totalLimit !== null && ` / ${formatNumber(locale, totalLimit)}`}
      {code.unpaid > 0 && (
        <>
          <br />
          <small>{words('promoCodes.unpaid', { count: code.unpaid })}</small>
        </>
      )}
    </>
  )
}

/** The buttons are hidden at first, because a stopped code can never be used again. */
function CodeForms(props: CodeProps) {
  const { words } = useOffice()
  const { code, rejected } = props
  return (
    <details open={rejected?.fields['code'] === code.promo.code}>
      <summary aria-label={`${words('promoCodes.change')} ${code.promo.code}`}>
        {words('promoCodes.change')}
      </summary>
      <ChangeForm {...props} />
      <StopForm {...props} />
    </details>
  )
}

function ChangeForm({ code: { promo, version }, rejected }: CodeProps) {
  const { words } = useOffice()
  const own = rejected?.fields['code'] === promo.code ? rejected : null
  const { until, limit } = own?.fields ?? {
    until: lastDayOf(promo) ?? '',
    limit: promo.totalLimit ?? '',
  }
  return (
    <form method="post" action={officeHref('promoCodes')} className="fields">
      <ActionFields action="change-promo-code" version={version} />
      <input type="hidden" name="code" value={promo.code} />
      <FieldProblems failure={own?.failure ?? null}>
        <LabelledField label={words('fields.until')}>
          <input name="until" type="date" defaultValue={until} />
        </LabelledField>
        <LabelledField label={words('fields.limit')}>
          <input name="limit" inputMode="numeric" defaultValue={limit} />
        </LabelledField>
      </FieldProblems>
      <small>{words('actions.change-promo-code.text')}</small>
      <button className="button">{words('actions.change-promo-code.submit')}</button>
    </form>
  )
}

function StopForm({ code: { promo, version } }: CodeProps) {
  const { words } = useOffice()
  return (
    <form method="post" action={officeHref('promoCodes')} className="fields">
      <ActionFields action="stop-promo-code" version={version} />
      <input type="hidden" name="code" value={promo.code} />
      <small>{words('actions.stop-promo-code.text')}</small>
      <button className="button final">{words('actions.stop-promo-code.submit')}</button>
    </form>
  )
}

function restrictionsText(words: OfficeWords, { promo }: ListedPromoCode): string {
  const { customerLimit, tariffIDs, countryCodes } = promo
  const restrictions = [
    ...(customerLimit === null ? [] : [words('promoCodes.perCustomer', { count: customerLimit })]),
    ...tariffIDs,
    ...countryCodes.map((each) => each.toUpperCase()),
  ]
  return restrictions.join(', ') || '—'
}

const tones = { valid: 'good', early: 'warn', ended: '', 'used-up': 'bad' } as const

function stateOf({ promo, paid, unpaid }: ListedPromoCode, now: Date): keyof typeof tones {
  if (promo.endsAt !== null && promo.endsAt <= now) return 'ended'
  if (promo.startsAt !== null && promo.startsAt > now) return 'early'
  return promo.totalLimit !== null && paid + unpaid >= promo.totalLimit ? 'used-up' : 'valid'
}

/** Names the first and the last day, as staff have entered them. A stopped code has a time. */
function validityText(words: OfficeWords, promo: ListedPromoCode['promo']): string {
  const { startsAt, endsAt } = promo
  const lastDay = lastDayOf(promo)
  return [
    ...(startsAt === null
      ? []
      : [words('promoCodes.fromDay', { day: formatDate(startsAt.toISOString()) })]),
    ...(lastDay === null ? [] : [words('promoCodes.untilDay', { day: formatDate(lastDay) })]),
    ...(lastDay !== null || endsAt === null
      ? []
      : [words('promoCodes.until', { time: formatTime(endsAt.toISOString()) })]),
  ].join(' ')
}

function reductionIn(locale: Locale, reduction: PromoReduction): string {
  if (reduction.kind === 'percent') return formatPercent(locale, reduction.hundredths / 100)
  return pricesIn(Object.keys(reduction.amounts), reduction.amounts)
    .map((money) => formatMoney(locale, money))
    .join(' · ')
}

/** Formats a number of uses. The shop counts uses only up to a limit. */
function countText(locale: Locale, count: number): string {
  const text = formatNumber(locale, count)
  return count < mostCountedUses ? text : `${text}+`
}
