import { maxLength } from '../kit/limits.shared.ts'
import { pricesIn } from '../kit/money.shared.ts'
import { ActionNotice, usePageState } from '../office/action-form.tsx'
import { ActionDetails, ActionForm, rejectedForm } from '../office/actions.tsx'
import { OfficeSearch, WideTable, type Column } from '../office/lists.tsx'
import { useOffice } from '../office/office-context.tsx'
import type { Office, OfficeContext, OfficeWords } from '../office/office-context.tsx'
import { resource } from '../office/resource.tsx'
import { doneQuery, searchText } from '../office/routing.ts'
import { PlanTabs } from '../plans/office-plans.tsx'
import { formatDate, formatPercent, formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { add, change, stop, type PromoSubject } from './office-promo-code-form.tsx'
import { lastDayOf, type PromoReduction } from './promo-code.ts'
import { listPromoCodes, mostCountedUses, type ListedPromoCode } from './promo-codes-for-office.ts'

/** Shows promo codes with their uses, and the form for a new code. */
export const promoCodesScreen = resource({
  page: 'promoCodes',
  section: 'plans',
  query: doneQuery.extend({ q: searchText(maxLength.marketingCode) }),
  async load(c, { q }) {
    return { ...(await readSubject(c)), codes: await listPromoCodes(c.var.context, q) }
  },
  title: ({ words }) => words('promoCodes.title'),
  View({ query: { q }, codes, currencies }) {
    const { words, may } = useOffice()
    return (
      <>
        <PlanTabs current="promoCodes" />
        <h1>{words('promoCodes.title')}</h1>
        <ActionNotice />
        {may('add-promo-code') && (
          <section className="panel">
            <ActionDetails action={add} subject={{ currencies }} version={0} />
          </section>
        )}
        <OfficeSearch page="promoCodes" query={q} maxLength={maxLength.marketingCode} />
        {codes.length === 0 ? (
          <p className="panel" role="status">
            {words(q === '' ? 'promoCodes.none' : 'promoCodes.nothing')}
          </p>
        ) : (
          <PromoCodeTable codes={codes} />
        )}
      </>
    )
  },
  forms: {
    actions: [add, change, stop],
    subject: readSubject,
    href: (_, done) => officeHref('promoCodes', { done }),
  },
})

async function readSubject({ var: { context } }: OfficeContext): Promise<PromoSubject> {
  return { currencies: context.config.CURRENCIES }
}

type PromoCodesProps = PromoSubject & {
  readonly query: { readonly q: string }
  readonly codes: readonly ListedPromoCode[]
}

/** Lists codes with their reduction, validity and uses. */
function PromoCodeTable({ codes }: Pick<PromoCodesProps, 'codes'>) {
  const office = useOffice()
  const { words, now, may } = office
  const forms: Column<ListedPromoCode> = [
    words('promoCodes.change'),
    (code) => stateOf(code, now) !== 'ended' && <CodeForms {...code} />,
    'action',
  ]
  return (
    <div className="panel">
      <WideTable
        name={words('promoCodes.title')}
        rows={codes}
        keyOf={({ promo }) => promo.code}
        columns={[
          [words('promoCodes.code'), ({ promo }) => <code>{promo.code}</code>],
          [words('promoCodes.reduction'), ({ promo }) => reductionText(office, promo.reduction)],
          [words('promoCodes.validity'), (code) => <Validity {...code} />],
          [words('promoCodes.restrictions'), (code) => restrictionsText(words, code)],
          [words('promoCodes.uses'), (code) => <Uses {...code} />, 'number'],
          ...(may('stop-promo-code') ? [forms] : []),
        ]}
      />
    </div>
  )
}

function Validity(code: ListedPromoCode) {
  const { words, now } = useOffice()
  const state = stateOf(code, now)
  return (
    <>
      <span className={`badge ${tones[state]}`}>{words(`promoCodes.states.${state}`)}</span>{' '}
      <small>{validityText(words, code.promo)}</small>
    </>
  )
}

/** The shop counts uses only up to a limit. */
function Uses({ promo: { totalLimit }, paid, unpaid }: ListedPromoCode) {
  const { words, number } = useOffice()
  const count = paid + unpaid
  return (
    <>
      {count < mostCountedUses ? number(count) : `${number(count)}+`}
      {totalLimit !== null && ` / ${number(totalLimit)}`}
      {unpaid > 0 && (
        <>
          <br />
          <small>{words('promoCodes.unpaid', { count: unpaid })}</small>
        </>
      )}
    </>
  )
}

/** The buttons are hidden at first, because a stopped code can never be used again. */
function CodeForms({ promo, version }: ListedPromoCode) {
  const { words } = useOffice()
  const { code, totalLimit } = promo
  const form = { subject: null, version, hidden: { code }, className: 'fields' } as const
  const isRejected = rejectedForm(usePageState(), change.name, form.hidden) !== null
  return (
    <details open={isRejected}>
      <summary aria-label={`${words('promoCodes.change')} ${code}`}>
        {words('promoCodes.change')}
      </summary>
      <ActionForm
        {...form}
        action={change}
        initial={{ until: lastDayOf(promo) ?? '', limit: String(totalLimit ?? '') }}
        submit={words('actions.change-promo-code.submit')}
      >
        <small>{words('actions.change-promo-code.text')}</small>
      </ActionForm>
      <ActionForm
        {...form}
        action={stop}
        submit={words('actions.stop-promo-code.submit')}
        button="button final"
      >
        <small>{words('actions.stop-promo-code.text')}</small>
      </ActionForm>
    </details>
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

function reductionText({ locale, money }: Office, reduction: PromoReduction): string {
  if (reduction.kind === 'percent') return formatPercent(locale, reduction.hundredths / 100)
  return pricesIn(Object.keys(reduction.amounts), reduction.amounts).map(money).join(' · ')
}
