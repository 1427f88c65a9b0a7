import { z } from 'zod'
import { d1Store } from '../kit/sql-store.ts'
import type { ShopFinding } from './finding.ts'
import { shopFindings } from './doctor.ts'
import type { OfficeConfig } from '../api/office-settings.ts'
import { findingTexts } from '../words/office-texts.ts'
import type { Locale } from '../words/locales.shared.ts'
import { useOffice } from './office.tsx'
import type { OfficeContext, OfficeWords } from './office.tsx'
import { renderPage } from './document.tsx'
import { screen } from './routing.ts'

export const settingsPage = screen({ query: z.object({}), get: showSettings })

/** Shows the findings of `npm run shop -- doctor`, and the rights of each role. */
async function showSettings(c: OfficeContext): Promise<Response> {
  const { context, words } = c.var
  const findings = await shopFindings(d1Store(context.db), { ...c.env }, { now: context.now })
  const title = words('sections.settings')
  return renderPage(
    c,
    { title, section: 'settings' },
    <>
      <h1>{title}</h1>
      <Findings findings={findings} />
      <People config={context.config} />
    </>,
  )
}

type FindingsProps = {
  readonly findings: readonly ShopFinding[]
}

function Findings({ findings }: FindingsProps) {
  const { locale, words } = useOffice()
  return (
    <section className="panel" aria-labelledby="findings">
      <h2 id="findings">{words('settings.findings')}</h2>
      <p className="soft">
        {findings.length === 0
          ? words('settings.healthy')
          : `${summaryOf(words, findings)} ${words('settings.findingsText')}`}
      </p>
      <ul className="list" hidden={findings.length === 0}>
        {groupByRemedy(locale, findings).map(({ level, remedy, problems }) => (
          <li key={level + remedy}>
            {problems.map((problem) => (
              <span key={problem}>
                <span className={`badge ${level === 'error' ? 'bad' : 'warn'}`}>
                  {words(`settings.levels.${level}`)}
                </span>{' '}
                <b>{problem}</b>
              </span>
            ))}
            <span>{remedy}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function summaryOf(words: OfficeWords, findings: readonly ShopFinding[]): string {
  const errors = findings.filter(({ level }) => level === 'error').length
  const warnings = findings.length - errors
  return `${words('settings.errors', { count: errors })}, ${words('settings.warnings', { count: warnings })}.`
}

/** Groups the problems of a level that have the same remedy. */
function groupByRemedy(locale: Locale, findings: readonly ShopFinding[]) {
  const rows = findings.map((finding) => ({ ...finding, ...findingTexts(locale, finding) }))
  const groups = Map.groupBy(rows, ({ level, remedy }) => `${level} ${remedy}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    return [{ ...first, problems: group.map(({ problem }) => problem) }]
  })
}

type PeopleProps = { readonly config: OfficeConfig }

function People({ config }: PeopleProps) {
  const { words } = useOffice()
  const lists = [
    { role: 'owner', people: config.ADMIN_OWNERS },
    { role: 'money', people: config.ADMIN_MONEY },
    { role: 'support', people: config.ADMIN_SUPPORT },
  ] as const
  return (
    <section className="panel" aria-labelledby="people">
      <h2 id="people">{words('settings.people')}</h2>
      <p className="soft">{words('settings.peopleText')}</p>
      <ul className="list">
        {lists.map(({ role, people }) => (
          <li key={role}>
            <b>{words(`roles.${role}`)}</b>
            <span>{people.join(', ') || '—'}</span>
            <small>{words(`settings.may.${role}`)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
