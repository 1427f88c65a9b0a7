import { deviceOf, type Device } from '../../kit/visitor.ts'
import { verdictOf, type PhoneAnswers, type PhoneModel } from '../phone-model.ts'
import {
  codeFromHeaders,
  findModels,
  homeMarketByCode,
  modelByCode,
  seriesOf,
  withoutMarket,
} from '../find-models.ts'
import { userAgentOf, type AppContext } from '../../site/app-env.ts'
import { rememberPhone, rememberedPhone } from '../../site/cookies.ts'
import { modelHint, orderParamsOf, type CheckQuery } from './check-query.tsx'
import { EidCheck, VerdictSheet, type EidAnswer } from './check-verdict.tsx'
import { maxLength } from '../../kit/limits.shared.ts'
import { HiddenFields } from '../../ui/post-form.shared.tsx'
import { formatList } from '../../words/formats.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { Masthead } from '../../ui/masthead.tsx'
import { useSite } from '../../ui/site.tsx'

/** Answers whether a phone supports eSIM, by its model, its EID, or the visitor's browser. */
export async function showCheck(c: AppContext, query: CheckQuery, eid: EidAnswer | null = null) {
  const { words } = c.var
  // Loaded here, because other pages do not need it.
  const { phoneModels, phoneModelSources } = await import('../phone-list.ts')
  const found = findPhone(c, phoneModels, query)
  const { model, boughtIn } = found
  const fit = model && verdictOf(model, { boughtIn, lock: query.lock ?? null }).fit
  if (eid?.errors === null) rememberPhone(c, 'eid')
  else if (model && !isNoAnswer(c, found)) rememberPhone(c, fit === 'fits' ? model.id : null)
  const system = deviceOf(userAgentOf(c) ?? '')
  const isFiltered = query.search_string !== '' || query.model !== undefined
  // A screen reader reads the title first, so it has the answer.
  const answer = isFiltered && eid === null && model && fit && words(`check.verdicts.${fit}`)
  return c.render(<CheckView {...{ query, found, eid, system }} sources={phoneModelSources} />, {
    opening: <CheckMasthead query={query} found={found} />,
    title: answer ? `${model.title} · ${answer}` : words('check.title'),
    description: words('check.description'),
    isFiltered,
    styles: 'check',
  })
}

/**
 * Whether the phone that sent the request must not be stored as the answer. The visitor may not
 * have opened the page yet, or an earlier answer may be about another phone.
 */
function isNoAnswer(c: AppContext, { isHeld }: PhoneMatch): boolean {
  return isHeld && (isPrefetch(c) || rememberedPhone(c) !== undefined)
}

/**
 * Whether the request is a prefetch. Browsers and the boot script send one when the visitor points
 * at the link.
 */
function isPrefetch(c: AppContext): boolean {
  const mode = c.req.header('Sec-Fetch-Mode') ?? 'navigate'
  return mode !== 'navigate' || c.req.header('Sec-Purpose')?.includes('prefetch') === true
}

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

function CheckMasthead({ query, found }: Pick<Props, 'query' | 'found'>) {
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

function CheckView({ query, found, sources, eid, system }: Props) {
  const { locale, words } = useSite()
  const { model, near, isUnknown, series } = found
  return (
    <>
      {eid === null && (isUnknown || series) && (
        <p className="notice" role="status">
          {series
            ? words('check.unknownSeries', {
                query: query.search_string,
                series: series.title,
                models: formatList(locale, series.models, 'and'),
              })
            : words('check.unknown', { query: query.search_string })}
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

export type PhoneMatch = {
  readonly model: PhoneModel | null
  readonly near: readonly PhoneModel[]
  readonly boughtIn: PhoneAnswers['boughtIn']
  /** Whether the visitor is using this phone. */
  readonly isHeld: boolean
  /** Whether the visitor named a phone that is not in the list. */
  readonly isUnknown: boolean
  /** The series of a phone that is not in the list, most of which has no eSIM, or null. */
  readonly series: ReturnType<typeof seriesOf>
}

/** Returns the phone in the query, or else the visitor's phone. */
export function findPhone(c: AppContext, models: readonly PhoneModel[], query: CheckQuery) {
  const named = models.find(({ id }) => id === query.model)
  if (named) return { ...foundModel(named), boughtIn: query.bought ?? null }
  if (query.search_string !== '') {
    const { name, market } = withoutMarket(query.search_string)
    const { model, near } = findModels(models, name)
    return {
      ...foundModel(model),
      near,
      boughtIn: model && market,
      isUnknown: model === null && near.length === 0,
      series: model ? null : seriesOf(models, name),
    }
  }
  const code = codeFromHeaders(c.req.header(modelHint), userAgentOf(c) ?? '')
  const held = code === null ? null : modelByCode(models, code)
  if (code === null || held === null) return foundModel(null)
  return { ...foundModel(held), isHeld: true, boughtIn: homeMarketByCode(code) }
}

function foundModel(model: PhoneModel | null): PhoneMatch {
  return { model, near: [], boughtIn: null, isHeld: false, isUnknown: false, series: null }
}
