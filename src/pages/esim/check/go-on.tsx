import { href } from '../../../locale/paths.ts'
import { useSite } from '../../../ui/site.tsx'

type Props = {
  readonly tariffID: string | undefined
  /** What the order remembers: the id of a model, or `eid`. */
  readonly phone: string
}

/** The way on: to the order that led here, which remembers the answer, or to the plans. */
export function GoOn({ tariffID, phone }: Props) {
  const { locale, words } = useSite()
  return (
    <p className="actions">
      {tariffID === undefined ? (
        <a className="button" href={href(locale, 'countries')}>
          {words('check.plan')}
        </a>
      ) : (
        <a className="button" href={href(locale, 'order', null, { tariffID, phone })}>
          {words('check.order')}
        </a>
      )}
    </p>
  )
}
