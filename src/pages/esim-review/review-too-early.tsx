import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'

/** Shown while the plan can still be used, and for a plan that was never used. */
export function ReviewTooEarly({ hash }: { hash: string }) {
  const { locale, words } = useSite()
  return (
    <section className="masthead">
      <h1>{words('review.notYetTitle')}</h1>
      <p className="lead">{words('review.notYet')}</p>
      <p>
        <a className="button" href={href(locale, 'operatorInfo', null, { hash })}>
          {words('review.balance')}
        </a>
      </p>
    </section>
  )
}
