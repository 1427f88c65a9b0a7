import { mostCountedUses } from '../../backend/operations/goods/list-promo-codes.ts'
import type { ListedPromoCode } from '../../backend/operations/goods/list-promo-codes.ts'
import { mayDo } from '../../backend/operations/staff.ts'
import type { StaffMember } from '../../backend/operations/staff.ts'
import type { PromoReduction } from '../../domain/promo-code.ts'
import { pricesIn } from '../../domain/money.ts'
import { formatMoney, formatNumber, formatPercent, formatTime } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import { ActionFields } from '../action-form.tsx'
import type { AdminWords } from '../admin-words.ts'
import { TableHead } from '../layout/table-head.tsx'

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly person: StaffMember
  readonly now: Date
  readonly codes: readonly ListedPromoCode[]
}

/** Codes with their reduction, validity and uses. */
export function PromoCodeTable(props: Props) {
  const { words, codes, person } = props
  if (codes.length === 0)
    return (
      <p className="panel" role="status">
        {words('promoCodes.none')}
      </p>
    )
  const canStop = mayDo(person, 'stop-promo-code')
  return (
    <div className="panel scroll">
      <table>
        <TableHead
          texts={(['code', 'reduction', 'validity', 'restrictions'] as const).map((name) =>
            words(`promoCodes.${name}`),
          )}
          numbers={[words('promoCodes.uses')]}
        >
          {canStop && (
            <th scope="col">
              <span className="unseen">{words('actions.stop-promo-code.title')}</span>
            </th>
          )}
        </TableHead>
        <tbody>
          {codes.map((each) => (
            <PromoCodeLine key={each.promo.code} {...props} code={each} canStop={canStop} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type LineProps = Props & { readonly code: ListedPromoCode; readonly canStop: boolean }

function PromoCodeLine({ words, locale, now, code, canStop }: LineProps) {
  const { promo, version } = code
  const { totalLimit, customerLimit, tariffIDs, countryCodes } = promo
  const restrictions = [
    ...(customerLimit === null ? [] : [words('promoCodes.perCustomer', { count: customerLimit })]),
    ...tariffIDs,
    ...countryCodes.map((each) => each.toUpperCase()),
  ]
  const state = stateOf(code, now)
  return (
    <tr>
      <th scope="row">
        <code>{promo.code}</code>
      </th>
      <td>{reductionIn(locale, promo.reduction)}</td>
      <td>
        <span className={`badge ${tones[state]}`}>{words(`promoCodes.states.${state}`)}</span>{' '}
        <small>{validityText(words, promo)}</small>
      </td>
      <td>{restrictions.join(', ') || '—'}</td>
      <td className="number">
        {countText(locale, code.paid + code.unpaid)}
        {totalLimit !== null && ` / ${formatNumber(locale, totalLimit)}`}
        {code.unpaid > 0 && (
          <>
            <br />
            <small>{words('promoCodes.unpaid', { count: code.unpaid })}</small>
          </>
        )}
      </td>
      {canStop && (
        <td>
          {state !== 'ended' && (
            <form method="post" action="/admin/promo-codes">
              <ActionFields action="stop-promo-code" version={version} now={now} />
              <input type="hidden" name="code" value={promo.code} />
              <button
                className="button quiet"
                aria-label={`${words('actions.stop-promo-code.submit')} ${promo.code}`}
              >
                {words('actions.stop-promo-code.submit')}
              </button>
            </form>
          )}
        </td>
      )}
    </tr>
  )
}

const tones = { valid: 'good', early: 'warn', ended: '', 'used-up': 'bad' } as const

function stateOf({ promo, paid, unpaid }: ListedPromoCode, now: Date): keyof typeof tones {
  if (promo.endsAt !== null && promo.endsAt <= now) return 'ended'
  if (promo.startsAt !== null && promo.startsAt > now) return 'early'
  return promo.totalLimit !== null && paid + unpaid >= promo.totalLimit ? 'used-up' : 'valid'
}

function validityText(words: AdminWords, { startsAt, endsAt }: ListedPromoCode['promo']): string {
  return [
    ...(startsAt === null
      ? []
      : [words('promoCodes.from', { time: formatTime(startsAt.toISOString()) })]),
    ...(endsAt === null
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

function countText(locale: Locale, count: number): string {
  const text = formatNumber(locale, count)
  return count < mostCountedUses ? text : `${text}+`
}
