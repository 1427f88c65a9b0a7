import type { AdminContext } from '../admin-env.ts'
import { renderPage } from '../layout/render-page.tsx'

export async function showToday(c: AdminContext): Promise<Response> {
  const { words } = c.var
  return renderPage(
    c,
    { title: words('today.title'), section: 'today' },
    <h1>{words('today.title')}</h1>,
  )
}
