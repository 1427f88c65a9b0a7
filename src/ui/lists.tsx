import type { ReactNode } from 'react'
import { opensPage } from './form-markers.shared.ts'
import { useSite } from './site.tsx'

/** A page of a list of the API. */
export type PageOfList<Item> = {
  readonly data: readonly Item[]
  readonly page: number
  readonly hasMore: boolean
}

type Props = {
  readonly list: Pick<PageOfList<unknown>, 'page' | 'hasMore'>
  readonly at: (page: number) => string
}

export function PageLinks({ list, at }: Props) {
  const { words } = useSite()
  if (list.page === 1 && !list.hasMore) return null
  return (
    <nav className="paging" aria-label={words('filters.pages')}>
      {list.page > 1 && (
        <a className="button quiet" rel="prev" href={at(list.page - 1)}>
          {words('filters.previous')}
        </a>
      )}
      <span className="soft">{words('filters.page', { page: list.page })}</span>
      {list.hasMore && (
        <a className="button quiet" rel="next" href={at(list.page + 1)}>
          {words('filters.next')}
        </a>
      )}
    </nav>
  )
}

type NoticeProps = {
  readonly text: string | undefined
  /** Screen readers read a notice with a role when it appears. */
  readonly role?: 'status' | 'alert'
  /** Whether the page opens at this notice. */
  readonly opensPage?: boolean
}

export function Notice({ text, role, opensPage: isOpening = false }: NoticeProps) {
  return (
    <p className="notice" role={role} {...(isOpening && opensPage)}>
      {text}
    </p>
  )
}

export function ListFailed() {
  return <Failed text={useSite().words('errors.listFailed')} />
}

/** Shows that a part of the page could not be loaded. */
export function PartFailed() {
  return <Failed text={useSite().words('errors.dataFailed')} />
}

function Failed({ text }: { readonly text: string }) {
  const { words, path } = useSite()
  return (
    <p className="empty" role="status">
      {text} <a href={path}>{words('errors.retry')}</a>
    </p>
  )
}

type FactsProps = {
  /** Whether every fact is an amount. Amounts end at the edge, so that their digits line up. */
  readonly areAmounts?: boolean
  readonly children: ReactNode
}

export function Facts({ areAmounts = false, children }: FactsProps) {
  return <dl className={areAmounts ? 'facts amounts' : 'facts'}>{children}</dl>
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type ChoiceFieldProps = {
  readonly name: string
  readonly label: string
  readonly any?: string
  readonly value: string | undefined
  readonly children: readonly (readonly [value: string, label: string])[]
}

export function Choice({ name, label, any, value, children }: ChoiceFieldProps) {
  return (
    <label className="choice">
      <span>{label}</span>
      <select name={name} defaultValue={value ?? ''}>
        {any !== undefined && <option value="">{any}</option>}
        {children.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

type NumberChoiceProps = {
  readonly name: string | undefined
  readonly label: string
  readonly bounds: { readonly min: number; readonly max: number }
  readonly value: number | undefined
}

export function NumberChoice({ name, label, bounds, value }: NumberChoiceProps) {
  const number = { type: 'number', inputMode: 'numeric', required: true, ...bounds } as const
  return (
    <label className="choice">
      <span>{label}</span>
      <input name={name} {...number} defaultValue={value} />
    </label>
  )
}
