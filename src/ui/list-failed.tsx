import { useSite } from './site.tsx'

/** 'Failed to load the list' with a retry link. */
export function ListFailed() {
  const { words, path } = useSite()
  return (
    <p className="empty" role="status">
      {words('errors.listFailed')} <a href={path}>{words('errors.retry')}</a>
    </p>
  )
}
