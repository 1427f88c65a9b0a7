import { useSite } from './site.tsx'

/** A list that could not be had: what happened, and the way to ask again. */
export function ListFailed() {
  const { words, path } = useSite()
  return (
    <p className="empty" role="status">
      {words('errors.listFailed')} <a href={path}>{words('errors.retry')}</a>
    </p>
  )
}
