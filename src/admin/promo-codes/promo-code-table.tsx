import type { ListedPromoCode } from '../../orders/promo-codes-for-office.ts'
import { lastDayOf } from '../../orders/promo-code.ts'
import { formatNumber } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { ActionFields } from '../action-form.tsx'
import { FieldProblems } from '../field-problem.tsx'
import { LabelledField } from '../labelled-field.tsx'
import { WideTable } from '../layout/wide-table.tsx'
import type { Column } from '../layout/wide-table.tsx'
import { useOffice } from '../office.tsx'
import type { RejectedForm } from '../routing/admin-action.ts'
import {
  countText,
  reductionIn,
  restrictionsText,
  stateOf,
  tones,
  validityText,
} from './promo-code-texts.ts'

type Props = {
  readonly codes: readonly ListedPromoCode[]
  /** Whether the codes are the results of a search. */
  readonly isSearch: boolean
  /** The form of a change that was rejected. */
  readonly rejected: RejectedForm | null
}

/** Lists codes with their reduction, validity and uses. */
export function PromoCodeTable(props: Props) {
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
