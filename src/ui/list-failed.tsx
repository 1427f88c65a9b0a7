import { useSite } from './site.tsx'

export function ListFailed() {
  const { words, path } = useSite()
  return (
    <p className="empty" role="status">
      {words('errors.listFailed')} <a href={path}>{words('errors.retry')}</a>
    </p>
  )
}
