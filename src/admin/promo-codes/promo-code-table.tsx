import type { ListedPromoCode } from '../../backend/operations/goods/list-promo-codes.ts'
import { mayDo } from '../../backend/operations/staff.ts'
import type { StaffMember } from '../../backend/operations/staff.ts'
import { formatNumber } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import { officeHref } from '../../locale/office-paths.ts'
import { ActionFields } from '../action-form.tsx'
import type { AdminWords } from '../admin-words.ts'
import { WideTable } from '../layout/wide-table.tsx'
import type { Column } from '../layout/wide-table.tsx'
import {
  countText,
  reductionIn,
  restrictionsText,
  stateOf,
  tones,
  validityText,
} from './promo-code-texts.ts'

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly person: StaffMember
  readonly now: Date
  readonly codes: readonly ListedPromoCode[]
}

/** Lists codes with their reduction, validity and uses. */
export function PromoCodeTable(props: Props) {
  const { words, locale, now, codes, person } = props
  if (codes.length === 0)
    return (
      <p className="panel" role="status">
        {words('promoCodes.none')}
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
  if (mayDo(person, 'stop-promo-code'))
    columns.push({
      name: words('actions.stop-promo-code.title'),
      isAction: true,
      render: (code) => stateOf(code, now) !== 'ended' && <StopForm {...props} code={code} />,
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

function Validity({ words, now, code }: CodeProps) {
  const state = stateOf(code, now)
  return (
    <>
      <span className={`badge ${tones[state]}`}>{words(`promoCodes.states.${state}`)}</span>{' '}
      <small>{validityText(words, code.promo)}</small>
    </>
  )
}

function Uses({ words, locale, code }: CodeProps) {
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

/** The button is hidden at first, because a stopped code can never be used again. */
function StopForm({ words, now, code: { promo, version } }: CodeProps) {
  return (
    <details>
      <summary aria-label={`${words('actions.stop-promo-code.title')} ${promo.code}`}>
        {words('actions.stop-promo-code.title')}
      </summary>
      <form method="post" action={officeHref('promoCodes')} className="fields">
        <ActionFields action="stop-promo-code" version={version} now={now} />
        <input type="hidden" name="code" value={promo.code} />
        <small>{words('actions.stop-promo-code.text')}</small>
        <button className="button">{words('actions.stop-promo-code.submit')}</button>
      </form>
    </details>
  )
}
