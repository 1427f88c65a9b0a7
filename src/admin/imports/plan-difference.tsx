import type { ReactNode } from 'react'
import { changeKind, changeKinds } from '../../plans/plan-changes.ts'
import type { ChangeKind, TariffChange } from '../../plans/plan-changes.ts'
import type { CatalogueDifference } from '../../plans/catalogue-difference.ts'
import { prices as storedPrices } from '../../api/common.ts'
import { formatMoney, formatNumber } from '../../words/formats.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { useOffice } from '../office.tsx'
import { storedJson } from '../../kit/stored-json.ts'

const mostShown = 50
/** A longer list starts closed. */
const mostUnfolded = 10

type Props = {
  readonly difference: Pick<CatalogueDifference, 'plans'> & {
    readonly unchanged: number
    /** Rows of countries, regions and operators. */
    readonly dictionaryRows?: number
  }
  /** The form that confirms the change. Long lists are below it. */
  readonly children?: ReactNode
}

/** Shows the number of changed plans, and the first plans of each kind of change. */
export function PlanDifference({ difference, children }: Props) {
  const { words } = useOffice()
  const { plans, unchanged, dictionaryRows = 0 } = difference
  const groups = Map.groupBy(plans, changeKind)
  return (
    <>
      <div className="tiles">
        {changeKinds.map((kind) => (
          <Tile key={kind} name={words(`imports.kinds.${kind}`)}>
            {groups.get(kind)?.length ?? 0}
          </Tile>
        ))}
        <Tile name={words('imports.unchanged')}>{unchanged}</Tile>
        {dictionaryRows > 0 && <Tile name={words('imports.dictionaries')}>{dictionaryRows}</Tile>}
      </div>
      {children}
      {changeKinds.map((kind) => (
        <Changes key={kind} kind={kind} changes={groups.get(kind) ?? []} />
      ))}
    </>
  )
}

type TileProps = { readonly name: string; readonly children: number }

function Tile({ name, children }: TileProps) {
  const { locale } = useOffice()
  return (
    <p className="tile">
      <span>{name}</span> <b>{formatNumber(locale, children)}</b>
    </p>
  )
}

type ChangesProps = {
  readonly kind: ChangeKind
  readonly changes: readonly TariffChange[]
}

function Changes({ kind, changes }: ChangesProps) {
  const { locale, words } = useOffice()
  if (changes.length === 0) return null
  const more = changes.length - mostShown
  return (
    <details open={kind !== 'changed' && changes.length <= mostUnfolded}>
      <summary>
        {words(`imports.kinds.${kind}`)}: {formatNumber(locale, changes.length)}
      </summary>
      <ul className="list">
        {changes.slice(0, mostShown).map((change) => (
          <li key={change.after.id}>
            <code>{change.after.id}</code>
            <span>{detailOf(kind, change, locale)}</span>
          </li>
        ))}
        {more > 0 && <li>{words('imports.more', { count: more })}</li>}
      </ul>
    </details>
  )
}

function detailOf(kind: ChangeKind, { before, after, fields }: TariffChange, locale: Locale) {
  const now = pricesOf(after.prices, locale)
  switch (kind) {
    case 'new':
      return now
    case 'price':
      return `${pricesOf(before?.prices ?? '{}', locale)} → ${now}`
    case 'changed':
      return fields.join(', ')
    case 'gone':
      return ''
  }
}

function pricesOf(json: string, locale: Locale): string {
  const prices = storedJson(storedPrices, json, {})
  return Object.entries(prices)
    .map(([currency, minor]) => formatMoney(locale, { minor, currency }))
    .join(' · ')
}
