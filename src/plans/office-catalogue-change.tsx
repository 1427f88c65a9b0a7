import type { ReactNode } from 'react'
import { changeKind, changeKinds, type ChangeKind, type PlanChange } from './plan-changes.ts'
import type { CatalogueDifference } from './catalogue-difference.ts'
import { prices as storedPrices } from '../api/common.ts'
import { useOffice, type Office, type OfficeWords } from '../office/office-context.tsx'
import { storedJson } from '../kit/db.ts'
import { smallestMb, type CatalogueRisk } from './catalogue-risks.ts'
import type { Action } from '../api/staff.ts'
import { ActionFields } from '../office/action-form.tsx'
import { CheckField } from '../office/fields.tsx'
import type { FormFields } from '../office/form-body.ts'
import type { CatalogueSync } from './plan-sync.ts'
import { HiddenFields } from '../ui/post-form.shared.tsx'

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
  const { words, number } = useOffice()
  const { plans, unchanged, dictionaryRows = 0 } = difference
  const groups = Map.groupBy(plans, changeKind)
  const tile = (name: string, count: number) => (
    <p key={name} className="tile">
      <span>{name}</span> <b>{number(count)}</b>
    </p>
  )
  return (
    <>
      <div className="tiles">
        {changeKinds.map((kind) =>
          tile(words(`imports.kinds.${kind}`), groups.get(kind)?.length ?? 0),
        )}
        {tile(words('imports.unchanged'), unchanged)}
        {dictionaryRows > 0 && tile(words('imports.dictionaries'), dictionaryRows)}
      </div>
      {children}
      {changeKinds.map((kind) => (
        <Changes key={kind} kind={kind} changes={groups.get(kind) ?? []} />
      ))}
    </>
  )
}

type ChangesProps = { readonly kind: ChangeKind; readonly changes: readonly PlanChange[] }

function Changes({ kind, changes }: ChangesProps) {
  const { words, money, number } = useOffice()
  if (changes.length === 0) return null
  const more = changes.length - mostShown
  return (
    <details open={kind !== 'changed' && changes.length <= mostUnfolded}>
      <summary>
        {words(`imports.kinds.${kind}`)}: {number(changes.length)}
      </summary>
      <ul className="list">
        {changes.slice(0, mostShown).map((change) => (
          <li key={change.after.id}>
            <code>{change.after.id}</code>
            <span>{detailOf(kind, change, money)}</span>
          </li>
        ))}
        {more > 0 && <li>{words('imports.more', { count: more })}</li>}
      </ul>
    </details>
  )
}

function detailOf(kind: ChangeKind, { before, after, fields }: PlanChange, money: Office['money']) {
  const now = pricesOf(after.prices, money)
  switch (kind) {
    case 'new':
      return now
    case 'price':
      return `${pricesOf(before?.prices ?? '{}', money)} → ${now}`
    case 'changed':
      return fields.join(', ')
    case 'gone':
      return ''
  }
}

function pricesOf(json: string, money: Office['money']): string {
  const prices = storedJson(storedPrices, json, {})
  return Object.entries(prices)
    .map(([currency, minor]) => money({ minor, currency }))
    .join(' · ')
}

const mostExamples = 5

type ConfirmFormProps = {
  /** The URL that receives the form. */
  readonly href: string
  readonly action: Action
  readonly version: number
  /** The digest of the shown difference. */
  readonly digest: string
  /** Hidden fields that name the change to confirm. */
  readonly fields: FormFields
  readonly risks: readonly CatalogueRisk[]
  /** Another reason to require the checkbox. */
  readonly doubt?: string | null
  /** The labels of the checkbox and of the button. */
  readonly tick: string
  readonly submit: string
}

/** Shows the form that applies the previewed difference. Likely mistakes require the checkbox. */
export function ConfirmForm(props: ConfirmFormProps) {
  const { words } = useOffice()
  const { risks, doubt = null } = props
  return (
    <form method="post" action={props.href} className="fields">
      <ActionFields action={props.action} version={props.version} />
      <HiddenFields values={{ digest: props.digest, ...props.fields }} />
      {(doubt !== null || risks.length > 0) && (
        <>
          <div className="notice warn">
            <p>{doubt ?? words('imports.suspicious')}</p>
            {risks.length > 0 && (
              <ul className="list">
                {risks.map((risk) => (
                  <li key={JSON.stringify(risk)}>{riskText(words, risk)}</li>
                ))}
              </ul>
            )}
          </div>
          <CheckField name="isConfirmed" label={props.tick} required />
        </>
      )}
      <button className="button">{props.submit}</button>
    </form>
  )
}

function riskText(words: OfficeWords, risk: CatalogueRisk): string {
  if (risk.kind === 'loss')
    return words('imports.risks.loss', { gone: risk.gone, listed: risk.listed })
  const more = risk.plans.length - mostExamples
  const examples = risk.plans.slice(0, mostExamples).join(', ')
  const plans = more > 0 ? words('imports.andMore', { plans: examples, count: more }) : examples
  switch (risk.kind) {
    case 'swapped':
      return words('imports.risks.swapped', { plans, currencies: risk.currencies.join(', ') })
    case 'tiny':
      return words('imports.risks.tiny', { plans, megabytes: smallestMb })
    case 'jump':
    case 'cost-jump':
      return words(`imports.risks.${risk.kind}`, { plans })
  }
}

const mostProblems = 20

/**
 * Lists plans that are not sold, and prices below the rules. The reasons for skipping a supplier's
 * plan are in English.
 */
export function SyncProblems({ sync }: { readonly sync: CatalogueSync }) {
  const { words } = useOffice()
  const { unpriced, skipped, tooLow } = sync
  if (unpriced.length + skipped.size + tooLow.length === 0) return null
  return (
    <div className="notice warn">
      <ul className="list">
        {unpriced.map(({ reason, currency, cost, plans }) => (
          <li key={`${reason} ${currency} ${cost}`}>
            {words('prices.notSoldIn', { count: plans, currency })}{' '}
            {reason === 'no rate'
              ? words('prices.missingRate', { cost, currency })
              : words(reason === 'no rule' ? 'prices.missingRule' : 'prices.missingCharge')}
          </li>
        ))}
        {Array.from(skipped, ([reason, plans]) => (
          <li key={reason}>
            {words('prices.notSold', { count: plans })} <span lang="en">{reason}</span>
          </li>
        ))}
        {tooLow.slice(0, mostProblems).map(({ tariffID, currencies }) => (
          <li key={tariffID}>
            {words('prices.belowMargin', { plan: tariffID, currencies: currencies.join(', ') })}
          </li>
        ))}
        {tooLow.length > mostProblems && (
          <li>{words('imports.more', { count: tooLow.length - mostProblems })}</li>
        )}
      </ul>
    </div>
  )
}
