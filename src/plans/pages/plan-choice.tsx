import type { Plan } from '../operations.ts'
import { href } from '../../words/paths.shared.ts'
import { priceText, sizeText, unitPriceText } from '../../words/plan-words.ts'
import { ListFailed } from '../../ui/lists.tsx'
import { Flag } from '../../ui/flag.tsx'
import { useSite } from '../../ui/site.tsx'
import { SizeChips, withQuery, type PlanQuery, type PlansPlace } from '../plan-filters.tsx'
import type { PlanAnswer } from '../plan-list.tsx'
import { HiddenFields } from '../../ui/post-form.shared.tsx'

type Props = {
  readonly marked: readonly Plan[]
  readonly answer: PlanAnswer
  readonly query: PlanQuery
  readonly place: PlansPlace
}

/** A list of plans to mark, with the marked plans first. The pages of the list keep the marks. */
export function PlanChoice({ marked, answer, query, place }: Props) {
  const { locale, words } = useSite()
  const action = href(locale, 'compare')
  const tariffID = marked.map((each) => each.tariffID).join(',')
  const params = Object.fromEntries(
    Object.entries({ ...place, ...(tariffID !== '' && { tariffID }) }).filter(hasValue),
  )
  return (
    <>
      <SizeChips action={action} query={query} extraParams={params} />
      {answer.ok ? (
        <form action={action} aria-label={words('compare.choose')}>
          <HiddenFields values={{ ...place, ...withQuery(query, { page: 1 }) }} />
          <PlanBoxes
            marked={marked}
            listed={answer.value.data}
            isInPlace={place.country !== undefined}
          />
          <p className="compare-bar">
            <button className="button">{words('compare.submit')}</button>
          </p>
          <PageButtons list={answer.value} action={action} />
        </form>
      ) : (
        <ListFailed />
      )}
    </>
  )
}

function hasValue<T>(entry: [string, T | undefined]): entry is [string, T] {
  return entry[1] !== undefined
}

type BoxesProps = Pick<Props, 'marked'> & {
  readonly listed: readonly Plan[]
  readonly isInPlace: boolean
}

function PlanBoxes({ marked, listed, isInPlace }: BoxesProps) {
  const { words } = useSite()
  const ids = new Set(marked.map(({ tariffID }) => tariffID))
  const others = listed.filter(({ tariffID, inStock }) => inStock && !ids.has(tariffID))
  if (marked.length + others.length === 0)
    return <p className="empty">{words('filters.nothing')}</p>
  return (
    <ul className="options">
      {marked.map((plan) => (
        <PlanBox key={plan.tariffID} plan={plan} isMarked isInPlace={isInPlace} />
      ))}
      {others.map((plan) => (
        <PlanBox key={plan.tariffID} plan={plan} isMarked={false} isInPlace={isInPlace} />
      ))}
    </ul>
  )
}

type BoxProps = { readonly plan: Plan; readonly isMarked: boolean; readonly isInPlace: boolean }

function PlanBox({ plan, isMarked, isInPlace }: BoxProps) {
  const site = useSite()
  const { words } = site
  const { kind, countryCodes, operator, placeTitle } = plan
  const network = isInPlace && kind === 'country' ? operator.title : placeTitle
  const title =
    kind === 'multi'
      ? `${placeTitle}, ${words('units.countries', { count: countryCodes.length })}`
      : network
  return (
    <li>
      <label className="option">
        <input type="checkbox" name="tariffID" value={plan.tariffID} defaultChecked={isMarked} />
        {!isInPlace && kind !== 'multi' && <Flag country={countryCodes[0] ?? ''} />}
        <span>
          <b>
            {sizeText(site, plan)}, {words('units.days', { count: plan.validityDays })}
          </b>
          <small>{title}</small>
        </span>
        {plan.inStock && (
          <span className="price">
            {priceText(site, plan.prices)}
            <small>{unitPriceText(site, plan)}</small>
          </span>
        )}
      </label>
    </li>
  )
}

type PagesProps = {
  readonly list: Extract<PlanAnswer, { ok: true }>['value']
  readonly action: string
}

/** Buttons of the form, so that the next page keeps the marks of this one. */
function PageButtons({ list: { page, hasMore }, action }: PagesProps) {
  const { words } = useSite()
  const steps = [
    ...(page > 1 ? [{ label: words('filters.previous'), page: page - 1 }] : []),
    ...(hasMore ? [{ label: words('filters.next'), page: page + 1 }] : []),
  ]
  if (steps.length === 0) return null
  return (
    <p className="actions">
      {steps.map((step) => (
        <button
          key={step.label}
          className="button quiet"
          name="page"
          value={step.page}
          formAction={`${action}#plans`}
        >
          {step.label}
        </button>
      ))}
    </p>
  )
}
