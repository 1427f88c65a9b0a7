import { z } from 'zod'
import { countOpenAlerts, openAlerts } from '../../office/open-alerts.ts'
import { officeHref } from '../../words/office-paths.ts'
import type { AdminContext } from '../admin-env.ts'
import { BackLink } from '../layout/back-link.tsx'
import { CursorPaging } from '../layout/cursor-paging.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { adminPage } from '../routing/admin-page.ts'
import { pageStart } from '../routing/query-fields.ts'
import { AlertList } from './alert-list.tsx'

const alertsQuery = z.object({ after: pageStart })

/** Shows all open alerts in pages, newest first. */
export const alertsPage = adminPage({ query: alertsQuery, get: showAlerts })

async function showAlerts(
  c: AdminContext,
  { after }: z.output<typeof alertsQuery>,
): Promise<Response> {
  const { context, words } = c.var
  const [{ alerts, next }, count] = await Promise.all([
    openAlerts(context, after),
    countOpenAlerts(context),
  ])
  const title = words('today.alerts')
  return renderPage(
    c,
    { title, section: 'today' },
    <>
      <BackLink href={officeHref('today')} page={words('sections.today')} />
      <h1>{title}</h1>
      {count === 0 ? (
        <p className="panel" role="status">
          {words('today.noAlerts')}
        </p>
      ) : (
        <section className="panel" aria-labelledby="open">
          <h2 id="open">{words('today.alertCount', { count })}</h2>
          <AlertList alerts={alerts} />
        </section>
      )}
      <CursorPaging
        {...{ after, next }}
        names={{ first: words('today.newestAlerts'), next: words('today.olderAlerts') }}
        hrefOf={(last) => officeHref('alerts', { after: last })}
      />
    </>,
  )
}
