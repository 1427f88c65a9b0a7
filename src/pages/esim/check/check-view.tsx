import type { Device } from '../../../domain/device.ts'
import type { PhoneModel } from '../../../domain/phone-models/phone-model.ts'
import { maxLength } from '../../../domain/field-limits.ts'
import { HiddenFields } from '../../../forms/controls/hidden-fields.tsx'
import { href } from '../../../locale/paths.ts'
import { Masthead } from '../../../ui/layout/masthead.tsx'
import { useSite } from '../../../ui/site.tsx'
import type { CheckQuery } from './check-query.ts'
import type { EidAnswer } from './eid-check.tsx'
import { orderParamsOf } from './check-order.ts'
import { EidCheck } from './eid-check.tsx'
import { VerdictSheet } from './verdict-sheet.tsx'
import type { PhoneMatch } from './find-phone.ts'

type Props = {
  readonly query: CheckQuery
  readonly found: PhoneMatch
  readonly sources: ReadonlyMap<string, { readonly title: string; readonly url: string }>
  readonly eid: EidAnswer | null
  readonly system: Device
}

/** The largest number of models to suggest. */
const maxChoices = 24
const examples = ['iPhone 15', 'iPhone XR', 'Galaxy S23', 'Galaxy A54', 'Pixel 8', 'Xiaomi 13']

export function CheckMasthead({ query, found }: Pick<Props, 'query' | 'found'>) {
  const { words } = useSite()
  const { model, near, isUnknown } = found
  return (
    <Masthead heading={words('check.title')} lead={words('check.lead')}>
      <ModelForm query={query} typed={query.search_string || (model?.title ?? '')} />
      {model === null && near.length === 0 && !isUnknown && (
        <Choices query={query} title={words('check.examples')} names={examples} />
      )}
    </Masthead>
  )
}

export function CheckView({ query, found, sources, eid, system }: Props) {
  const { words } = useSite()
  const { model, near, isUnknown } = found
  return (
    <>
      {eid === null && isUnknown && (
        <p className="notice" role="status">
          {words('check.unknown', { query: query.search_string })}
        </p>
      )}
      {eid === null && model && (
        <VerdictSheet {...{ query, found, model, system }} sourcesOf={sourcesOf(model)} />
      )}
      {near.length > 0 && (
        <section>
          <Choices
            query={query}
            title={words(model ? 'check.near' : 'check.which')}
            models={near.slice(0, model ? 6 : maxChoices)}
          />
        </section>
      )}
      <EidCheck query={query} eid={eid} system={system} />
    </>
  )

  function sourcesOf(of: PhoneModel) {
    return of.sources.flatMap((key) => sources.get(key) ?? [])
  }
}

function ModelForm({ query, typed }: { query: CheckQuery; typed: string }) {
  const { locale, words } = useSite()
  return (
    <form className="search" role="search" action={href(locale, 'check')}>
      <label className="search-label" htmlFor="model">
        {words('check.label')}
      </label>
      <input
        id="model"
        type="search"
        name="search_string"
        defaultValue={typed}
        placeholder={words('check.placeholder')}
        maxLength={maxLength.searchString}
        autoComplete="off"
        enterKeyHint="search"
      />
      <button className="button">{words('check.submit')}</button>
      <HiddenFields values={orderParamsOf(query)} />
    </form>
  )
}

type ChoicesProps = {
  readonly query: CheckQuery
  readonly title: string
  readonly models?: readonly PhoneModel[]
  readonly names?: readonly string[]
}

function Choices({ query, title, models = [], names = [] }: ChoicesProps) {
  const { locale } = useSite()
  const kept = orderParamsOf(query)
  const links = [
    ...names.map((name) => ({ name, query: { search_string: name, ...kept } })),
    ...models.map(({ id, title: name }) => ({ name, query: { model: id, ...kept } })),
  ]
  return (
    <>
      <h2 className="small-title">{title}</h2>
      <ul className="chips">
        {links.map(({ name, query: target }) => (
          <li key={name}>
            <a href={href(locale, 'check', null, target)} translate="no">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
