import type { Action } from '../api/staff.ts'
import { officeHref } from '../words/office-paths.ts'
import { useOffice } from './office-context.tsx'

/** The actions on several rows of a list. Each is an action of one row, with its role and audit. */
export const bulkNames = {
  orders: ['resend'],
  esims: ['resend'],
  messages: ['answer'],
  plans: ['take-off-sale', 'put-on-sale'],
} as const satisfies { readonly [list: string]: readonly Action[] }
export type BulkList = keyof typeof bulkNames
export type BulkName = (typeof bulkNames)[BulkList][number]

/** A list page has so many rows. Each takes about ten queries, and D1 allows 1,000 of a request. */
export const mostBulkRows = 50

const formID = 'bulk'

export function hasBulk(list: string): list is BulkList {
  return Object.hasOwn(bulkNames, list)
}

type BulkBoxProps = { readonly list: string; readonly id: string; readonly name: string }

/** The box that chooses a row for the form below the list. */
export function BulkBox({ list, id, name }: BulkBoxProps) {
  const { words, may } = useOffice()
  if (!hasBulk(list) || !bulkNames[list].some((action) => may(action))) return null
  const label = words('bulk.choose', { name })
  return (
    <>
      <input type="checkbox" name="row" value={id} form={formID} aria-label={label} />{' '}
    </>
  )
}

/** Buttons that show what an action would do to the chosen rows. */
export function BulkBar({ list }: { readonly list: string }) {
  const { words, may } = useOffice()
  const names = hasBulk(list) ? bulkNames[list].filter((action) => may(action)) : []
  if (names.length === 0) return null
  return (
    <form id={formID} method="post" action={officeHref('bulk')} className="groups">
      <input type="hidden" name="list" value={list} />
      <span>{words('bulk.chosen')}</span>
      {names.map((name) => (
        <button key={name} className="button quiet" name="action" value={name}>
          {words(`bulk.names.${name}`)}…
        </button>
      ))}
    </form>
  )
}
